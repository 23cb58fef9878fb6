"""Where annotators differ, what an adjudicator takes of each, and the text that comes of it.

A place is the union of edits that overlap, or that insert at each other's ends, over all annotators, and of such unions
side by side at which annotators differ: so versions of different places never clash, and words that were changed
together are taken together. An annotator who has not seen the sentence does not count. An annotator who gives several
choices has all of their versions; where some version is everybody's, there is nothing to decide.
"""

import datetime
import enum
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from markscheme.contract import shape
from markscheme.documents.corpus import Document
from markscheme.documents.files import TextSource
from markscheme.documents.places import FilePlace
from markscheme.edits.edit import Correction, Edit, Edits, apply_edits, joined_spans, joined_tag
from markscheme.errors import DocumentError
from markscheme.exercises.adjudicated_file import (
    NOOP,
    AdjudicatedFile,
    Origin,
    Provenance,
    Record,
    Ruling,
    SentenceKey,
    names_in_order,
    plain_reason,
    record_of,
)
from markscheme.exercises.decisions import Words
from markscheme.languages.segments import Span
from markscheme.research.pool import Pool, PooledSentence, PooledText, SentenceVersion, Tags

if TYPE_CHECKING:
    from markscheme.inference.models import Models


@attrs.frozen
class Annotator:
    """A person with references in a pool, by their indices; the first one has the first of several choices."""

    name: str
    references: tuple[int, ...]

    def versions(self, sentence: PooledSentence) -> tuple[SentenceVersion, ...]:
        return tuple(item for index in self.references if not (item := sentence.references[index]).is_absent)


def annotators_of(pool: Pool, left_out: Collection[str] = ()) -> tuple[Annotator, ...]:
    """Return the annotators in the order of the pool's references; ``left_out`` names files that no annotator made."""
    people: dict[int, list[int]] = {}
    for index, first in enumerate(pool.first_choices):
        paths = {item.path.name for text in pool.texts if (item := text.references[index]) is not None and item.path}
        if not paths or not paths <= set(left_out):
            people.setdefault(first, []).append(index)
    return tuple(Annotator(pool.references[first], tuple(indices)) for first, indices in people.items())


Signature = tuple[tuple[int, int, Words, bool], ...]
"""What makes two versions the same: places and replacements, not types; and which of them only mark an error."""


Spots = tuple[int, ...]
"""Stretches of documents, three numbers each: the index of the reference in the pool, or :data:`SOURCE`, and the
stretch's first character and its end."""
SOURCE = -1


@shape(
    *("text", "edits", "annotators", "alternatives", "detects", "has_majority"),
    name="AdjudicationVersion",
    renamed={"text": "words", "has_majority": "majority"},
)
@attrs.frozen
class PlaceVersion:
    """What one or several annotators have at a place."""

    edits: Edits
    """The corrections and marks, disjoint; none where they left the source."""
    annotators: tuple[str, ...]
    """The annotators' names."""
    words: Words
    alternatives: tuple[str, ...] = ()
    """Those for whom it is a further choice."""
    has_majority: bool = False
    """Whether more than half of those who have seen the sentence have it."""

    @property
    def text(self) -> str:
        """The tokens that stand there, parted by spaces; empty where they are deleted."""
        return " ".join(self.words)

    @property
    def detects(self) -> bool:
        """Whether it marks an error without a correction."""
        return any(not edit.corrects for edit in self.edits)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody for whom it is right."""
        return (*self.annotators, *self.alternatives)

    @property
    def leaves(self) -> bool:
        """Whether the source stays, without a mark."""
        return not self.edits

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(edit.type for edit in self.edits if edit.type))


@attrs.frozen
class Place:
    """A place of a sentence that some annotator changes or marks.

    ``spots``: where it stands in the source and in the annotators' documents.
    """

    start: int
    """The first source token."""
    end: int
    """The token behind the last one; the same for an insertion."""
    versions: tuple[PlaceVersion, ...]
    """Those of most annotators come first; of as many, those of the first annotator."""
    equal: tuple[str, ...] = ()
    """The tolerances of the exercise (``equal``) under which all versions are equal; empty where they are not."""
    spots: Spots = ()

    @property
    def majority(self) -> PlaceVersion | None:
        """The version of more than half of those who have seen the sentence; ``None`` where there is none."""
        return next((item for item in self.versions if item.has_majority), None)

    def version_of(self, annotator: str) -> PlaceVersion | None:
        """Return an annotator's version, the first choice of several; ``None`` for one who has not seen the place."""
        chosen = (item for item in self.versions if annotator in item.annotators)
        return next(chosen, next((item for item in self.versions if annotator in item.alternatives), None))


