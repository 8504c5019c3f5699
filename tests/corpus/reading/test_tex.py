import pytest

from ibidem.corpus.reading.blocks import Heading
from ibidem.corpus.reading.formats import read

WORDS = {
    "ko": ("하중 검토", "하중", "허용 하중은", "겨울에만 해당한다.", "요금표"),
    "en": ("Beam check", "Load", "The load is", "In winter only.", "the fees"),
    "ja": ("荷重の検討", "荷重", "許容荷重は", "冬期のみ。", "料金表"),
}


@pytest.mark.parametrize("language", WORDS)
def test_it_is_read_as_prose_and_equations_stay(language: str) -> None:
    title, part, sentence, note, fees = WORDS[language]
    source = rf"""\documentclass{{article}}
\title{{{title}}}
\begin{{document}}
\maketitle
\section{{{part}}}\label{{sec:load}}
{sentence} $F=\frac{{a}}{{b}}$~kN, 50\,\% \textbf{{{part}}}\footnote{{{note}}} % hidden

\begin{{equation}}\label{{e}} E = mc^2 \end{{equation}}
\begin{{itemize}}
\item {part}
\begin{{enumerate}}\item {note}\end{{enumerate}}
\end{{itemize}}
\begin{{figure}}[h]\includegraphics[width=3cm]{{a.png}}\caption{{\textit{{{fees}}}}}\end{{figure}}
\begin{{tabular}}{{|l|r@{{}}|}}\hline {part} & A\&B \\ \hline x & 45 \\ \end{{tabular}}
\subsection*{{Two}} \href{{https://example.com}}{{{fees}}} \[ a^2 \]
\end{{document}}
ignored
"""
    found = read("a.tex", source.encode())
    assert found.text == (
        f"# {title}\n\n## {part}\n\n{sentence} $F=\\frac{{a}}{{b}}$ kN, 50 % {part} ({note})\n\n$E = mc^2$\n\n"
        f"- {part}\n   1. {note}\n\n"
        f"{fees}\n\n| {part} | A&B |\n| --- | --- |\n| x | 45 |\n\n### Two\n\n{fees} (https://example.com) $a^2$"
    )
    assert found.title == title
    assert [block.level for block in found.blocks if isinstance(block, Heading)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"Caf\'e na\"{\i}ve Stra\ss e \v{c} --- ``so''", "Café naïve Straße č — “so”"),
        (r"\begin{figure} a \section{x", "a\n\n## x"),
        (r"\begin{itemize}\end{itemize}\end{itemize} y", "y"),
        (r"costs \$5 and \$6_a", "costs $5 and $6_a"),
        (r"\SI{45}{N.m} at 20\,\textdegree C", "45 N.m at 20 °C"),
    ],
)
def test_signs_are_those_that_are_printed_and_what_is_open_is_read(source: str, text: str) -> None:
    assert read("a.tex", source.encode()).text == text
