import pytest

from ibidem.profile import load_profile
from ibidem.understanding.picking import ChangedMind, Picked, StillUnclear
from ibidem.understanding.replies import read_choice
from ibidem.understanding.resolve import PossibleDocument, Target

EQUIPMENT = load_profile("equipment")
TITLES = {
    "ko": ("챔버 리드 오링 교체", "터보 펌프 회전수 저하 알람", "슬릿 밸브 도어 씰 안내"),
    "en": ("Chamber lid O-ring replacement", "Turbo pump speed drop alarm", "Slit valve door seal notice"),
    "ja": ("チャンバーリッドのOリング交換", "ターボポンプ回転数低下アラーム", "スリットバルブのシールのお知らせ"),
}


def choices(language: str) -> tuple[PossibleDocument, ...]:
    ids = ("sop_1203", "myservice_29392", "gcb_8841")
    return tuple(
        PossibleDocument(n, t, Target(d, "v", n, 1)) for n, (d, t) in enumerate(zip(ids, TITLES[language], strict=True), 1)
    )


@pytest.mark.parametrize(
    ("language", "message", "places"),
    [
        ("ko", "2번", (1,)),
        ("ko", "두 번째요", (1,)),
        ("ko", "2번 문서 보여줘", (1,)),
        ("ko", "터보 펌프 알람이요", (1,)),
        ("ko", "마지막 거", (2,)),
        ("ko", "1번이랑 3번", (0, 2)),
        ("ko", "1번 말고 2번", (1,)),
        ("ko", "전부", (0, 1, 2)),
        ("en", "2", (1,)),
        ("en", "the second one", (1,)),
        ("en", "number 2 please", (1,)),
        ("en", "the turbo pump one", (1,)),
        ("en", "myservice_29392", (1,)),
        ("en", "1 and 3", (0, 2)),
        ("ja", "2番", (1,)),
        ("ja", "2つ目です", (1,)),
        ("ja", "ターボポンプの方", (1,)),
        ("ja", "最後の文書をお願いします", (2,)),
    ],
)
async def test_a_choice_by_number_title_or_words(language: str, message: str, places: tuple[int, ...]):
    assert await read_choice(message, choices(language), EQUIPMENT) == Picked(places)


@pytest.mark.parametrize(
    ("language", "message", "missing"),
    [
        ("ko", "5번", (5,)),
        ("en", "number 7", (7,)),
        ("ja", "9番目", (9,)),
        ("ko", "둘 다", ()),
        ("en", "both", ()),
        ("ja", "はい", ()),
    ],
)
async def test_what_fits_no_choice_is_asked_again(language: str, message: str, missing: tuple[int, ...]):
    assert await read_choice(message, choices(language), EQUIPMENT) == StillUnclear(missing)


@pytest.mark.parametrize(
    "message",
    [
        *("use 2", "option 2", "go with 2", "take 2", "use the second", "let's go with number 2", "I'll take the second option"),
        *("2번으로", "2번 써서", "2번 골라줘", "옵션 2", "2번으로 할게요", "2가 좋겠어요"),
        *("2番で", "2番を使って", "選択肢2", "2番がいいです", "2番を選びます"),
    ],
)
async def test_a_number_with_words_that_take_it(message: str):
    assert await read_choice(message, choices("en"), EQUIPMENT) == Picked((1,))


@pytest.mark.parametrize("message", ["use 2 wrenches", "옵션 2개 있어?", "2番バルブを使って交換する手順は？"])
async def test_words_that_take_with_something_else_are_no_choice(message: str):
    assert await read_choice(message, choices("en"), EQUIPMENT) == ChangedMind()


@pytest.mark.parametrize(
    "message",
    [
        "yes",
        "that one",
        "that's the one",
        "it",
        "네",
        "그거",
        "그거요",
        "네, 그걸로요",
        "はい",
        "それ",
        "それです",
        "その文書を見せて",
    ],
)
async def test_the_only_choice_is_taken_by_yes_and_by_that_one(message: str):
    assert await read_choice(message, choices("ko")[:1], EQUIPMENT) == Picked((0,))
    assert await read_choice(message, choices("ko"), EQUIPMENT) == StillUnclear()