@attrs.frozen
class Sentence:
    """A sentence with everybody's versions.

    ``text``: the index of its text in :attr:`Differences.files`. ``annotators``: those who have seen it. ``agreed``:
    the places at which all have the same. ``places``: those at which they differ. ``is_tokenised``: whether white space
    parts its tokens in the documents.
    """

    exercise: str
    """The exercise's name."""
    text: int
    index: int
    """Its number among all sentences, from 0."""
    key: SentenceKey
    """Its name in commands."""
    annotators: tuple[str, ...]
    absent: tuple[str, ...]
    """The names of those who have not seen it."""
    agreed: tuple[Place, ...]
    places: tuple[Place, ...]
    spots: Spots = ()
    is_tokenised: bool = True

    @property
    def source(self) -> Words:
        """The source's tokens."""
        return self.key.source

    @property
    def is_agreed(self) -> bool:
        return not self.places

    @property
    def stretches(self) -> tuple[Place, ...]:
        return tuple(sorted((*self.agreed, *self.places), key=lambda place: (place.start, place.end)))

    def edits_of(self, annotator: str) -> Edits:
        """Return the corrections and marks of an annotator who has seen it; the first of several choices."""
        versions = (place.version_of(annotator) for place in self.stretches)
        return tuple(edit for version in versions if version is not None for edit in version.edits)

    def words_of(self, annotator: str) -> Words:
        return apply_edits(self.source, tuple(edit for edit in self.edits_of(annotator) if edit.corrects))

    def place(self, start: int, end: int) -> Place:
        """Raise DocumentError if the sentence has no place at these source tokens."""
        for place in self.stretches:
            if (place.start, place.end) == (start, end):
                return place
        places = ", ".join(f"{place.start} {place.end}" for place in self.stretches) or "none"
        raise DocumentError(f"tokens {start} {end} are no place of this sentence", remedy=f"Its places are {places}")

    def open_places(self, record: Record | None) -> tuple[Place, ...]:
        if record is None:
            return self.places
        if record.is_decided:
            return ()
        return tuple(place for place in self.places if not record.at(place.start, place.end))

    def rulings(self, record: Record | None) -> tuple[Ruling, ...]:
        """Return all that stands in it: what is decided, and while it is not, what everybody agrees on."""
        if record is not None and record.is_decided:
            return record.rulings
        rulings = record.rulings if record is not None else ()
        return tuple(sorted([*_agreed_beside(self, rulings), *rulings], key=lambda item: item.place))

    def result(self, record: Record | None) -> Words:
        """Return the sentence as it is decided; open places are as the source."""
        return apply_edits(self.source, tuple(edit_of(item) for item in self.rulings(record) if item.changes))


@attrs.frozen
class SpotFile:
    """The file of a document that spots point into, with whose text it is."""

    path: Path | None
    name: str


@attrs.frozen
class TextFiles:
    """The files of a text, in the order of the pool's references; ``None`` for those who have none here."""

    source: SpotFile
    references: tuple[SpotFile | None, ...]

    def places(self, spots: Spots) -> Iterator[FilePlace]:
        for index, start, end in zip(spots[::3], spots[1::3], spots[2::3], strict=True):
            file = self.source if index == SOURCE else self.references[index]
            if file is not None:
                yield FilePlace(file.path, file.name, Span(start, end))


