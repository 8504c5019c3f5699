"""Documents that are somebody's own: made, kept, sent, lost, and so none of those that were shown."""

import re

# "We need to write a second document": one that is still to be made was not cited.
_MAKING = re.compile(
    r"새로\s?(?:만들|작성|등록|추가)|만들어야|만들려|만드는|만들고|작성해야|新しく|新規に|作る必要|作成する必要|\b(?:write|create|draft|prepare|submit|upload|add)\s+(?:a|an|another|one)\b"
    r"|(?:문서|자료|파일)(?:들)?(?:을|를|만|이|가)?\s?(?:(?:두|세)\s?개를?\s?)?"
    r"(?:저장|편집|삭제|지우|지워|합치|합칠|합쳐|동기화|복구|복원|보호하|잠그|암호|옮기|되돌|사라[졌지]|날아갔|업로드|내보내|병합|열면)"
    r"|\b(?:copy|delete|move|rename|duplicate|merge|sync|restore)\s+(?:the|my|our|both|all)\s+(?:\w+\s+){0,2}(?:doc|document|file|note)s?\b",
    re.IGNORECASE,
)
# "The second document doesn't sync": what an app does not do with it.
_FAILS = re.compile(
    r"(?:문서|자료|파일)(?:들)?(?:가|이|는|은|도|만)?\s?(?:[가-힣]+\s){0,3}?(?:(?:안|못)\s?(?:열|저장|동기화|올라|업로드|인쇄|출력|불러와|떠|뜨|복사|공유)"
    r"|(?:열리|열어지|저장되|저장이 되|동기화되|올라가|뜨|인쇄되)지(?:가|를|도)?\s?(?:않|못)|(?:자꾸|계속)\s?(?:튕|꺼[져지졌]|멈[춰추췄])|먹통|깨[져졌])"
    r"|\b(?:doc|document|file|source)s?(?: \d+| number \w+)?(?: \w+)?"
    r" (?:doesn't|doesnt|does not|won't|wont|will not|isn't|isnt|can't|cannot|keeps?|never|fails? to|refuses? to) (?:\w+ )?"
    r"(?:sync|syncing|open|opening|load|loading|save|saving|print|printing|upload|uploading|download|export|render|crash|crashing|freez\w+)\b"
    r"|(?:文書|資料|ファイル)(?:\d+)?(?:が|は|も|だけ)?[^。、]{0,8}?(?:文字化け|壊れ|固ま[るりっ]|落ち[るまて]|強制終了|フリーズ|消え[たてま]"
    r"|(?:開け|開か|開き|同期|保存|印刷|読み込[めまみ]|アップロード|表示)(?:が|も)?(?:でき|され|し|き)?(?:ない|ませ|なく))"
)
_SHOW = re.compile(
    r"보여|보고\s?싶|띄워|내용|뭐라|알려|\b(?:show|display|see|read|paste|what|content)\b|見せ|見たい|表示して|内容|教え|出して|何と|読みたい"
)


def speaks_of_own(lowered: str) -> bool:
    """Whether the message is about documents of whoever writes it, or about those that an app keeps."""
    if _MAKING.search(lowered):
        return True
    return _FAILS.search(lowered) is not None and _SHOW.search(lowered) is None
