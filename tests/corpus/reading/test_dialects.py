import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibidem.corpus.reading.blocks import Code, ListItem, prose_of
from ibidem.corpus.reading.markdown import read_markdown


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "import Tabs from '@theme/Tabs';\nimport {\n  A,\n} from './a';\n\nexport const X = () => {\n  return 1;\n}\n\n본문",
            "본문",
        ),
        ("import duties are paid by the buyer.", "import duties are paid by the buyer."),
        ("## 사용법 {/*usage*/}\n\n본문", "## 사용법\n\n본문"),
        ("## 使い方 {#usage}\n\n本文", "## 使い方\n\n本文"),
        ("## Usage {.unnumbered #use}\n{:.no_toc}\n\nText{: .red}", "## Usage\n\nText"),
        ("<Intro>\n\n**소개** 글\n\n</Intro>\n\n<InlineToc />\n\n끝", "소개 글\n\n끝"),
        ("<Note>\nA *short* note\n</Note>", "A short note"),
        (
            "<Tabs>\n  <TabItem value='a' label='Linux'>\n\n    インストールします。\n\n  </TabItem>\n</Tabs>",
            "Linux\n\nインストールします。",
        ),
        ('<Diagram\n  name="tree"\n  alt="A tree of three parts"\n  size={{ wide: true }}\n/>', "A tree of three parts"),
        ("<A>\n\nPress <Kbd>Enter</Kbd> and{' '}wait\n\n</A>", "Press Enter and wait"),
        ("`<Suspense>` waits, `{/*x*/}` stays", "<Suspense> waits, {/*x*/} stays"),
        ('{{< card title="정관" subtitle="단체의 규칙" link="./legal" >}}', "정관: 단체의 규칙"),
        ('A {{< tip text="pod" >}} runs.\n{{% notice %}}\nInner *text*\n{{% /notice %}}', "A pod runs.\n\nInner text"),
        ('[guide]({{< ref "/a b" >}}) and {% include x.html %}more', "guide and more"),
        (":::note\n\n本文です。\n\n:::", "Note:\n\n本文です。"),
        (":::tip[하나 더] {#id}\n본문\n:::\n\n::: code-group\nx\n:::", "하나 더\n\n본문\n\nx"),
        ("## 쿼리 매개변수 { #query-parameters }\n\n{* ../src/a.py hl[9] *}\n\n본문", "## 쿼리 매개변수\n\n본문"),
        ('{!docs/head.md!}\n\n本文\n\n--8<-- "foot.md"', "本文"),
        ("/// note | 補足\n\n本文です。\n\n///\n\n/// tip\nText\n///", "補足\n\n本文です。\n\nTip:\n\nText"),
        ("> [!WARNING]\n> 손대지 마세요.", "Warning: 손대지 마세요."),
        (
            '!!! danger "高電圧"\n    触らないでください。\n\n    - 一つ\n\nその後',
            "高電圧\n\n触らないでください。\n\n- 一つ\n\nその後",
        ),
        ("전원을 끈다[^1].\n\n[^1]: 주 스위치로.\n    두 번 확인한다.", "전원을 끈다.\n\n주 스위치로. 두 번 확인한다."),
        ("See [^a].\n\n[^a]: https://example.test", "See .\n\nhttps://example.test"),
        ("Read [the manual][m] and [m].\n\n[m]: http://example.test/m 'x'", "Read the manual and m."),
        ("<details>\n<summary>더 보기</summary>\n\n- 하나\n\n</details>", "더 보기\n\n- 하나"),
        (
            "<table><tr><th>部品</th><th>数</th></tr><tr><td>ボルト</td><td>4</td></tr></table>",
            "| 部品 | 数 |\n| --- | --- |\n| ボルト | 4 |",
        ),
        ('a <img src="x.png" alt="photo of a valve"> b', "a photo of a valve b"),
        ("~~old~~ new ~5", "old new ~5"),
    ],
)
def test_what_a_reader_sees_of_it(source: str, text: str) -> None:
    assert read_markdown(source).text == text


