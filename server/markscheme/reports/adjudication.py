"""Adjudication: how far it is, what was changed of an annotator's corrections, and the sentences for clients."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from typing import Any

import attrs

from markscheme.annotation.adjudicated import AnnotatorChanges, Change
from markscheme.annotation.adjudication import (
    Adjudication,
    Progress,
    State,
    majority,
    progress_of,
    result_of,
    rulings_of,
)
from markscheme.annotation.differences import Place, PlaceVersion, Sentence, SpotFile, Spots
from markscheme.edits.edit import Edit
from markscheme.exercises.adjudicated_file import Origin, Record, Ruling, SentenceKey
from markscheme.exercises.decisions import Words
from markscheme.marking.wording.words import counted, numbered_name
from markscheme.registry import Registry
from markscheme.reports.contract import annotation as shapes
from markscheme.reports.output import Layout, page_style, page_template
from markscheme.text.files import MARK, marked_json, marked_text, shown_path
from markscheme.text.places import Span, harmless
from markscheme.version import VERSION

ORIGINS: dict[Origin, shapes.AdjudicationOrigin] = {
    Origin.ANNOTATORS: "annotators",
    Origin.AGREED: "agreed",
    Origin.OWN: "own",
    Origin.LEFT: "left",
}


@attrs.frozen
class FilePlaces:
    """Give the URI and the range of a stretch of a file; ``None`` where a client can't show it."""

    of: Callable[[SpotFile, Span], tuple[str, Any] | None]


def sentence_json(adjudication: Adjudication, sentence: Sentence, places: FilePlaces) -> shapes.AdjudicationSentence:
    """Return a sentence with everybody's versions and what is decided."""
    record = adjudication.record(sentence)
    source = sentence.source

    def documents(spots: Spots) -> list[shapes.AdjudicationLocation]:
        files = adjudication.differences.files[sentence.text]
        shown = (places.of(file, span) for file, span in files.places(spots))
        return [{"uri": item[0], "range": item[1]} for item in shown if item is not None]

    return {
        "index": sentence.index,
        "key": key_json(sentence.key),
        "exercise": sentence.exercise,
        "state": adjudication.state(sentence).value,
        "tokens": [*source],
        "places": [_place(sentence, place, record, documents(place.spots)) for place in sentence.places],
        "agreed": [_edit(edit) for place in sentence.agreed for edit in place.versions[0].edits],
        "annotators": [
            {
                "annotator": name,
                "words": _text(sentence.words_of(name)),
                "changed": bool(sentence.edits_of(name)),
            }
            for name in sentence.annotators
        ],
        "absent": [*sentence.absent],
        "rulings": [ruling_json(source, item) for item in rulings_of(sentence, record)],
        "result": _text(result_of(sentence, record)),
        "documents": documents(sentence.spots),
    }


def key_json(key: SentenceKey) -> shapes.SentenceKey:
    return {"source": [*key[0]], "number": key[1]}


def ruling_json(source: Words, item: Ruling) -> shapes.AdjudicationRuling:
    provenance = item.provenance
    return {
        "start": item.start,
        "end": item.end,
        "source": "" if item.is_whole else _text(source[item.start : item.end]),
        "words": _text(item.replacement),
        "type": item.type,
        "origin": ORIGINS[provenance.origin],
        "annotators": [*provenance.annotators],
        "author": provenance.author,
        "date": provenance.date.isoformat() if provenance.date else None,
        "reason": provenance.reason,
    }


def counts_json(progress: Progress) -> shapes.AdjudicationCounts:
    return {
        "sentences": progress.total,
        "agreed": progress.sentences[State.AGREED],
        "open": progress.sentences[State.OPEN],
        "decided": progress.sentences[State.DECIDED],
        "unseen": progress.sentences[State.UNSEEN],
        "places": progress.open_places,
    }


def undo_json(bodies: Iterable[tuple[SentenceKey, str | None]]) -> list[shapes.RestoredSentence]:
    """Return what stood in the file before a decision."""
    return [{"key": key_json(key), "body": body} for key, body in bodies]


def _place(
    sentence: Sentence, place: Place, record: Record | None, documents: list[shapes.AdjudicationLocation]
) -> shapes.AdjudicationPlace:
    rulings = record.at(place.start, place.end) if record is not None else ()
    is_decided = bool(rulings) or (record is not None and record.is_decided)
    most = majority(place, len(sentence.annotators))
    return {
        "start": place.start,
        "end": place.end,
        "source": _text(sentence.source[place.start : place.end]),
        "versions": [_version(version, version is most) for version in place.versions],
        "equal": [*place.equal],
        "state": "decided" if is_decided else "open",
        "rulings": [ruling_json(sentence.source, item) for item in rulings],
        "documents": documents,
    }


