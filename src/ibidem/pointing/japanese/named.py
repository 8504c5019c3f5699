"""Numbers without a noun that are documents all the same: "2番をもとに手順を教えて", "一覧の2番目って何".

What is said beside the number tells it: that it was shown, or what only texts suffer. It is then given the noun that was left
out, so that everything said of "2番の文書" holds of it, whatever else the message says.
"""

import re

from ibidem.pointing.groups import Group, groups
from ibidem.pointing.japanese.clauses import begins_a_clause, owned, speaks_of_a_document
from ibidem.pointing.pointer import Either, Pointer, Slots
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# Words for what was shown, right before the number. さっきの2番 alone may be a valve.
_OF_THE_LIST = re.compile(
    "(?:(?<![一-鿿ァ-ヿー])(?:一覧|リスト|候補|検索結果)(?:表示)?|(?:回答|答え)|(?<![ぁ-ん])[そこあ]|それら|これら)"
    "(?:の|から|で|に)(?:中|なか|うち)?(?:の|で|から|に)?(?:あ[るっ]た?|出て(?:い?た|きた)|載って(?:い?[るた]))?$"
    "|(?:挙げ|あげ|出し|示し|教え|見せ|提示し|紹介し|引用し|探し|リストアップし|並べ)て(?:くれ|くださっ|下さっ|いただい|頂い|もらっ|い)た"
    "(?:(?:中|なか|うち)(?:の|で|から)?)?(?:[2-9]つ|[2-9]件)?(?:の(?:うち|中)?(?:の|で)?)?$"
    "|(?:ご|お)?(?:提示|紹介|引用|案内)(?:いただい|頂い|くださっ|され)た(?:中|うち)?(?:の)?$"
    "|(?<![0-9])[2-9](?:つ|件|個|点)(?:ある)?(?:の)?(?:うち|中|なか)(?:の|で|から)?、?$"
)
_WISHED = (
    "(?:教|おし|知り|わから|分から|見|み[たせ]|読|要約|訳|翻|説明|解説|開|ひら|出し|表示|印刷|プリント|まと|詳し|くわし|聞|お願|おねが|頼|ください|下さい|ほし|欲し|何|なに"
    "|なん|どう|どこ|どん|いつ|いくつ|誰|だれ|書|載|[?]|答え|抜き|使っ|ちょうだい|頂戴|短く|比べ|英語|韓国語|全文|原文|内容|中身|タイトル|結論|要点)"
)
_NAMED = "(?:の?(?:やつ|ヤツ|もの|ほう|方|奴|分)(?![一-鿿ァ-ヿ]))?"
# What is done with texts alone, or asked of them.
_OF_TEXTS = re.compile(
    f"{_NAMED}(?:"
    "(?:に(?:よると|よれば|よりますと|基づ[いき]|もとづ[いき])|を(?:もと|元|基|ベース)に(?!戻|もど)|を根拠に|を参考に|を踏まえ|を参照し|から引用)"
    "|が(?:もう一度|もう一回)?(?:見た[いく]|読みた[いく]|みた[いく]|よみた[いく]|見れ|読め)"
    "|(?:を|、)?(?:全文|原文)(?:で|を|、|お願|表示|見|出)"
    "|の(?:要約|翻訳|[英和邦全]訳|解説|サマリー?|抜粋|[一-鿿]{1,3}語訳|全文|原文)(?=[をお、。!?だもで]|$|して|ください|下さい|頼|よろ)"
    "|を(?:よく)?読んで(?:から)?、?(?:答え|回答|説明|教え|まとめ)"
    "|を?(?:使って|使い|用いて|参照して)、?(?:答え|回答|説明|教え|まとめ)"
    "|(?:で|だけで)答えて"
    "|(?:は|って)[、]?(?:いつ|誰が|だれが|どこが)[^。、]{0,6}(?:作成|作られ|作った|書かれ|書いた|発行|更新|改訂|公開|作成)"
    "|(?:は|って)[、]?(?:何|なに|なん)(?:を|て|と)(?:言|いっ|述べ|書|主張)"
    "|(?:は|って)[、]?(?:何|なん)(?:の|に関する|について)(?:文書|資料|記事|話|やつ|もの|内容)"
    "|(?:を|は|って)[、]?(?:一言で|ひとことで|一文で|簡単に)(?:言|いう|いえ|まと|説|お願|頼|[?。]|$)"
    "|を?(?:もっと)?(?:わかりやすく|分かりやすく|噛み砕いて|やさしく|簡単な言葉で)(?:言い|書き|説|教|して|まと|お願|直)"
    "|に共通(?:する|した|の)(?:内容|記載|記述|ポイント|要点|注意点|注意事項|点|手順|項目|部分)"
    "|から[^。、]{1,14}(?:を|だけ|のみ)?、?(?:抜き出|抜粋|抽出|拾|引用|まとめ)"
    "|(?:の中(?:で|に)|に|で)は?[、]?[^。、を]{1,24}(?:書いて|書かれ|載って|記載|触れ|言及)"
    "|の(?:第?[0-9一二三四五六七八九十]{1,2}(?:章|節|ページ目?|段落目?)|冒頭|前半|後半|最後の(?:章|段落|部分))(?:を|だけ|は|、|って|に)"
    "|(?:に(?:つい|関し)て|のこと)(?:も|は)?、?(?:もう少し|もっと|詳し|くわし|さらに|もうちょっと)"
    "|(?:の(?:うち|中で)?|では?)?、?(?:どちら|どっち)(?:の(?:方|ほう))?が(?:詳し|くわし|わかりやす|分かりやす|最新|新し)"
    "|の違い(?:は|を|って|が|に)|(?:では?|って|は)?、?(?:何|なに|どこ)が(?:違|ちが|ちゃう)"
    "|(?:、|って|の|に)?(?:[一-鿿]{1,3}語版|全文|原文)(?:は|って|が)?(?:ある|あり|ない|見)"
    "|が(?:よく|ちょっと)?(?:わから|分から|理解でき)な[いく][^。]{0,8}(?:説明|詳し|くわし|解説)"
    "|をスライドに|をメール(?:の文面)?に)"
)
# 1番と2番の両方の内容, 2番以外全部を要約して
_ALL_OF_THEM = re.compile(
    "の?(?:両方|両者|2つ|二つ)(?:とも)?|(?:以外|を除[いく]た?)の?(?:全部|すべて|全て|ぜんぶ|2つ|二つ)?(?:の(?=全文|内容))?|だけ(?=[のをか])"
)
_PLACE = re.compile("の(?:第?[0-9一二三四五六七八九十]{1,2}(?:章|節|ページ|段落))")
# 最初から説明して is from the beginning, 一番のポイント the main one.
_POSITION = re.compile("(?:一番|いちばん|最初|最後|はじめ|初め)(?!目)")
_CITED_AS = frozenset({"文書番号", "資料番号", "出典番号", "ソース", "引用", "参照"})
_DOCUMENT = "文書"


