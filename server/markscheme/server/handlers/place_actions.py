"""Code actions at a place: comments to the student, points, and decisions.

A client that asks for words (``asksForText``) has one action for each; others choose among the bank's and a few points.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Generic, TypeVar

import attrs

from markscheme.exercises.decision_files import ACCEPTED_FILE
from markscheme.exercises.decisions import Decision, DecisionKind, Placed, Subject, Words
from markscheme.marking.cards import ASK_COMMENT, ASK_POINTS, LONGEST_ACTION, points_back, points_here, short_comment
from markscheme.marking.changes import DECIDED, is_about, title
from markscheme.marking.comments import chosen, suggestions
from markscheme.marking.mark import LineKind, line_of
from markscheme.marking.review import Finding, FindingChange, PlaceVerdict
from markscheme.marking.verdict import Stretch, Verdict
from markscheme.marking.words import deed, did, offer, shortened, shown, to_do, withdrawal
from markscheme.metrics.base import Category
from markscheme.server.handlers.comments import COMMENT, DROP_COMMENT, GIVE_POINTS, RESTORE_COMMENT, RESTORE_POINTS
from markscheme.server.handlers.decisions import ACCEPT, DECIDE, WITHDRAW
from markscheme.server.session.marked import Marked

T = TypeVar("T")

MOST_SUGGESTIONS = 3


COMMENT_DIALOG = "markscheme.askComment"
POINTS_DIALOG = "markscheme.askPoints"
"""A command of clients that ask the person, for a URI and a range, ``null`` for the whole text."""


@attrs.frozen
class PlaceAction(Generic[T]):
    """A command about a place. ``about``: its decision, or the argument, without a range, for a comment or points."""

    title: str
    command: str
    about: T


CommentAction = PlaceAction[dict[str, Any]]
DecisionAction = PlaceAction[Decision]


def dialogs(marked: Marked) -> Iterator[tuple[str, str]]:
    if marked.exercise.given_comments is not None and marked.whole.marks is not None:
        yield ASK_COMMENT, COMMENT_DIALOG
        if marked.mark is not None:
            yield ASK_POINTS, POINTS_DIALOG


def points_actions(marked: Marked, finding: Finding) -> Iterator[CommentAction]:
    """Yield the points that a teacher can give to a finding: all of them or none, or again the scheme's."""
    if marked.mark is None or marked.exercise.given_comments is None or finding not in marked.whole.findings:
        return
    line = line_of(marked.mark, marked.whole.findings.index(finding))
    if line is None:
        return
    for points in dict.fromkeys((line.full, Fraction(0))):
        if points is not None and points not in (line.points, line.by_scheme):
            yield CommentAction(points_here(points), GIVE_POINTS, {"points": float(points)})
    if line.kind is LineKind.GIVEN and line.by_scheme is not None:
        yield CommentAction(points_back(line.by_scheme), RESTORE_POINTS, {})


def comment_actions(marked: Marked, finding: Finding) -> Iterator[CommentAction]:
    """Yield what can be done about the comment on a finding; nothing where no comments are in use."""
    comments, exercise_comments = marked.comments, marked.exercise_comments
    if comments is None or exercise_comments is None or finding not in marked.whole.findings:
        return
    if marked.exercise.given_comments is None:
        return
    number = marked.whole.findings.index(finding)
    current, given = comments.findings[number], comments.given[number]
    fitting = suggestions(finding, exercise_comments.bank, marked.reader)
    others = [item for item in fitting if current is None or item.text != current.text]
    for item in others[:MOST_SUGGESTIONS]:
        value = {"text": item.template, "code": item.code, "key": item.key}
        yield CommentAction(f"Comment: {short_comment(item)}", COMMENT, value)
    if current is not None:
        yield CommentAction(f"No comment here: {short_comment(current)}", DROP_COMMENT, {})
    if given is not None:
        suggested = chosen(finding, exercise_comments.bank, marked.reader)
        title = "Take the comment back" if suggested is None else "Back to the suggested comment"
        yield CommentAction(title, RESTORE_COMMENT, {})


ACCEPTABLE = (Category.WRONG, Category.OVER)
"""The categories of chunks that can be accepted as an alternative."""
CHANGED = (Verdict.CORRECT, Verdict.PARTLY, Verdict.DIFFERENT, Verdict.NOT_NEEDED)


def decision_actions(marked: Marked, finding: Finding) -> Iterator[DecisionAction]:
    """Yield what can be decided about a finding and would change something, and what can be taken back.

    A chunk of CLEME2.0's can only be accepted. Nothing where the exercise has no reference.
    """
    if marked.exercise.decision_folder is None:
        return
    if finding.place is None:
        yield from _about_a_chunk(marked, finding)
    else:
        yield from _Place(marked, finding, finding.place).actions()


def _about_a_chunk(marked: Marked, finding: Finding) -> Iterator[DecisionAction]:
    source, place = marked.review.passages[finding.passage].source.tokens, finding.source_tokens
    own = Decision(DecisionKind.ACCEPTED, source, place.start, place.end, finding.target, finding.type)
    words = shortened(shown(finding.hypothesis), LONGEST_ACTION)
    if marked.exercise.decision_path(ACCEPTED_FILE) is None:
        return
    if finding.category in ACCEPTABLE:
        yield DecisionAction(f"Accept as an alternative: {words}", ACCEPT, own)
    elif finding.category is Category.HIT:
        accepted = marked.decisions.only(DecisionKind.ACCEPTED).at(source, own.start, own.end, own.replacement)
        course = [item for item in accepted if item.always]
        if accepted:
            meant = course[0] if len(course) == len(accepted) else own
            yield DecisionAction(f"Withdraw this alternative: {words}", WITHDRAW, meant)


