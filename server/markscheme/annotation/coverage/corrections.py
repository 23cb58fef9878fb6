"""The distinct corrections of a pool's hypotheses: who makes each, and what the references say of it.

A correction is what a verdict's place holds: one change, a part of one that references make by itself, or several that
are parts of one reference's correction. Two
people make the same correction where they put the same words in place of the same tokens of one sentence.
"""

import enum
from collections.abc import Iterator, Sequence

import attrs

from markscheme.annotation.pool import Pool, PooledSentence, Version
from markscheme.edits.edit import Edit, Edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.marking.verdicts.free_rewriting import is_rewritten
from markscheme.marking.verdicts.judged import Judged
from markscheme.marking.verdicts.parting import PartedJudgement, judged_in_parts
from markscheme.marking.verdicts.spots import Change, hull, region_text
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.progress import Progress, silent


class Standing(enum.Enum):
    """How a correction stands to all references; the values are those of JSON.

    Attributes
    ----------
    COVERED
        At least one reference makes it correct.
    DECIDED
        No reference does, and a person decided what it counts as.
    VARIANT
        References correct something there differently.
    HOLE
        No reference changes anything there. It may be an over-correction.
    """

    COVERED = "covered"
    DECIDED = "decided"
    VARIANT = "variant"
    HOLE = "hole"

    @property
    def is_open(self) -> bool:
        """Whether nobody has said yet what it counts as."""
        return self in (Standing.VARIANT, Standing.HOLE)


_ORDER = {
    Verdict.CORRECT: 0,
    Verdict.OPTIONAL: 1,
    Verdict.PARTLY: 2,
    Verdict.DIFFERENT: 3,
    Verdict.NOT_NEEDED: 4,
}
"""Verdicts on a correction, the best first."""


@attrs.frozen
class Making:
    """A correction in the versions of some people, in which it is judged alike.

    The rest of a sentence may decide: a version that reads like a reference is correct throughout.

    Attributes
    ----------
    people
        The indices of :attr:`Pool.hypotheses`, ascending.
    verdict
        As marks have it: against all references, with what people decided.
    alone
        The verdict against all references without any decision: whichever is followed, the best one counts.
    covering
        The indices of the references that make it correct, each alone, whatever was decided.
    decided
        Who decided so, and when; empty where the references did.
    """

    people: tuple[int, ...]
    verdict: Verdict
    alone: Verdict
    covering: tuple[int, ...]
    decided: str = ""

    @property
    def standing(self) -> Standing:
        """How it stands to all references in these versions."""
        if self.covering:
            return Standing.COVERED
        if self.decided:
            return Standing.DECIDED
        return Standing.HOLE if self.alone is Verdict.NOT_NEEDED else Standing.VARIANT


@attrs.frozen
class ReferenceEdit:
    """A correction that references make.

    Attributes
    ----------
    edit
        Its place and words, without tokens that it leaves as they are at its ends, with ERRANT's type.
    references
        The references that make it, ascending.
    """

    edit: Edit
    references: tuple[int, ...]


