"""The file of teachers' comments and points beside an exercise's references, ``teacher-comments.toml``.

A comment is a table; its place is quoted with the rest of its sentence, so that the additions of two people can be
merged, and people can write it by hand::

    [[comment]]
    about = "source"
    exercise = "week 3"
    student = "mei"
    before = "She"
    words = "like"
    after = "music."
    change = "liked"
    text = "Not the past: she still likes it."
    code = "T"
    by = "Ms Kim"
    date = 2026-11-22

A table about a ``whole`` text may have ``points`` and a ``criterion``, such as ``points = 2`` for ``"Content"``.
``about`` is ``source`` (a place of the text that was to be corrected), ``student`` (of the student's own words) or
``whole`` (without a quote). Without ``student`` it is for every student, and with ``change`` for those who wrote this.
An empty text says that nothing stands there; without a text a table gives points alone, and whatever comment the place
has stays. What is not written by this program, such as lines with ``#`` and other keys, stays.
"""

import datetime
import enum
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.contract import shape
from markscheme.errors import DocumentError
from markscheme.exercises import own_files
from markscheme.exercises.comment_bank import Quote, squeezed
from markscheme.exercises.own_files import Fault, LinePlace, TomlDocument, Unreadable
from markscheme.exercises.schemes import HUNDREDTH, exact

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import AoT


class Subject(enum.Enum):
    """What a comment is about; the value is the word in the file."""

    SOURCE = "source"
    STUDENT = "student"
    WHOLE = "whole"


Topic = tuple[str, Subject, str, tuple[str, str, str, int], str, str | None]
"""What one comment, or one number of points, is about: at one topic the newest counts."""
MOST_POINTS = 1000


@shape(
    "quote.words",
    "words_said",
    "author",
    "date",
    "points",
    name="UnplacedComment",
    renamed={"words_said": "text", "author": "by"},
    nullable=("author",),
    optional=("points",),
)
@attrs.frozen
class GivenComment:
    """A teacher's comment, or a teacher's points, or both. JSON shows those whose place is no longer in the text.

    ``text`` may hold placeholders; empty: nothing is said there; ``None``: points alone. An empty exercise or student
    is any. ``change`` is what the student must have there; ``None``: anything. ``key`` is the bank's entry that it was
    taken from. ``points`` are in [-``MOST_POINTS``, ``MOST_POINTS``] and in hundredths; ``None``: the scheme decides.
    They stand in place of the scheme's, or are added beside them for a whole text, one for each ``criterion``.
    """

    subject: Subject
    text: str | None
    code: str = ""
    exercise: str = ""
    student: str = ""
    quote: Quote = Quote()
    change: str | None = None
    key: str = ""
    author: str = ""
    """The teacher who gave it, else ``null``."""
    date: datetime.date | None = None
    """The day on which it was given, else ``null``."""
    points: Fraction | None = None
    """The points, where it is no comment."""
    criterion: str = ""

    @property
    def words_said(self) -> str:
        """The comment; empty for points."""
        return self.text or ""

    @property
    def parts(self) -> tuple["GivenComment", ...]:
        comment = attrs.evolve(self, points=None, criterion="")
        points = attrs.evolve(self, text=None, code="", key="")
        return tuple(part for part, value in ((comment, self.text), (points, self.points)) if value is not None)

    @property
    def topic(self) -> Topic:
        """What one part is about, white space apart."""
        quote = self.quote
        place = squeezed(quote.before), squeezed(quote.words), squeezed(quote.after), quote.occurrence
        change = "\n" if self.change is None else squeezed(self.change)
        criterion = self.criterion.casefold() if self.text is None else None
        return self.exercise, self.subject, self.student, place, change, criterion

    @property
    def order(self) -> tuple[str, ...]:
        """Its place in a file: by exercise and place, so that what is about one place stands together."""
        quote = self.quote
        return self.exercise, self.subject.value, quote.before, quote.words, quote.after, self.student

    def concerns(self, exercise: str, student: str) -> bool:
        return self.exercise in ("", exercise) and self.student in ("", student)


def newest(comments: Iterable[GivenComment]) -> tuple[GivenComment, ...]:
    """Return the part that counts on each topic: the one of the latest date, of equal ones the last."""
    by_topic: dict[Topic, GivenComment] = {}
    for item in (part for comment in comments for part in comment.parts):
        before = by_topic.get(item.topic)
        if before is None or _day(before) <= _day(item):
            by_topic[item.topic] = item
    return tuple(by_topic.values())


def _day(item: GivenComment) -> datetime.date:
    return item.date or datetime.date.min