@attrs.frozen
class Differences:
    """All sentences of the exercises that share a file of decisions. ``files``: those of each text, which spots point
    into.
    """

    annotators: tuple[str, ...]
    """The names of all annotators."""
    sentences: tuple[Sentence, ...]
    files: tuple[TextFiles, ...] = ()
    tags: Tags = Tags()

    @classmethod
    def of(cls, pool: Pool, left_out: Collection[str] = ()) -> "Differences":
        people = annotators_of(pool, left_out)
        numbers: Counter[Words] = Counter()
        sentences: list[Sentence] = []
        for index, item in enumerate(pool.sentences):
            numbers[item.source] += 1
            reader = _SentenceReader(item, pool.texts[item.text], people)
            sentences.append(reader.sentence(index, SentenceKey(item.source, numbers[item.source])))
        return cls(tuple(person.name for person in people), tuple(sentences), tuple(map(_files, pool.texts)), pool.tags)

    @property
    def keys(self) -> tuple[SentenceKey, ...]:
        return tuple(item.key for item in self.sentences)

    def sentence(self, key: SentenceKey) -> Sentence | None:
        return next((item for item in self.sentences if item.key == key), None)


def _files(text: PooledText) -> TextFiles:
    source = SpotFile(text.source.path, text.source.name)
    references = (None if item is None else SpotFile(item.path, item.name) for item in text.references)
    return TextFiles(source, tuple(references))


@attrs.frozen
class _SentenceReader:
    pooled: PooledSentence
    text: PooledText
    people: Sequence[Annotator]

    def sentence(self, index: int, key: SentenceKey) -> Sentence:
        choices = {
            person.name: [_edits(version) for version in own_versions]
            for person in self.people
            if (own_versions := person.versions(self.pooled))
        }
        agreed: list[Place] = []
        disputed: list[tuple[int, int]] = []
        for start, end in stretches_of(edits for sides in choices.values() for edits in sides):
            versions = _versions(key.source, start, end, choices)
            everybody = next((item for item in versions if len(item.people) == len(choices)), None)
            if everybody is not None:
                agreed.append(Place(start, end, (everybody,)))
            else:
                disputed.append((start, end))
        places: list[Place] = []
        for start, end in joined_spans(disputed):
            place = Place(start, end, _versions(key.source, start, end, choices))
            spots = tuple(self._spots(start, end))
            places.append(attrs.evolve(place, equal=_equal(self.pooled, place), spots=spots))
        return Sentence(
            self.text.exercise,
            self.pooled.text,
            index,
            key,
            tuple(choices),
            tuple(person.name for person in self.people if person.name not in choices),
            tuple(agreed),
            tuple(places),
            tuple(self._spots(0, len(key.source))),
            self.pooled.passage.parallel,
        )

    def _spots(self, start: int, end: int) -> Iterator[int]:
        yield from _spot(SOURCE, self.text.source, self.pooled.passage.source.characters(start, end))
        for person in self.people:
            for index in person.references:
                version, document = self.pooled.references[index], self.text.references[index]
                if document is not None and not version.is_absent:
                    for span in _spans(version, start, end):
                        yield from _spot(index, document, span)


def _spot(index: int, document: Document, span: Span) -> tuple[int, int, int]:
    place = span if document.places is None else document.places.span(span)
    return index, place.start, place.end


def _edits(version: SentenceVersion) -> Edits:
    kept = list(_joined_insertions(version.edits))
    for mark in version.detections:
        if not any(_overlap(mark, item) for item in kept):
            kept.append(mark)
    return tuple(sorted(kept, key=lambda edit: (edit.start, edit.end)))