def _version(version: PlaceVersion, is_majority: bool) -> shapes.AdjudicationVersion:
    return {
        "words": _text(version.words),
        "edits": [_edit(edit) for edit in version.edits],
        "annotators": [*version.annotators],
        "alternatives": [*version.alternatives],
        "detects": any(not edit.corrects for edit in version.edits),
        "majority": is_majority,
    }


def _edit(edit: Edit) -> shapes.AdjudicationEdit:
    return {"start": edit.start, "end": edit.end, "replacement": [*edit.replacement], "type": edit.type}


def _text(tokens: Words) -> str:
    return " ".join(tokens)


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
    return page_template("adjudication").render(
        version=VERSION,
        style=page_style("adjudication"),
        changes=changes,
        summary=summary(changes),
        place=place_words,
        origin=origin_words,
        context=place_context,
    )


MAX_TYPES = 10
MAX_OPEN = 10


def status_text(adjudications: Sequence[Adjudication], _width: int) -> str:
    return "\n".join("".join(f"{line}\n" for line in _status_lines(item)) for item in adjudications)


def _status_lines(adjudication: Adjudication) -> Iterator[str]:
    progress = progress_of(adjudication)
    states = progress.sentences
    yield f"{shown_path(adjudication.path)}: {', '.join(map(numbered_name, adjudication.differences.annotators))}"
    unseen = f", {states[State.UNSEEN]} that nobody has seen" if states[State.UNSEEN] else ""
    yield (
        f"{counted(progress.total, 'sentence')}: {states[State.AGREED]} agreed, {states[State.DECIDED]} decided, "
        f"{states[State.OPEN]} open with {counted(progress.open_places, 'place')}{unseen}"
    )
    if progress.by:
        people = (f"{author or 'nobody named'} {number}" for author, number in progress.by)
        yield f"Places decided by: {', '.join(people)}"
        yield f"Taken from: {', '.join(f'{name} {number}' for name, number in progress.origins) or 'nobody'}"
    if progress.types:
        types = ", ".join(f"{name} {number}" for name, number in progress.types[:MAX_TYPES])
        more = len(progress.types) - MAX_TYPES
        yield f"Types at open places: {types}{f', and {more} more' if more > 0 else ''}"
    opened = adjudication.open_sentences
    for sentence in opened[:MAX_OPEN]:
        yield f"  {sentence.index + 1}  {' '.join(sentence.source)}"
    if len(opened) > MAX_OPEN:
        yield f"  and {len(opened) - MAX_OPEN} more"
    if adjudication.leftovers:
        yield f"Decided sentences that the source does not have (any more): {len(adjudication.leftovers)}"


def status_json(adjudications: Sequence[Adjudication], _width: int) -> str:
    content = {"schema": SCHEMA, "adjudications": [_json(item) for item in adjudications]}
    return f"{json.dumps(content, indent=2, ensure_ascii=False)}\n"


def _json(adjudication: Adjudication) -> dict[str, object]:
    progress = progress_of(adjudication)
    return {
        "file": str(adjudication.path),
        "annotators": [*adjudication.differences.annotators],
        "counts": dict(counts_json(progress)),
        "decided_by": dict(progress.by),
        "taken_from": dict(progress.origins),
        "open_types": dict(progress.types),
        "open": [
            {"sentence": item.index + 1, "number": item.key[1], "source": [*item.source]}
            for item in adjudication.open_sentences
        ],
        "leftovers": [" ".join(source) for source, _ in adjudication.leftovers],
    }


_Status = Layout[[Sequence[Adjudication], int]]
_Changes = Layout[[AnnotatorChanges, int]]


STATUS_TEXT: _Status = Layout(status_text, marked_text)
STATUS_JSON: _Status = Layout(status_json, marked_json)
TEXT: _Changes = Layout(changes_text, marked_text)
CSV: _Changes = Layout(changes_csv)
HTML: _Changes = Layout(changes_page)
JSON: _Changes = Layout(changes_json, marked_json)

STATUS_LAYOUTS: Registry[_Status] = Registry(
    "format of an adjudication's status", {"text": f"{__name__}:STATUS_TEXT", "json": f"{__name__}:STATUS_JSON"}
)
CHANGES_LAYOUTS: Registry[_Changes] = Registry(
    "format of an annotator's changes",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "html", "json", "csv")},
)
