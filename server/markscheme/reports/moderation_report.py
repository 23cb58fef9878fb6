"""Two teachers' marks of one class as text, CSV, JSON and a page."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from markscheme.exercises.decisions import Decision
from markscheme.exercises.decisions import Subject as DecisionSubject
from markscheme.exercises.moderation import Entry, MergedFiles
from markscheme.marking.mark import NO_MARK, signed
from markscheme.marking.words import statement
from markscheme.reports.moderation import (
    Moderation,
    Opinion,
    PlaceDifference,
    SideMark,
    StudentModeration,
    comment_words,
)
from markscheme.reports.output import Cells, dumped, layouts, page, rendered
from markscheme.wording import amount, counted, deed, person_name

NOTHING = "no decision"
LEAST = Fraction(1, 200)
"""Points below which a difference would be shown as 0."""
MOST_NAMES = 8
"""Largest number of students or texts of one folder alone that are listed."""


def _mark_words(mark: SideMark) -> str:
    """Return a mark with its band.

    >>> _mark_words(SideMark(Fraction(15, 2), Fraction(10), is_by_scheme=True))
    '7.5 of 10'
    """
    if mark.points is None:
        return NO_MARK
    band = f" ({mark.band.name})" if mark.band is not None else ""
    unit = f" of {amount(mark.maximum)}" if mark.is_by_scheme else " %"
    return f"{amount(mark.points)}{unit}{band}"


def _difference_words(value: Fraction | None) -> str:
    return "" if value is None else signed(value)


def summary(moderation: Moderation) -> Iterator[str]:
    one, other = moderation.teachers
    yield f"{counted(len(moderation.students), 'text')} marked by {one} and by {other}."
    if moderation.sample:
        yield f"Chosen: {moderation.sample}."
    yield from _mark_differences(moderation)
    if moderation.bands is not None:
        same, count = moderation.bands
        yield f"Same band: {same} of {count}."
    verdicts = moderation.verdicts
    if verdicts.count:
        kappa = f"; Cohen's kappa {verdicts.kappa:.2f}" if verdicts.kappa is not None else ""
        yield f"Same verdict: {verdicts.same} of {counted(verdicts.count, 'place')}{kappa}."
        yield "Most verdicts come from the corrections that both use, so this agreement is high by itself."
    for teacher, names in zip(moderation.teachers, moderation.unmatched, strict=True):
        if names:
            more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
            yield f"Only in the folder of {teacher}: {', '.join(names[:MOST_NAMES])}{more}."


def _mark_differences(moderation: Moderation) -> Iterator[str]:
    one, other = moderation.teachers
    marks = moderation.marks
    if marks is None:
        yield "No text has a mark from both."
        return
    unit = "" if moderation.is_by_scheme else " %"
    yield (
        f"Difference of marks ({other} less {one}): {signed(marks.mean)}{unit} on average, "
        f"{amount(marks.absolute)}{unit} apart on average, largest {signed(marks.largest)}{unit}."
    )
    yield f"Differ by more than {amount(moderation.tolerance)}{unit}: {marks.outside} of {marks.count}."
    if marks.is_small:
        yield f"With {counted(marks.count, 'text')} these numbers say little: read the places below."


def _opinion_words(opinion: Opinion, teacher: str = "") -> str:
    """Return what one teacher's side has at a place; the side's own teacher is not named again.

    >>> _opinion_words(Opinion("correct", "counted as correct by Ms Kim", None, Fraction(1)), "Ms Kim")
    'counted as correct: correct, 1'
    """
    decision = opinion.decision.replace(f" by {teacher}", "") if teacher else opinion.decision
    if not opinion.verdict:
        return decision or "no comment"
    points = f", {amount(opinion.points)}" if opinion.points is not None else ""
    return f"{decision or NOTHING}: {opinion.verdict}{points}"


def location(place: tuple[Path, int | None] | None, root: Path | None = None) -> str:
    """Return a file and its line as terminals open it.

    >>> location((Path("class/a.txt"), 3), Path("class"))
    'a.txt:3'
    """
    if place is None:
        return ""
    path, line = place
    shown = path.relative_to(root) if root is not None and path.is_relative_to(root) else path
    return str(shown) if line is None else f"{shown}:{line}"


def rest(student: StudentModeration) -> Iterator[tuple[str, Fraction]]:
    """Yield what the difference of marks has beside the listed places, in words and points, from half a hundredth."""
    if student.elsewhere and abs(student.elsewhere) >= LEAST:
        yield "Other places weigh more or less, since the number that counts differs", student.elsewhere
    if student.whole and abs(student.whole) >= LEAST:
        yield "The whole text: points given for it, rounding, limits", student.whole


COLUMNS = (
    "row",
    "name",
    "assignment",
    "points A",
    "points B",
    "difference",
    "maximum",
    "band A",
    "band B",
    "sentence",
    "words",
    "verdict A",
    "verdict B",
    "decision A",
    "decision B",
    "place A",
    "place B",
)
"""The columns; ``row`` is ``mark`` or ``place``."""


def _moderation_cells(moderation: Moderation) -> Cells:
    return COLUMNS, (row for student in moderation.students for row in _rows(student))


def _rows(student: StudentModeration) -> list[list[str]]:
    names = [student.student, student.assignment]
    one, other = student.one, student.other
    bands = [mark.band.name if mark.band is not None else "" for mark in (one, other)]
    marks = [_number(one.points), _number(other.points), _number(student.difference), amount(one.maximum)]
    rows = [["mark", *names, *marks, *bands, *[""] * 8]]
    for place in student.places:
        points = [_number(place.one.points), _number(place.other.points), _number(place.difference), "", "", ""]
        opinions = zip(_cells(place.one), _cells(place.other), strict=True)
        cells = [cell for pair in opinions for cell in pair]
        rows.append(["place", *names, *points, place.sentence, place.words, *cells])
    return rows


def _cells(opinion: Opinion) -> tuple[str, str, str]:
    return opinion.verdict, opinion.decision, location(opinion.place)


def _number(value: Fraction | None) -> str:
    return "" if value is None else amount(value)


SCHEMA = 1


def _moderation_json(moderation: Moderation) -> str:
    """Return a moderation as one object; numbers are unrounded, and paths absolute."""
    marks, verdicts = moderation.marks, moderation.verdicts
    content = {
        "schema": SCHEMA,
        "teachers": list(moderation.teachers),
        "sample": moderation.sample or None,
        "tolerance": float(moderation.tolerance),
        "marks": None
        if marks is None
        else {
            "count": marks.count,
            "mean_difference": float(marks.mean),
            "mean_absolute_difference": float(marks.absolute),
            "largest_difference": float(marks.largest),
            "outside_tolerance": marks.outside,
        },
        "bands": None if moderation.bands is None else dict(zip(("same", "count"), moderation.bands, strict=True)),
        "verdicts": {"count": verdicts.count, "same": verdicts.same, "kappa": verdicts.kappa},
        "only_first": list(moderation.unmatched[0]),
        "only_second": list(moderation.unmatched[1]),
        "students": [_student(student) for student in moderation.students],
    }
    return dumped(content)


def _student(student: StudentModeration) -> dict[str, Any]:
    return {
        "student": student.student,
        "assignment": student.assignment,
        "first": _mark_json(student.one),
        "second": _mark_json(student.other),
        "difference": _float(student.difference),
        "places": [_place(place) for place in student.places],
        "other_places": _float(student.elsewhere),
        "whole_text": _float(student.whole),
    }


def _mark_json(mark: SideMark) -> dict[str, Any]:
    return {
        "points": _float(mark.points),
        "max": float(mark.maximum),
        "band": mark.band.name if mark.band is not None else None,
        "withheld": mark.withheld or None,
    }


def _place(place: PlaceDifference) -> dict[str, Any]:
    return {
        "sentence": place.sentence,
        "words": place.words,
        "at": _at(place.text_place),
        "first": _opinion(place.one),
        "second": _opinion(place.other),
        "difference": _float(place.difference),
    }


def _opinion(opinion: Opinion) -> dict[str, Any]:
    return {
        "verdict": opinion.verdict or None,
        "decision": opinion.decision or None,
        "at": _at(opinion.place),
        "points": _float(opinion.points),
    }


def _at(place: tuple[Path, int | None] | None) -> dict[str, Any] | None:
    return None if place is None else {"path": str(place[0]), "line": place[1]}


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _moderation_page(moderation: Moderation) -> str:
    root = Path.cwd()
    return page(
        "moderation",
        moderation=moderation,
        summary=list(summary(moderation)),
        several=len({student.assignment for student in moderation.students}) > 1,
        mark=_mark_words,
        difference=_difference_words,
        opinion=_opinion_words,
        location=lambda place: location(place, root),
        rest=rest,
    )


OUTSIDE = "!"
"""The sign of a difference beyond the tolerance."""


def _moderation_text(moderation: Moderation, width: int, colour: bool = False) -> str:
    parts: list[RenderableType] = [Text("\n".join(summary(moderation))), Text()]
    parts += [_marks(moderation), Text()]
    for student in moderation.students:
        if student.places:
            parts += _student_parts(student, moderation)
    if not any(student.places for student in moderation.students):
        parts.append(Text("Both decided the same everywhere."))
    return rendered(parts, width, colour)


def _marks(moderation: Moderation) -> Table:
    table = Table(box=None, padding=(0, 2), header_style="dim")
    several = len({student.assignment for student in moderation.students}) > 1
    table.add_column("")
    for teacher in moderation.teachers:
        table.add_column(teacher, justify="right")
    table.add_column("difference", justify="right")
    table.add_column("places that differ", justify="right")
    for student in moderation.students:
        name = f"{student.student}, {student.assignment}" if several else student.student
        difference = student.difference
        is_outside = difference is not None and abs(difference) > moderation.tolerance
        shown = f"{_difference_words(difference)}{f' {OUTSIDE}' if is_outside else ''}"
        table.add_row(name, _mark_words(student.one), _mark_words(student.other), shown, str(len(student.places)))
    return table


def _student_parts(student: StudentModeration, moderation: Moderation) -> list[RenderableType]:
    heading = Text(student.student, style="bold")
    if _difference_words(student.difference):
        heading.append(
            f"  {_mark_words(student.one)} and {_mark_words(student.other)}: {_difference_words(student.difference)}",
            style="not bold",
        )
    parts: list[RenderableType] = [heading]
    for place in student.places:
        parts.append(Padding(_place_table(place, moderation), (0, 0, 0, 2)))
    parts += [Padding(Text(f"{words}: {_difference_words(points)}"), (0, 0, 0, 2)) for words, points in rest(student)]
    return [*parts, Text()]


def _place_table(place: PlaceDifference, moderation: Moderation) -> Table:
    root = Path.cwd()
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    words = Text(place.words, style="bold").append(f"  {location(place.text_place, root)}", "not bold dim")
    table.add_row(_difference_words(place.difference) if place.difference else "", words)
    if place.sentence:
        table.add_row("", Text(place.sentence, style="italic"))
    for teacher, opinion in zip(moderation.teachers, (place.one, place.other), strict=True):
        where = location(opinion.place, root)
        table.add_row(teacher, Text(_opinion_words(opinion, teacher)).append(f"  {where}" if where else "", "dim"))
    return table


LAYOUTS = layouts(text=_moderation_text, json=_moderation_json, cells=_moderation_cells, html=_moderation_page)


def about(entry: Entry) -> str:
    """Return what an entry is about.

    >>> from markscheme.exercises.decisions import DecisionKind
    >>> about(Decision(DecisionKind.WRONG, ("She", "like", "music"), 1, 2, ("liked",)))
    'like → liked, in “She like music”'
    """
    if isinstance(entry, Decision):
        words = " ".join(entry.source[entry.start : entry.end])
        parts = [] if entry.kind.subject is DecisionSubject.PLACE else [deed(words, " ".join(entry.replacement))]
        parts += [] if words else [_gap(entry)]
        return f"{' '.join(parts) or f'“{words}”'}, in “{' '.join(entry.source)}”"
    quote = entry.quote
    sentence = " ".join(part for part in (quote.before, quote.words, quote.after) if part)
    of = f" of {person_name(entry.student)}" if entry.student else ""
    return f"“{quote.words}”{of}, in “{sentence}”" if sentence else f"the whole text{of}"


def _gap(decision: Decision) -> str:
    before, after = decision.source[: decision.start], decision.source[decision.start :]
    return f"behind “{before[-1]}”" if before else f"before “{after[0]}”" if after else "between two sentences"


def says(entry: Entry) -> str:
    if isinstance(entry, Decision):
        return statement(entry)
    by = f" by {person_name(entry.author)}" if entry.author else ""
    return f"{comment_words(entry)}{by}{f', {entry.date.isoformat()}' if entry.date else ''}"


def merge_lines(files: MergedFiles) -> Iterator[str]:
    for entry in files.merge.added:
        yield f"Added: {about(entry)}: {says(entry)}"
    for old, new in files.merge.replaced:
        yield f"Decided: {about(new)}: {says(new)}, in place of {says(old)}"
    for entry in files.merge.dropped:
        yield f"Taken out with it: {about(entry)}: {says(entry)}"
    for entry in files.merge.earlier:
        yield f"Said by both: {about(entry)}: {says(entry)} stays, since it is older"
    for pair in files.merge.open:
        yield f"Open: {about(pair.entry)}: {' or '.join(says(item) for item in (pair.one, pair.other) if item)}"


def merge_tally(files: MergedFiles) -> str:
    parts = [
        f"{len(files.merge.added)} added",
        f"{len(files.merge.replaced)} contrary and decided",
        f"{len(files.merge.open)} contrary and open" if files.merge.open else "",
    ]
    return f"Decisions and comments: {', '.join(part for part in parts if part)}."


def merge_report(files: MergedFiles, kept_in: Path) -> str:
    """Return what a merge did, and how to undo it from the folder that holds the old files."""
    kept = files.kept_names
    lines = [merge_tally(files), "", *merge_lines(files), "", "To undo this:"]
    lines += [f"- copy {kept_in / name} to {path}" for path, name in kept.items()]
    lines += [f"- delete {path}" for path in files.after if path not in kept]
    return "\n".join(lines if files.after else lines[:-1]) + "\n"


def dry_run(files: MergedFiles, teacher: str) -> str:
    if not files.merge.added and not files.merge.open:
        return "There is nothing to merge."
    parts = [f"add {len(files.merge.added)} of {teacher}"] if files.merge.added else []
    parts += [f"ask about {len(files.merge.open)} that are contrary"] if files.merge.open else []
    return f"To merge decisions and comments, write --merge. It would {' and '.join(parts)}."