def _joined_insertions(edits: Edits) -> Iterator[Edit]:
    waiting: Edit | None = None
    for edit in edits:
        if waiting is not None and edit.start == edit.end == waiting.start == waiting.end:
            words = (*waiting.replacement, *edit.replacement)
            waiting = attrs.evolve(waiting, replacement=words, tag=joined_tag((waiting, edit)))
            continue
        if waiting is not None:
            yield waiting
        waiting = edit
    if waiting is not None:
        yield waiting


def _overlap(one: Edit, other: Edit) -> bool:
    same = (one.start, one.end) == (other.start, other.end)
    return same or (one.start < other.end and other.start < one.end)


def stretches_of(versions: Iterable[Edits]) -> Iterator[tuple[int, int]]:
    """Yield the unions of edits that overlap, or of which one inserts at an end of the other."""
    spans = sorted({(edit.start, edit.end) for edits in versions for edit in edits})
    merged: tuple[int, int] | None = None
    insertion = -1
    for start, end in spans:
        inserts = start == end
        if merged is not None and (start < merged[1] or (start == merged[1] and (inserts or insertion == start))):
            merged = merged[0], max(merged[1], end)
        else:
            if merged is not None:
                yield merged
            merged = start, end
        insertion = start if inserts else insertion
    if merged is not None:
        yield merged


def _versions(source: Words, start: int, end: int, choices: Mapping[str, Sequence[Edits]]) -> tuple[PlaceVersion, ...]:
    collected: dict[Signature, _Candidate] = {}
    for name, versions in choices.items():
        for number, edits in enumerate(versions):
            inside = tuple(edit for edit in edits if start <= edit.start and edit.end <= end)
            version = collected.setdefault(signature_of(inside), _Candidate(inside))
            if name not in (*version.annotators, *version.alternatives):
                (version.alternatives if number else version.annotators).append(name)
    ordered = sorted(collected.values(), key=lambda item: -item.people)
    return tuple(
        PlaceVersion(
            item.edits,
            tuple(item.annotators),
            words_at(source, item.edits, start, end),
            tuple(item.alternatives),
            item is ordered[0] and item.people > max(1, len(choices) / 2),
        )
        for item in ordered
    )


@attrs.define
class _Candidate:
    edits: Edits
    annotators: list[str] = attrs.Factory(list)
    alternatives: list[str] = attrs.Factory(list)

    @property
    def people(self) -> int:
        return len(self.annotators) + len(self.alternatives)


def signature_of(edits: Edits) -> Signature:
    return tuple((edit.start, edit.end, edit.replacement if edit.corrects else (), edit.corrects) for edit in edits)


def words_at(source: Words, edits: Edits, start: int, end: int) -> Words:
    moved = (attrs.evolve(edit, start=edit.start - start, end=edit.end - start) for edit in edits if edit.corrects)
    return apply_edits(source[start:end], tuple(moved))


def _equal(pooled: PooledSentence, place: Place) -> tuple[str, ...]:
    before, after = pooled.source[: place.start], pooled.source[place.end :]
    first, *others = place.versions
    names: dict[str, None] = {}
    for other in others:
        same = pooled.rules.equal_enough(first.words, other.words, before, after)
        if not same:
            return ()
        names.update(dict.fromkeys(same))
    return tuple(names)


def _spans(version: SentenceVersion, start: int, end: int) -> Iterator[Span]:
    stated = [item.correction for item in version.side.edits if start <= item.start and item.end <= end]
    if stated:
        yield from stated
        return
    first = _target(version.edits, start, is_end=False)
    last = max(_target(version.edits, end, is_end=True), first)
    yield version.side.place((start, end), (first, last))


def _target(edits: Edits, at: int, *, is_end: bool) -> int:
    """Return the target's token at a boundary of the source; what is inserted there is inside the stretch."""
    before = (edit for edit in edits if edit.end <= at and (is_end or edit.start < at))
    return at + sum(len(edit.replacement) - (edit.end - edit.start) for edit in before)


