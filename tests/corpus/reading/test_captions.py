import pytest

from ibidem.corpus.reading.formats import read

WORDS = {
    "ko": ("김민지", "오늘은 펌프를", "점검합니다.", "네, 시작하죠."),
    "en": ("Minji Kim", "Today we check", "the pump.", "Yes, let us begin."),
    "ja": ("金 民智", "今日はポンプを", "点検します。", "はい、始めましょう。"),
}


@pytest.mark.parametrize("language", WORDS)
def test_what_is_said_stands_by_speaker_with_its_time(language: str) -> None:
    speaker, first, second, reply = WORDS[language]
    joined = f"{first}{'' if language == 'ja' else ' '}{second}"
    vtt = (
        f"WEBVTT\n\nNOTE made by hand\n\nSTYLE\n::cue {{}}\n\n1\n00:05.000 --> 00:07.000 align:start\n"
        f"<v {speaker}>{first}</v>\n\n"
        f"00:07.000 --> 00:09.000\n<v {speaker}><i>{second}</i></v>\n\n01:00:10.000 --> 01:00:12.000\n<v B>{reply}</v>\n"
    )
    assert read("a.vtt", vtt.encode()).text == f"(0:05) {speaker}: {joined}\n\n(1:00:10) B: {reply}"
    srt = f"1\r\n00:00:05,000 --> 00:00:07,000\r\n{speaker}: {first}\r\n\r\n2\r\n00:00:07,000 --> 00:00:09,000\r\n{second}\r\n"
    assert read("a.srt", srt.encode()).text == f"(0:05) {speaker}: {joined}"


def test_lines_that_scroll_are_said_once() -> None:
    cues = ["we start", "we start the pump", "the pump and wait", "and wait"]
    srt = "".join(f"{at}\n00:00:0{at},000 --> 00:00:0{at},900\n{text}\n\n" for at, text in enumerate(cues))
    assert read("a.srt", srt.encode()).text == "(0:00) we start the pump and wait"


def test_long_speech_is_parted_where_a_sentence_ends() -> None:
    srt = "".join(f"{at}\n00:{at:02}:00,000 --> 00:{at:02}:09,000\nSentence {at} ends {'so ' * 60}here.\n\n" for at in range(9))
    assert [one.split(")")[0] for one in read("a.srt", srt.encode()).text.split("\n\n")] == ["(0:00", "(3:00", "(6:00"]