SCHEMA = Path(__file__).with_name("teacher-comments.schema.json")
HEADING = "Teachers' comments on students' texts. You may edit this file."
TABLE = "comment"
TEXT_KEYS = ("exercise", "student", "before", "words", "after", "change", "text", "code", "key", "by", "criterion")
SUBJECTS = {subject.value: subject for subject in Subject}
COMMENT_KEYS = ("text", "code", "key")
POINTS_KEYS = ("points", "criterion")
POINTS_RULE = f"a number from -{MOST_POINTS} to {MOST_POINTS} with at most two decimals"


@cache
def given_schema() -> Mapping[str, Any]:
    schema: Mapping[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    return schema


def is_points(value: object) -> bool:
    """Return whether a number can be given as points.

    >>> [is_points(value) for value in (2, -0.25, 0.125, True, float("inf"), 1001)]
    [True, True, False, False, False, False]
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return False
    return -MOST_POINTS <= value <= MOST_POINTS and not exact(value) % HUNDREDTH


def read_given(text: str, path: Path | None = None) -> tuple[GivenComment, ...]:
    """Return the comments of a file's text, in order; DocumentError, with line and column, at the first fault."""
    for fault in check_given(text, path):
        raise fault
    return _read(text)[0]


def comment_lines(text: str, path: Path | None = None) -> dict[GivenComment, int]:
    """Return the comments of a file's text, each with the line of its table, from 1; raise as :func:`read_given`."""
    comments = read_given(text, path)
    document = own_files.read_toml(text)
    return {item: document.file_place((TABLE, number)).line for number, item in enumerate(comments)}


def check_given(text: str, path: Path | None = None) -> tuple[DocumentError, ...]:
    return tuple(fault.error(path) for fault in _read(text)[1])


@lru_cache(maxsize=64)
def _read(text: str) -> tuple[tuple[GivenComment, ...], tuple[Fault, ...]]:
    try:
        document = own_files.read_toml(text)
    except Unreadable as error:
        return (), (error.fault,)
    tables = document.content.get(TABLE, [])
    if not isinstance(tables, list) or not all(isinstance(item, dict) for item in tables):
        problem, remedy = "write [[comment]], with two brackets", "Each comment is a table of its own"
        return (), (Fault(LinePlace(1, 1), problem, remedy),)
    faults = tuple(fault for number, item in enumerate(tables) for fault in _faults(document, number, item))
    return ((), faults) if faults else (tuple(map(_comment, tables)), ())


@attrs.frozen
class NamedComment:
    """A name of an exercise or a student in a comment; ``exercise`` is the comment's, or empty for any."""

    name: str
    is_exercise: bool
    exercise: str
    place: LinePlace


def named_comments(text: str) -> tuple[NamedComment, ...]:
    return () if check_given(text) else tuple(_names(text))


def _names(text: str) -> Iterator[NamedComment]:
    document = own_files.read_toml(text)
    for number, item in enumerate(document.content.get(TABLE, ())):
        for key in ("exercise", "student"):
            if item.get(key):
                place = document.file_place((TABLE, number, key))
                yield NamedComment(item[key], key == "exercise", item.get("exercise", ""), place)


def _faults(document: TomlDocument, number: int, item: Mapping[str, Any]) -> Iterator[Fault]:
    def fault(key: str, problem: str, remedy: str = "") -> Fault:
        return Fault(document.file_place((TABLE, number, key)), problem, remedy)

    for key in TEXT_KEYS:
        if not isinstance(item.get(key, ""), str):
            yield fault(key, f"{key} must be a text in quotes")
    if item.get("about") not in SUBJECTS:
        yield fault("about", "the comment does not say what it is about", f"Write about = {' or '.join(SUBJECTS)}")
    if "text" not in item and "points" not in item:
        yield fault("", "the comment has no text", 'Add text = "…"; or points = 1, to give points alone')
    if "points" in item and not is_points(item["points"]):
        yield fault("points", f"points must be {POINTS_RULE}", "Write it without quotes, such as points = 0.5")
    if "criterion" in item and ("points" not in item or item.get("about") != Subject.WHOLE.value):
        remedy = 'Write it with about = "whole" and points = 2; or leave it out'
        yield fault("criterion", "a criterion is for points of a whole text", remedy)
    day, occurrence = item.get("date"), item.get("occurrence", 1)
    if day is not None and (not isinstance(day, datetime.date) or isinstance(day, datetime.datetime)):
        yield fault("date", "date must be a day without quotes, such as 2026-11-22")
    if not isinstance(occurrence, int) or occurrence < 1:
        yield fault("occurrence", "occurrence must be a whole number of at least 1")


def _comment(item: Mapping[str, Any]) -> GivenComment:
    parts = {name: " ".join(item.get(name, "").split()) for name in ("before", "words", "after")}
    return GivenComment(
        SUBJECTS[item["about"]],
        item["text"].strip() if "text" in item else None,
        item.get("code", ""),
        item.get("exercise", ""),
        item.get("student", ""),
        Quote(**parts, occurrence=item.get("occurrence", 1)),
        item.get("change"),
        item.get("key", ""),
        item.get("by", ""),
        item.get("date"),
        exact(item["points"]) if "points" in item else None,
        " ".join(item.get("criterion", "").split()),
    )


def with_comment(text: str, comment: GivenComment, path: Path | None = None) -> str:
    """Return a text with a comment, or points, in the place of any other on its topic; DocumentError if it can't be."""
    import tomlkit

    before = read_given(text, path)
    comment = attrs.evolve(comment, text=None if comment.text is None else comment.text.strip())
    document = tomlkit.parse(text if text.strip() else f"# {HEADING}\n\n")
    tables = _tables(document)
    kept = _remove(tables, before, comment)
    table = tomlkit.table()
    for key, value in _fields(comment).items():
        table.add(key, value)
    place = next((number for number, item in enumerate(kept) if item.order > comment.order), len(kept))
    tables.insert(place, table)
    written = _separated(tomlkit.dumps(document))
    if not own_files.is_encodable(written) or comment not in read_given(written, path):
        raise DocumentError("the comment can't be kept", path=path, remedy="It has what a text file can't hold")
    return written


def without_comment(text: str, comment: GivenComment, path: Path | None = None) -> str:
    """Return a text without what it says on a topic; empty if there is nothing else. DocumentError if it is broken."""
    import tomlkit

    before = read_given(text, path)
    topics = _topics(comment)
    if all(topics.isdisjoint(_topics(item)) for item in before):
        return text
    document = tomlkit.parse(text)
    _remove(_tables(document), before, comment)
    return _separated(tomlkit.dumps(document)) if len(_tables(document)) else ""


def _tables(document: "TOMLDocument") -> "AoT":
    import tomlkit
    from tomlkit.items import AoT

    tables = document.get(TABLE)
    if isinstance(tables, AoT):
        return tables
    new = tomlkit.aot()
    for item in tables.unwrap() if tables is not None else ():
        new.append(tomlkit.item(item))
    document[TABLE] = new
    added = document[TABLE]
    assert isinstance(added, AoT)
    return added


def _topics(comment: GivenComment) -> set[Topic]:
    return {part.topic for part in comment.parts}


def _remove(tables: "AoT", comments: Sequence[GivenComment], comment: GivenComment) -> list[GivenComment]:
    topics, kept = _topics(comment), []
    for number in reversed(range(len(comments))):
        parts = [part for part in comments[number].parts if part.topic not in topics]
        if not parts:
            del tables[number]
            continue
        kept.append(comments[number])
        if len(parts) < len(comments[number].parts):
            for key in POINTS_KEYS if parts[0].points is None else COMMENT_KEYS:
                tables[number].pop(key, None)
    return kept[::-1]


def _fields(comment: GivenComment) -> dict[str, Any]:
    quote = comment.quote
    is_place = comment.subject is not Subject.WHOLE
    place = {"before": quote.before, "words": quote.words, "after": quote.after} if is_place else {}
    fields: dict[str, Any] = {
        "about": comment.subject.value,
        "exercise": comment.exercise or None,
        "student": comment.student or None,
        **place,
        "occurrence": quote.occurrence if quote.occurrence > 1 else None,
        "change": comment.change,
        "points": _number(comment.points),
        "criterion": comment.criterion or None,
        "text": comment.text,
        "code": comment.code or None,
        "key": comment.key or None,
        "by": comment.author or None,
        "date": comment.date,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _number(points: Fraction | None) -> int | float | None:
    if points is None:
        return None
    return points.numerator if points.denominator == 1 else float(points)


def _separated(text: str) -> str:
    lines: list[str] = []
    for line in text.split("\n"):
        if line.startswith(f"[[{TABLE}]]") and lines and lines[-1].strip() and not lines[-1].startswith("#"):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def give(path: Path, comment: GivenComment) -> None:
    """Write a comment, or points, to a file, in the place of any other on the same topic; the file need not be there.

    Raise DocumentError if the file is broken or can't be written; then it is as it was.
    """
    own_files.rewrite(path, lambda text: with_comment(text, comment, path))


def take_back(path: Path, comment: GivenComment) -> None:
    """Take what stands on a topic out of a file, whoever wrote it; a file without any is removed. Raise as give."""
    own_files.rewrite(path, lambda text: without_comment(text, comment, path))
