"""What somebody asks to be searched for instead: '리크 체크 주기'로 다시 찾아줘, "search for X instead", Xで検索し直して."""

import re

# What asks for it is no longer than this, with a query of 300 characters in it: the patterns need not run over long texts.
_LONGEST = 450
_QUOTES = "\"'“”‘’「」『』«»`"
_NO_FIRST = (
    r"(?:(?:아니(?:요|오|야|에요)?|아뇨|no|nope|not\sthese|いいえ|いや|違います)[\s,.!、。:-]*)?"
    r"(?:(?:그거|이거|그것|이것)\s?말고\s?)?(?:(?:이번엔|이번에는|그럼|그러면|then|now)[\s,]+|(?:別の言葉で|今度は|では)、?)?"
)
_PLEASE_KO = r"(?:\s?(?:줘|줘요|주세요|줄래요?|주시겠어요|봐|봐요|봐\s?줘|봐\s?주세요|보세요|보자|라|요))?"
_OTHER_QUERIES = tuple(
    re.compile(rf"{_NO_FIRST}{pattern}[\s.!~。！?？]*", re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"(?P<query>.{{1,300}}?[{_QUOTES}]?)\s?(?:으로|로|이라고|라고)\s?(?:다시|새로|바꿔서?|변경해서"
        rf"|대신)?\s?(?:한\s?번\s?)?(?:다시\s?)?(?:찾아|검색\s?해?|재검색\s?해?|조회\s?해?){_PLEASE_KO}",
        rf"(?P<query>.{{1,300}}?)\s?(?:을|를)?\s?(?:다시|대신|새로)\s?(?:찾아|검색\s?해?|재검색\s?해?|조회\s?해?){_PLEASE_KO}",
        rf"(?:검색어|질문|질의|쿼리)(?:를|을)?\s?(?P<query>.{{1,300}}?)\s?(?:으로|로)\s?(?:바꿔|변경해|고쳐"
        rf"|수정해){_PLEASE_KO}",
        r"(?:새\s?)?(?:검색어|검색|쿼리)\s?[:：]\s?(?P<query>.{1,300}?)",
        r"(?:please\s)?(?:instead,?\s)?(?:can\syou\s|could\syou\s)?(?:search|look|try\ssearching"
        r"|query)(?:\sagain)?\s(?:for|with|using)\s(?P<query>.{1,300}?)(?:,?\s?(?:instead|again|please))*",
        r"(?:please\s)?(?:search|try|look\sup|use\sthe\s(?:query|words?))\s(?P<query>.{1,300}?),?\s?(?:instead"
        r"|again)(?:,?\s?please)?",
        rf"(?:please\s)?(?:search|try|re-?search"
        rf"|look\sup)\s(?P<query>[{_QUOTES}].{{1,300}}?[{_QUOTES}])(?:,?\s?(?:instead|again|please))*",
        r"(?:please\s)?(?:change|replace|set)\s(?:the\s)?(?:query|search|question|search\swords)\s(?:to"
        r"|with)\s(?P<query>.{1,300}?)(?:,?\s?please)?",
        r"(?:new\s)?(?:query|search)\s?:\s?(?P<query>.{1,300}?)",
        r"(?:代わりに|かわりに|改めて|もう一度)?、?(?P<query>.{1,300}?)(?:で|として)(?:もう一度|改めて|再度)?(?:検索|探"
        r"|さが|調べ|再検索|引)(?:して|し|き|べ)?(?:直して|なおして|て)?(?:みて)?(?:ください|下さい|もらえますか|ほしいです"
        r"|欲しいです|お願いします)?",
        r"(?:代わりに|かわりに|改めて|もう一度)、?(?P<query>.{1,300}?)(?:を|について)?(?:検索|探|さが|調べ|再検索)(?:して"
        r"|し|べ)?(?:直して|なおして|て)?(?:ください|下さい|もらえますか)?",
        r"(?P<query>.{1,300}?)(?:を|について)(?:(?:代わりに|かわりに|改めて|もう一度|再度)(?:検索|探|調べ)(?:して|し"
        r"|べ)?(?:直して|て)?|再検索して|(?:検索|探|調べ)(?:し|べ)?(?:直して|なおして))(?:ください|下さい|もらえますか)?",
        r"(?:検索語|キーワード|質問|クエリ)(?:を|は)?(?P<query>.{1,300}?)に(?:変えて|変更して|直して)(?:ください|下さい"
        r"|もらえますか)?",
        r"(?:検索語|検索|キーワード)\s?[:：]\s?(?P<query>.{1,300}?)",
    )
)


def other_query(text: str) -> str | None:
    """The words that the text asks to search for instead, single spaces between them."""
    text = " ".join(text.split())
    if len(text) > _LONGEST:
        return None
    for pattern in _OTHER_QUERIES:
        if (found := pattern.fullmatch(text)) is not None:
            query = found["query"].strip(_QUOTES + " ,.、。:")
            return query or None
    return None
