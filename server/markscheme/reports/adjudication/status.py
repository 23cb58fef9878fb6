"""How far an adjudication is, as text and as JSON."""

import json
from collections.abc import Iterator, Sequence

from markscheme.annotation.adjudication.adjudication import Adjudication, State, progress_of
from markscheme.marking.wording.people import numbered_name
from markscheme.marking.wording.words import counted
from markscheme.reports.adjudication.sentence_json import counts_json
from markscheme.text.reading import shown_path

SCHEMA = 1
MAX_TYPES = 10
"""Types of errors that the text names."""
MAX_OPEN = 10
"""Open sentences that the text names."""


def status_text(adjudications: Sequence[Adjudication], _width: int) -> str:
    """Return how far some adjudications are, for people."""
    return "\n".join("".join(f"{line}\n" for line in _lines(item)) for item in adjudications)


def _lines(adjudication: Adjudication) -> Iterator[str]:
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
    """Return how far some adjudications are, as one object."""
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
