"""The measure of single edits in the bundled estimator's recipe, and its versions of sentences."""

import random
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from markscheme.edits.edit import Edit

RECIPE = Path(__file__).parents[3] / "models" / "estimator"
SOURCE = ("She", "go", "to", "school", ".")


def recipe(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(RECIPE))
    for own in RECIPE.glob("*.py"):
        monkeypatch.delitem(sys.modules, own.stem, raising=False)
    return pytest.importorskip(name, reason="the recipe's packages are not installed", exc_type=ImportError)


@pytest.fixture
def differing(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return recipe("differing_edits", monkeypatch)


def test_edits_meet_where_they_share_a_token_or_a_place_of_insertion(differing: ModuleType):
    def of(start: int, end: int, *words: str) -> object:
        return differing.JudgedEdit(SOURCE, Edit(start, end, words), True, True)

    assert of(1, 2, "goes").meets(of(0, 2, "He", "goes"))
    assert of(3, 3, "the").meets(of(3, 3, "a"))
    assert not of(1, 2, "goes").meets(of(2, 3))
    assert not of(3, 3, "the").meets(of(3, 4, "schools"))


def test_figures_count_valid_edits_above_invalid_ones(differing: ModuleType):
    good, other = (Edit(1, 2, ("goes",)), Edit(1, 2, ("went",)))
    bad = [differing.JudgedEdit(SOURCE, Edit(1, 2, (word,)), False, True) for word in ("gone", "going")]
    edits = [
        differing.JudgedEdit(SOURCE, good, True, True),
        differing.JudgedEdit(SOURCE, other, True, False),
        *bad,
    ]
    values = dict(zip(edits, (1.0, -2.0, 0.0, 1.0), strict=True))
    assert differing.figures([differing.sentence(edits, values)]) == (0.75, 0.375)
    assert differing.figures([differing.sentence(edits, dict.fromkeys(edits, 0.0))]) == (0.5, 0.5)
    assert differing.needed({SOURCE: edits})[SOURCE] == edits
    assert differing.needed({SOURCE: edits[:2]})[SOURCE] == edits[:1]


def test_halves_are_of_about_one_size_and_depend_on_the_words_alone(differing: ModuleType):
    halves = [differing.half_of((str(number), "cats")) for number in range(1000)]
    assert 450 < halves.count("held-out") < 550
    assert halves[:10] == [differing.half_of((str(number), "cats")) for number in range(10)]


def test_reliability_is_that_of_the_shares(differing: ModuleType):
    generator = np.random.default_rng(1)
    probabilities = generator.random(20_000)
    valid = generator.random(20_000) < probabilities
    sound = differing.reliability(probabilities, valid)
    assert sound.error < 0.02
    assert sound.brier == pytest.approx(1 / 6, abs=0.01)
    assert sound.brier_of_share == pytest.approx(1 / 4, abs=0.01)
    assert differing.reliability(1 - probabilities, valid).error > 0.4


def test_a_picture_is_drawn(differing: ModuleType, tmp_path: Path):
    pytest.importorskip("matplotlib")
    bundled = differing.reliability(np.linspace(0, 1, 50), np.arange(50) > 25)
    differing.draw({"bundled": bundled}, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_versions_mark_wrong_words_and_the_word_after_a_gap(monkeypatch: pytest.MonkeyPatch):
    versions = recipe("versions", monkeypatch)
    errors = sys.modules["errors"]
    words = [errors.Word(form, form, "X", "X") for form in ("She", "goes", "to", "the", "school", ".")]
    made = [errors.Error(1, 2, ("go",)), errors.Error(3, 4, ()), errors.Error(4, 5, ("school", "the"))]
    version = versions.with_errors(words, made)
    assert version.text == "She go to school the ."
    assert version.wrong == (0, 1, 0, 1, 1, 0)
    assert versions.with_errors(words, made[:0]).wrong == (0,) * 6
    assert versions.with_errors(words, [errors.Error(5, 6, ())]).wrong == (0, 0, 0, 0, 1)


def test_a_worse_version_has_the_errors_of_the_better_one_and_more(monkeypatch: pytest.MonkeyPatch):
    versions = recipe("versions", monkeypatch)
    errors = sys.modules["errors"]
    rows = (("She", "she", "PRON", "PRP"), ("walks", "walk", "VERB", "VBZ"), ("to", "to", "ADP", "IN"))
    rows += (("the", "the", "DET", "DT"), ("old", "old", "ADJ", "JJ"), ("school", "school", "NOUN", "NN"))
    sentence = [errors.Word(*row) for row in rows]
    shares = errors.makers({})
    for seed in range(50):
        pair = versions.pair_of(sentence, shares, random.Random(seed))
        assert pair is not None
        assert pair.better.text.lower() != pair.worse.text.lower()
        assert sum(pair.worse.wrong) >= sum(pair.better.wrong)
        assert versions.pair_of(sentence, shares, random.Random(seed)) == pair