class _Place:
    def __init__(self, marked: Marked, finding: Finding, place: PlaceVerdict) -> None:
        self._finding = finding
        self._place = place
        self._source = marked.review.passages[finding.passage].source.tokens
        self._decisions = marked.decisions.of(self._source)

    def actions(self) -> Iterator[DecisionAction]:
        uncounted = [item.decision for item in self._decisions if self._is_uncounted_by(item)]
        if uncounted:
            yield from (DecisionAction(withdrawal(item), WITHDRAW, item) for item in uncounted)
            return
        if self._place.verdict in CHANGED:
            yield from self._about_the_change()
        yield from self._about_the_references()
        if self._place.verdict is Verdict.OPTIONAL:
            return
        stretch, words = self._finding.phrase
        yield _offer(self._decision(DecisionKind.NOT_COUNTED, stretch, self._tokens(stretch)), words.before)

    def _is_uncounted_by(self, item: Placed) -> bool:
        own = self._finding.source_tokens
        if item.kind is not DecisionKind.NOT_COUNTED:
            return False
        is_cause = title(item) == self._place.decided and own.start <= item.start and item.end <= own.end
        return is_cause or _holds(item, own)

    def _about_the_change(self) -> Iterator[DecisionAction]:
        """Keep the place of an earlier decision, so that the new one replaces it for every student."""
        finding, place = self._finding, self._place
        before = self._decision_in_force()
        own = before or self._decision(DecisionKind.ACCEPTED, finding.source_tokens, finding.target, finding.type)
        if own.always:  # another decision is this exercise's
            own = self._decision(own.kind, finding.source_tokens, finding.target, finding.type)
        words = shown(finding.hypothesis) if place.rewritten else self._deed(own)
        for kind in (DecisionKind.ACCEPTED, DecisionKind.PARTLY, DecisionKind.WRONG):
            if place.rewritten or DECIDED[kind] is not place.verdict:
                yield _offer(attrs.evolve(own, kind=kind), words)
        if before is not None:
            yield DecisionAction(withdrawal(before), WITHDRAW, before)

    def _deed(self, own: Decision) -> str:
        """Show half of a wider correction with the other half, which the student left: ``to walk → walk``."""
        finding = self._finding
        if own.replacement == finding.target:
            stretch, words = finding.phrase
            return did(finding) if stretch == finding.source_tokens else deed(words.before, words.after)
        return deed(" ".join(own.source[own.start : own.end]), " ".join(own.replacement))

    def _decision_in_force(self) -> Decision | None:
        """Return the decision about the student's change, which may be a part of what it is about."""
        own, target = self._finding.source_tokens, self._finding.target
        around = [
            item
            for item in self._decisions
            if item.kind.subject is Subject.CHANGE and title(item) == self._place.decided and _holds(item, own)
        ]
        around.sort(key=lambda item: (item.end - item.start, item.decision.replacement != target))
        return around[0].decision if around else None

    def _about_the_references(self) -> Iterator[DecisionAction]:
        """Yield what is about each change of the references; it need not be called optional where one lacks it."""
        references = self._finding.references
        changes = {change.edit.key: change for reference in references for change in reference.changes}
        decided = {key: self._decided(change) for key, change in changes.items()}
        optional = {key for key, item in decided.items() if item and item.kind is DecisionKind.OPTIONAL}
        is_due = all(any(item.edit.key not in optional for item in reference.changes) for reference in references)
        for key, change in changes.items():
            before, edit = decided[key], change.edit
            words = shortened(to_do(change.shown.before, change.shown.after), LONGEST_ACTION)
            if before is not None:
                yield DecisionAction(withdrawal(before, words), WITHDRAW, before)
            elif is_due:
                place = Stretch(edit.start, edit.end)
                kinds = (DecisionKind.NEEDED,) if self._place.is_alone else ()
                for kind in (DecisionKind.OPTIONAL, *kinds):
                    yield _offer(self._decision(kind, place, edit.replacement, edit.type), words)

    def _decided(self, change: FindingChange) -> Decision | None:
        items = (item for item in self._decisions if item.kind.subject is Subject.REFERENCE_EDIT)
        return next((item.decision for item in items if is_about(self._source, item, change.edit)), None)

    def _decision(self, kind: DecisionKind, place: Stretch, replacement: Words, type_: str = "") -> Decision:
        return Decision(kind, self._source, place.start, place.end, replacement, type_)

    def _tokens(self, place: Stretch) -> Words:
        return self._source[place.start : place.end]


def _offer(decision: Decision, words: str) -> DecisionAction:
    return DecisionAction(offer(decision.kind, shortened(" ".join(words.split()), LONGEST_ACTION)), DECIDE, decision)


def _holds(item: Placed, place: Stretch) -> bool:
    return item.start <= place.start and place.end <= item.end
