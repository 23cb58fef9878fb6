"""What decides the verdicts of a passage beside its edits: the settings, and what teachers decided."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import attrs

from markscheme.edits.edit import Edit
from markscheme.exercises.decisions.decision import DecisionKind, Placed, Subject
from markscheme.languages.catalogue import find_language
from markscheme.languages.language import AgreementRule, no_agreement
from markscheme.languages.tolerance import Tolerances
from markscheme.marking.verdicts.spots import Change, Tokens, changes, region_text
from markscheme.marking.verdicts.verdict import Stretch, Verdict
from markscheme.metrics.categories import Assumption

EqualEnough = Callable[[Tokens, Tokens, Tokens, Tokens], tuple[str, ...] | None]
"""Return the names of the tolerances under which two sides' tokens at a place are equal: none if they are the same,
and ``None`` if they differ all the same. The tokens before and behind the place come last."""

FREE = frozenset({DecisionKind.EITHER, DecisionKind.NOT_COUNTED})
"""The decisions after which nothing was due."""
WORTH = {DecisionKind.ACCEPTED: 1.0, DecisionKind.PARTLY: 0.5, DecisionKind.WRONG: 0.0, **dict.fromkeys(FREE, 0.0)}
"""What a change earns that a teacher decided on."""
DECIDED = {
    DecisionKind.ACCEPTED: Verdict.CORRECT,
    DecisionKind.PARTLY: Verdict.PARTLY,
    DecisionKind.WRONG: Verdict.DIFFERENT,
    **dict.fromkeys(FREE, Verdict.OPTIONAL),
}
"""The verdict on a change that a teacher decided on."""
REJECTION = frozenset({DecisionKind.WRONG, DecisionKind.OPTIONAL})
"""What is decided together about a reference's edit that is rejected."""


def strictly(one: Tokens, other: Tokens, _before: Tokens, _after: Tokens) -> tuple[str, ...] | None:
    """Return an empty tuple for equal tokens: no tolerance is on."""
    return () if one == other else None


@attrs.frozen
class Rules:
    """What decides verdicts beside edits.

    Attributes
    ----------
    equal_enough
        Compares two sides at a place.
    assumption
        ``independent``: a place may follow any reference; ``dependent``: all places follow one.
    decisions
        What teachers decided about the passage.
    unchanged
        The spots (:mod:`markscheme.marking.verdicts.spots`) that nearly nobody in the class changes; none where there
        is no class to tell.
    people
        For each reference the number of its author, who may give several; empty where each has one.
    agrees
        The language's rule for words that agree with a phrase elsewhere.
    """

    equal_enough: EqualEnough = strictly
    assumption: Assumption = "independent"
    decisions: tuple[Placed, ...] = ()
    unchanged: frozenset[int] = frozenset()
    people: tuple[int, ...] = ()
    agrees: AgreementRule = no_agreement

    def author(self, reference: int) -> int:
        """Return the number of a reference's author."""
        return self.people[reference] if self.people else reference

    def about_changes(
        self, source: Tokens, hypothesis: Sequence[Change]
    ) -> Iterator[tuple[Placed, tuple[Change, ...]]]:
        """Yield each decision about the hypothesis's changes, with those; the later one counts.

        An exercise's own come behind those of its course, and what is not counted comes last.
        """
        order = [(item.kind is DecisionKind.NOT_COUNTED, not item.decision.always) for item in self.decisions]
        for _, item in sorted(zip(order, self.decisions, strict=True), key=lambda pair: pair[0]):
            if item.kind.subject is Subject.CHANGE:
                made = _made(source, hypothesis, item)
            elif item.kind is DecisionKind.NOT_COUNTED:
                made = tuple(change for change in hypothesis if _is_inside(change, item))
            else:
                made = ()
            if made:
                yield item, made

    def within(self, source: Tokens, window: Stretch) -> "Rules":
        """Return the same rules for a part of a passage's source."""
        before, after = source[: window.start], source[window.end :]

        def equal_enough(one: Tokens, other: Tokens, left: Tokens, right: Tokens) -> tuple[str, ...] | None:
            return self.equal_enough(one, other, (*before, *left), (*right, *after))

        inside = (item for item in self.decisions if window.start <= item.start and item.end <= window.end)
        moved = (attrs.evolve(item, start=item.start - window.start, end=item.end - window.start) for item in inside)
        unchanged = frozenset(spot - 2 * window.start for spot in self.unchanged)
        return attrs.evolve(self, equal_enough=equal_enough, decisions=tuple(moved), unchanged=unchanged)

    def optional(self, source: Tokens, change: Change) -> str | None:
        """Return who called a reference's change optional, or its place not counted; ``None`` for nobody."""
        for item in self.decisions:
            if item.kind is DecisionKind.NOT_COUNTED and _is_inside(change, item):
                return title(item)
            if item.kind is DecisionKind.OPTIONAL and is_about(source, item, change.edit):
                return title(item)
        return None

    def is_needed(self, source: Tokens, change: Change) -> bool:
        """Return whether a teacher decided that a reference's change has to be made."""
        return any(item.kind is DecisionKind.NEEDED and is_about(source, item, change.edit) for item in self.decisions)

    def rejects(self, source: Tokens, change: Change) -> bool:
        """Return whether a reference's change is rejected: it need not be made, and it is wrong to make it."""
        kinds = {item.kind for item in self.decisions if item.kind in REJECTION and is_about(source, item, change.edit)}
        return kinds == REJECTION


def rules_with(language: str, equal: Sequence[str], assumption: Assumption) -> Rules:
    """Return the rules with these tolerances of a language, by its code; nothing is decided."""
    of_language = find_language(language)
    tolerances = of_language.tolerances_of(equal)
    return Rules(_comparison(tolerances) if tolerances else strictly, assumption, agrees=of_language.agrees)


def _comparison(tolerances: Tolerances) -> EqualEnough:
    def equal_enough(one: Tokens, other: Tokens, before: Tokens, after: Tokens) -> tuple[str, ...] | None:
        found = tolerances.equal(one, other, before, after)
        return None if found is None else tuple(tolerance.name for tolerance in found)

    return equal_enough


def title(item: Placed) -> str:
    """Return a decision in words: what was decided, by whom and when."""
    return ", ".join(part for part in (item.kind.value, item.decision.title) if part)


def is_about(source: Tokens, item: Placed, edit: Edit) -> bool:
    """Return whether a decision's correction is a reference's change, tokens that both leave as they are apart."""
    own = Edit(item.start, item.end, item.decision.replacement)
    return any(change.key == edit.key for change in changes(source, (own,)))


def _is_inside(change: Change, item: Placed) -> bool:
    """Return whether a change is made within a place, or at it where the place is a gap."""
    return item.start <= change.start and change.end <= item.end


def _made(source: Tokens, hypothesis: Sequence[Change], item: Placed) -> tuple[Change, ...]:
    """Return the changes with which the hypothesis does what a decision is about.

    What is put in at an end of the place may be of the change beside it.
    """
    if any(
        change.start < item.end and item.start < change.end and not _is_inside(change, item) for change in hypothesis
    ):
        return ()
    inside = tuple(change for change in hypothesis if _is_inside(change, item))
    at_ends = [change for change in inside if change.start == change.end in (item.start, item.end)]
    for number in range(len(at_ends) + 1):
        for outside in combinations(at_ends, number):
            candidate = tuple(change for change in inside if change not in outside)
            if candidate and region_text(source, candidate, item.start, item.end) == item.decision.replacement:
                return candidate
    return ()
