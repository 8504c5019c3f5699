"""Citations where the grounding puts them, and the conversation that a hosted search is sent."""

from datetime import UTC, datetime

import pytest

from ibidem.domain.conversation import NewTurn, Turn
from ibidem.domain.hosted import Grounding, HostedPassage, Support, Utterance
from ibidem.domain.languages import Language
from ibidem.turn.answers.hosting import HISTORY_CHARACTERS, cited, conversation_of, key_of, marked

KB = HostedPassage(text="...", title="KB", store="fileSearchStores/a", doc_id="kb_1", version="v1")
TICKET = HostedPassage(text="...", title="ticket.txt", store="fileSearchStores/b")
SAME = HostedPassage(text="other", title="ticket.txt", store="fileSearchStores/b")


def grounding(text: str, *supports: tuple[str, tuple[int, ...]]) -> Grounding:
    """The words of a text rest on these of KB, TICKET and SAME."""
    spans = [(text.index(words), words, places) for words, places in supports]
    return Grounding((KB, TICKET, SAME), tuple(Support(at, at + len(words), places) for at, words, places in spans))


@pytest.mark.parametrize(
    ("language", "text", "supports", "expected"),
    [
        (
            "ko",
            "😀 2년입니다. 반년입니다.",
            [("😀 2년입니다.", (1,)), ("반년입니다.", (0, 2))],
            "😀 2년입니다 [1]. 반년입니다 [1][2].",
        ),
        ("en", "Two years. Six months!\n", [("Two years", (0,)), ("Six months!\n", (1,))], "Two years [1]. Six months [2]!"),
        ("ja", "2年です。6か月です。", [("2年です。", (0,)), ("6か月です。", (0,))], "2年です[1]。6か月です[1]。"),
        ("en", "It is so [3], says [Document 4].", [("It is so", (0,))], "It is so [1], says."),
        ("en", "- **Two** years\n- Six", [("**Two** years", (0, 0)), ("Six", (2,))], "- **Two** years [1]\n- Six [2]"),
        ("en", "Nothing is known", [], "Nothing is known"),
    ],
)
def test_marks_stand_after_what_rests_on_them(
    language: Language, text: str, supports: list[tuple[str, tuple[int, ...]]], expected: str
) -> None:
    assert marked(text, grounding(text, *supports), language) == expected


def test_a_document_that_ibidem_did_not_upload_has_no_id_of_ours() -> None:
    assert (key_of(KB), key_of(TICKET)) == ("kb_1", "fileSearchStores/b/ticket.txt")
    found = cited(grounding("A. B.", ("B.", (0,)), ("A.", (1, 2))))
    assert {key: list(passages) for key, passages in found.items()} == {key_of(TICKET): [TICKET, SAME], "kb_1": [KB]}


def turn(number: int, asked: str, answered: str) -> Turn:
    return Turn(number, datetime.now(UTC), "local", NewTurn("s", asked, answered, "", "ko", "general"))


def test_the_last_turns_that_fit_are_sent_the_oldest_first() -> None:
    long = "가 " * (HISTORY_CHARACTERS // 2 - 20)
    history = [
        turn(1, "처음에 물은 것은 배터리를 어디서 사는지였습니다. " * 2, "매장입니다 [1]"),
        turn(2, long, "네"),
        turn(3, "보증은?", "2년입니다 [1][2]."),
        turn(4, "영수증은?", ""),
    ]
    assert conversation_of(history, 10)[-3:] == (
        Utterance("user", "보증은?"),
        Utterance("model", "2년입니다."),
        Utterance("user", "영수증은?"),
    )
    assert conversation_of(history, 10)[0] == Utterance("user", long)
    assert conversation_of([turn(1, "", "답")], 10) == (Utterance("model", "답"),)
    assert conversation_of([], 10) == ()
