"""Adjudication: how far it is, what was changed of an annotator's corrections, and the sentences for clients."""

from collections.abc import Iterator, Sequence
from typing import Literal

import attrs

from markscheme.contract import SCHEMA, shape
from markscheme.documents.files import shown_path
from markscheme.documents.places import FilePlace
from markscheme.edits.edit import Edit
from markscheme.exercises.adjudicated_file import Origin, Record, Ruling, SentenceKey
from markscheme.exercises.decisions import Words
from markscheme.reports.output import json_report, layouts, page
from markscheme.research.adjudication import Adjudication, Progress, RestoredSentence, State
from markscheme.research.adjudication_result import AnnotatorChanges, Change
from markscheme.research.differences import Place, Sentence, Spots, TagQuestion
from markscheme.wording import counted, deed, numbered_name, some_of


@shape(
    *("ruling.start", "ruling.end", "original", "words", "ruling.type"),
    *(f"ruling.provenance.{name}" for name in ("origin", "annotators", "author", "date", "reason")),
    name="AdjudicationRuling",
    renamed={"original": "source"},
)
@attrs.frozen
class ShownRuling:
    """What stands at a place in the result, and why. ``source``: the sentence's."""

    ruling: Ruling
    source: Words

    @property
    def original(self) -> str:
        """The source's tokens, parted by spaces."""
        return "" if self.ruling.is_whole else " ".join(self.source[self.ruling.start : self.ruling.end])

    @property
    def words(self) -> str:
        """The tokens in their place; the source's own where nothing changes."""
        return " ".join(self.ruling.replacement)


@shape(
    *("place.start", "place.end", "source", "place.versions", "place.equal", "state", "rulings", "documents"),
    name="AdjudicationPlace",
)
@attrs.frozen
class ShownPlace:
    """A place at which annotators differ, in words or in a tag."""

    place: Place
    sentence: "ShownSentence"

    @property
    def source(self) -> str:
        """The source's tokens, parted by spaces."""
        return " ".join(self.sentence.sentence.source[self.place.start : self.place.end])

    @property
    def state(self) -> Literal["open", "decided"]:
        """Whether something is decided here; where only a tag is to be decided, the tag."""
        start, end = self.place.start, self.place.end
        if any(item.ruling.is_within(start, end) for item in self.sentence.tag_questions):
            return "open"
        record = self.sentence.record
        return "decided" if self.rulings or (record is not None and record.is_decided) else "open"

    @property
    def rulings(self) -> tuple[ShownRuling, ...]:
        """What is decided here."""
        record = self.sentence.record
        rulings = record.at(self.place.start, self.place.end) if record is not None else ()
        return tuple(ShownRuling(item, self.sentence.sentence.source) for item in rulings)

    @property
    def documents(self) -> tuple[FilePlace, ...]:
        """Where it stands in the source and in the annotators' documents."""
        return self.sentence.places_of(self.place.spots)


@shape()
@attrs.frozen
class AnnotatorSentence:
    """One annotator's whole sentence."""

    annotator: str
    """The annotator's name."""
    words: str
    """The corrected sentence: its tokens, parted by spaces."""
    changed: bool
    """Whether the annotator changed or marked anything."""


@shape(
    *("sentence.index", "sentence.key", "sentence.exercise", "state", "sentence.source", "places", "agreed"),
    *("annotators", "sentence.absent", "rulings", "result", "documents"),
    name="AdjudicationSentence",
    renamed={"sentence.source": "tokens"},
)
@attrs.frozen
class ShownSentence:
    """A sentence with everybody's versions and what is decided."""

    adjudication: Adjudication
    sentence: Sentence
    record: Record | None = attrs.field(
        init=False, default=attrs.Factory(lambda self: self.adjudication.record(self.sentence), takes_self=True)
    )

    @property
    def state(self) -> State:
        """How far it is."""
        return self.adjudication.state(self.sentence)

    @property
    def tag_questions(self) -> tuple[TagQuestion, ...]:
        return tuple(self.sentence.tag_questions(self.record))

    @property
    def places(self) -> tuple[ShownPlace, ...]:
        """The places at which annotators differ, in words or about a tag that has no majority, in source order."""
        return tuple(ShownPlace(item, self) for item in self.sentence.stretches if item in self._differing)

    @property
    def agreed(self) -> tuple[Edit, ...]:
        """The other corrections that everybody has."""
        return tuple(
            edit for place in self.sentence.agreed if place not in self._differing for edit in place.versions[0].edits
        )

    @property
    def _differing(self) -> tuple[Place, ...]:
        tags = (item for item in self.sentence.agreed if item.differs_in_tags)
        return (*self.sentence.places, *tags)

    @property
    def annotators(self) -> tuple[AnnotatorSentence, ...]:
        """The sentences of those who have seen it."""
        own = self.sentence
        return tuple(
            AnnotatorSentence(name, " ".join(own.words_of(name)), bool(own.edits_of(name))) for name in own.annotators
        )

    @property
    def rulings(self) -> tuple[ShownRuling, ...]:
        """What stands in the result: what is decided, and what everybody agrees on."""
        return tuple(ShownRuling(item, self.sentence.source) for item in self.sentence.rulings(self.record))

    @property
    def result(self) -> str:
        """The sentence with these rulings; open places are as in the source."""
        return " ".join(self.sentence.result(self.record))

    @property
    def documents(self) -> tuple[FilePlace, ...]:
        """Where it stands in the source and in the annotators' documents."""
        return self.places_of(self.sentence.spots)

    def places_of(self, spots: Spots) -> tuple[FilePlace, ...]:
        return tuple(self.adjudication.differences.files[self.sentence.text].places(spots))


