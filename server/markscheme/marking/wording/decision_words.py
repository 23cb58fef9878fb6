"""The words with which a decision is offered, and with which it is taken back."""

from collections.abc import Mapping
from types import MappingProxyType

from markscheme.exercises.decisions.decision import ALWAYS, Decision, DecisionKind
from markscheme.marking.wording.people import person_name

_OFFERS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.ACCEPTED: "Count as correct",
        DecisionKind.PARTLY: "Count as partly correct",
        DecisionKind.WRONG: "Count as wrong",
        DecisionKind.EITHER: "Count as neither right nor wrong",
        DecisionKind.OPTIONAL: "Make this correction optional",
        DecisionKind.NEEDED: "Make this correction required",
        DecisionKind.NOT_COUNTED: "Don't count this place",
    }
)
_STATEMENTS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.ACCEPTED: "counted as correct",
        DecisionKind.PARTLY: "counted as partly correct",
        DecisionKind.WRONG: "counted as wrong",
        DecisionKind.EITHER: "called as good as the text before",
        DecisionKind.OPTIONAL: "called optional",
        DecisionKind.NEEDED: "called required",
        DecisionKind.NOT_COUNTED: "not counted",
        DecisionKind.SKIPPED: "skipped",
        DecisionKind.STANDS: "left as it stands",
        DecisionKind.NOTE: "left to the adjudicator",
        DecisionKind.REPLACED: "decided otherwise before",
    }
)


def offer(kind: DecisionKind, words: str) -> str:
    """Return what can be decided about some words; they may be empty.

    >>> offer(DecisionKind.ACCEPTED, "go → walked")
    'Count as correct: go → walked'
    """
    return f"{_OFFERS[kind]}: {words}" if words else _OFFERS[kind]


def statement(decision: Decision) -> str:
    """Return what was decided, by whom and when.

    >>> statement(Decision(DecisionKind.WRONG, ("a",), 0, 1, ("b",), author="ms-kim"))
    'counted as wrong by Ms Kim'
    """
    by = f" by {person_name(decision.author)}" if decision.author else ""
    day = f", {decision.date.isoformat()}" if decision.date else ""
    course = f", {ALWAYS}" if decision.always else ""
    return f"{_STATEMENTS[decision.kind]}{by}{day}{course}"


def withdrawal(decision: Decision, words: str = "") -> str:
    """Return that a decision can be taken back; ``words`` say what it is about, where that is not plain.

    >>> withdrawal(Decision(DecisionKind.WRONG, ("a",), 0, 1, ("b",), author="ms-kim"))
    'Withdraw: counted as wrong by Ms Kim'
    """
    return f"Withdraw: {statement(decision)}{f' ({words})' if words else ''}"
