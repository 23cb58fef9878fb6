"""What an adjudicator changed of an annotator's corrections, as text, CSV, JSON and a page."""

import csv
import json
from collections.abc import Iterator
from io import StringIO

from markscheme.annotation.adjudication.changes import AnnotatorChanges, Change
from markscheme.exercises.adjudication.provenance import Origin
from markscheme.marking.wording.words import counted
from markscheme.reports.adjudication.sentence_json import ORIGINS
from markscheme.reports.pages import page_style, page_template
from markscheme.text.products import MARK
from markscheme.text.spreadsheet_cells import harmless
from markscheme.version import VERSION

SCHEMA = 1
COLUMNS = (
    "sentence",
    "source",
    "words",
    "annotator's",
    "annotator's types",
    "result",
    "result's types",
    "taken from",
    "author",
    "date",
    "reason",
    MARK,
)
"""The columns; the last one is the mark of a product and has no cells."""
DETECTED = "UNK"
GAP = "‸"
"""Stands for the place of an insertion."""


def summary(changes: AnnotatorChanges) -> str:
    """Return the numbers in words."""
    return (
        f"{changes.annotator}: {counted(len(changes.changes), 'place')} changed and {changes.kept} kept in "
        f"{counted(changes.seen, 'decided sentence')}"
    )


def place_words(words: tuple[str, ...], source: tuple[str, ...], types: tuple[str, ...]) -> str:
    """Return what stands at a place in words: the same as the source, nothing, or the words.

    >>> place_words(("goes",), ("go",), ("R:VERB",)), place_words((), ("the",), ("U:DET",)), place_words((), (), ())
    ('“goes”', 'nothing', 'nothing')
    >>> place_words(("go",), ("go",), ()), place_words(("go",), ("go",), ("UNK",))
    ('“go” (as in the source)', '“go” (marked as an error)')
    """
    text = f"“{' '.join(words)}”" if words else "nothing"
    if DETECTED in types:
        return f"{text} (marked as an error)"
    return f"{text} (as in the source)" if words == source and words else text


def place_context(change: Change) -> tuple[str, str, str]:
    """Return the words before a place, its own in the source, and those behind it; a gap is shown as ‸."""
    before, after = change.context
    start = "… " if change.start > len(before) else ""
    end = " …" if change.end + len(after) < len(change.source) else ""
    return f"{start}{' '.join(before)}", " ".join(change.words) or GAP, f"{' '.join(after)}{end}"


def origin_words(change: Change) -> str:
    """Return whose version the result has, who decided, when and why, in words."""
    item = change.provenance
    names = ", ".join(item.annotators)
    whose = {
        Origin.ANNOTATORS: f"the version of {names}",
        Origin.AGREED: "the version of everybody",
        Origin.OWN: "the adjudicator's own words",
        Origin.LEFT: f"left as {names} left it" if names else "left as it was",
    }[item.origin]
    decided = f"decided by {item.decided}" if item.decided else ""
    return "; ".join(part for part in (whose, decided, item.reason) if part)


def changes_text(changes: AnnotatorChanges, _width: int) -> str:
    """Return the changes for a terminal."""
    return "".join(f"{line}\n" for line in _lines(changes))


def _lines(changes: AnnotatorChanges) -> Iterator[str]:
    yield summary(changes)
    last = -1
    for item in changes.changes:
        if item.sentence != last:
            yield ""
            yield f"{item.sentence}  {' '.join(item.source)}"
            last = item.sentence
        theirs = place_words(item.theirs, item.words, item.their_types)
        result = place_words(item.result, item.words, item.result_types)
        before, words, after = place_context(item)
        yield f"   {before} [{words}] {after}"
        yield f"      {theirs} is now {result}: {origin_words(item)}"


def changes_csv(changes: AnnotatorChanges, _width: int) -> str:
    """Return the changes, a row each."""
    lines = StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in changes.changes:
        provenance = item.provenance
        cells = [
            str(item.sentence),
            " ".join(item.source),
            " ".join(item.words),
            " ".join(item.theirs),
            "+".join(item.their_types),
            " ".join(item.result),
            "+".join(item.result_types),
            ", ".join(provenance.annotators) or ORIGINS[provenance.origin],
            provenance.author,
            provenance.date.isoformat() if provenance.date else "",
            provenance.reason,
        ]
        writer.writerow([*map(harmless, cells), ""])
    return lines.getvalue()


def changes_json(changes: AnnotatorChanges, _width: int) -> str:
    """Return the changes as one object."""
    content = {
        "schema": SCHEMA,
        "annotator": changes.annotator,
        "sentences": changes.seen,
        "kept": changes.kept,
        "changes": [_change(item) for item in changes.changes],
    }
    return f"{json.dumps(content, indent=2, ensure_ascii=False)}\n"


def _change(item: Change) -> dict[str, object]:
    provenance = item.provenance
    return {
        "sentence": item.sentence,
        "source": [*item.source],
        "start": item.start,
        "end": item.end,
        "theirs": {"words": [*item.theirs], "types": [*item.their_types]},
        "result": {"words": [*item.result], "types": [*item.result_types]},
        "origin": ORIGINS[provenance.origin],
        "annotators": [*provenance.annotators],
        "author": provenance.author or None,
        "date": provenance.date.isoformat() if provenance.date else None,
        "reason": provenance.reason or None,
    }


def changes_page(changes: AnnotatorChanges, _width: int) -> str:
    """Return a page with the changes."""
    return page_template("adjudication").render(
        version=VERSION,
        style=page_style("adjudication"),
        changes=changes,
        summary=summary(changes),
        place=place_words,
        origin=origin_words,
        context=place_context,
    )