@shape(
    *("file", "adjudication.differences.annotators", "author", "counts", "matching", "sentences", "problems"),
    name="Adjudication",
)
@attrs.frozen
class AdjudicationPage:
    """The answer of ``markscheme/adjudication``."""

    file: str
    """The URI of the file of decisions, there or not."""
    adjudication: Adjudication
    author: str
    """Whose name decisions get."""
    matching: int
    """The number of sentences that were wanted; ``sentences`` may be a page of them."""
    sentences: tuple[ShownSentence, ...]
    """The sentences of the page."""

    @property
    def counts(self) -> Progress:
        """How far it is."""
        return self.adjudication.progress

    @property
    def problems(self) -> tuple[str, ...]:
        """What can't be used, in words."""
        return tuple(map(str, self.adjudication.problems))


@shape()
@attrs.frozen
class AdjudicationResult:
    """The result of ``markscheme.adjudicate``."""

    file: str
    """The URI of the file of decisions."""
    changed: int
    """The number of sentences whose decisions changed, or would."""
    places: int
    """The number of places that ``majority`` took, or would."""
    sentences: tuple[ShownSentence, ...]
    """The changed sentences as they are now, the first 50 of many; where nothing changed, that of ``key``."""
    undo: tuple[RestoredSentence, ...]
    """What ``restore`` needs to take this back, byte for byte."""
    next: SentenceKey | None
    """The next open sentence; ``null`` when none is open."""
    counts: Progress
    """How far it is."""


@shape()
@attrs.frozen
class ExportFormat:
    """A format in which texts with their corrections can be written."""

    name: str
    """Its name in commands."""
    title: str
    """Its name for people."""
    suffix: str
    """The end of its files' names, with the dot; empty where any name does."""


@shape()
@attrs.frozen
class AdjudicationChoices:
    """The answer of ``markscheme/adjudicationChoices``: what a person can choose for an export."""

    name: str
    """The exercise's name; of several, that of their folder."""
    formats: tuple[ExportFormat, ...]
    """The formats in which the result can be written: M2, which has who decided what, first."""
    annotators: tuple[str, ...]
    """The names of all annotators."""
    counts: Progress
    """How far it is; where sentences are open, an export needs ``open``."""


@shape()
@attrs.frozen
class ExportedAdjudication:
    """The result of ``markscheme.exportAdjudication``."""

    files: tuple[str, ...]
    """The URIs of the files: ``target`` first."""
    existing: tuple[str, ...]
    """The URIs of other files that are there; where there are any, nothing was written."""
    format: str
    """The format's name for people."""
    filled: int
    """The number of sentences that are open, in which ``open`` decided what stands."""
    losses: tuple[str, ...]
    """What the format can't hold, in words."""


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
)
DETECTED = "UNK"
GAP = "‸"
"""Stands for the place of an insertion."""


def summary(changes: AnnotatorChanges) -> str:
    changed, seen = counted(len(changes.changes), "place"), counted(changes.seen, "decided sentence")
    return f"{numbered_name(changes.annotator)}: {changed} changed and {changes.kept} kept in {seen}"


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
    names = ", ".join(map(numbered_name, item.annotators))
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


def _rows(changes: AnnotatorChanges) -> Iterator[tuple[object, ...]]:
    for item in changes.changes:
        provenance = item.provenance
        yield (
            item.sentence,
            " ".join(item.source),
            " ".join(item.words),
            " ".join(item.theirs),
            "+".join(item.their_types),
            " ".join(item.result),
            "+".join(item.result_types),
            ", ".join(provenance.annotators) or provenance.origin.value,
            provenance.author,
            provenance.date,
            provenance.reason,
        )


def _changes_json(changes: AnnotatorChanges) -> str:
    return json_report(
        {
            "schema": SCHEMA,
            "annotator": changes.annotator,
            "sentences": changes.seen,
            "kept": changes.kept,
            "changes": list(map(_change, changes.changes)),
        }
    )


def _change(item: Change) -> dict[str, object]:
    provenance = item.provenance
    return {
        "sentence": item.sentence,
        "source": item.source,
        "start": item.start,
        "end": item.end,
        "theirs": {"words": item.theirs, "types": item.their_types},
        "result": {"words": item.result, "types": item.result_types},
        "origin": provenance.origin,
        "annotators": provenance.annotators,
        "author": provenance.author or None,
        "date": provenance.date,
        "reason": provenance.reason or None,
    }


