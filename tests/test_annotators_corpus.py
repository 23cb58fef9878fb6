"""``examples/annotation`` has what ``examples/README.md`` says. The files are read here in a plain way of their own."""

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import attrs
import pytest

from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_in

FOLDER = Path(__file__).parents[1] / "examples" / "annotation"
SOURCE = (FOLDER / "learners.txt").read_text("utf-8").splitlines()
HYPOTHESES = {path.stem: path.read_text("utf-8").splitlines() for path in sorted(FOLDER.glob("hypotheses/*.txt"))}
ADEBAYO, LINDQVIST, MOREAU = ANNOTATORS = 0, 1, 2

GOOD = [
    (2, "by foot"),
    (3, "it is very"),
    (4, "a lot of noise"),
    (6, "in good weather"),
    (9, "come over"),
    (10, "the past two years"),
    (11, "before seven"),
    (12, "very clearly"),
    (14, "kept making"),
    (15, "came in"),
    (16, "and that"),
    (18, "took part in"),
    (19, "how to play"),
    (20, "too shy"),
    (22, "to make money"),
    (23, "responsible"),
    (24, "want"),
    (24, "at university"),
    (25, "which"),
    (26, "everyone"),
    (27, "types"),
    (28, "in five years"),
    (32, "those"),
    (33, "For the last three years"),
    (34, "believes"),
    (34, "self-confident"),
    (36, "laugh at it"),
    (37, "hire"),
    (40, "gets"),
    (41, "To me"),
    (42, "motorcycles"),
    (43, "often played"),
    (45, "government 's plan"),
    (46, "public transport"),
]
"""Lines and words of good corrections that no reference has."""
WITHOUT_NEED = [
    (4, "However ,"),
    (8, "a bit"),
    (13, "very good"),
    (17, "someday"),
    (21, "a few"),
    (27, "foods"),
    (31, "tired ,"),
    (33, "hometown"),
    (34, "should"),
    (39, "must to"),
    (40, "by myself"),
    (46, "pollution"),
    (47, "more trees"),
    (48, "will be"),
    (48, "harder"),
]
"""Lines and words of changes that several hypotheses make and no annotator would accept."""


@attrs.frozen
class Line:
    """An ``A`` line: what an annotator says of the tokens from ``start`` to ``end``."""

    start: int
    end: int
    kind: str
    correction: str
    annotator: int

    @classmethod
    def read(cls, line: str) -> "Line":
        place, kind, correction, _, _, annotator = line.removeprefix("A ").split("|||")
        start, end = place.split()
        return cls(int(start), int(end), kind, correction, int(annotator))

    @property
    def corrects(self) -> bool:
        return self.kind not in ("noop", "UNK")

    def excludes(self, other: "Line") -> bool:
        """Whether both change the same words, or add words at one place, in different ways."""
        same = (self.start, self.end) == (other.start, other.end)
        crossing = max(self.start, other.start) < min(self.end, other.end)
        return (same and self.correction != other.correction) or (crossing and not same)


def read_references() -> Iterator[tuple[str, list[Line]]]:
    for block in (FOLDER / "references.m2").read_text("utf-8").strip().split("\n\n"):
        sentence, *lines = block.split("\n")
        yield sentence.removeprefix("S "), [Line.read(line) for line in lines]


REFERENCES = list(read_references())


def corrections(number: int, annotator: int) -> list[Line]:
    return [line for line in REFERENCES[number - 1][1] if line.annotator == annotator and line.corrects]


def annotators(number: int) -> set[int]:
    return {line.annotator for line in REFERENCES[number - 1][1]}


def corrected(number: int, annotator: int) -> str:
    tokens = SOURCE[number - 1].split()
    for line in sorted(corrections(number, annotator), key=lambda line: (line.start, line.end), reverse=True):
        tokens[line.start : line.end] = line.correction.split()
    return " ".join(tokens)


def lines_where(condition: Callable[[int], bool]) -> list[int]:
    return [number for number in range(1, len(SOURCE) + 1) if condition(number)]