@pytest.mark.parametrize("message", ["another one", "다른 거", "別のもの", "not that one", "그거 말고"])
async def test_another_one_is_not_the_only_choice(message: str):
    assert not isinstance(await read_choice(message, choices("ko")[:1], EQUIPMENT), Picked)


@pytest.mark.parametrize("title", ["SUPRA {} 히터 블록", "SUPRA {} heater manual", "SUPRA {} ヒーター"])
@pytest.mark.parametrize(
    ("message", "place"),
    [
        *((m, 1) for m in ("N 쪽", "N쪽이요", "N 거", "the N one", "Nのほう")),
        *((m, 0) for m in ("XP 쪽", "XP 거요", "XPの方です")),
    ],
)
async def test_what_tells_one_title_from_the_other_picks_it(title: str, message: str, place: int):
    two = tuple(PossibleDocument(n, title.format(name), Target(f"d-{n}", "v", n, 1)) for n, name in enumerate(("XP", "N"), 1))
    assert await read_choice(message, two, EQUIPMENT) == Picked((place,))
    assert await read_choice("SUPRA 쪽", two, EQUIPMENT) == StillUnclear()
    assert await read_choice("XP 쪽 토크는?", two, EQUIPMENT) == ChangedMind()


NUMBERED = (
    PossibleDocument(1, "Heater", Target("sop_1203", "v", 1, 1)),
    PossibleDocument(2, "Valve", Target("gcb_8841", "v", 2, 1)),
    PossibleDocument(3, "Report 2 of 3", Target("r-3", "v", 3, 1)),
    PossibleDocument(4, "점검표 1번", Target("c-1", "v", 4, 1)),
    PossibleDocument(5, "報告書 2", Target("h-2", "v", 5, 1)),
)


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("Report 2 of 3", 2),
        ('"report 2 of 3"', 2),
        ("Report 2 of 3 please", 2),
        ("점검표 1번", 3),
        ("「점검표 1번」 보여줘", 3),
        ("報告書 2", 4),
        ("「報告書 2」です", 4),
        ("2", 1),
        ("2번", 1),
        ("gcb_8841", 1),
    ],
)
async def test_a_whole_title_wins_over_the_number_that_it_holds(message: str, place: int):
    assert await read_choice(message, NUMBERED, EQUIPMENT) == Picked((place,))


@pytest.mark.parametrize("message", ["the first answer", "첫 번째 답변", "最初の回答"])
async def test_an_answer_is_none_of_the_documents(message: str):
    assert await read_choice(message, choices("en"), EQUIPMENT) == StillUnclear()


async def test_an_id_within_another_one_is_not_that_of_the_choice():
    assert await read_choice("sop_12034", NUMBERED, EQUIPMENT) != Picked((0,))


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("ko", "펌프 오일은 얼마나 자주 갈아?"),
        ("ko", "2번 챔버 압력이 안 떨어져"),
        ("en", "What is the torque of the heater?"),
        ("ja", "ヒーターのトルクはいくつですか"),
    ],
)
async def test_a_question_of_its_own_is_a_changed_mind(language: str, message: str):
    assert await read_choice(message, choices(language), EQUIPMENT) == ChangedMind()


async def test_the_slot_that_is_shown_counts_where_slots_differ():
    shown = (PossibleDocument(2, "A", Target("a", "v", 2, 1)), PossibleDocument(3, "B", Target("b", "v", 3, 1)))
    assert await read_choice("3번", shown, EQUIPMENT) == Picked((1,))
    twins = (PossibleDocument(1, "A", Target("a", "v", 1, 1)), PossibleDocument(1, "B", Target("b", "v", 1, 2)))
    assert await read_choice("2번", twins, EQUIPMENT) == Picked((1,))
