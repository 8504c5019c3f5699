"""What withdraws what was said before it: scratch that, 아 오타, やっぱり."""

import re

_ENGLISH = (
    r"no|nope|nah|wait|sorry|oops|actually|correction|typo|never ?mind|nvm|(?:hold|hang) on|or rather|my (?:bad|mistake)"
    r"|i (?:mean|meant|misspoke|mistyped)|on second thoughts?|(?:make|change) (?:that|it)(?: to)?"
    r"|(?:scratch|strike|cancel|forget|ignore|undo) (?:that|it)|wrong (?:one|doc|document|number)"
)
_KOREAN = (
    r"아니(?:다|야|지|네|구나|요|에요|예요|아니| ?참)?|아뇨|아냐|노노|아차|쏘리|(?:미안|죄송)(?:해요?|합니다|한데요?|하지만)?"
    r"|오타(?:[였네요예에임][가-힣]{0,4})?|정정(?:할게요?|합니다|이요)?|취소(?:요|하고|할게요?|합니다)?|실수(?:했|예요|에요|네|다)?[가-힣]{0,4}"
    r"|착각(?:했|이네)[가-힣]{0,4}|(?:잘못|헛) ?(?:썼|쓴|적|말|쳤|친|눌렀|봤|골랐|보냈)[가-힣]{0,5}|(?:다시 )?생각해 ?보니까?"
)
_JAPANESE = (
    r"いや|いえ|違(?:う|います|った|いました)|ちが(?:う|います|った|いました)|やっぱり?し?|やはり|じゃな(?:くて|かった)|ではなくて?|もとい|っ?ていうか|というか"
    r"|(?:打ち|言い|書き)?(?:間違|まちが)(?:え(?:た|ました)|い(?:です|でした)?)|訂正(?:します|です)?|取り?消し|失礼(?:しました)?|ごめん(?:なさい)?"
    r"|しまった|待って|誤字"
)
_WITHDRAWS = re.compile(rf"(?<![a-z])(?:{_ENGLISH})(?![a-z])|(?<![가-힣])(?:아+[ ,]*)?(?:{_KOREAN})(?![가-힣])|{_JAPANESE}")


def withdraws(between: str) -> bool:
    """Whether what is said between two things that are named (in small letters) withdraws the first of them."""
    return _WITHDRAWS.search(between) is not None
