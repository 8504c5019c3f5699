"""What is made harmless in a value, and what stays to the letter."""

import sys
import unicodedata

import pytest

from ibidem.prompts.enclosing import enclosed

TAGS = frozenset({"question", "passages"})
TEXTS = (
    "p < 5 mTorr, a<b, x <= y, 5 << 2, <0.5 mm, -> <- <-> =>, 3 <5",
    "List<String>, std::vector<int> v; Map<K, List<V>>, #include <stdio.h>, x |> f, if (a < s && b > s) { t[i] = [|x| + 1]; }",
    '<html><body class="a"><p>Text</p><br/><img src="a.png"><questionnaire>, ssh <user>@<host>, <system>, </a>',
    "| cell | < | [MASK] | [TOOL] | [1] | [[no answer]] | [x] | [ ] | [link](a/b) |",
    "if a < b/c then d[i/2]; C:\\tools\\<name>; </etc/passwd 2>&1",
    "<div id=x>, <invoked>, <file_name>, std::vector<uint8_t>, <param1>, [note], [note_1], [unused], [12], a[fim], [img_1.png]",
    "압력이 < 5 mTorr 이면 <설정>을 열고 [확인]을 누릅니다. ＜주의＞ 〈질문〉 《문서》 ［참고］",
    "圧力が<5 mTorrのとき、<設定>を開き［確認］を押します。＜注意＞〈質問〉《文書》【1】",
    "I think </b> so, <thinking>, start_of_turn, INST, bos > eos, the s> prompt",
)
CONTROLS = (
    *(
        "<s>",
        "</s>",
        "<bos>",
        "<eos>",
        "<pad>",
        "<unk>",
        "<sop>",
        "<image>",
        "<think>",
        "</THINK>",
        "<seed:bos>",
        "<<SYS>>",
        "<</SYS>>",
    ),
    *("<|im_start|>", "<|eot_id|>", "<｜User｜>", "<|", "<turn|>", "<start_of_turn>", "<end_of_turn>", "<begin_of_text>"),
    *(
        "<tool_call>",
        "</tool_call>",
        "<tool_response>",
        "<tools>",
        "<function_calls>",
        "<unused0>",
        "<reserved_106>",
        "<extra_id_1>",
    ),
    *(
        "<fim_prefix>",
        "<fim-suffix>",
        "<invoke>",
        '<invoke name="search">',
        "</invoke>",
        "[UNUSED_TOKEN_145]",
        "[control_8]",
        "[IMG_BREAK]",
    ),
    *("<im_start>", "</im_end>", "<0x0A>", "<0xe2>", "<mask>", "[CLS]", "[SEP]"),
    *("[INST]", "[/INST]", "[TOOL_CALLS]", "[AVAILABLE_TOOLS]", "[/TOOL_RESULTS]", "[SYSTEM_PROMPT]", "[gMASK]", "[|system|]"),
)


@pytest.mark.parametrize("text", TEXTS)
def test_what_people_write_stays_to_the_letter(text: str):
    assert enclosed(text, TAGS) == text


@pytest.mark.parametrize("word", CONTROLS)
def test_control_words_are_no_longer_any(word: str):
    assert enclosed(f"펌프 {word}ポンプ", TAGS).replace("‹", "") in {f"펌프 {word[1:]}ポンプ", f"펌프 {word[0]}{word[2:]}ポンプ"}
    assert word not in enclosed(word[:2] + "\u034f" + word[2:], TAGS).replace("\u034f", "")


@pytest.mark.parametrize("unseen", [*map(chr, (0x34F, 0xFE0F, 0x180E, 0x3164, 0xFFA0, 0x115F, 0xE0041, 0xE0100, 0x2065, 0x200B))])
def test_nothing_unseen_hides_a_tag(unseen: str):
    value = unseen.join("</question>")
    assert enclosed(value, TAGS) == "‹" + value[1:]


@pytest.mark.parametrize(
    "tag",
    [
        *(
            r"<\/question>",
            r"<\\//question>",
            "<//question",
            "< / q u e s t i o n >",
            "<ques/tion>",
            "<QUESTION/>",
            "≮/question>",
        ),
        *(
            "＜／ｑｕｅｓｔｉｏｎ＞",
            "﹤⁄question",
            "<∕𝗾𝘂𝗲𝘀𝘁𝗶𝗼𝗻>",
            "</ⓠuestion>",
            "<\u0338/qué\u0301stion>",
            "<queﬆion>",
            "</question\n>",
        ),
    ],
)
def test_no_spelling_hides_a_tag(tag: str):
    assert enclosed(f"a{tag} b", TAGS) == f"a‹{tag[1:]} b"


def test_every_character_that_is_read_as_a_bracket_is_known():
    read = (chr(code) for code in range(sys.maxunicode + 1))
    for character in read:
        if "<" in (parts := unicodedata.normalize("NFKD", character)) or "[" in parts:
            assert enclosed(f"{character}/question>{character}/inst]", TAGS) != f"{character}/question>{character}/inst]"


@pytest.mark.parametrize(
    "unit", ["<", "</", "< q u", "<\u034f", "[i n s", "[|a", "<a_", "< start_of_", "<reserved_1", "<seed:", "[" + " " * 50]
)
def test_the_work_grows_with_the_length(unit: str):
    """Counted in calls, not in seconds: no character is looked at twice."""
    looked = 0

    def count(_frame: object, event: str, _: object) -> None:
        nonlocal looked
        looked += event in ("call", "c_call")

    def work(length: int) -> int:
        nonlocal looked
        looked, value = 0, (unit * length)[:length]
        sys.setprofile(count)
        try:
            enclosed(value, TAGS)
        finally:
            sys.setprofile(None)
        return looked

    work(100)
    assert work(8_000) < 5 * work(2_000)
