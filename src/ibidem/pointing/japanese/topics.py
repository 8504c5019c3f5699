"""A Japanese message that is done with a document and asks something else: "その文書はもう結構です。別の質問ですが、…"."""

import re

_BEGUN = "(?:^|(?<=[。.!?、\\s]))"
_QUESTION = "(?:質問|話題?|件|こと|相談)"
# What says that something else comes now.
_TURNS = re.compile(
    f"{_BEGUN}(?:(?:別の|もう(?:一つ|ひとつ|1つ)|次の|ほかの|他の|違う|新しい){_QUESTION}"
    "(?:(?:な(?:の|ん)|です|だ|に移|に入|を(?:し|さ)|、|。|が)[ぁ-ん]{0,8}|(?=[、。]))"
    "|別件(?:な(?:の|ん)|です|だ|で|、|。)[ぁ-ん]{0,6}|話(?:題)?(?:は|が|を)?(?:変わ|替わ|かわ|変え|替え)[ぁ-ん]{0,6}"
    "|質問を変え[ぁ-ん]{0,4}|ところで|それより(?:も|は)?(?![0-9])|それはさておき|それはそうと)[、。,\\s]*"
)
_DOCUMENT = "(?:文書|資料|出典|記事|ドキュメント|[a-z]{2,24}[ _-]?[0-9]{3,24}|[0-9]番)"
# What says that it is no longer wanted, or not yet; 読みました may lead to a question about it.
_DONE_WITH = re.compile(
    f"{_DOCUMENT}[^。?]{{0,8}}?(?:は|の(?:件|話|こと)は|も|なら)、?(?:もう|これで|いったん|ひとまず|すでに)?"
    "(?:(?:結構|十分|不要|大丈夫|解決済み|(?<=もう)いい|(?<=もう)いらない)(?:です|でした|だ)?[よねわ]?"
    "|(?:要り|いり|必要(?:あり|ござい))ません|解決し(?:まし)?た|(?:後|あと)で(?:読|見|確認)[ぁ-ん]{1,4}"
    ")(?:、?(?:どうも)?ありがとう(?:ございま(?:す|した))?)?[。!]\\s*(?:(?:先に|では|じゃあ)、?)?"
)
_WISHED = re.compile("(?:[てで]|ください|下さい|くれ|たい(?:です)?|ほしい(?:です)?|お?願い[ぁ-ん]{0,6}|か)[よね]?[。!、]|[?]")
# Words that may name a document, or what is left of them.
_POINTS = re.compile(
    f"{_DOCUMENT}|[そこあ][のれ]|[そこ]こ|そっち|こっち|そちら|こちら|[0-9一二三四五][番つ件個]目?(?![一-鿿ァ-ヿ])|最[初後]|真ん中|[前後]者"
    "|引用|参照|参考|ソース|残り|ほか|他|別|同じ|全部|すべて|両方|片方|一方|全文|原文|要約|リスト|一覧|続き|回答|答え|さっき|先ほど|以外"
)


def asks_something_else(lowered: str) -> bool:
    """Whether a message that named a document is done with it, and points at nothing in what it asks then."""
    for pattern in (_TURNS, _DONE_WITH):
        for turned in pattern.finditer(lowered):
            before = lowered[: turned.start()] if pattern is _TURNS else ""
            after = lowered[turned.end() :]
            if len(after) > 5 and _WISHED.search(before) is None and _POINTS.search(after) is None:
                return True
    return False
