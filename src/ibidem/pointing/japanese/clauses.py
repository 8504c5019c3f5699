"""Numbers without a noun, in a message that says more than where it points: "2番、課長に渡すので要約して".

What is done only with documents, or said only of them, is what tells them from valves and chambers. Japanese, where the clause
that holds the number runs on into the next without a mark; what is read is what stands right before the number, and what is
said of it.
"""

import re

from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# What a document has, and nothing that is numbered in the world.
_PARTS = (
    "(?:内容|中身|なかみ|ないよう|タイトル|題名|件名|見出し|結論|要点|要旨|概要|趣旨|目次|冒頭|全文|ぜんぶん"
    "|原文|本文|全ページ|ポイント|作成者|著者"
    "|作者|作成日|発行日|改訂日|施行日|制定日|適用(?:対象|範囲)|附則|条文|日付|前半|後半|文面|リンク先|英語版|日本語版|あらすじ|サマリー?)"
)
# What is asked for, and not told of: 要約して, 印刷お願い, but not 表示がおかしい, 説明します, 印刷する機械.
_ASKED_FOR = (
    "(?=(?:して|しと|し(?:たい|てほ|ろ|や|、)|せよ|でき(?!ま?せん|な)|を?お?(?:願|頼|希望)|を?よろ"
    "|[をで]?(?:、|[。?]|$)|を(?:見|み|出|作|く|下|い)|をして|に(?:して|し)))"
)
# What only documents suffer. 開ける and 出す are done to valves and trays, too.
_DONE_TO_DOCUMENTS = (
    f"(?:(?:要約|ようやく|翻訳|[英和邦日中韓]訳|箇条書き?|抜粋|解説|説明|せつめい|深掘り|印刷|プリント"
    f"|プリントアウト|表示|ひょうじ|閲覧|比較|対比|サマリー?|コピペ|全文表示|全文"
    f"|summarize|summarise|translate|explain|show|print|open|summary){_ASKED_FOR}"
    "|(?:答え|こたえ|(?:回答|返答)し)て(?:くれ(?![たて])|ください|下さい|ほし|欲し|もらえ|いただけ|頂け|[。、:!?]|$)"
    "|(?:まと|纏)め(?:て|と|ろ|よう|てほ|、|[。]|$)|[一-鿿ァ-ヿ]{1,6}語(?:に(?!は)|へ|訳|で(?:要約|まとめ"
    "|説明|教|読|見|お願|頼|出|概要|、|[。]|$))|訳(?:して|せ[るま]"
    "|し[ても]|を|す[とる]?[?。]|し[。]|$)|抜き出し?て|かいつまん"
    "|噛み砕|かみくだ|掘り下げて|(?:詳し|くわし)く(?=$|[、。?]|教|おし|説|知|聞|お願|頼|話|解|見|読|して)"
    "|読み上げて|読みた[いく]|読みとう|読ませ|読んで(?!い?[たる])|読んど(?![るい])|読も"
    "|読む(?:時間|の|前に|ため)|読まれ|読めん|目を通|拝読|拝見|(?:見|み)せ(?:て(?!い?[たる])|た[くい]|ろ|られ"
    "|とい)|見し|みして|[三3二2一1五5]行で|短く(?:して|まと)"
    "|要するに|(?:見|読み)?比べ(?:て|た[いく])|見た[いく]|みたい(?=[。?]|$)|サマって|貼って)"
)
_SAID_IN_DOCUMENTS = (
    "(?:(?:何|なん|なに|なんて|どう|どこ|誰|だれ|いつ)[^をの。]{0,6}書(?:い|か)|書いて(?:あ|る|ん|い)|書いと(?:る|ん)"
    "|書かれ|(?:載|の)って(?:る|い|ん|た)|載っと"
    "|記載|触れて|言及|(?:どんな|どういう|どのような|何の|なんの)(?:資料|文書|内容|記事|ドキュメント|やつ)|何の話|どんな話|どういう話)"
)
_SHOWN = "(?:開いて|ひらいて|開いと|ひらいと|出して|だして|出しと|だしと|送って|映して|上げて|表に)"
_REASON = "(?:ので|んで|から|けど|けれど|ため|ように|たくて|もんで|ですが|ますが|さかい|よって|けん)"
_CALLED = "(?:の?(?:やつ|ヤツ|もの|ほう|方|奴|分|ところ|とこ|箇所)(?![一-鿿ァ-ヿ])|[のん](?=[をはがもだ、]|って|なん|$))?"
_TIE = (
    "(?:って(?:いう)?(?:の|やつ)?(?:は)?|[はも]|を|だけ(?:を|は|で)?|のみ(?:を)?|なら|から|につい(?:て(?:も"
    "|は)?|きまして)|、|,"
    "|なんですが|なんだけど|ですが|だけど)"
)
_TIED, _TIES = f"{_TIE}{{0,4}}", f"{_TIE}{{1,4}}"
_HOW = (
    "(?:もう一度|もう一回|もっかい|もっぺん|もう少し|もうちょい|ちょっと|先に|まず|すぐ(?:に)?|今すぐ|至急"
    "|急ぎで|全部|ざっくり|ざっと|簡単に|さらっと|詳細に|もっと|再度|改めて|ちゃんと"
    "|[一-鿿ァ-ヿ]{1,4}(?:向け)?(?:に|で)){0,6}"
)
_GAP = f"(?!以[外降上下]|じゃな|ではな|より|まで|[にがのとで])(?:[^をが。]{{0,22}}?|[^。]{{0,45}}?{_REASON}、?[^をが。]{{0,16}}?)"
_ASKED_OF = (
    "(?=は|って|だけ|のみ|も[^う]|、|[。?]|$|なん|何|どう|教|おし|おね|知り|聞|見|要約|お願|もう|もっ|全部|(?:を|が|に(?:つい|関し))"
    "(?:教|おし|見|み[たせ]|要約|全部|すべて|全て|読|よ[みめ]|知|し[りっ]|訳|まと|確|も|お|ざ|簡|詳|くわ|出|表|印|抜|説|気に"
    "|欲|ほし|わか|分か|翻|把|箇|短|比|て|整|並|コピ))"
)
_WHICH_IS = (
    "(?:どっち|どちら|どれ)(?:の(?:ほう|方))?が(?:より|一番|いちばん|もっと)?"
    "(?:新し|古|詳し|くわし|最新|長い|短い|(?:わか|分か|読み|よみ)りやす|読みやす|正し|役に立|参考に|おすすめ|近い|合って)"
)
_SAID_OF_IT = re.compile(
    f"{_CALLED}(?:(?:とで|だと|なら)?[はで]?、?{_WHICH_IS}|(?:{_TIES}{_GAP}|{_HOW})(?:{_DONE_TO_DOCUMENTS}|{_SAID_IN_DOCUMENTS})"
    f"|に(?:は|も)?、?[^をがの。]{{0,14}}?(?:{_SAID_IN_DOCUMENTS}|目を通)"
    f"|(?:の|(?:って|は|、)[^をがの。]{{0,10}}){_PARTS}{_ASKED_OF})"
)
# "2番を止めたいので手順を要約して": what is done to it is another thing.
_DONE_WITH_IT = re.compile(
    f"{_CALLED}[をが](?!、|(?:もう一度|もう一回|先に|まず)?(?:見せ|見た|読みた|読ませ|拝見|拝読|印刷|プリント|要約|翻訳|表示|閲覧))[^。、]{{1,20}}?"
    f"(?:{_REASON}|て(?!み|ほ|く|も|お|頂|い|[。?]|$)|たら|ても(?!ら|いい|よ[いろ]|良|構|かま|大丈夫)"
    "|[るうくすつむぶ]と(?!助か|嬉し|うれし|ありがた|幸い|た(?:すか|いへん))|時|とき)"
)
# 要約して、明日使うので: what is done is done to a text after all.
_TEXTUAL = re.compile(
    "要約|翻訳|訳し|説明し|解説|箇条書|まとめ(?!て[0-9])|表示し|印刷|見せ|読ませ|[一-鿿]語に|短く|詳しく|抜き出"
)
_PUT_UP = re.compile(
    f"{_CALLED}{_TIED}(?:(?:もう一度|もう一回|もっかい|先に|まず|ちょっと|すぐ|今すぐ|画面に|ここに|全部)*){_SHOWN}"
)
# 送ってくださいと業者に言われた: asked by somebody else, of somebody else.
_QUOTED = re.compile(
    "(?:ください|くれ|[てでろ])(?:と|って)[^。、]{0,8}(?:言われ|頼まれ|指示され|注意され|怒られ)[ぁ-ん]{0,2}(?:。|$)"
)
_TOLD_IN_REPORTS = re.compile(
    "(?:の|って|は|、)(?:再発防止策?|防止策|恒久対策|暫定対策|対策|(?:根本)?原因|経緯|背景|考察|影響(?:範囲)?"
    "|対応(?:内容)?|処置|調査(?:結果|内容)"
    "|結果|見解|提言|対象(?:範囲|者)?|数値|データ)(?:は|を|って|が|も|だけ|、|[?。]|$)"
)
# "掲示板の2番", "ポンプ2番": of something else.
_OWNED = re.compile(r"[一-鿿ァ-ヿa-z0-9々]$")
_COUNT = re.compile("(?:つ|件|個|点|本)$")
_OF_WHAT_WAS_SHOWN = re.compile(
    r"(?:一覧|リスト|候補|検索結果|結果|検索|参考文献|参考|引用|リンク|参照|文献|回答|答え|(?<![一-鿿])例|先|前|上|下|今"
    r"|以上|これ|それ|そ|こ)(?:の|から|で|、)?$"
)