@attrs.frozen
class WordsQuestion:
    """Words as a person writes them, for source tokens or the sentence; ``is_tokenised``: white space parts tokens."""

    source: Words
    place: tuple[int, int] | None
    words: str
    is_tokenised: bool = True

    def wording(self, models: "Models") -> "Wording":
        """Return the tokens of the words, and the edits, all within the place; DocumentError for more than one line."""
        text = self.words.strip()
        if len(text.splitlines()) > 1:
            raise DocumentError("these words are more than one line")
        source = self.source
        # In tokenised texts a space ends a token, and what the source has as one token stays one.
        parts = text.split() if self.is_tokenised else [text]
        source_tokens = frozenset(source) if self.is_tokenised else frozenset()
        words = tuple(
            token for part in parts for token in ((part,) if part in source_tokens else _tokens(part, models))
        )
        start, end = self.place or (0, len(source))
        if words == source[start:end]:
            return Wording(words, ())
        [edits] = models.edits([(source, (*source[:start], *words, *source[end:]))])
        if not all(start <= edit.start and edit.end <= end for edit in edits):
            [edits] = models.typed([Correction(source, (Edit(start, end, words),))])
        return Wording(words, edits)


@attrs.frozen
class Wording:
    """Words of the adjudicator's own for a place, or a sentence, and the edits that lead to them."""

    words: Words
    edits: Edits


@attrs.frozen
class Decider:
    """Who decides, when and why."""

    author: str = ""
    date: datetime.date | None = None
    reason: str = ""

    def provenance(self, origin: Origin, annotators: Sequence[str] = ()) -> Provenance:
        return Provenance(origin, tuple(annotators), self.author, self.date, plain_reason(self.reason))


NOBODY = Provenance(Origin.LEFT)


def _version_of(sentence: Sentence, place: Place, annotator: str) -> PlaceVersion:
    _check_annotator(sentence, annotator)
    version = place.version_of(annotator)
    if version is None:
        raise DocumentError(f"{annotator} has no version of this place")
    return version


def _taken_place(
    sentence: Sentence, record: Record | None, place: Place, version: PlaceVersion, decider: Decider
) -> Record | None:
    """Return a record after a version of a place is taken; the sentence is decided with its last open place."""
    return _with_rulings(sentence, record, place, _of_version(sentence.source, place, version, decider))


def _own_place(
    sentence: Sentence, record: Record | None, place: Place, wording: Wording, decider: Decider
) -> Record | None:
    """Return a record after the adjudicator's own words are put at a place; those of a version stay the annotators'."""
    version = next((item for item in place.versions if item.words == wording.words and _corrects(item)), None)
    if version is not None:
        return _taken_place(sentence, record, place, version, decider)
    provenance = decider.provenance(Origin.OWN)
    rulings = [Ruling(edit.start, edit.end, edit.replacement, edit.type, provenance) for edit in wording.edits]
    return _with_rulings(sentence, record, place, rulings or [_left(sentence.source, place, provenance)])


def _own_sentence(sentence: Sentence, edits: Edits, decider: Decider) -> Record | None:
    """Return the record of a sentence in the adjudicator's own words; an edit that annotators have too is theirs."""
    rulings = [_credited(sentence, edit, decider) for edit in edits]
    for place in sentence.stretches:
        if not any(item.clashes(place.start, place.end) for item in rulings):
            version = next((item for item in place.versions if item.leaves), None)
            left = decider.provenance(Origin.LEFT, version.people if version is not None else ())
            rulings.append(_left(sentence.source, place, left))
    return record_of(rulings, is_decided=True, otherwise=decider.provenance(Origin.LEFT))


def edit_of(ruling: Ruling) -> Edit:
    return Edit(ruling.start, ruling.end, ruling.replacement, ruling.type)


