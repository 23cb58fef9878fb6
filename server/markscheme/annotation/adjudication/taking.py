"""What an adjudicator takes: a choice about a sentence or a place, and the record that comes of it."""

import datetime
from collections.abc import Iterable, Iterator, Sequence

import attrs

from markscheme.annotation.adjudication.differences import Place, PlaceVersion, Sentence
from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.exercises.adjudication.provenance import Origin, Provenance, names_in_order, plain_reason
from markscheme.exercises.adjudication.ruling import NOOP, Record, Ruling, Words, record_of
from markscheme.text.errors import DocumentError


@attrs.frozen
class WordsQuestion:
    """Words for a sentence, or for a place of it.

    Attributes
    ----------
    source
        The sentence's tokens.
    place
        The source tokens in whose place they stand; ``None`` for the whole sentence.
    words
        As a person writes them.
    is_tokenised
        Whether white space parts the tokens.
    """

    source: Words
    place: tuple[int, int] | None
    words: str
    is_tokenised: bool = True


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
        """Return what a ruling's comment says."""
        return Provenance(origin, tuple(annotators), self.author, self.date, plain_reason(self.reason))


_NOBODY = Provenance(Origin.LEFT)


def place_of(sentence: Sentence, start: int, end: int) -> Place:
    """Return the place of these source tokens.

    Raises
    ------
    DocumentError
        If the sentence has no such place.
    """
    for place in sentence.stretches:
        if (place.start, place.end) == (start, end):
            return place
    places = ", ".join(f"{place.start} {place.end}" for place in sentence.stretches) or "none"
    raise DocumentError(f"tokens {start} {end} are no place of this sentence", remedy=f"Its places are {places}")


def version_of(sentence: Sentence, place: Place, annotator: str) -> PlaceVersion:
    """Return an annotator's version of a place.

    Raises
    ------
    DocumentError
        If there is no such annotator, or the annotator has not seen the sentence.
    """
    check_annotator(sentence, annotator)
    version = place.version_of(annotator)
    if version is None:
        raise DocumentError(f"{annotator} has no version of this place")
    return version


def majority(place: Place, seen: int) -> PlaceVersion | None:
    """Return the version of more than half of those who have seen a place; ``None`` where there is none."""
    first = place.versions[0]
    return first if 2 * len(first.people) > seen and len(first.people) > 1 else None


def taken_sentence(sentence: Sentence, annotator: str, decider: Decider) -> Record | None:
    """Return the record with one annotator's version of a sentence.

    Raises
    ------
    DocumentError
        If there is no such annotator, or the annotator has not seen the sentence.
    """
    check_annotator(sentence, annotator)
    rulings = [*_agreed(sentence)]
    for place in sentence.places:
        version = place.version_of(annotator)
        rulings += _of_version(sentence.source, place, version, decider) if version is not None else ()
    return record_of(rulings, is_decided=True, otherwise=decider.provenance(Origin.LEFT))


def taken_place(
    sentence: Sentence, record: Record | None, place: Place, version: PlaceVersion, decider: Decider
) -> Record | None:
    """Return a record after a version of a place is taken; the sentence is decided with its last open place."""
    return _with_rulings(sentence, record, place, _of_version(sentence.source, place, version, decider))


def left_place(sentence: Sentence, record: Record | None, place: Place, decider: Decider) -> Record | None:
    """Return a record after a place is left as the source."""
    version = next((item for item in place.versions if item.leaves), PlaceVersion((), (), ()))
    return taken_place(sentence, record, place, version, decider)


def left_sentence(sentence: Sentence, decider: Decider) -> Record | None:
    """Return the record of a sentence that is left as the source."""
    return own_sentence(sentence, (), decider)


def own_place(
    sentence: Sentence, record: Record | None, place: Place, wording: Wording, decider: Decider
) -> Record | None:
    """Return a record after the adjudicator's own words are put at a place; those of a version stay the annotators'."""
    version = next((item for item in place.versions if item.words == wording.words and _corrects(item)), None)
    if version is not None:
        return taken_place(sentence, record, place, version, decider)
    provenance = decider.provenance(Origin.OWN)
    rulings = [Ruling(edit.start, edit.end, edit.replacement, edit.type, provenance) for edit in wording.edits]
    return _with_rulings(sentence, record, place, rulings or [_left(sentence.source, place, provenance)])


