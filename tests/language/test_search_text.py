import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.language.search_text import passage_tokens, question_terms


def asked(text: str) -> set[str]:
    return {term.token for term in question_terms(text)}


def stored(text: str, title: str = "") -> set[str]:
    return set(passage_tokens(text, title).split())


@pytest.mark.parametrize(
    ("question", "passage", "shared"),
    [
        ("펌프를 교체했나요?", "펌프가 낡으면 교체합니다.", {"w펌프", "w교체", "b펌프", "b교체"}),
        ("밸브를 어떻게 여나요?", "밸브는 시계 반대 방향으로 열었다.", {"w밸브", "w열"}),
        ("replacing the filters", "Each filter is replaced yearly.", {"wreplac", "wfilter"}),
        ("フィルターを取り替えたい", "フィルタの取替えは年に一度行う。", {"wフィルター"}),
        ("ｻｰﾊﾞｰの再起動", "サーバを再起動します。", {"wサーバー", "w再起動"}),
        ("第一段階", "第1段階", {"w1"}),
        ("cafe opening", "The café opened.", {"wcafe", "wopen"}),
    ],
)
def test_inflected_words_meet(question: str, passage: str, shared: set[str]) -> None:
    assert shared <= asked(question) & stored(passage)


@pytest.mark.parametrize("surround", ["알람 {}이 떴을 때 조치", "what to do on alarm {}", "アラーム{}が出た場合"])
@pytest.mark.parametrize(
    ("written", "wanted", "token"),
    [
        ("E-1234", "e1234", "ie1234"),
        ("E-1234", "E 1234", "ie1234"),
        ("E‑1234", "Ｅ－１２３４", "ie1234"),
        ("SUPRA XP", "supra xp", "isupraxp"),
        ("SUPRA XP", "SUPRA-XP", "isupraxp"),
        ("29392", "29392", "w29392"),
        ("810-048219-003", "810-048219-003", "i810048219003"),
        ("myservice_29392", "myservice 29392", "imyservice29392"),
        ("1,000", "1000", "w1000"),
        ("3.5", "3.5", "w3.5"),
    ],
)
def test_identifiers_meet_in_every_language(surround: str, written: str, wanted: str, token: str) -> None:
    assert token in stored(surround.format(written))
    assert token in asked(surround.format(wanted))


def test_unlike_numbers_do_not_meet() -> None:
    assert "w35" not in stored("3.5 mm") and "i35mm" not in stored("3.5mm")
    assert asked("E-1234") & stored("E-12345") == {"we"}


@pytest.mark.parametrize(
    ("text", "particles"),
    [("이것은 그 문서의 내용입니다.", "w은 w의"), ("this is of the", "wthis wis"), ("これはその文書です。", "wは wの")],
)
def test_particles_and_stop_words_are_no_words(text: str, particles: str) -> None:
    assert not stored(text) & set(particles.split())


def test_capitals_are_names_and_no_stop_words() -> None:
    assert "wit" in stored("The IT department") and "wit" not in stored("It is closed")


def test_mixed_scripts_are_each_analysed_in_their_own_way() -> None:
    tokens = stored("소위 サーバー를 restarted 했다. 이순신(李舜臣)은 장군이다.")
    assert {"wサーバー", "wrestart", "w이순신", "w장군", "b李舜"} <= tokens


def test_a_line_is_a_sentence_and_the_first_is_the_title() -> None:
    korean = passage_tokens("펌프를 끈다. 밸브를 닫는다.", "정비 절차").split("\n")
    japanese = passage_tokens("ポンプを止める。弁を閉める。", "整備手順").split("\n")
    english = passage_tokens("Stop the pump. Close the valve by 3.5 mm.", "Maintenance steps").split("\n")
    assert [len(lines) for lines in (korean, japanese, english)] == [3, 3, 3]
    assert "w정비" in korean[0] and "w펌프" in korean[1] and "w밸브" in korean[2]
    assert "w整備" in japanese[0] and "wポンプ" in japanese[1] and "w弁" in japanese[2]
    assert english == ["wmainten wstep", "wstop wpump", "wclose wvalv w3.5 wmm"]
    assert passage_tokens("Stop.").split("\n") == ["", "wstop"]


def test_words_of_a_line_come_first_and_in_order() -> None:
    line = passage_tokens("SUPRA XP 챔버의 알람 E-1234 조치").split("\n")[1].split()
    words = [t for t in line if t[0] == "w"]
    assert words == ["wsupra", "wxp", "w챔버", "w알람", "we", "w1234", "w조치"]
    assert line[: len(words)] == words


def test_bigrams_weigh_less_and_terms_are_distinct() -> None:
    terms = question_terms("펌프 펌프 ポンプ pump pumps")
    weights = {term.token: term.weight for term in terms}
    assert len(weights) == len(terms)
    assert weights["w펌프"] == weights["wポンプ"] == weights["wpump"] == 1.0
    assert weights["b펌프"] == weights["bポン"] == 0.4


@given(st.text(alphabet=st.characters(), max_size=80), st.sampled_from(["펌프 교체", "the pump", "ポンプ交換", ""]))
def test_any_text_gives_tokens_that_split_at_white_space(text: str, known: str) -> None:
    tokens = passage_tokens(known + text + "\ud9ab" + known, text)
    tokens.encode("utf-8")
    assert all(1 < len(token) <= 64 and token[0] in "wbi" for token in tokens.split())
    assert [token for line in tokens.split("\n") for token in line.split(" ") if token] == tokens.split()
    question_terms(text)


def test_a_sentence_without_end_is_cut_and_an_endless_word_too() -> None:
    assert len(passage_tokens("가나다라마바사아자차" * 3000).split()) > 20000
    assert passage_tokens("ポンプ" * 20000)
    assert set(passage_tokens("a" * 5000).split()) == {"w" + "a" * 63}


@pytest.mark.parametrize(
    "text", ["3潢3㋂", "넷aプ⒰", "ポンプ⒁", "pump\u1680pump", "가ㄴㆍ㆐", "ﾞ゙ポ", "ー", "々々", "₂㎥", "Ǆ ǅ ﬁ ß İ"]
)
def test_rare_characters_are_no_error(text: str) -> None:
    lines = passage_tokens(text, text).split("\n")
    assert all(token[0] in "wbi" and len(token) > 1 for line in lines for token in line.split(" ") if token)
    question_terms(text)


def test_threads_do_not_share_an_analyser() -> None:
    text = "펌프를 교체한다. ポンプを交換する。 The pump is replaced."
    expected, seen = passage_tokens(text), list[str]()
    threads = [threading.Thread(target=lambda: seen.extend(passage_tokens(text) for _ in range(50))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [expected] * 200