def speaks_of_a_document(tokens: list[Token], first: int, last: int) -> bool:
    """Whether what stands at `first` up to `last` (exclusive), a number or a count, is spoken of as only documents are."""
    begin = max((at + 1 for at in range(first) if tokens[at].kind == ";"), default=0)
    end = next((at for at in range(last, len(tokens)) if tokens[at].kind == ";"), len(tokens))
    before, after = _said(tokens[begin:first]), _said(tokens[last:end])
    if not re.search("[ぁ-ん]", before + after) or owned(tokens, begin, first):
        return False
    following = tokens[last] if last < len(tokens) else None
    said = _SAID_OF_IT.match(after)
    at_once = said is not None and not re.match(_TIE, after)
    if following is not None and following.kind in "UuHq" and not at_once and not begins_a_clause(following):
        return False
    done = _DONE_WITH_IT.match(after)
    if (done is not None and _TEXTUAL.search(after[: done.end() + 1]) is None) or _QUOTED.search(after):
        return False
    if said is not None:
        return True
    return _PUT_UP.match(after) is not None and re.search("H", kinds_of(tokens)) is None


def asks_of_a_report(tokens: list[Token], last: int) -> bool:
    """ "1件目の報告書の再発防止策は": what reports tell of."""
    return _TOLD_IN_REPORTS.match(_said(tokens[last:])) is not None