def with_their_noun(tokens: list[Token]) -> list[Token]:
    """The tokens, each number that is shown to be a document's followed by the noun; the same list where none is."""
    kinds = kinds_of(tokens)
    weak = [
        one
        for one in groups(tokens)
        if one.anchor in ("", "G", "B", "a") and one.doc_type is None and (one.numbers or one.excluded)
    ]
    weak = [one for one in weak if _bare(tokens, kinds, one)]
    if not any(_told(tokens, one) for one in weak):
        return tokens
    named = list(tokens)
    for one in reversed(weak):  # the others are what it is set against
        called = [at for at in range(one.first, one.last) if named[at].kind in "aG"]
        for at in called:
            named[at] = named[at]._replace(kind="A")  # 2番のやつ, ソース2
        if not called:
            named[one.last : one.last] = _noun_after(named, one)
    return named


def with_more_numbers(pointer: Slots | Either | None, named: Pointer | None, tokens: list[Token]) -> Pointer | None:
    """What is pointed at where numbers are given the noun that was left out: what was put right, and those beside it, too."""
    if pointer is None or not isinstance(named, Slots):
        return pointer or named
    if isinstance(pointer, Either):
        return named if any(token.takes_back for token in tokens) else pointer
    return named if {*pointer.numbers} < {*named.numbers} else pointer


def _noun_after(tokens: list[Token], one: Group) -> list[Token]:
    last = tokens[one.last - 1]
    noun = Token("A", last.end, last.end, attached=True, text=_DOCUMENT)
    return [Token("o", last.end, last.end, attached=True, text="の"), noun]


def _bare(tokens: list[Token], kinds: str, one: Group) -> bool:
    """Whether no noun goes with the number, neither before it nor after it."""
    members = [at for at in range(one.first, one.last) if kinds[at] in "NnB"]
    if any(kinds[at] == "n" for at in members) and one.anchor != "a":
        return False
    after = _said(tokens[one.last :])
    if _POSITION.match(tokens[members[-1]].text) and not one.anchor and not re.match("[をは]|だけ|のみ", after):
        return False
    following = tokens[one.last] if one.last < len(tokens) else None
    if following is not None and following.kind in "UuHqcIT" and not begins_a_clause(following):
        return False
    if re.match("oD*[UuHqTnNc]", kinds[one.last :]) is not None and not re.match("の中|のうち", after):
        return _PLACE.match(after) is not None
    begin = max((at + 1 for at in range(one.first) if kinds[at] == ";"), default=0)
    return not owned(tokens, begin, one.first)


def _told(tokens: list[Token], one: Group) -> bool:
    begin = max((at + 1 for at in range(one.first) if tokens[at].kind == ";"), default=0)
    end = next((at for at in range(one.last, len(tokens)) if tokens[at].kind == ";"), len(tokens))
    before, after = _said(tokens[begin : one.first]), _said(tokens[one.last : end])
    last = one.last
    if (together := _ALL_OF_THEM.match(after)) is not None:
        after, stop = after[together.end() :], tokens[one.last].start + together.end()
        last = next((at for at in range(last, end) if tokens[at].end >= stop), end - 1) + 1
    if _OF_TEXTS.match(after) is not None or speaks_of_a_document(tokens, one.first, last):
        return True
    shown = _OF_THE_LIST.search(before) is not None or tokens[one.first].text in _CITED_AS
    return shown and re.search(_WISHED, after + _said(tokens[end : end + 1])) is not None


def _said(tokens: list[Token]) -> str:
    return "".join(token.text for token in tokens)
