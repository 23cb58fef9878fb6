"""Random parallel corpora as M2, lines and JSON lines."""

import json
from pathlib import Path

import attrs
from hypothesis import strategies as st

WORDS = ["he", "go", "goes", "to", "the", "school", ".", "big", "a"]


@attrs.frozen
class Annotation:
    start: int
    end: int
    choices: tuple[tuple[str, ...], ...]
    annotator: int


@attrs.frozen
class Line:
    """A source with each annotator's edits; an annotator may be absent, or have changed nothing."""

    tokens: tuple[str, ...]
    annotations: tuple[Annotation, ...]
    unchanged: tuple[int, ...]


words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(tuple)


@st.composite
def lines(draw: st.DrawFn, annotators: int) -> Line:
    tokens = draw(words)
    annotations: list[Annotation] = []
    unchanged: list[int] = []
    for annotator in range(annotators):
        match draw(st.sampled_from(["absent", "unchanged", "changed", "changed"])):
            case "unchanged":
                unchanged.append(annotator)
            case "changed":
                start = draw(st.integers(0, len(tokens)))
                end = draw(st.integers(start, len(tokens)))
                count = draw(st.sampled_from([1, 1, 1, 2]))
                choices = tuple(draw(words) for _ in range(count))
                annotations.append(Annotation(start, end, choices, annotator))
    return Line(tokens, tuple(annotations), tuple(unchanged))


def m2(sentences: list[Line], end: str = "\n") -> str:
    """Return an M2 file with these line ends."""
    rows: list[str] = []
    for item in sentences:
        rows.append(f"S {' '.join(item.tokens)}")
        for edit in item.annotations:
            choices = "||".join(" ".join(choice) for choice in edit.choices)
            rows.append(f"A {edit.start} {edit.end}|||R:OTHER|||{choices}|||REQUIRED|||-NONE-|||{edit.annotator}")
        rows += [f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{number}" for number in item.unchanged]
        rows.append("")
    return end.join(rows) + end


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[Line], list[Line]]:
    """Return a hypothesis and references of the same sources, at most three of them."""
    size = draw(st.integers(1, 24))
    references = [draw(lines(3)) for _ in range(size)]
    hypothesis = [attrs.evolve(draw(lines(1)), tokens=item.tokens) for item in references]
    return [_within(item) for item in hypothesis], references


def _within(line: Line) -> Line:
    """Return the line with its edits inside its tokens."""
    last = len(line.tokens)
    edits = tuple(
        attrs.evolve(edit, start=min(edit.start, last), end=min(edit.end, last), choices=edit.choices[:1])
        for edit in line.annotations
    )
    return attrs.evolve(line, annotations=edits)


def write_long_corpus(folder: Path, sentences: int) -> tuple[Path, Path]:
    """Write a hypothesis and two references with this number of sentences; an annotator is absent from one block."""
    hypothesis: list[Line] = []
    references: list[Line] = []
    for number in range(sentences):
        tokens = ("he", "go", "to", WORDS[number % 9], "school", str(number), ".")
        goes, went = (Annotation(1, 2, ((word,),), 0) for word in ("goes", "went"))
        hypothesis.append(Line(tokens, (goes if number % 3 else went,), ()))
        second = (attrs.evolve(goes, annotator=1),) if number % 5 else ()
        references.append(Line(tokens, ((goes if number % 2 else went), *second), ()))
    paths = folder / "h.m2", folder / "r.m2"
    for path, rows in zip(paths, (hypothesis, references), strict=True):
        path.write_text(m2(rows), "utf-8")
    return paths


def json_lines(sources: list[str], hypotheses: list[str], references: list[list[str]]) -> str:
    rows = zip(sources, hypotheses, references, strict=True)
    records = ({"source": source, "hypothesis": text, "references": others} for source, text, others in rows)
    return "".join(f"{json.dumps(record)}\n" for record in records)
