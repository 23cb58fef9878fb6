"""What an adjudicator takes of each annotator, and how far it is."""

import datetime
import enum
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from markscheme.contract import shape
from markscheme.documents.corpus import DETECTION
from markscheme.documents.files import TextSource
from markscheme.edits.edit import Correction, Edit, Edits
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
from markscheme.research.differences import Differences, Place, PlaceVersion, Sentence
from markscheme.wording import numbered_name

if TYPE_CHECKING:
    from markscheme.inference.models import Models


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
        raise DocumentError(f"{numbered_name(annotator)} has no version of this place")
    return version


def _taken_place(
    sentence: Sentence,
    record: Record | None,
    place: Place,
    version: PlaceVersion,
    decider: Decider,
    annotator: str = "",
) -> Record | None:
    """Return a record after a version of a place is taken, perhaps with an annotator's tags; the sentence is decided
    with its last open place.
    """
    return _with_rulings(sentence, record, place, _of_version(sentence.source, place, version, decider, annotator))


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


def _check_annotator(sentence: Sentence, annotator: str) -> None:
    if annotator in sentence.absent:
        raise DocumentError(f"{numbered_name(annotator)} has not seen this sentence")
    if annotator not in sentence.annotators:
        remedy = f"The annotators are {', '.join(map(numbered_name, (*sentence.annotators, *sentence.absent)))}"
        raise DocumentError(f"there is no annotator {annotator!r}", remedy=remedy)


def _of_version(
    source: Words, place: Place, version: PlaceVersion, decider: Decider, annotator: str = ""
) -> list[Ruling]:
    if version.leaves:
        left = decider.provenance(Origin.LEFT, version.people)
        return [_left(source, place, left)]
    return list(version.rulings(decider.provenance(Origin.ANNOTATORS, version.people), annotator))


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
    return record_of([*sentence.agreed_beside(decided), *decided], is_decided=True, otherwise=NOBODY)


def _at_places(sentence: Sentence, record: Record | None) -> tuple[Ruling, ...]:
    """Return a record's rulings; one about a whole sentence that stays as one for each place."""
    if record is None:
        return ()
    whole = [item for item in record.rulings if item.is_whole]
    places = [_left(sentence.source, place, item.provenance) for item in whole for place in sentence.stretches]
    return (*places, *(item for item in record.rulings if not item.is_whole))


@attrs.frozen
class Choice:
    """What is to be done: a name of :data:`ACTIONS`, at a place (source tokens; ``None`` for the whole sentence)."""

    action: str
    place: tuple[int, int] | None = None
    annotator: str = ""
    wording: Wording | None = None
    tag: str = ""


Action = Callable[[Sentence, Record | None, Choice, Decider], Record | None]


def _take(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    if choice.place is not None:
        place = sentence.place(*choice.place)
        taken = _version_of(sentence, place, choice.annotator)
        return _taken_place(sentence, record, place, taken, decider, choice.annotator)
    _check_annotator(sentence, choice.annotator)
    places = (*sentence.places, *(place for place in sentence.agreed if place.differs_in_tags))
    rulings = [item for item in sentence.agreed_rulings if not any(item.is_within(*place.span) for place in places)]
    for place in places:
        version = place.version_of(choice.annotator)
        if version is not None:
            rulings += _of_version(sentence.source, place, version, decider, choice.annotator)
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


def _tag(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    start, end = choice.place or (0, len(sentence.source))
    chosen = [item for item in sentence.rulings(record) if item.changes and item.is_within(start, end)]
    if len(chosen) != 1:
        corrected = ", ".join(f"{item.start} {item.end}" for item in sentence.rulings(record) if item.changes)
        raise DocumentError(
            f"tokens {start} {end} hold {len(chosen)} corrections that are decided or agreed on, and a tag is for one",
            remedy=f"The sentence has them at {corrected}" if corrected else "Decide first what stands there",
        )
    if choice.tag.split() != [choice.tag] or choice.tag in (NOOP, DETECTION):
        raise DocumentError(f"{choice.tag!r} can't be a tag", remedy="A tag is one word, such as R:VERB or Articles")
    [ruling] = chosen
    before = ruling.provenance
    origin = Origin.ANNOTATORS if before.origin is Origin.AGREED else before.origin
    provenance = attrs.evolve(decider.provenance(origin, before.annotators), decides_tag=True)
    tagged = attrs.evolve(ruling, type=choice.tag, provenance=provenance)
    return _record(sentence, [*(item for item in _at_places(sentence, record) if item != ruling), tagged])


ACTIONS: Mapping[str, Action] = {
    "take": _take,
    "own": _own,
    "leave": _leave,
    "majority": _majority,
    "withdraw": _withdraw,
    "tag": _tag,
}
"""What can be done, by name: ``take`` an annotator's version, put ``own`` words, ``leave`` the source, take the
``majority``'s versions of all open places, ``withdraw`` what was decided, and give one correction a ``tag``."""


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
    TAGS = "tags"
    """Its words are agreed on or decided; a correction's tag is not, and no tag has a majority."""
    UNSEEN = "unseen"


@shape(
    *("sentences", "agreed", "open", "decided", "tags", "unseen", "open_places"),
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
    tags: int
    """Those in which only a correction's tag is to be decided."""
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
        is_decided = record is not None and record.is_decided
        if not (is_decided or sentence.annotators):
            return State.UNSEEN
        if sentence.open_places(record):
            return State.OPEN
        if any(sentence.tag_questions(record)):
            return State.TAGS
        return State.DECIDED if is_decided else State.AGREED

    @property
    def open_sentences(self) -> tuple[Sentence, ...]:
        return tuple(item for item in self.differences.sentences if self.state(item) is State.OPEN)

    def open_after(self, index: int) -> Sentence | None:
        """Return the next sentence in which words or a tag are to be decided; after the last one the first."""
        items = [item for item in self.differences.sentences if self.state(item) in (State.OPEN, State.TAGS)]
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
            states[State.TAGS],
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