def own_sentence(sentence: Sentence, edits: Edits, decider: Decider) -> Record | None:
    """Return the record of a sentence in the adjudicator's own words.

    Parameters
    ----------
    edits
        The edits that lead to the words. One that annotators have too is theirs.
    """
    rulings = [_credited(sentence, edit, decider) for edit in edits]
    for place in sentence.stretches:
        if not any(item.clashes(place.start, place.end) for item in rulings):
            version = next((item for item in place.versions if item.leaves), None)
            left = decider.provenance(Origin.LEFT, version.people if version is not None else ())
            rulings.append(_left(sentence.source, place, left))
    return record_of(rulings, is_decided=True, otherwise=decider.provenance(Origin.LEFT))


def taken_majority(sentence: Sentence, record: Record | None, decider: Decider) -> tuple[Record | None, int]:
    """Return a record after the majority's version is taken at each open place that has one, and how many those are."""
    taken = 0
    for place in open_places(sentence, record):
        version = majority(place, len(sentence.annotators))
        if version is not None:
            record = taken_place(sentence, record, place, version, decider)
            taken += 1
    return record, taken


def withdrawn_place(sentence: Sentence, record: Record | None, place: Place) -> Record | None:
    """Return a record without what is decided at a place; the sentence is open again."""
    kept = [item for item in _at_places(sentence, record) if not item.clashes(place.start, place.end)]
    decided = [item for item in kept if item.provenance.origin is not Origin.AGREED]
    return _record(sentence, decided) if decided else None


def open_places(sentence: Sentence, record: Record | None) -> tuple[Place, ...]:
    """Return the places of difference at which nothing is decided."""
    if record is None:
        return sentence.places
    if record.is_decided:
        return ()
    return tuple(place for place in sentence.places if not record.at(place.start, place.end))


def result_of(sentence: Sentence, record: Record | None) -> Words:
    """Return the sentence as it is decided; open places are as the source."""
    edits = tuple(
        Edit(item.start, item.end, item.replacement, item.type) for item in rulings_of(sentence, record) if item.changes
    )
    return apply_edits(sentence.source, edits)


def rulings_of(sentence: Sentence, record: Record | None) -> tuple[Ruling, ...]:
    """Return all that stands in a sentence: what is decided, and while it is not, what everybody agrees on."""
    if record is not None and record.is_decided:
        return record.rulings
    rulings = record.rulings if record is not None else ()
    return tuple(sorted([*_agreed_beside(sentence, rulings), *rulings], key=lambda item: item.place))


def check_annotator(sentence: Sentence, annotator: str) -> None:
    """Check that an annotator has seen a sentence.

    Raises
    ------
    DocumentError
        If there is no such annotator, or the annotator has not seen the sentence.
    """
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
    """Return the ruling of an edit in an own sentence: everybody's, some annotators', or the adjudicator's."""
    versions = [version for place in sentence.stretches for version in place.versions]
    having = {
        name for version in versions for name in version.people if any(_equal(edit, one) for one in version.edits)
    }
    names = names_in_order(having, sentence.annotators)
    if names and len(names) == len(sentence.annotators):
        provenance = Provenance(Origin.AGREED, names)
    else:
        provenance = decider.provenance(Origin.ANNOTATORS if names else Origin.OWN, names)
    return Ruling(edit.start, edit.end, edit.replacement, edit.type, provenance)


def _equal(one: Edit, other: Edit) -> bool:
    return one.key == other.key and other.corrects


def _with_rulings(sentence: Sentence, record: Record | None, place: Place, rulings: Iterable[Ruling]) -> Record | None:
    """Return a record with new rulings at a place; decided once every place of difference has one."""
    kept = [item for item in _at_places(sentence, record) if not item.clashes(place.start, place.end)]
    return _record(sentence, [*kept, *rulings])


def _record(sentence: Sentence, rulings: Sequence[Ruling]) -> Record | None:
    """Return the record of some rulings: with what everybody agrees on if the sentence is decided, else without."""
    decided = [item for item in rulings if item.provenance.origin is not Origin.AGREED]
    begun = record_of(decided, is_decided=False, otherwise=_NOBODY)
    if open_places(sentence, begun):
        return begun
    return record_of([*_agreed_beside(sentence, decided), *decided], is_decided=True, otherwise=_NOBODY)


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
