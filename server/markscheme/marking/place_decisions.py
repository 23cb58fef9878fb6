"""What a teacher can decide about a place, and what is decided there already.

The same in an editor's list of actions, on its cards and under its keys.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

import attrs

from markscheme.exercises.decisions import Decision, DecisionKind, Decisions, Placed, Subject, Words
from markscheme.marking.changes import DECIDED, is_about
from markscheme.marking.changes import title as decision_title
from markscheme.marking.findings import Finding, FindingChange, PlaceVerdict
from markscheme.marking.review import DocumentReview
from markscheme.marking.verdict import TokenRange, Verdict
from markscheme.marking.words import offer, withdrawal
from markscheme.wording import deed, shortened, shown, to_do


class Choice(StrEnum):
    """What a teacher says of a place, in the order in which it is offered."""

    CORRECT = "correct"
    PARTLY = "partly"
    WRONG = "wrong"
    """Of a correction that was not made, and that nearly nobody makes: it is required."""
    OPTIONAL = "optional"
    """What the references have need not be made, and what the student has in its place earns and costs nothing."""
    NOT_COUNTED = "not-counted"

    @property
    def label(self) -> str:
        """The choice in one or two words."""
        return _LABELS[self]


_LABELS: Mapping[Choice, str] = MappingProxyType(
    {
        Choice.CORRECT: "Correct",
        Choice.PARTLY: "Partly",
        Choice.WRONG: "Wrong",
        Choice.OPTIONAL: "Optional",
        Choice.NOT_COUNTED: "Don't count",
    }
)
_OFFERS: Mapping[Choice, str] = MappingProxyType(
    {
        Choice.CORRECT: "Count as correct",
        Choice.PARTLY: "Count as partly correct",
        Choice.WRONG: "Count as wrong",
        Choice.OPTIONAL: "Count as optional",
        Choice.NOT_COUNTED: "Don't count this place",
    }
)
_REQUIRED = "Count as required"
_ABOUT_CHANGE: Mapping[Choice, DecisionKind] = MappingProxyType(
    {
        Choice.CORRECT: DecisionKind.ACCEPTED,
        Choice.PARTLY: DecisionKind.PARTLY,
        Choice.WRONG: DecisionKind.WRONG,
        Choice.OPTIONAL: DecisionKind.EITHER,
    }
)
_CHANGED = (Verdict.CORRECT, Verdict.PARTLY, Verdict.DIFFERENT, Verdict.NOT_NEEDED)
_UNLIKE_REFERENCES = (Verdict.PARTLY, Verdict.DIFFERENT, Verdict.NOT_NEEDED)


@attrs.frozen
class PlaceDecision:
    """Decisions that are written together, or taken back; ``choice`` is ``None`` for others than the usual ones."""

    title: str
    decisions: tuple[Decision, ...] = ()
    withdrawn: tuple[Decision, ...] = ()
    choice: Choice | None = None


class PlaceDecisions:
    """What can be decided about a place and would change something. ``decisions`` are all that are in force."""

    def __init__(self, finding: Finding, review: DocumentReview, decisions: Decisions) -> None:
        assert finding.place is not None
        self._finding = finding
        self._place: PlaceVerdict = finding.place
        self._source = review.passages[finding.passage].source.tokens
        self._decisions = decisions.of(self._source)
        references = finding.references
        self._changes = {change.edit.key: change for reference in references for change in reference.changes}
        self._about_changes = {key: self._decided(change) for key, change in self._changes.items()}

    def choices(self) -> Iterator[PlaceDecision]:
        """Yield the usual decisions, in their order; none where the place is not counted."""
        if any(self._is_uncounted_by(item) for item in self._decisions):
            return
        words = " ".join(self._words.split())
        for choice in (Choice.CORRECT, Choice.PARTLY, Choice.WRONG):
            if self._place.verdict in _CHANGED and self._changes_verdict(choice):
                decision = attrs.evolve(self._own, kind=_ABOUT_CHANGE[choice])
                yield _chosen(choice, words, decision)
        if self._place.is_open and self._place.verdict is Verdict.MISSED:
            yield _chosen(Choice.WRONG, self._due, *self._about_references(DecisionKind.NEEDED))
        if self._place.verdict is Verdict.OPTIONAL:
            return
        own = (attrs.evolve(self._own, kind=DecisionKind.EITHER),) if self._is_unlike_references else ()
        if optional := (*own, *(self._about_references(DecisionKind.OPTIONAL) if self._is_due else ())):
            yield _chosen(Choice.OPTIONAL, words if own else self._due, *optional)
        stretch, phrase = self._finding.phrase
        decision = self._decision(DecisionKind.NOT_COUNTED, stretch, self._source[stretch.start : stretch.end])
        yield _chosen(Choice.NOT_COUNTED, " ".join(phrase.before.split()), decision)

    def withdrawals(self) -> Iterator[PlaceDecision]:
        """Yield what can be taken back, whoever decided it."""
        uncounted = [item.decision for item in self._decisions if self._is_uncounted_by(item)]
        if uncounted:
            yield from (PlaceDecision(withdrawal(item), withdrawn=(item,)) for item in uncounted)
            return
        if (before := self._in_force) is not None:
            yield PlaceDecision(withdrawal(before), withdrawn=(before,))
        for key, change in self._changes.items():
            decided = self._about_changes[key]
            if decided is not None:
                yield PlaceDecision(withdrawal(decided, _to_do(change)), withdrawn=(decided,))

    def single_changes(self) -> Iterator[PlaceDecision]:
        """Yield what can be decided about each change of the references by itself, where there are several."""
        if self._place.verdict is Verdict.OPTIONAL or len(self._changes) < 2 or not self._is_due:
            return
        kinds = (DecisionKind.OPTIONAL, *((DecisionKind.NEEDED,) if self._place.is_alone else ()))
        for key, change in self._changes.items():
            for kind in kinds if self._about_changes[key] is None else ():
                yield PlaceDecision(offer(kind, _to_do(change)), (self._about_reference(kind, change),))

    @property
    def _is_unlike_references(self) -> bool:
        return self._place.verdict in _UNLIKE_REFERENCES or self._place.rewritten

    def _changes_verdict(self, choice: Choice) -> bool:
        is_other = DECIDED[_ABOUT_CHANGE[choice]] is not self._place.verdict
        return self._place.rewritten or self._place.is_open or is_other

    @property
    def _own(self) -> Decision:
        """The decision about the student's change, at the place of an earlier one, so that it replaces that for all."""
        finding, before = self._finding, self._in_force
        if before is not None and not before.always:
            return before
        # One that holds in the whole course is another decision.
        return self._decision(DecisionKind.ACCEPTED, finding.source_tokens, finding.target, finding.type)

    @property
    def _words(self) -> str:
        """What the student did; half of a wider correction with the other half, which the student left."""
        finding, own = self._finding, self._own
        if self._place.rewritten:
            return shown(finding.hypothesis)
        if own.replacement == finding.target:
            stretch, words = finding.phrase
            return finding.did() if stretch == finding.source_tokens else deed(words.before, words.after)
        return deed(" ".join(own.source[own.start : own.end]), " ".join(own.replacement))

    @property
    def _due(self) -> str:
        return self._finding.due()

    @property
    def _in_force(self) -> Decision | None:
        """The decision about the student's change, which may be a part of what it is about."""
        own, target = self._finding.source_tokens, self._finding.target
        if self._place.verdict not in (*_CHANGED, Verdict.OPTIONAL):
            return None
        around = [
            item
            for item in self._decisions
            if item.kind.subject is Subject.CHANGE and decision_title(item) == self._place.decided and _holds(item, own)
        ]
        around.sort(key=lambda item: (item.end - item.start, item.decision.replacement != target))
        return around[0].decision if around else None

    @property
    def _is_due(self) -> bool:
        """Whether each reference has a change there that is not called optional yet."""
        optional = {key for key, item in self._about_changes.items() if item and item.kind is DecisionKind.OPTIONAL}
        references = self._finding.references
        return all(any(item.edit.key not in optional for item in reference.changes) for reference in references)

    def _about_references(self, kind: DecisionKind) -> Iterator[Decision]:
        undecided = (change for key, change in self._changes.items() if self._about_changes[key] is None)
        return (self._about_reference(kind, change) for change in undecided)

    def _about_reference(self, kind: DecisionKind, change: FindingChange) -> Decision:
        edit = change.edit
        return self._decision(kind, TokenRange(edit.start, edit.end), edit.replacement, edit.type)

    def _decided(self, change: FindingChange) -> Decision | None:
        items = (item for item in self._decisions if item.kind.subject is Subject.REFERENCE_EDIT)
        return next((item.decision for item in items if is_about(self._source, item, change.edit)), None)

    def _is_uncounted_by(self, item: Placed) -> bool:
        own = self._finding.source_tokens
        if item.kind is not DecisionKind.NOT_COUNTED:
            return False
        is_cause = decision_title(item) == self._place.decided and own.start <= item.start and item.end <= own.end
        return is_cause or _holds(item, own)

    def _decision(self, kind: DecisionKind, place: TokenRange, replacement: Words, type_: str = "") -> Decision:
        return Decision(kind, self._source, place.start, place.end, replacement, type_)


def _chosen(choice: Choice, words: str, *decisions: Decision) -> PlaceDecision:
    is_required = any(item.kind is DecisionKind.NEEDED for item in decisions)
    offered = _REQUIRED if is_required else _OFFERS[choice]
    return PlaceDecision(f"{offered}: {shortened(words)}" if words.strip() else offered, decisions, choice=choice)


def _to_do(change: FindingChange) -> str:
    return shortened(to_do(change.shown.before, change.shown.after))


def _holds(item: Placed, place: TokenRange) -> bool:
    return item.start <= place.start and place.end <= item.end