@attrs.frozen
class PooledCorrection:
    """A correction that hypotheses make in a sentence.

    Attributes
    ----------
    sentence
        The index of its sentence in :attr:`Pool.sentences`.
    edit
        Its place and words, without tokens that it leaves as they are at its ends. Its type is ERRANT's, or several
        joined by ``+``.
    makings
        Who makes it with which verdict, the best verdict first; at least one.
    seen_by
        The references whose authors have seen the sentence; at least one.
    credit
        What it gains by the references' correction that is most like it, in [0, 1]: the gain of
        :mod:`markscheme.metrics.credit`, each of both the only edit of the sentence. ``None`` where it was not
        computed.
    nearest
        That correction; ``None`` where there is no gain.
    """

    sentence: int
    edit: Edit
    makings: tuple[Making, ...]
    seen_by: tuple[int, ...]
    credit: float | None = None
    nearest: ReferenceEdit | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody who makes it, as indices of :attr:`Pool.hypotheses`."""
        return tuple(sorted(person for making in self.makings for person in making.people))

    @property
    def verdict(self) -> Verdict:
        """The best verdict that somebody has for it."""
        return self.makings[0].verdict

    @property
    def decided(self) -> str:
        """What people decided about it; empty where nobody did."""
        return next((making.decided for making in self.makings if making.decided), "")

    @property
    def covering(self) -> tuple[int, ...]:
        """The references that make it correct for at least one of its people."""
        return tuple(sorted({reference for making in self.makings for reference in making.covering}))

    @property
    def standing(self) -> Standing:
        """How it stands to all references: the first of its standings in the order of :class:`Standing`."""
        standings = {making.standing for making in self.makings}
        return next(item for item in Standing if item in standings)


@attrs.frozen
class PooledCorrections:
    """All corrections that a pool's hypotheses make.

    Attributes
    ----------
    corrections
        In the order of the sentences; in one by place and words.
    rewritten
        Versions of sentences that are rewritten too freely for verdicts on single places, as (sentence, person); their
        corrections are left out.
    unseen
        The number of versions with corrections of sentences that no reference's author has seen.
    """

    corrections: tuple[PooledCorrection, ...]
    rewritten: tuple[tuple[int, int], ...] = ()
    unseen: int = 0

    def open(self, least: int = 1) -> tuple[PooledCorrection, ...]:
        """Return those that no reference covers and nobody decided about; those of most people come first.

        Of those of equally many people, variants come before holes, and high credit before low.

        Parameters
        ----------
        least
            Smallest number of people who make it.
        """
        waiting = (item for item in self.corrections if item.standing.is_open and len(item.people) >= least)
        return tuple(sorted(waiting, key=_urgency))


def _urgency(item: PooledCorrection) -> tuple[object, ...]:
    is_hole = item.standing is Standing.HOLE
    return -len(item.people), is_hole, -(item.credit or 0.0), item.sentence, item.edit.key


def pooled_corrections(pool: Pool, progress: Progress = silent) -> PooledCorrections:
    """Return the corrections that a pool's hypotheses make, without credit.

    Raises
    ------
    Cancelled
        If ``progress`` raises it.
    """
    corrections: list[PooledCorrection] = []
    rewritten: list[tuple[int, int]] = []
    unseen = 0
    for number, sentence in enumerate(pool.sentences):
        progress("verdicts", number, len(pool.sentences))
        versions = versions_of(sentence.hypotheses)
        judged = _judged_source(sentence)
        if judged is None:
            unseen += sum(map(len, versions.values()))
            continue
        places = _Places(number, judged)
        for edits, people in versions.items():
            if not places.add(judged.again(edits), people):
                rewritten += ((number, person) for person in people)
        corrections += places.corrections()
    progress("verdicts", len(pool.sentences), len(pool.sentences))
    return PooledCorrections(tuple(corrections), tuple(sorted(rewritten)), unseen)


def versions_of(versions: Sequence[Version]) -> dict[Edits, tuple[int, ...]]:
    """Return who has which corrections of a sentence; those who correct nothing, or have not seen it, are left out."""
    people: dict[Edits, tuple[int, ...]] = {}
    for person, version in enumerate(versions):
        if version.edits and not version.is_absent:
            people[version.edits] = (*people.get(version.edits, ()), person)
    return people


def _judged_source(sentence: PooledSentence) -> Judged | None:
    """Return a sentence's source as it is against the references; ``None`` where nobody has seen it."""
    references = tuple(item.edits for item in sentence.references)
    absent = frozenset(index for index, item in enumerate(sentence.references) if item.is_absent)
    edits = PassageEdits(sentence.source, (), references, sentence.passage.parallel, absent)
    numbers = edits.present_references
    return Judged(edits, numbers, sentence.rules) if numbers else None


def join(source: tuple[str, ...], edits: Edits, changes: Sequence[Change]) -> Edit:
    """Return some changes of a version as one correction, with the types of their edits.

    Parameters
    ----------
    edits
        The version's.
    """
    start, end = hull(changes)
    types = (edits[index].type for change in changes for index in change.edits)
    return Edit(start, end, region_text(source, changes, start, end), "+".join(dict.fromkeys(filter(None, types))))


class _Places:
    """Collects the corrections of one sentence."""

    def __init__(self, sentence: int, source: Judged) -> None:
        self._sentence = sentence
        self._seen_by = tuple(reference.number for reference in source.references)
        self._types: dict[tuple[int, int, tuple[str, ...]], Edit] = {}
        self._makings: dict[tuple[int, int, tuple[str, ...]], dict[Making, tuple[int, ...]]] = {}

    def add(self, judged: Judged, people: tuple[int, ...]) -> bool:
        """Add the corrections of a version; return whether there are any to judge one by one.

        There are none where the version is rewritten freely, as long as people have not decided about all of it.
        """
        parted = judged_in_parts(judged)
        if is_rewritten(judged.edits) and not _is_decided(parted.followed):
            return False
        for group in parted.followed.grouped_changes():
            edit = join(judged.edits.source, parted.judged.edits.hypothesis, group)
            makings = self._makings.setdefault(edit.key, {})
            making = _making(parted, group)
            makings[making] = (*makings.get(making, ()), *people)
            self._types.setdefault(edit.key, edit)
        return True

    def corrections(self) -> Iterator[PooledCorrection]:
        """Yield the corrections, by place and words."""
        for key in sorted(self._makings):
            makings = (attrs.evolve(item, people=tuple(sorted(own))) for item, own in self._makings[key].items())
            ordered = tuple(sorted(makings, key=lambda item: (_ORDER[item.verdict], item.people)))
            yield PooledCorrection(self._sentence, self._types[key], ordered, self._seen_by)


def _is_decided(judged: Judged) -> bool:
    return all(judged.judgement(change.index).decided for change in judged.changes)


def _making(parted: PartedJudgement, group: Sequence[Change]) -> Making:
    """Return how a version's correction is judged, without its people."""
    judged, first = parted.judged, group[0].index
    judgement = parted.followed.judgement(first)
    covering = tuple(
        pairing.reference
        for pairing in judged.pairings
        if all(pairing.judgements[change.index].verdict is Verdict.CORRECT for change in group)
    )
    alone = judged.best[first][0].judgements[first].verdict
    return Making((), judgement.verdict, alone, covering, judgement.decided)
