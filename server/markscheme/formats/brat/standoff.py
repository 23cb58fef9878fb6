"""The lines of a brat ``.ann`` file: errors by offsets, and what other lines say of them; without the text itself."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import attrs

from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span

CORRECTION_NAMES = frozenset({"correct", "corrected", "correction", "normalisation", "normalization", "suggestion"})
"""Names of attributes and normalisations that hold a correction, in lower case."""
DELETION_NAMES = frozenset({"delete", "deleted", "deletion"})
"""Names of attributes that say that the words of an error are to be deleted, in lower case."""
NOTE = "AnnotatorNotes"

_LINE = re.compile(r"(?:[TAMNRE#][^\s\t]*|\*)\t")
_NUMBERED = re.compile(r"[TAMNRE#][0-9]+\t|\*\tEquiv ")
_ERROR = re.compile(r"(?P<id>T\S*)\t(?P<type>\S+) (?P<spans>[0-9]{1,9} [0-9]{1,9}(?:;[0-9]{1,9} [0-9]{1,9})*) *")
_NOTE = re.compile(r"#\S*\t(?P<name>\S+) (?P<target>\S+) *")
_ATTRIBUTE = re.compile(r"[AM]\S*\t(?P<name>\S+) (?P<target>\S+)(?: (?P<value>.*))?")
_NORMALISATION = re.compile(r"N\S*\t(?P<name>\S+) (?P<target>\S+) \S+ *")
_FORMS = {
    "T": "An annotation reads T1<TAB>Type start end<TAB>text",
    "#": "A note reads #1<TAB>AnnotatorNotes T1<TAB>correction",
    "A": "An attribute reads A1<TAB>Name T1, with a value behind it or none",
    "M": "An attribute reads M1<TAB>Name T1, with a value behind it or none",
    "N": "A normalisation reads N1<TAB>Name T1 database:id<TAB>text",
}
_OTHERS = {"R": "relations", "*": "relations", "E": "events"}
_UNREAD_ATTRIBUTES, _UNREAD_NORMALISATIONS = "other attributes", "normalisations"
_UNREAD_NOTES, _COMMENTS = "notes on other annotations", "notes that are no corrections"


@attrs.frozen
class Statement:
    """What a line says of an error: a correction, with its place in the file.

    Attributes
    ----------
    line, start
        The line's number, from 1 on, and its offset.
    """

    text: str
    place: Span
    line: int
    start: int


@attrs.frozen
class MarkedError:
    """An error, as its line states it.

    Attributes
    ----------
    spans
        Its fragments, in offsets of the annotated text.
    words
        The words that the line repeats; ``None`` where it repeats none.
    place
        Where the words stand in the file.
    line, start
        The line's number, from 1 on, and its offset.
    correction
        Empty to delete the words; ``None`` where the error is only marked.
    """

    id: str
    type: str
    spans: tuple[Span, ...]
    words: str | None
    place: Span
    line: int
    start: int
    correction: Statement | None = None


@attrs.frozen
class Standoff:
    """The content of an ``.ann`` file.

    Attributes
    ----------
    errors
        In file order.
    left_out
        What the other lines hold, and how much of it, in words for people.
    """

    errors: tuple[MarkedError, ...]
    left_out: tuple[str, ...]


def looks_like_standoff(text: str) -> bool:
    """Return whether a text has no line yet, or a line that begins as annotations do, with a number.

    Lines of running text may begin with a letter and a tab.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    return not lines or any(_NUMBERED.match(line) for line in lines)


def read_standoff(text: str, path: Path | None = None) -> Standoff:
    """Return the errors of an ``.ann`` file with their corrections.

    A file that has an attribute or a normalisation for corrections has none in its notes: they are comments.

    Raises
    ------
    DocumentError
        At the first line that can't be read, names an error that the file has not, gives an error a second correction,
        or has an identifier a second time.
    """
    reading = _Reading(path)
    index = LineIndex(text)
    for number in range(len(index)):
        span = index.line_span(number)
        if span.of(text).strip():
            reading.add(span.of(text), span.start, number + 1)
    return reading.finished()


