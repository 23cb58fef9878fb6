"""What an engine remembers of verdicts is what it would compute anew."""

import datetime
from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.verdicts.passages import edits, passages
from markscheme.edits.edit import Edit, PassageEdits
from markscheme.exercises.decisions import Decision, DecisionKind, Placed
from markscheme.languages.language import find_language
from markscheme.marking import marks as memory
from markscheme.marking.changes import rules_with
from markscheme.marking.marks import PassageKey, RecentVerdicts
from markscheme.marking.places import verdicts
from markscheme.marking.settings import MarkSettings
from markscheme.marking.verdict import Place

SETTINGS = tuple(
    MarkSettings(assumption, equal=equal)
    for assumption in (None, "dependent", "independent")
    for equal in ((), find_language("en").tolerances.names[:1], find_language("en").tolerances.names)
)
KINDS = [DecisionKind.ACCEPTED, DecisionKind.WRONG, DecisionKind.OPTIONAL, DecisionKind.NOT_COUNTED]


@st.composite
def similar_passages(draw: st.DrawFn) -> list[PassageKey]:
    """Passages of one source that differ in a side, in a decision or in what is accepted, as after keystrokes."""
    own = draw(passages(most_references=2, at_least=1).filter(lambda item: bool(item.hypothesis)))
    others = [own, attrs.evolve(own, hypothesis=draw(edits(own.source)))]
    decision = placed(own, draw(st.sampled_from(KINDS)), draw(st.sampled_from(own.hypothesis)))
    accepted = range(len(own.references))
    return [PassageKey(*item) for item in product(others, ((), (decision,)), accepted)]


def placed(passage: PassageEdits, kind: DecisionKind, edit: Edit) -> Placed:
    day = datetime.date(2026, 11, 22)
    decision = Decision(kind, passage.source, edit.start, edit.end, edit.replacement, edit.type, "Ms Kim", day)
    return Placed(decision, edit.start, edit.end)


def computed(passage: PassageKey, settings: MarkSettings) -> tuple[Place, ...]:
    rules = rules_with("en", settings.equal, settings.verdict_assumption)
    rules = attrs.evolve(rules, decisions=passage.decisions)
    return tuple(verdicts(passage.taught, rules))


@given(st.data(), similar_passages(), st.sampled_from((1, 10_000, 10_000_000)))
def test_remembered_verdicts_are_those_computed_anew(data: st.DataObject, pool: list[PassageKey], size: int):
    """Whatever the order in which passages and settings change, and however few are remembered."""
    steps = st.lists(st.tuples(st.sampled_from(pool), st.sampled_from(SETTINGS)), min_size=4, max_size=12)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "VERDICT_BYTES_IN_MEMORY", size)
        recent = RecentVerdicts("en")
    for passage, own in data.draw(steps):
        assert recent.of(passage, own) == computed(passage, own)


def test_equal_passages_are_computed_once(monkeypatch: pytest.MonkeyPatch):
    calls: list[PassageEdits] = []

    def counted(own: PassageEdits, *rest: object) -> tuple[Place, ...]:
        calls.append(own)
        return ()

    monkeypatch.setattr(memory, "verdicts", counted)
    recent = RecentVerdicts("en")
    for _ in range(2):
        recent.of(PassageKey(PassageEdits(("a",), (), ((),), parallel=False)), MarkSettings())
    assert len(calls) == 1