def _check_annotator(sentence: Sentence, annotator: str) -> None:
    if annotator in sentence.absent:
        raise DocumentError(f"{annotator} has not seen this sentence")
    if annotator not in sentence.annotators:
        remedy = f"The annotators are {', '.join((*sentence.annotators, *sentence.absent))}"
        raise DocumentError(f"there is no annotator {annotator!r}", remedy=remedy)


def _agreed(sentence: Sentence) -> Iterator[Ruling]:
    for place in sentence.agreed:
        yield from _of_edits(place.versions[0].edits, Provenance(Origin.AGREED, sentence.annotators))


def _of_version(source: Words, place: Place, version: PlaceVersion, decider: Decider) -> list[Ruling]:
    if version.leaves:
        left = decider.provenance(Origin.LEFT, version.people)
        return [_left(source, place, left)]
    return list(_of_edits(version.edits, decider.provenance(Origin.ANNOTATORS, version.people)))


def _of_edits(edits: Edits, provenance: Provenance) -> Iterator[Ruling]:
    for edit in edits:
        yield Ruling(edit.start, edit.end, edit.replacement, edit.type, provenance)


def _left(source: Words, place: Place, provenance: Provenance) -> Ruling:
    left = attrs.evolve(provenance, origin=Origin.LEFT)
    return Ruling(place.start, place.end, source[place.start : place.end], NOOP, left)


def _corrects(version: PlaceVersion) -> bool:
    return all(edit.corrects for edit in version.edits)


def _credited(sentence: Sentence, edit: Edit, decider: Decider) -> Ruling:
    versions = [version for place in sentence.stretches for version in place.versions]
    having = {
        name
        for version in versions
        for name in version.people
        if any(one.key == edit.key and one.corrects for one in version.edits)
    }
    names = names_in_order(having, sentence.annotators)
    if names and len(names) == len(sentence.annotators):
        provenance = Provenance(Origin.AGREED, names)
    else:
        provenance = decider.provenance(Origin.ANNOTATORS if names else Origin.OWN, names)
    return Ruling(edit.start, edit.end, edit.replacement, edit.type, provenance)


def _with_rulings(sentence: Sentence, record: Record | None, place: Place, rulings: Iterable[Ruling]) -> Record | None:
    kept = [item for item in _at_places(sentence, record) if not item.clashes(place.start, place.end)]
    return _record(sentence, [*kept, *rulings])


def _record(sentence: Sentence, rulings: Sequence[Ruling]) -> Record | None:
    decided = [item for item in rulings if item.provenance.origin is not Origin.AGREED]
    begun = record_of(decided, is_decided=False, otherwise=NOBODY)
    if sentence.open_places(begun):
        return begun
    return record_of([*_agreed_beside(sentence, decided), *decided], is_decided=True, otherwise=NOBODY)


def _at_places(sentence: Sentence, record: Record | None) -> tuple[Ruling, ...]:
    """Return a record's rulings; one about a whole sentence that stays as one for each place."""
    if record is None:
        return ()
    whole = [item for item in record.rulings if item.is_whole]
    places = [_left(sentence.source, place, item.provenance) for item in whole for place in sentence.stretches]
    return (*places, *(item for item in record.rulings if not item.is_whole))


def _agreed_beside(sentence: Sentence, rulings: Sequence[Ruling]) -> Iterator[Ruling]:
    for item in _agreed(sentence):
        if not any(other.clashes(item.start, item.end) for other in rulings):
            yield item


@attrs.frozen
class Choice:
    """What is to be done: a name of :data:`ACTIONS`, at a place (source tokens; ``None`` for the whole sentence)."""

    action: str
    place: tuple[int, int] | None = None
    annotator: str = ""
    wording: Wording | None = None


Action = Callable[[Sentence, Record | None, Choice, Decider], Record | None]