def changes_page(changes: AnnotatorChanges) -> str:
    return page(
        "adjudication",
        changes=changes,
        summary=summary(changes),
        place=place_words,
        origin=origin_words,
        context=place_context,
    )


MAX_TYPES = 10
MAX_OPEN = 10


@attrs.frozen
class AdjudicationStatus:
    """How far an adjudication is; ``every_tag``: with tags that have a majority or are decided."""

    adjudication: Adjudication
    every_tag: bool = False

    @property
    def tags(self) -> Iterator[tuple[Sentence, TagQuestion]]:
        for item in self.adjudication.differences.sentences:
            for question in item.tag_questions(self.adjudication.record(item), every=self.every_tag):
                yield item, question


def status_text(states: Sequence[AdjudicationStatus], _width: int) -> str:
    return "\n".join("".join(f"{line}\n" for line in _status_lines(item)) for item in states)


def _status_lines(state: AdjudicationStatus) -> Iterator[str]:
    adjudication = state.adjudication
    progress = adjudication.progress
    yield f"{shown_path(adjudication.path)}: {', '.join(map(numbered_name, adjudication.differences.annotators))}"
    unseen = f", {progress.unseen} that nobody has seen" if progress.unseen else ""
    tags = f", {progress.tags} in which only a tag is open" if progress.tags else ""
    yield (
        f"{counted(progress.sentences, 'sentence')}: {progress.agreed} agreed, {progress.decided} decided, "
        f"{progress.open} open with {counted(progress.open_places, 'place')}{tags}{unseen}"
    )
    if progress.by:
        people = (f"{author or 'nobody named'} {number}" for author, number in progress.by)
        yield f"Places decided by: {', '.join(people)}"
        taken = (f"{numbered_name(name)} {number}" for name, number in progress.origins)
        yield f"Taken from: {', '.join(taken) or 'nobody'}"
    yield adjudication.differences.tags.words
    if progress.types:
        types = [f"{name} {number}" for name, number in progress.types]
        yield f"Types at open places: {some_of(types, MAX_TYPES, conjunction=', and')}"
    opened = adjudication.open_sentences
    for sentence in opened[:MAX_OPEN]:
        yield f"  {sentence.index + 1}  {' '.join(sentence.source)}"
    if len(opened) > MAX_OPEN:
        yield f"  and {len(opened) - MAX_OPEN} more"
    yield from _tag_lines(list(state.tags), state.every_tag)
    if adjudication.leftovers:
        yield f"Decided sentences that the source does not have (any more): {len(adjudication.leftovers)}"


def _tag_lines(questions: Sequence[tuple[Sentence, TagQuestion]], every: bool) -> Iterator[str]:
    if questions:
        yield "Corrections that annotators call differently:" if every else "Which tag? No tag has a majority at"
    for sentence, question in questions if every else questions[:MAX_OPEN]:
        ruling = question.ruling
        change = deed(" ".join(sentence.source[ruling.start : ruling.end]), " ".join(ruling.replacement))
        given = (f"{item.name or 'none'} by {', '.join(map(numbered_name, item.annotators))}" for item in question.tags)
        decided = f" (decided: {ruling.type})" if ruling.provenance.decides_tag else ""
        yield f"  {sentence.index + 1}  {ruling.start} {ruling.end}  {change}: {'; '.join(given)}{decided}"
    if not every and len(questions) > MAX_OPEN:
        yield f"  and {len(questions) - MAX_OPEN} more"


def status_json(states: Sequence[AdjudicationStatus]) -> str:
    return json_report({"schema": SCHEMA, "adjudications": list(map(_status, states))})


def _status(state: AdjudicationStatus) -> dict[str, object]:
    adjudication = state.adjudication
    progress = adjudication.progress
    return {
        "file": adjudication.path,
        "annotators": adjudication.differences.annotators,
        "tags": adjudication.differences.tags,
        "counts": progress,
        "decided_by": dict(progress.by),
        "taken_from": dict(progress.origins),
        "open_types": dict(progress.types),
        "open": [
            {"sentence": item.index + 1, "number": item.key.number, "source": item.source}
            for item in adjudication.open_sentences
        ],
        "tag_questions": [_tag_question(item, question) for item, question in state.tags],
        "leftovers": [" ".join(key.source) for key in adjudication.leftovers],
    }


def _tag_question(sentence: Sentence, question: TagQuestion) -> dict[str, object]:
    ruling = question.ruling
    return {
        "sentence": sentence.index + 1,
        "start": ruling.start,
        "end": ruling.end,
        "source": sentence.source[ruling.start : ruling.end],
        "words": ruling.replacement,
        "tags": [{"name": item.name, "annotators": item.annotators} for item in question.tags],
        "decided": ruling.type if ruling.provenance.decides_tag else None,
    }


STATUS_LAYOUTS = layouts(text=status_text, json=status_json)
CHANGES_LAYOUTS = layouts(
    text=changes_text, json=_changes_json, cells=lambda changes: (COLUMNS, _rows(changes)), html=changes_page
)
