"""A mark scheme as a form shows and writes it, and the marks that a table would give before it is written.

A mark scheme is a table of ``markscheme.toml``: its ``[scheme]``, or the ``scheme`` of one exercise. Its JSON has the
members of the table, in names that are identifiers, and lists where TOML has keys that a teacher chooses.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NotRequired, cast

import attrs
from typing_extensions import TypedDict

from markscheme.contract import View, shape
from markscheme.documents.files import TextSource
from markscheme.errors import DocumentError
from markscheme.exercises import schemes
from markscheme.exercises.material import comments_of
from markscheme.exercises.scheme_file import SchemeFile, TableFault
from markscheme.exercises.schemes import PRESETS, Scheme
from markscheme.languages.language import error_types
from markscheme.marking.driver import ItemOutcome
from markscheme.marking.mark import MarkSummary, SumRow, student_mark
from markscheme.reports.report import comments_for
from markscheme.wording import person_name


class SchemePoints(TypedDict):
    """What a place earns by its verdict, before its weight."""

    correct: NotRequired[float]
    """For a correct place."""
    partly_correct: NotRequired[float | Literal["share"]]
    """For a partly correct place; ``share``: the part of the correction that is done."""
    different: NotRequired[float | Literal["credit"]]
    """For another change than any teacher's; ``credit``: by how near it is to the teachers' words."""
    missed: NotRequired[float]
    """For an error that is left."""
    not_needed: NotRequired[float]
    """For a change that was not needed."""


class KindValue(TypedDict):
    """A number for a kind of error."""

    kind: str
    """A group of errors, or a pattern of ERRANT's types."""
    value: float
    """A weight, or the most points that the kind may take or give."""


class SchemeWordRule(TypedDict):
    """A bonus or malus for long or short texts."""

    over: bool
    """Whether it is for texts of more words than ``bound``; else for those of fewer."""
    bound: float
    """The number of words."""
    points: float
    """What such a text earns; negative where it takes."""


class SchemeBand(TypedDict):
    """A name for marks."""

    lowest: float
    """The lowest mark of the band."""
    name: str
    """The band's name."""
    text: str
    """A sentence for the student; empty where there is none."""


class SchemeTable(TypedDict):
    """A table of a mark scheme as it is written; a member that is missing is not written."""

    preset: NotRequired[str]
    """The name of the preset to begin with."""
    basis: NotRequired[Literal["share", "points", "deduct"]]
    """How points become a mark."""
    max: NotRequired[float]
    """The best mark."""
    floor: NotRequired[float]
    """The lowest mark."""
    rounding: NotRequired[float]
    """The mark is a multiple of this."""
    points: NotRequired[SchemePoints]
    """What places earn by their verdicts."""
    weights: NotRequired[list[KindValue]]
    """Factors for kinds of errors."""
    focus: NotRequired[list[str]]
    """The kinds of errors that count; empty: all."""
    caps: NotRequired[list[KindValue]]
    """The most points that kinds of errors may take or give."""
    words: NotRequired[list[SchemeWordRule]]
    """Bonuses and maluses by the number of words."""
    bands: NotRequired[list[SchemeBand]]
    """Names for marks."""


_BY_KIND = ("weights", "caps")


def table_json(table: Mapping[str, Any]) -> SchemeTable:
    """Return a table of a mark scheme, whose values the JSON schema of the file allows.

    >>> table_json({"max": 5, "weights": {"tense": 2}, "bands": [{"from": 4, "name": "A"}]})
    {'max': 5, 'weights': [{'kind': 'tense', 'value': 2}], 'bands': [{'lowest': 4, 'name': 'A', 'text': ''}]}
    """
    shown = dict(table)
    if "points" in table:
        shown["points"] = {key.replace("-", "_"): value for key, value in table["points"].items()}
    for key in _BY_KIND:
        if key in table:
            shown[key] = [{"kind": kind, "value": value} for kind, value in table[key].items()]
    if "words" in table:
        shown["words"] = [
            {"over": "over" in item, "bound": item.get("over", item.get("under")), "points": item["points"]}
            for item in table["words"]
        ]
    if "bands" in table:
        shown["bands"] = [
            {"lowest": item["from"], "name": item["name"], "text": item.get("text", "")} for item in table["bands"]
        ]
    return cast("SchemeTable", shown)


