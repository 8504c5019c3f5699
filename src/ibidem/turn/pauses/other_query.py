"""Requests to search for something else: '리크 체크 주기'로 다시 찾아줘, "search for X instead", Xで検索し直して."""

import re

# What asks for it is no longer than this, with a query of 300 characters in it: the patterns need not run over long texts.
_LONGEST = 450
_QUOTES = "\"'“”‘’「」『』«»`"
# "no", and what is given up for the query, before it.
_NO_FIRST = (
    r"(?:(?:아니(?:요|오|야|에요)?|아뇨|no(?:pe)?|not\sthese|いいえ|いや|違います)[\s,.!、。:-]*)?(?:[그이][거것]\s?말고\s?)?"
    r"(?:(?:이번엔|이번에는|그럼|그러면|then|now)[\s,]+|(?:別の言葉で|今度は|では)、?)?"
)
_QUERY = r"(?P<query>.{1,300}?)"
# A verb of searching, with its endings.
_SEARCH_KO = r"(?:찾아|재?검색|조회)(?:\s?[가-힣]){0,6}"
_SEARCH_JA = r"(?:再?検索|探|さが|調べ|引)[しきべ]?(?:かけ)?(?:[直な]お?し?)?(?:(?:て|たら)[ぁ-ん下欲]{0,12}|を|お願いします)?"
_ANEW_JA = r"(?:代わりに|かわりに|改めて|もう一度|再度)"
_END = r"(?:,?\s?(?:instead|again|please))"
_OTHER_QUERIES = tuple(
    re.compile(rf"{_NO_FIRST}{pattern}[\s.!~。！?？]*", re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"{_QUERY}\s?(?:으?로|이?라고)\s?(?:(?:다시|새로|바꿔서?|변경해서|대신|한\s?번)\s?){{0,3}}{_SEARCH_KO}",
        rf"{_QUERY}\s?[을를]?\s?(?:다시|대신|새로)\s?{_SEARCH_KO}",
        rf"(?:검색어|질문|질의|쿼리)[를을]?\s?{_QUERY}\s?으?로\s?(?:바꿔|변경해|고쳐|수정해)(?:\s?[가-힣]){{0,4}}",
        r"(?:please\s)?(?:instead,?\s)?(?:(?:can|could)\syou\s)?(?:search|look|try\ssearching|query)(?:\sagain)?\s(?:for|with"
        r"|using)\s"
        rf"{_QUERY}{_END}*",
        rf"(?:please\s)?(?:search|try|look\sup|use\sthe\s(?:query|words?))\s{_QUERY},?\s?(?:instead|again)(?:,?\s?please)?",
        rf"(?:please\s)?(?:(?:re-?)?search|try|look\sup)\s(?P<query>[{_QUOTES}].{{1,300}}?[{_QUOTES}]){_END}*",
        rf"(?:please\s)?(?:change|replace|set)\s(?:the\s)?(?:query|search|question|search\swords)\s(?:to"
        rf"|with)\s{_QUERY}(?:,?\s?please)?",
        rf"{_ANEW_JA}?、?{_QUERY}(?:で|として){_ANEW_JA}?{_SEARCH_JA}",
        rf"{_ANEW_JA}、?{_QUERY}(?:を|について)?{_SEARCH_JA}",
        rf"{_QUERY}(?:を|について)(?:{_ANEW_JA}{_SEARCH_JA}|再検索して[ぁ-ん]*|(?:検索|探|調べ)[しべ]?(?:直|なお)して[ぁ-ん]*)",
        rf"(?:検索語|キーワード|質問|クエリ)[をは]?{_QUERY}に(?:変え|変更し|直し)て[ぁ-ん下]*",
        rf"(?:(?:새\s?|new\s)?(?:검색어?|쿼리|query|search)|検索語?|キーワード)\s?[:：]\s?{_QUERY}",
    )
)


def other_query(text: str) -> str | None:
    """The query that the text asks to search for instead."""
    text = " ".join(text.split())
    if len(text) > _LONGEST:
        return None
    for pattern in _OTHER_QUERIES:
        if (found := pattern.fullmatch(text)) is not None:
            query = found["query"].strip(_QUOTES + " ,.、。:")
            return query or None
    return None
