"""Where annotators differ: their versions of each sentence, place by place, and what each calls an error.

A place is the union of edits that overlap, or that insert at each other's ends, over all annotators, and of such unions
side by side at which annotators differ: so versions of different places never clash, and words that were changed
together are taken together. An annotator who has not seen the sentence does not count. An annotator who gives several
choices has all of their versions; where some version is everybody's, there is nothing to decide.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.contract import shape
from markscheme.documents.corpus import Document
from markscheme.documents.places import FilePlace
from markscheme.edits.edit import Edit, Edits, apply_edits, joined_spans, joined_tag
from markscheme.errors import DocumentError
from markscheme.exercises.adjudicated_file import Origin, Provenance, Record, Ruling, SentenceKey
from markscheme.exercises.decisions import Words
from markscheme.languages.segments import Span
from markscheme.research.pool import Pool, PooledSentence, PooledText, SentenceVersion, Tags
from markscheme.wording import numbered_name, teacher_name


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


@shape()
@attrs.frozen
class GivenTag:
    """What some annotators call a correction or a mark."""

    start: int
    """Its first source token."""
    end: int
    """The token behind its last one; the same for an insertion."""
    name: str
    """The tag; empty where they give none."""
    annotators: tuple[str, ...]
    """The annotators' names."""


def most_given(tags: Sequence[GivenTag], preferred: str = "") -> GivenTag:
    """Return the tag of most annotators; of as many, that of the one who is ``preferred``, or the first."""
    return max(tags, key=lambda item: (len(item.annotators), preferred in item.annotators))


def has_majority(tags: Sequence[GivenTag]) -> bool:
    """Return whether one tag is that of more than half of those who have the correction."""
    return 2 * len(most_given(tags).annotators) > sum(len(item.annotators) for item in tags)


@attrs.frozen
class TagQuestion:
    """Which tag a correction gets whose annotators call it by several."""

    ruling: Ruling
    tags: tuple[GivenTag, ...]


@shape(
    *("text", "edits", "annotators", "alternatives", "detects", "has_majority", "tags"),
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
    tags: tuple[GivenTag, ...] = ()
    """What its annotators call each of the edits, in their order."""

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

    def tags_of(self, edit: Edit) -> tuple[GivenTag, ...]:
        return tuple(item for item in self.tags if (item.start, item.end) == (edit.start, edit.end))

    def rulings(self, provenance: Provenance, annotator: str = "") -> Iterator[Ruling]:
        """Yield the rulings that take it: with an annotator's tags, which are decided so, or with those of most."""
        for edit in self.edits:
            given = self.tags_of(edit) if edit.corrects else ()
            own = next((item for item in given if annotator in item.annotators), None)
            name = (own or most_given(given)).name if given else edit.type
            whose = attrs.evolve(provenance, decides_tag=own is not None and len(given) > 1)
            yield Ruling(edit.start, edit.end, edit.replacement, name, whose)


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
    def span(self) -> tuple[int, int]:
        return self.start, self.end

    @property
    def differs_in_tags(self) -> bool:
        """Whether a correction of everybody's has several tags, none of them that of more than half."""
        given = (version.tags_of(edit) for version in self.versions for edit in version.edits if edit.corrects)
        return any(len(tags) > 1 and not has_majority(tags) for tags in given)

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

    def given_tags(self, edit: Edit) -> tuple[GivenTag, ...]:
        """Return what those annotators call a correction or a mark who have it."""
        wanted = signature_of((edit,))
        names: dict[str, list[str]] = {}
        for version in (version for place in self.stretches for version in place.versions):
            if any(signature_of((own,)) == wanted for own in version.edits):
                for item in version.tags_of(edit):
                    names.setdefault(item.name, []).extend(item.annotators)
        tags = (GivenTag(edit.start, edit.end, name, tuple(dict.fromkeys(people))) for name, people in names.items())
        return tuple(sorted(tags, key=lambda item: self.annotators.index(item.annotators[0])))

    def tag_questions(self, record: Record | None, *, every: bool = False) -> Iterator[TagQuestion]:
        """Yield the corrections of the result whose tag has no majority and is not decided; ``every``: all whose
        annotators differ about it.
        """
        for item in self.rulings(record):
            given = self.given_tags(edit_of(item)) if item.changes else ()
            if len(given) > 1 and (every or not (item.provenance.decides_tag or has_majority(given))):
                yield TagQuestion(item, given)

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
        return tuple(sorted([*self.agreed_beside(rulings), *rulings], key=lambda item: item.place))

    @property
    def agreed_rulings(self) -> tuple[Ruling, ...]:
        """What everybody agrees on."""
        agreed = Provenance(Origin.AGREED, self.annotators)
        return tuple(item for place in self.agreed for item in place.versions[0].rulings(agreed))

    def agreed_beside(self, rulings: Sequence[Ruling]) -> Iterator[Ruling]:
        """Yield what everybody agrees on where no ruling is."""
        for item in self.agreed_rulings:
            if not any(other.clashes(item.start, item.end) for other in rulings):
                yield item

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

    def annotator(self, name: str) -> str:
        """Return the annotator of a name, or of a name as a report shows it; raise DocumentError if there is none.

        ``ana`` is `Ana` in a report. Small and capital letters count only where two names differ in nothing else.
        """
        if name in self.annotators:
            return name
        for item in self.annotators:
            if name.casefold() in (item.casefold(), numbered_name(item).casefold(), teacher_name(item).casefold()):
                return item
        names = ", ".join(map(numbered_name, self.annotators))
        raise DocumentError(f"there is no annotator {name!r}", remedy=f"The annotators are {names}")


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
            words, tag = (*waiting.replacement, *edit.replacement), joined_tag((waiting, edit))
            has_own = waiting.tag is not None and waiting.type == waiting.tag.name
            kind = tag.name if has_own and tag is not None else waiting.type
            waiting = attrs.evolve(waiting, replacement=words, type=kind, tag=tag)
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
                for edit in inside:
                    version.tags.setdefault((edit.start, edit.end, _tag_of(edit)), []).append(name)
    ordered = sorted(collected.values(), key=lambda item: -item.people)
    return tuple(
        PlaceVersion(
            item.edits,
            tuple(item.annotators),
            words_at(source, item.edits, start, end),
            tuple(item.alternatives),
            item is ordered[0] and item.people > max(1, len(choices) / 2),
            tuple(GivenTag(*key, tuple(names)) for key, names in item.tags.items()),
        )
        for item in ordered
    )


@attrs.define
class _Candidate:
    edits: Edits
    annotators: list[str] = attrs.Factory(list)
    alternatives: list[str] = attrs.Factory(list)
    tags: dict[tuple[int, int, str], list[str]] = attrs.Factory(dict)

    @property
    def people(self) -> int:
        return len(self.annotators) + len(self.alternatives)


def _tag_of(edit: Edit) -> str:
    """Return the type that an edit counts as; of a mark, which has no type, the annotator's tag."""
    if edit.corrects:
        return edit.type
    return edit.tag.name if edit.tag is not None else ""


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


def edit_of(ruling: Ruling) -> Edit:
    return Edit(ruling.start, ruling.end, ruling.replacement, ruling.type)