def _take(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    if choice.place is not None:
        place = sentence.place(*choice.place)
        return _taken_place(sentence, record, place, _version_of(sentence, place, choice.annotator), decider)
    _check_annotator(sentence, choice.annotator)
    rulings = [*_agreed(sentence)]
    for place in sentence.places:
        version = place.version_of(choice.annotator)
        rulings += _of_version(sentence.source, place, version, decider) if version is not None else ()
    return record_of(rulings, is_decided=True, otherwise=decider.provenance(Origin.LEFT))


def _own(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    if choice.wording is None:
        raise DocumentError("there are no words to put there")
    if choice.place is None:
        return _own_sentence(sentence, choice.wording.edits, decider)
    return _own_place(sentence, record, sentence.place(*choice.place), choice.wording, decider)


def _leave(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    if choice.place is None:
        return _own_sentence(sentence, (), decider)
    place = sentence.place(*choice.place)
    version = next((item for item in place.versions if item.leaves), PlaceVersion((), (), ()))
    return _taken_place(sentence, record, place, version, decider)


def _majority(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    del choice
    for place in sentence.open_places(record):
        if place.majority is not None:
            record = _taken_place(sentence, record, place, place.majority, decider)
    return record


def _withdraw(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    del decider
    if choice.place is None:
        return None
    place = sentence.place(*choice.place)
    kept = [item for item in _at_places(sentence, record) if not item.clashes(place.start, place.end)]
    decided = [item for item in kept if item.provenance.origin is not Origin.AGREED]
    return _record(sentence, decided) if decided else None


ACTIONS: Mapping[str, Action] = {
    "take": _take,
    "own": _own,
    "leave": _leave,
    "majority": _majority,
    "withdraw": _withdraw,
}
"""What can be done, by name: ``take`` an annotator's version, put ``own`` words, ``leave`` the source, take the
``majority``'s versions of all open places, and ``withdraw`` what was decided."""


@shape()
@attrs.frozen
class RestoredSentence:
    """What stood in the file of decisions about a sentence."""

    key: SentenceKey
    """The sentence."""
    body: str | None = None
    """The text behind its ``S`` line; ``null`` where there was no such line."""


@attrs.frozen
class Decided:
    """A file after a decision, and what stood there before."""

    file: AdjudicatedFile
    before: tuple[RestoredSentence, ...]


@shape(name="AdjudicationState")
class State(enum.Enum):
    """How far a sentence is."""

    AGREED = "agreed"
    OPEN = "open"
    DECIDED = "decided"
    UNSEEN = "unseen"


@shape(
    *("sentences", "agreed", "open", "decided", "unseen", "open_places"),
    name="AdjudicationCounts",
    renamed={"open_places": "places"},
)
@attrs.frozen
class Progress:
    """Numbers of sentences.

    Beside them, the numbers of rulings ``by`` adjudicator, of corrections that were taken by annotator (``origins``),
    and of open places by type of error, the most first; a place of several types counts once for each.
    """

    sentences: int
    """All of them."""
    agreed: int
    """Those on which all annotators agree."""
    open: int
    """Those about which something is to be decided."""
    decided: int
    """Those that are decided."""
    unseen: int
    """Those that no annotator has seen."""
    open_places: int
    """Open places."""
    by: tuple[tuple[str, int], ...]
    origins: tuple[tuple[str, int], ...]
    types: tuple[tuple[str, int], ...]


@attrs.frozen
class Adjudication:
    """The sentences of the exercises that share a file of decisions (``path``, there or not), with what is decided.

    ``records`` may hold sentences that the exercises no longer have. ``problems``: why texts can't be used.
    """

    path: Path
    differences: Differences
    records: Mapping[SentenceKey, Record]
    problems: tuple[DocumentError, ...] = ()

    @classmethod
    def read(
        cls, path: Path, differences: Differences, read: TextSource, problems: Iterable[DocumentError] = ()
    ) -> "Adjudication":
        """Raise DocumentError if the file of decisions is broken."""
        return cls(path, differences, AdjudicatedFile.read(path, read).records, tuple(problems))

    def record(self, sentence: Sentence) -> Record | None:
        return self.records.get(sentence.key)

    def state(self, sentence: Sentence) -> State:
        record = self.record(sentence)
        if record is not None and record.is_decided:
            return State.DECIDED
        if not sentence.annotators:
            return State.UNSEEN
        return State.OPEN if sentence.open_places(record) else State.AGREED

    @property
    def open_sentences(self) -> tuple[Sentence, ...]:
        return tuple(item for item in self.differences.sentences if self.state(item) is State.OPEN)

    def open_after(self, index: int) -> Sentence | None:
        """Return the first open sentence after one; after the last one the first of all."""
        items = self.open_sentences
        return next((item for item in items if item.index > index), items[0] if items else None)

    @property
    def leftovers(self) -> tuple[SentenceKey, ...]:
        """The sentences of the file that the exercises don't have, such as those that were changed since."""
        keys = set(self.differences.keys)
        return tuple(key for key in self.records if key not in keys)

    def decide(self, sentences: Sequence[Sentence], choice: Choice, decider: Decider) -> Decided:
        """Do the same with some sentences, and write the file. Raise DocumentError if a sentence has no such place or
        annotator, the file is broken or can't be written, or M2 can't hold the decision; then it is as it was.
        """
        before: list[RestoredSentence] = []

        def change(file: AdjudicatedFile) -> str:
            changes: dict[SentenceKey, Record | None] = {}
            for sentence in sentences:
                record = file.records.get(sentence.key)
                new = ACTIONS[choice.action](sentence, record, choice, decider)
                if new != record:
                    changes[sentence.key] = new
                    before.append(RestoredSentence(sentence.key, file.body(sentence.key)))
            return file.with_records(changes, self.differences.keys) if changes else file.text

        return Decided(AdjudicatedFile.rewrite(self.path, change), tuple(before))

    def restore(self, bodies: Sequence[RestoredSentence]) -> Decided:
        """Put back what stood in the file before a decision; what stands there now comes back in turn. Raise
        DocumentError if the file is broken, before or after, or can't be written; then it is as it was.
        """
        before: list[RestoredSentence] = []

        def change(file: AdjudicatedFile) -> str:
            before.extend(RestoredSentence(item.key, file.body(item.key)) for item in bodies)
            return file.with_bodies({item.key: item.body for item in bodies}, self.differences.keys)

        return Decided(AdjudicatedFile.rewrite(self.path, change), tuple(before))

    @property
    def progress(self) -> Progress:
        states = Counter(map(self.state, self.differences.sentences))
        types: Counter[str] = Counter()
        count = 0
        for sentence in self.open_sentences:
            for place in sentence.open_places(self.record(sentence)):
                count += 1
                types.update({kind for version in place.versions for kind in version.types})
        by: Counter[str] = Counter()
        origins: Counter[str] = Counter()
        for key in self.differences.keys:
            for author, names in _rulings(self.records.get(key)):
                by[author] += 1
                origins.update(names)
        order = {name: place for place, name in enumerate(self.differences.annotators)}
        return Progress(
            states.total(),
            states[State.AGREED],
            states[State.OPEN],
            states[State.DECIDED],
            states[State.UNSEEN],
            count,
            tuple(sorted(by.items(), key=lambda pair: (-pair[1], pair[0]))),
            tuple(sorted(origins.items(), key=lambda pair: order.get(pair[0], len(order)))),
            tuple(sorted(types.items(), key=lambda pair: (-pair[1], pair[0]))),
        )


def _rulings(record: Record | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    for item in record.rulings if record is not None else ():
        if item.provenance.origin is not Origin.AGREED:
            yield item.provenance.author, item.provenance.annotators


def _tokens(text: str, models: "Models") -> tuple[str, ...]:
    return tuple(token for segment in models.split(text, 0) for token in segment.tokens)