def begins_a_clause(token: Token) -> bool:
    """Whether an unknown Japanese word right after a noun makes no longer noun of it: 資料お客さんに, "
    "資料読まれへん, but not 文書管理."""
    return _NEW_WORD.match(token.text) is not None


_NEW_WORD = re.compile("(?![ァ-ヿ一-鿿々]{2}|(?![読見開書使知言要欲持探送])[ァ-ヿ一-鿿]$)[ぁ-ん一-鿿]")


def owned(tokens: list[Token], begin: int, first: int) -> bool:
    """Whether the number at `first`, in a sentence that begins at `begin`, is of what stands before it: 掲示板の2番."""
    if first == begin:
        return False
    before, text = tokens[first - 1], _said(tokens[begin:first])
    if before.kind == "D" and first - 2 >= begin and before.text.startswith(("一覧", "リスト", "候補")):
        of_what = tokens[first - 2]  # アラーム一覧の2番
        if of_what.kind in "UuHqcp" and of_what.end == before.start and _OWNED.search(of_what.text) is not None:
            return True
    if before.kind in "DFJPltRXxb;":
        return False
    if before.kind == "o" and first - 2 >= begin and tokens[first - 2].kind == "K":
        return True  # チェックリストの2番目
    if _OF_WHAT_WAS_SHOWN.search(text):
        return False
    if before.kind == "o" and first - 2 >= begin and _COUNT.search(tokens[first - 2].text):
        return False  # 三点のうち二点目
    if before.kind == "o":
        return first - 2 >= begin and tokens[first - 2].kind in "UuHqcpKTna"
    return before.kind in "HKcpnaNB" or (before.kind in "Uuq" and _OWNED.search(before.text) is not None)


def _said(tokens: list[Token]) -> str:
    return "".join(token.text for token in tokens)
