"""The sentences of an adjudication as JSON for clients."""

from collections.abc import Callable, Iterable

import attrs

from markscheme.annotation.adjudication.adjudication import Adjudication, Progress, State
from markscheme.annotation.adjudication.differences import Place, PlaceVersion, Sentence, SpotFile, Spots
from markscheme.annotation.adjudication.taking import majority, result_of, rulings_of
from markscheme.edits.edit import Edit
from markscheme.exercises.adjudication.provenance import Origin
from markscheme.exercises.adjudication.ruling import Record, Ruling, SentenceKey, Words
from markscheme.reports.contract import adjudication as shapes
from markscheme.reports.contract.shapes import Range
from markscheme.text.positions import Span

ORIGINS: dict[Origin, shapes.AdjudicationOrigin] = {
    Origin.ANNOTATORS: "annotators",
    Origin.AGREED: "agreed",
    Origin.OWN: "own",
    Origin.LEFT: "left",
}


@attrs.frozen
class FilePlaces:
    """Give the URI and the range of a stretch of a file; ``None`` where a client can't show it."""

    of: Callable[[SpotFile, Span], tuple[str, Range] | None]


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
    """Return a sentence's name in commands."""
    return {"source": [*key[0]], "number": key[1]}


def ruling_json(source: Words, item: Ruling) -> shapes.AdjudicationRuling:
    """Return what stands at a place, and why."""
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
    """Return numbers of sentences."""
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
