"""Labels of a message made into a pointer."""

from typing import Any

import pytest

from ibidem.profile import load_profile
from ibidem.understanding.composing import Labels, Role, compose
from ibidem.understanding.mentions import mask
from ibidem.understanding.pointer import (
    AllSlots,
    DocumentIds,
    Either,
    Implicit,
    LatestCiting,
    NamedTurn,
    OnlyDocument,
    Pointer,
    Slots,
    Titled,
    Together,
    WholeSession,
)
from ibidem.understanding.titles import title_of

PROFILE = load_profile("equipment")
TITLES = [title_of("a", "Turbo pump alarm"), title_of("b", "오링 교체"), title_of("c", "バルブの清掃")]
LATEST, SESSION = LatestCiting(), WholeSession()


def composed(message: str, *roles: Role, **said: Any) -> Pointer | None:
    masked = mask(message, PROFILE, TITLES)
    assert len(masked.mentions) == len(roles), [masked.text[m.start : m.end] for m in masked.mentions]
    labels = {"shape": "slots", "scope": "latest", "intent": "whole", "id_intent": "whole", "place": (), "roles": roles, **said}
    return compose(Labels(**labels), masked.mentions)


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        (composed("2번 보여줘", "slot"), Slots((2,), LATEST, "whole")),
        (composed("the last two", "end", "none"), Slots((-1,), LATEST, "whole")),
        (composed("the last two", "none", "last_n"), Slots((-2, -1), LATEST, "whole")),
        (composed("1から3番まで", "from", "to"), Slots((1, 2, 3), LATEST, "whole")),
        (composed("2번 다음 거", "after"), Slots((3,), LATEST, "whole")),
        (composed("첫 답변의 2번", "turn", "slot", scope="mention"), Slots((2,), NamedTurn(1), "whole")),
        (composed("two answers ago", "ago", shape="implicit", scope="mention"), Implicit(NamedTurn(-3), "whole")),
        (composed("4 overall", "slot", scope="session"), Slots((4,), SESSION, "whole")),
        (composed("2번 빼고", "excluded", shape="all"), AllSlots((2,), None, LATEST, "whole")),
        (composed("pumpじゃないやつ", "excluded", shape="all"), AllSlots((), None, LATEST, "whole", but=(("pump",),))),
        (composed("오링 그거", "named", shape="title"), Titled((("오링",),), "whole")),
        (
            composed("turbo pumpと清掃", "named", "named", "named", shape="title"),
            Titled((("turbo", "pump", "清掃"),), "whole"),
        ),
        (
            composed("turbo pumpと清掃の両方", "named", "named", "named", "none", shape="titles"),
            Titled((("turbo", "pump", "清掃"),), "whole", several=True),
        ),
        (composed("show it", shape="only"), OnlyDocument("whole")),
        (
            composed("1번 아니면 2번", "choice", "choice", shape="either"),
            Either((Slots((1,), LATEST, "whole"), Slots((2,), LATEST, "whole"))),
        ),
        (composed("2번", "slot", shape="none"), None),
        (composed("2번", "none"), None),
    ],
)
def test_what_the_labels_come_to(pointer: Pointer | None, found: Pointer | None) -> None:
    assert pointer == found


def test_an_id_is_meant_or_left_out() -> None:
    meant = composed("sop 1203 보여줘", "meant")
    assert isinstance(meant, DocumentIds) and [one.doc_id for one in meant.ids] == ["sop_1203"]
    left = composed("sop 1203 빼고 다", "excluded", shape="all")
    assert left == AllSlots((), None, LATEST, "whole", but=(("sop_1203",),))


def test_documents_of_several_answers_go_with_the_answer_beside_them() -> None:
    found = composed("첫 답변 2번이랑 두 번째 답변 1번", "turn", "slot", "turn", "slot", shape="together", scope="mention")
    assert found == Together((Slots((2,), NamedTurn(1), "whole"), Slots((1,), NamedTurn(2), "whole")), "whole")