class _Reading:
    """A file while its lines are read."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._errors: dict[str, MarkedError] = {}
        self._notes: list[tuple[str, Statement]] = []
        self._corrections: list[tuple[str, Statement]] = []
        self._deletions: list[tuple[str, Statement]] = []
        self._others: Counter[str] = Counter()

    def add(self, line: str, start: int, number: int) -> None:
        """Take a line in, which begins at an offset of the file."""
        readers = {
            "T": self._add_error,
            "#": self._add_note,
            "A": self._add_attribute,
            "M": self._add_attribute,
            "N": self._add_normalisation,
        }
        kind = line[0]
        if kind in _OTHERS and _LINE.match(line):
            self._others[_OTHERS[kind]] += 1
        elif kind not in readers or not readers[kind](line, start, number):
            remedy = _FORMS.get(kind, "Lines begin with T, #, A, M, N, R, E or *, and a tab behind the identifier")
            raise DocumentError("this line is no annotation of brat's", path=self._path, line=number, remedy=remedy)

    def finished(self) -> Standoff:
        """Return the errors with their corrections."""
        is_noted = not self._corrections
        deletions = {target for target, _ in self._deletions}
        statements = [*self._deletions, *(item for item in self._corrections if item[0] not in deletions)]
        for target, note in self._notes:
            if not target.startswith("T"):
                self._others[_UNREAD_NOTES] += 1
            elif is_noted and target not in deletions:
                statements.append((target, note))
            else:
                self._others[_COMMENTS] += 1
        for target, statement in statements:
            self._state(target, statement)
        left_out = tuple(f"{kind} ({count})" for kind, count in self._others.items())
        return Standoff(tuple(self._errors.values()), left_out)

    def _state(self, target: str, statement: Statement) -> None:
        fault = partial(DocumentError, path=self._path, line=statement.line)
        error = self._errors.get(target)
        if error is None:
            raise fault(f"there is no annotation {target} in this file", remedy="Delete this line, or restore that one")
        if error.correction is None:
            self._errors[target] = attrs.evolve(error, correction=statement)
        elif error.correction.text.strip() != statement.text.strip():
            first = error.correction.line
            raise fault(f"{target} has another correction in line {first}", remedy="Keep one of the two")

    def _add_error(self, line: str, start: int, number: int) -> bool:
        head, tab, words = _parted(line)
        match = _ERROR.fullmatch(head)
        if match is None:
            return False
        pairs = (pair.split(" ") for pair in match["spans"].split(";"))
        spans = tuple(Span(int(first), int(last)) for first, last in pairs)
        if any(span.start > span.end for span in spans):
            return False
        if match["id"] in self._errors:
            first_line = self._errors[match["id"]].line
            raise DocumentError(
                f"{match['id']} stands in line {first_line} already",
                path=self._path,
                line=number,
                remedy="Give each annotation an identifier of its own",
            )
        place = Span(start + len(head + tab), start + len(line))
        self._errors[match["id"]] = MarkedError(
            match["id"], match["type"], spans, words if tab and words else None, place, number, start
        )
        return True

    def _add_note(self, line: str, start: int, number: int) -> bool:
        head, tab, words = _parted(line)
        match = _NOTE.fullmatch(head)
        if match is None:
            return False
        if match["name"] != NOTE:
            self._others[_UNREAD_NOTES] += 1
        else:
            self._notes.append((match["target"], _statement(words, len(head + tab), start, number)))
        return True

    def _add_attribute(self, line: str, start: int, number: int) -> bool:
        match = _ATTRIBUTE.fullmatch(line)
        if match is None:
            return False
        name, value = match["name"].lower(), match["value"]
        if name in DELETION_NAMES:
            self._deletions.append((match["target"], Statement("", Span(start, start + len(line)), number, start)))
        elif name in CORRECTION_NAMES and value is not None:
            self._corrections.append((match["target"], _statement(value, match.start("value"), start, number)))
        else:
            self._others[_UNREAD_ATTRIBUTES] += 1
        return True

    def _add_normalisation(self, line: str, start: int, number: int) -> bool:
        head, tab, words = _parted(line)
        match = _NORMALISATION.fullmatch(head)
        if match is None:
            return False
        if match["name"].lower() in CORRECTION_NAMES and tab:
            self._corrections.append((match["target"], _statement(words, len(head + tab), start, number)))
        else:
            self._others[_UNREAD_NORMALISATIONS] += 1
        return True


def _parted(line: str) -> Sequence[str]:
    """Return a line's first two fields, the tab behind them and the rest; the tab is empty where there is no rest."""
    end = line.find("\t", line.find("\t") + 1)
    return (line[:end], "\t", line[end + 1 :]) if 0 < line.find("\t") < end else (line, "", "")


def _statement(text: str, column: int, start: int, line: int) -> Statement:
    """Return what a line states from a column on, without white space about it, with its place in the file."""
    words = text.strip()
    begin = start + column + len(text) - len(text.lstrip())
    return Statement(words, Span(begin, begin + len(words)), line, start)
