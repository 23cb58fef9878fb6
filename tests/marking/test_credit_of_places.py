"""The credit of a place in words, with the bundled encoder: an error is no full credit, and a hit is."""

import pytest

from markscheme import EngineSettings
from markscheme.edits.edit import Correction, PassageEdits
from markscheme.marking.local import Engine
from markscheme.marking.marks import ChunkMark, PassageKey, PassageMarks, PassageVectors, mark_passage
from markscheme.marking.places import verdicts
from markscheme.marking.settings import CREDIT
from markscheme.marking.verdict import Verdict
from markscheme.metrics.base import Category

WRONG = {
    "has any → has no": ("We has any money .", "We has no money .", "We have no money .", 0.8),
    "has not → has no": ("We has not money .", "We has no money .", "We have no money .", 0.8),
    "some → any": (
        "He has n't some friends .", "He have n't any friends .", "He does n't have any friends .", 0.5,
    ),
    "with nobody → with anybody": (
        "He did not talk with nobody .", "He did not talk with anybody .", "He did not talk to anybody .", 0.8,
    ),
    "talk with nobody → talks with anybody": (
        "He talk with nobody .", "He talks with anybody .", "He talks to anybody .", 0.8,
    ),
    "at → at the": ("I am arrived at station .", "I arrived at the station .", "I arrived in the station .", 0.6),
    "nobody → anybody": ("I did not see nobody .", "I did not see anybody .", "I did not see anyone .", CREDIT.ceiling),
    "were → is": ("The price were high .", "The price is high .", "The price are high .", CREDIT.ceiling),
    "carrier → A Carrier": (
        "carrier needs help .", "A Carrier needs help .", "A carrier needs help .", CREDIT.ceiling,
    ),
}  # fmt: skip
"""A source, a hypothesis, a reference, and the most credit that the hypothesis's wrong correction earns."""


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def marked(engine: Engine, *texts: str) -> PassageMarks:
    """The marks of a hypothesis, the second of the texts, against the references, which follow it."""
    source, *sides = (tuple(text.split()) for text in texts)
    hypothesis, *references = engine.models.edits([(source, side) for side in sides])
    edits = PassageEdits(source, hypothesis, tuple(references))
    u, *v = engine.models.vectors([Correction(source, side) for side in (hypothesis, *references)])
    vectors = PassageVectors(u.astype("float64"), tuple(each.astype("float64") for each in v))
    return mark_passage(PassageKey(edits), verdicts(edits), vectors)


def marks(engine: Engine, *texts: str) -> tuple[ChunkMark, ...]:
    return marked(engine, *texts).marks


@pytest.mark.parametrize("place", WRONG)
def test_an_error_has_no_full_credit(engine: Engine, place: str):
    *texts, most = WRONG[place]
    wrong = [mark for mark in marks(engine, *map(str, texts)) if mark.category is Category.WRONG]
    assert wrong
    assert all(mark.credit is not None and mark.credit <= most for mark in wrong)
    assert all(mark.references[0] and mark.references[0].alignment == mark.credit for mark in wrong)


@pytest.mark.parametrize("place", WRONG)
def test_only_what_is_correct_has_full_credit(engine: Engine, place: str):
    *texts, most = WRONG[place]
    places = marked(engine, *map(str, texts)).places
    assert any(each.place.verdict is not Verdict.CORRECT for each in places)
    for each in places:
        if each.place.verdict is Verdict.CORRECT:
            assert each.credit == 1.0
        else:
            assert each.credit is None or each.credit <= most


def test_what_is_correct_has_full_credit_against_the_references_that_have_it(engine: Engine):
    places = marked(
        engine, "He suffered from it .", "He suffers from it .", "He suffer from it .", "He suffers from it ."
    ).places
    [place] = places
    assert (place.place.verdict, place.credit) == (Verdict.CORRECT, 1.0)
    right, other = place.references
    assert right.alignment == 1.0
    assert other.alignment is not None
    assert other.alignment <= CREDIT.ceiling


def test_a_hit_has_full_credit_whatever_else_the_sentence_has(engine: Engine):
    """The encoder gives the same edit another length beside other edits."""
    first, *_ = marks(
        engine,
        "I live in this city since 2010 .",
        "I have lived in this city for 2010 .",
        "I have lived in this city since 2010 .",
    )
    assert (first.category, first.credit) == (Category.HIT, 1.0)


def test_a_near_correction_has_more_credit_than_a_far_one(engine: Engine):
    near, far = (
        marks(engine, "He suffered from it .", f"He {word} from it .", "He suffers from it .")[0].credit
        for word in ("suffer", "stopped")
    )
    assert near is not None
    assert far is not None
    assert far < near < 1


def test_the_credit_of_an_over_correction_is_what_it_earns_elsewhere(engine: Engine):
    over = next(
        mark
        for mark in marks(engine, "He like hot tea .", "He like hot the tea .", "He likes hot tea .")
        if mark.category is Category.OVER
    )
    assert over.credit is not None
    assert over.credit < 0.2