def test_everybody_corrects_the_same_sentences() -> None:
    assert [sentence for sentence, _ in REFERENCES] == SOURCE
    assert len(SOURCE) == 48
    assert len(HYPOTHESES) == 8
    assert {len(lines) for lines in HYPOTHESES.values()} == {48}
    assert HYPOTHESES["dunnock"] == SOURCE
    assert all(text == " ".join(text.split()) for lines in HYPOTHESES.values() for text in lines)


def test_one_annotator_has_not_seen_four_sentences() -> None:
    assert lines_where(lambda number: annotators(number) != {*ANNOTATORS}) == [45, 46, 47, 48]
    assert lines_where(lambda number: LINDQVIST not in annotators(number)) == [45, 46, 47, 48]


def test_one_annotator_leaves_sentences_unchanged() -> None:
    def left_by(number: int) -> list[int]:
        return [annotator for annotator in annotators(number) if not corrections(number, annotator)]

    alone = {number: left_by(number) for number in range(1, 49) if len(left_by(number)) == 1}
    assert alone == {14: [ADEBAYO], 24: [MOREAU], 36: [MOREAU], 41: [MOREAU]}
    assert lines_where(lambda number: len(left_by(number)) == 3) == [7, 17, 31, 38]
    assert lines_where(lambda number: len(left_by(number)) == 2) == []


def test_one_annotator_marks_errors_without_a_correction() -> None:
    marked = [(number, line.annotator) for number in range(1, 49) for line in REFERENCES[number - 1][1]
              if line.kind == "UNK"]  # fmt: skip
    assert marked == [(9, MOREAU), (20, MOREAU), (37, MOREAU)]
    for number, _ in marked:
        assert corrections(number, ADEBAYO)
        assert corrections(number, LINDQVIST)


def test_annotators_contradict_each_other() -> None:
    def contradictory(number: int) -> bool:
        lines = [corrections(number, annotator) for annotator in ANNOTATORS]
        return any(one.excludes(other) for a, b in combinations(lines, 2) for one in a for other in b)

    same_words = lines_where(contradictory)
    assert len(same_words) == 21
    assert {16, 34} <= {*same_words}
    other_words = {
        4: ("there is much noise", "there are many noises"),
        23: ("says that", "tells me that"),
        32: ("this day", "these days"),
    }
    for number, versions in other_words.items():
        assert number not in same_words
        texts = [corrected(number, annotator) for annotator in ANNOTATORS]
        assert all(any(version in text for text in texts) for version in versions)


def test_types_differ_for_one_correction() -> None:
    types: dict[object, set[str]] = {}
    for number, (_, lines) in enumerate(REFERENCES, 1):
        for line in lines:
            types.setdefault((number, line.start, line.end, line.correction), set()).add(line.kind)
    differing = [key for key, kinds in types.items() if len(kinds) > 1]
    assert len(differing) == 7


@pytest.mark.parametrize(("listed", "number", "most"), [(GOOD, 34, 6), (WITHOUT_NEED, 15, 5)])
def test_hypotheses_have_changes_in_common_that_no_reference_has(
    listed: list[tuple[int, str]], number: int, most: int
) -> None:
    assert len({*listed}) == number
    makers = []
    for line, words in listed:
        versions = [SOURCE[line - 1], *(corrected(line, annotator) for annotator in annotators(line))]
        assert not any(f" {words} " in f" {version} " for version in versions), (line, words)
        makers.append(sum(f" {words} " in f" {lines[line - 1]} " for lines in HYPOTHESES.values()))
        assert makers[-1] >= 2, (line, words)
    assert max(makers) == most


def test_the_exercise_names_everybody() -> None:
    [exercise] = exercises_in(FOLDER, read_text)
    assert [item.name for item in exercise.references] == ["Adebayo", "Lindqvist", "Moreau"]
    names = ["Dunnock", "Heron", "Ines", "Magpie", "Noor", "Robin", "Swan", "Wren"]
    assert [item.name for item in exercise.hypotheses] == names
