"""The sentences in which earlier questions are listed, and how their times are written."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ibidem.domain.languages import Language
from ibidem.profile import Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class RecountWording:
    """The sentences in one language: `found` takes the number of questions and the time zone, `found_last` also how many are
    shown; `none` the number of questions, the times of the first and the last, and the zone; `line` the turn, its time, the
    question and the answer."""

    found: str
    found_last: str
    none: str
    none_such: str
    nothing: str
    line: str


RECOUNT_WORDINGS: Mapping[Language, RecountWording] = {
    "ko": RecountWording(
        found="해당하는 질문은 {0}개입니다(시각은 {1} 기준).",
        found_last="해당하는 질문은 {0}개이며, 그중 마지막 {2}개입니다(시각은 {1} 기준).",
        none="이 대화에는 해당하는 질문이 없습니다. 지금까지 질문은 {0}개이고, {1}부터 {2}까지입니다(시각은 {3} 기준).",
        none_such="이 대화의 그때 질문 중에는 여기에 관한 것이 없어 문서에서 찾았습니다.",
        nothing="이 대화에서는 아직 질문하신 것이 없습니다.",
        line="턴 {0} · {1}\n“{2}”\n{3}",
    ),
    "en": RecountWording(
        found="Questions found: {0} (times are {1}).",
        found_last="Questions found: {0}; these are the last {2} (times are {1}).",
        none="There is no such question in this conversation. Questions so far: {0}, from {1} to {2} (times are {3}).",
        none_such="No question of that time in this conversation was about this, so the documents were searched.",
        nothing="You have not asked anything in this conversation yet.",
        line="Turn {0} · {1}\n“{2}”\n{3}",
    ),
    "ja": RecountWording(
        found="該当するご質問は{0}件です（時刻は{1}）。",
        found_last="該当するご質問は{0}件で、そのうち最後の{2}件です（時刻は{1}）。",
        none="この会話に該当するご質問はありません。これまでのご質問は{0}件で、{1}から{2}までです（時刻は{3}）。",
        none_such="この会話のその時期には、これに関するご質問がないため、文書を検索しました。",
        nothing="この会話では、まだご質問をいただいていません。",
        line="ターン{0} · {1}\n「{2}」\n{3}",
    ),
}


def time_of(moment: datetime, profile: Profile) -> str:
    """A time by the clock of the people who ask, to the minute."""
    return f"{profile.here(moment):%Y-%m-%d %H:%M}"


def zone_at(moment: datetime, profile: Profile) -> str:
    """The name of that clock's zone: the profile's, else what this machine calls its own."""
    return profile.time_zone or profile.here(moment).tzname() or "UTC"
