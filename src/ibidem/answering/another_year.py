"""Whether a line is of another year than the question: "2023회계연도 예산" beside a line on 2022회계연도."""

import re
from collections.abc import Iterator

from ibidem.language.normal import normalise

# A year, and what it is a year of, without which two of them say nothing of each other: the English word before it, or the Korean
# or Japanese letters behind it.
_YEAR = re.compile(
    r"(?:(?<![a-z])(?P<before>[a-z]{4,20}) ?)?(?<!\d)(?P<year>(?:19|20)\d\d)(?!\d)"
    r"(?: ?(?:년도?|年度?))? ?(?P<behind>[^\W\d_a-z]{2})?"
)
_NO_SUBJECT = frozenset(
    ("from", "since", "until", "till", "after", "before", "than", "with", "이후", "이전", "부터", "까지", "以降", "以前", "から")
)


def names_another_year(question: str, line: str, around: str) -> bool:
    """Whether the question names a year of something, the line another year of the same, and neither the line nor what stands
    `around` it the year of the question."""
    asked = dict(_years(question))
    said = dict(_years(line))
    missing = {subject: year for subject, year in asked.items() if year not in line and year not in around}
    return any(subject in said and said[subject] != year for subject, year in missing.items())


def _years(text: str) -> Iterator[tuple[str, str]]:
    """What each year of a text is a year of, and the year."""
    for match in _YEAR.finditer(normalise(text).casefold()):
        for subject in (match["before"], match["behind"]):
            if subject is not None and subject not in _NO_SUBJECT:
                yield subject, match["year"]