def test_code_stays_as_it_is_and_is_no_prose() -> None:
    code = "import a from 'a';\n<Tag>{/* x */}</Tag>\n:::note\n| a | b |"
    read = read_markdown(f"설명이다.\n\n```jsx {{1}}\n{code}\n```\n\n1. 켠다\n\n   ```sh\n   run\n   ```\n2. 끈다")
    assert read.text == f"설명이다.\n\n```jsx\n{code}\n```\n\n1. 켠다\n\n```sh\nrun\n```\n\n2. 끈다"
    assert [type(block) for block in read.blocks[1:]] == [Code, ListItem, Code, ListItem]
    assert prose_of(read) == ["설명이다.", "1. 켠다", "2. 끈다"]
    assert read_markdown("````md\n```\na\n```\n````").text == "````md\n```\na\n```\n````"


@pytest.mark.parametrize(
    "source",
    [
        "  ---\n  title: 有給休暇\n  readers: [hr]\n  ---\n本文",
        '+++\ntitle = "有給休暇"\nreaders = ["hr"]\n+++\n本文',
        "\n---\ntitle: 有給休暇\nreaders: [hr]\n---\n本文",
    ],
)
def test_front_matter_as_it_is_written(source: str) -> None:
    read = read_markdown(source)
    assert read.text == "本文"
    assert "有給休暇" in read.front_matter and "hr" in read.front_matter


@pytest.mark.parametrize("toml", ["a = [\nreaders = 'hr'", f"{'a.' * 3000}b = 1", "a = 1\na = 2\n"])
def test_toml_that_cannot_be_read_is_never_taken_for_none(toml: str) -> None:
    assert read_markdown(f"+++\n{toml}\n+++\ntext").front_matter == "- not TOML"


def test_lines_of_plus_signs_are_a_drawing() -> None:
    read = read_markdown("+++\nAttention, please\n+++\n")
    assert read.front_matter == "" and "Attention" in read.text


@pytest.mark.parametrize("given", ["title: 휴가 규정", 'title: "휴가 규정"\nlayout: x', "layout: x\ntitle: '휴가 규정'"])
def test_a_page_without_a_body_says_its_title(given: str) -> None:
    assert read_markdown(f"---\n{given}\n---\n").text == "# 휴가 규정"
    assert read_markdown('+++\ntitle = "휴가 규정"\ndraft = false\n+++\n').text == "# 휴가 규정"


WORD = st.sampled_from(("펌프를", "교체한다", "ポンプ", "を交換", "valve", "closes", "import", "export", "note", "제3조", "12mm"))
SENTENCE = st.lists(WORD, min_size=1, max_size=6).map(" ".join)
SHAPES = (
    *("{}", "## {} {{#id}}", "- {}", "1. {}", "> {}", "> [!NOTE]\n> {}", ":::tip\n{}\n:::", "!!! note\n    {}", "[^1]: {}"),
    *("<Note>\n{}\n</Note>", "<Note>{}</Note>", "<p>{}</p>", "<details>\n{}\n</details>", "| a | b |\n|---|---|\n| {} | x |"),
    *(
        "**{}**",
        "[{}](u)",
        "![{}](u)",
        "`{}`",
        "```\n{}\n```",
        "~~{}~~",
        "{{{{< x >}}}}\n{}\n{{{{< /x >}}}}",
        "a<br>{}",
        "    {}",
    ),
    *("import a from 'a'\n\n{}", "{{/* c */}}{}", "<!-- c -->\n\n{}", "*{}", "[{}", "{}\n===", "{{%  {}", "<Open {{ {}"),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(SHAPES), SENTENCE), min_size=1, max_size=6), st.sampled_from(["\n\n", "\n"]))
def test_no_word_of_prose_is_lost(parts: list[tuple[str, str]], between: str) -> None:
    shown = read_markdown(between.join(shape.format(sentence) for shape, sentence in parts)).text
    found = re.sub(r"\s+", " ", shown)
    for _, sentence in parts:
        for word in sentence.split():
            assert word in found
