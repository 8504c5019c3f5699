"""Keys, tokens and passwords, and addresses of mail."""

import re
from collections.abc import Iterator

from ibidem.backends.pii.runs import COUNTING, LETTERS, SECRET_WORDS, folded, quoted_secret
from ibidem.domain.personal_data import PersonalDatum

# How those that issue keys let them begin.
_ISSUED = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?:[A-Za-z]{2,12}-)?[A-Za-z0-9_-]{16,400}|[rsp]k_(?:live|test)_[A-Za-z0-9]{10,200}"
    r"|gh[opsur]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{20,255}|glpat-[A-Za-z0-9_-]{20,100}"
    r"|AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,400}|GOCSPX-[A-Za-z0-9_-]{20,60}|(?:AKIA|ASIA)[A-Z0-9]{16}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-[A-Za-z0-9-]{10,250}|hf_[A-Za-z0-9]{20,100}|npm_[A-Za-z0-9]{30,100}"
    r"|ibk_[A-Za-z0-9_-]{16,100}|pypi-[A-Za-z0-9_-]{16,400}|dckr_pat_[A-Za-z0-9_-]{20,100}|SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}"
    r"|eyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{4,2000}(?:\.[A-Za-z0-9_-]{0,1000}){0,3}"
    r"|-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----[A-Za-z0-9+/=\s]{0,8192}(?:-----END [A-Z ]{0,24}PRIVATE KEY-----)?"
    r")"
)
_IN_ADDRESS = re.compile(r"://[^\s/@:]{0,64}:([^\s/@]{1,128})@")
_VALUE = re.compile(r"[a-z0-9!#$%&*+\-./=?@^_~]{4,200}")
_SAID = re.compile(
    rf"(?:{folded(SECRET_WORDS)})" + r"[\"']?(?P<link> ?(?:[:=]|[은는이가을를]|[はがを]|\bis\b) ?| )[\"']?"
    rf"(?P<value>{_VALUE.pattern})"
)
_LONGEST_WORD = 24  # characters: "secret access key" with what links it to its value
# What follows a count: "비밀번호: 10자 이상".
_COUNTED = re.compile(
    r" ?(?:자|글자|번|회|개|일|분|시간|년|월|文字|桁|回|日|分|個|characters|chars|digits|days|times|minutes|hours)"
)
_LETTER, _DIGIT, _SIGN = re.compile(r"[A-Za-z]"), re.compile(r"[0-9]"), re.compile(r"[!#$%&*@^~?]")
_NUMBER = re.compile(r"[0-9]{4,12}")
_OBJECTS = ("을", "를", "を")
_LOCAL = rf"(?:(?<![A-Za-z0-9_@])[A-Za-z0-9_](?:[A-Za-z0-9._%+'\-]{{0,62}}[A-Za-z0-9_%+\-])?|{LETTERS})"
_LATIN, _ANY = "A-Za-z0-9", "A-Za-z0-9가-힣ぁ-ゖァ-ヺ一-鿿々"
# Top-level domains in the letters of our languages (IANA's root zone); there is no end of the Latin ones.
_TOP = "한국|닷컴|닷넷|삼성|みんな|コム|クラウド|グーグル|ストア|セール|ファッション|ポイント|アマゾン|世界|公司|中国|香港|台湾"
# Behind a colon stands a path of a version control system, or the port of a machine.
_NO_MACHINE = r"(?!:(?:[~/]|[A-Za-z0-9._~-]{1,64}/|[0-9]{2,5}(?![0-9-])))"


def _labels(letters: str) -> str:
    return rf"(?:[{letters}](?:[{letters}-]{{0,61}}[{letters}])?\.){{1,6}}"


_MAIL = re.compile(
    rf"{_LOCAL}@(?:(?:{_labels(_LATIN)}|{_labels(_ANY)})[A-Za-z]{{2,24}}(?![A-Za-z0-9@_])(?!\.[A-Za-z])|{_labels(_ANY)}(?:{_TOP})){_NO_MACHINE}"
)
_PICTURE = re.compile(r"@[0-9]x\.")  # logo@2x.png


def mail_in(text: str, start: int, end: int) -> Iterator[PersonalDatum]:
    """The addresses of mail in a run; none that a machine is reached by."""
    if text.find("@", start, end) >= 0:
        for found in _MAIL.finditer(text, start, end):
            if not _PICTURE.search(found[0]):
                yield PersonalDatum(found.start(), found.end(), "EMAIL")


def secrets_in(text: str, lowered: str, start: int, end: int) -> Iterator[PersonalDatum]:
    """The keys, tokens and passwords in the run [start, end) of a text, also given in lower case; what stands before the run may
    call them so."""
    for found in _ISSUED.finditer(text, start, end):
        if _DIGIT.search(found[0]) or found[0].startswith("-"):
            yield PersonalDatum(found.start(), found.end(), "SECRET")
    if text.find("://", start, end) >= 0:
        for found in _IN_ADDRESS.finditer(text, start, end):
            yield PersonalDatum(found.start(1), found.end(1), "SECRET")
    begun, ended = quoted_secret(text, start, end)
    if ended == end and _quotes_a_password(lowered[begun:ended]):
        yield PersonalDatum(begun, ended, "SECRET")
    for found in _SAID.finditer(lowered, max(0, start - _LONGEST_WORD), end):
        if found.start("value") >= start and _password(found["value"], found["link"].strip(), text[end : end + COUNTING]):
            value = found["value"].rstrip(".")
            yield PersonalDatum(found.start("value"), found.start("value") + len(value), "SECRET")


def _quotes_a_password(quoted: str) -> bool:
    """Whether one of several words looks like a password; one alone is judged with what follows it."""
    words = quoted.split()
    return len(words) > 1 and any(_password(word, ":", "") for word in words if _VALUE.fullmatch(word))


def _password(value: str, link: str, behind: str) -> bool:
    """Whether what is said to be a password, or merely follows the word, looks like one."""
    if link in _OBJECTS:  # "set the password to": also what is no password follows, such as AES-256
        return len(value) >= 6 and bool(_SIGN.search(value))
    if value[-1] not in "-." and not _LETTER.search(value) and _COUNTED.match(behind):
        return False
    if not _DIGIT.search(value):
        return bool(link) and len(value) >= 6 and bool(_SIGN.search(value))
    if not _LETTER.search(value):
        return bool(link) and (bool(_NUMBER.fullmatch(value)) or bool(_SIGN.search(value)))
    return len(value) >= (6 if link else 8) and "/" not in value