def toml_table(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return what :func:`table_json` was made from; of two rows for one kind of error the last holds.

    Raise KeyError, TypeError or AttributeError for a wrong list or item; other values are left to the file's JSON
    schema.

    >>> toml_table({"points": {"not_needed": -1}, "caps": [{"kind": "spelling", "value": 2}]})
    {'points': {'not-needed': -1}, 'caps': {'spelling': 2}}
    """
    content = {key: value for key, value in table.items() if value is not None}
    if "points" in content:
        content["points"] = {key.replace("_", "-"): value for key, value in content["points"].items()}
    for key in _BY_KIND:
        if key in content:
            content[key] = {str(item["kind"]): item["value"] for item in content[key]}
    if "words" in content:
        content["words"] = [
            {"over" if item["over"] else "under": item["bound"], "points": item["points"]} for item in content["words"]
        ]
    if "bands" in content:
        content["bands"] = [
            {"from": item["lowest"], "name": item["name"], **({"text": item["text"]} if item["text"] else {})}
            for item in content["bands"]
        ]
    return content


def _values(scheme: Scheme) -> SchemeTable:
    points = scheme.points
    return {
        "basis": scheme.basis,
        "max": _number(scheme.maximum),
        "floor": _number(scheme.floor),
        "rounding": _number(scheme.rounding),
        "points": {
            "correct": _number(points.correct),
            "partly_correct": "share" if points.partly is None else _number(points.partly),
            "different": "credit" if points.different is None else _number(points.different),
            "missed": _number(points.missed),
            "not_needed": _number(points.not_needed),
        },
        "weights": [{"kind": kind, "value": _number(value)} for kind, value in scheme.weights],
        "focus": list(scheme.focus),
        "caps": [{"kind": kind, "value": _number(value)} for kind, value in scheme.caps],
        "words": [{"over": rule.is_over, "bound": rule.bound, "points": _number(rule.points)} for rule in scheme.words],
        "bands": [{"lowest": _number(band.lowest), "name": band.name, "text": band.text} for band in scheme.bands],
    }


def _number(value: Fraction) -> float:
    return int(value) if value.denominator == 1 else float(value)


@shape("preset.name", "preset.description", "table")
@attrs.frozen
class SchemePreset:
    """A mark scheme to begin with."""

    preset: schemes.SchemePreset

    @property
    def table(self) -> SchemeTable:
        """Its values; the values of a table come before them."""
        return table_json(self.preset.content)


@shape()
@attrs.frozen
class SchemeTarget:
    """A part of ``markscheme.toml`` that can have a mark scheme."""

    exercise: int | None
    """The number of the ``[[exercise]]`` table, from 0; ``null`` for the whole file."""
    name: str
    """The exercise's name; the folder's for the whole file."""
    written: bool
    """Whether it has a mark scheme of its own."""


@shape(
    *("file.path", "exercise", "targets", "table", "inherited", "effective", "presets", "groups", "types"),
    "file.digest",
    renamed={"file.path": "configuration"},
    uris=("file.path",),
)
@attrs.frozen
class SchemeForm:
    """The answer of ``markscheme/scheme``."""

    file: SchemeFile
    exercise: int | None
    """The exercise whose mark scheme this is; ``null`` for the whole file's."""

    @property
    def targets(self) -> tuple[SchemeTarget, ...]:
        """What can have a mark scheme, the whole file first."""
        names = [(None, self.file.path.parent.name), *enumerate(self.file.names)]
        return tuple(SchemeTarget(number, name, self.file.table(number) is not None) for number, name in names)

    @property
    def table(self) -> SchemeTable | None:
        """The table as it is written; ``null`` where there is none."""
        table = self.file.table(self.exercise)
        return None if table is None else table_json(table)

    @property
    def inherited(self) -> SchemeTable:
        """The values that hold where the table has none, without those of its preset: every member but ``preset``."""
        return _values(self.file.inherited(self.exercise))

    @property
    def effective(self) -> SchemeTable | None:
        """The values that hold now: every member but ``preset``; ``null`` where no mark is wanted."""
        effective = self.file.scheme(self.exercise)
        return None if effective is None else _values(effective)

    @property
    def presets(self) -> tuple[SchemePreset, ...]:
        """The mark schemes to begin with."""
        return tuple(SchemePreset(PRESETS.get(name)) for name in PRESETS.names)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of errors, the teacher's own first."""
        return self.file.kinds(self.exercise).names

    @property
    def types(self) -> tuple[str, ...]:
        """ERRANT's types, which can be named in place of a group."""
        return tuple(error_types())


@shape("path", "fault.message")
@attrs.frozen
class SchemeFault:
    """What is wrong with a table, which is as TOML has it."""

    fault: TableFault
    table: Mapping[str, Any]

    @property
    def path(self) -> tuple[str | int, ...]:
        """The path to the value in the table's JSON, such as ``["bands", 1, "name"]``; empty for another part of the
        file.
        """
        match self.fault.keys:
            case ["points", str(verdict)]:
                return "points", verdict.replace("-", "_")
            case ["weights" | "caps" as key, str(kind)]:
                return key, list(self.table[key]).index(kind)
            case ["words", int(number), *_]:
                return "words", number
            case ["bands", int(number), str(key)]:
                return "bands", number, "lowest" if key == "from" else key
        return tuple(self.fault.keys)


@shape("written", "faults")
@attrs.frozen
class WrittenScheme:
    """The answer of ``markscheme/writeScheme``."""

    faults: tuple[SchemeFault, ...]
    """What is wrong with the table."""

    @property
    def written(self) -> bool:
        """Whether the file was written; not where the table has faults."""
        return not self.faults


@shape("id", "name", "assignment", "before", "after", "problem", name="SchemeStudent")
@attrs.frozen
class PreviewedMark:
    """A student's mark by the mark scheme as it is on disk, and by the table that is not written yet."""

    id: str
    """What ``student`` of the request stands for."""
    name: str
    """The student's name in words."""
    assignment: str
    """The name of the assignment."""
    before: MarkSummary | None
    """The mark by the file; ``null`` where it has no mark scheme, and without marks."""
    after: MarkSummary | None
    """The mark by the table; ``null`` where the table has faults or no mark is wanted, and without marks."""
    outcome: ItemOutcome

    @property
    def problem(self) -> str | None:
        """Why the text can't be marked."""
        if self.outcome.outcome.review is not None:
            return None
        return next((item.explanation for item in self.outcome.outcome.problems), "it could not be marked")


@shape("id", "path", "view", "mark", "rows", name="SchemeSum", renamed={"path": "uri"}, uris=("path", "view"))
@attrs.frozen
class PreviewedSum:
    """The mark of one student by the table, as a sum."""

    id: str
    """The student's ``id``."""
    path: Path
    """The document's URI."""
    view: View
    """The URI of the text of a file without lines, as a document of its own."""
    mark: MarkSummary
    """The mark."""
    rows: tuple[SumRow, ...]
    """The sum in a few rows: places of equal verdict and weight together."""
    text: str


@shape()
@attrs.frozen
class SchemePreview:
    """The answer of ``markscheme/previewScheme``."""

    faults: tuple[SchemeFault, ...]
    """What is wrong with the table; no mark is computed by a table with faults."""
    students: tuple[PreviewedMark, ...]
    """The students whose marks the table decides, by exercise."""
    sum: PreviewedSum | None
    """The mark of the student who was named, or else of the first one with a mark; ``null`` where there is none."""


def previewed_marks(
    outcomes: Iterable[ItemOutcome], before: Scheme | None, after: Scheme | None, read: TextSource
) -> Iterator[PreviewedMark]:
    """Yield marks by two mark schemes, ``None`` for no marks; the points that teachers gave count in both."""
    for outcome in outcomes:
        item = outcome.item
        yield PreviewedMark(
            f"{item.exercise.name}/{item.name}",
            person_name(item.person),
            item.exercise.assignment,
            _summary(outcome, before, read),
            _summary(outcome, after, read),
            outcome,
        )


def _summary(outcome: ItemOutcome, scheme: Scheme | None, read: TextSource) -> MarkSummary | None:
    item, review = outcome.item, outcome.outcome.review
    if item.task is None or review is None or scheme is None:
        return None
    comments = comments_for(item, review, comments_of(item.exercise, read))
    mark = student_mark(item.task, review, attrs.evolve(item.exercise, scheme=scheme), comments)
    return None if mark is None else MarkSummary(mark)


def chosen_sum(marks: Iterable[PreviewedMark], student: str | None, read: TextSource) -> PreviewedSum | None:
    """Return the mark of a student by the second scheme, or else of the first one who has a mark."""
    marked = [item for item in marks if item.after is not None]
    chosen = next((item for item in marked if item.id == student), None) or next(
        (item for item in marked if item.after is not None and item.after.mark.points is not None), None
    )
    if chosen is None or chosen.after is None:
        return None
    item, review = chosen.outcome.item, chosen.outcome.outcome.review
    if item.task is None or review is None:
        return None
    document = item.task.marked
    try:
        text = document.text if document.places is None else read(item.path)
    except DocumentError:
        return None
    rows = tuple(chosen.after.mark.sum_rows(review.findings))
    return PreviewedSum(chosen.id, item.path, View(item.path, item.author), chosen.after, rows, text)
