"""Versions of one text are found without a comparison of each pair, and are those that each pair's comparison finds."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Indel

from markscheme.documents.formats import FORMATS
from markscheme.exercises.init import _assignments
from markscheme.exercises.init._assignments import SAME_TEXT, SURELY_SAME_TEXT, Candidate, Comparison

PLAIN = FORMATS.of_text("")


def candidates(texts: Sequence[str]) -> list[Candidate]:
    return [Candidate(f"{number}.txt", PLAIN, text) for number, text in enumerate(texts)]


def by_each_pair(files: Sequence[Candidate]) -> set[frozenset[str]]:
    """Return the groups as they are defined: sure links, and likely ones to a text's nearest that is not equal."""
    tokens = [item.tokens for item in files]
    shares = {
        (i, j): Indel.normalized_similarity(one, other, score_cutoff=SAME_TEXT)
        for i, one in enumerate(tokens)
        for j, other in enumerate(tokens)
        if i != j and one and other
    }
    nearest = [
        max((share for (i, _), share in shares.items() if i == own and share < 1), default=0)
        for own in range(len(files))
    ]
    groups = [{number} for number in range(len(files))]
    for (i, j), share in shares.items():
        if share >= SURELY_SAME_TEXT or (share > 0 and share in (nearest[i], nearest[j])):
            joined = groups[i] | groups[j]
            for number in joined:
                groups[number] = joined
    return {frozenset(files[number].path for number in group) for group in groups}


words = st.sampled_from(["a", "b", "c", "d", "e", "f"])
texts = st.lists(st.lists(words, max_size=6).map(" ".join), max_size=12)


@given(texts)
def test_groups_are_those_that_each_pair_gives(texts: list[str]):
    files = candidates(texts)
    groups = Comparison(files).groups(files)
    assert {frozenset(item.path for item in group) for group in groups} == by_each_pair(files)


def test_a_class_is_compared_with_few_texts(monkeypatch: pytest.MonkeyPatch):
    compared: list[int] = []
    shares = _assignments._shares

    def counted(code: str, others: Sequence[str]) -> object:
        compared.append(len(others))
        return shares(code, others)

    monkeypatch.setattr(_assignments, "_shares", counted)
    chance, words = Random(0), [f"word{number}" for number in range(100)]
    changed = [[chance.choice(words) if chance.random() < 0.05 else word for word in words] for _ in range(300)]
    files = candidates([" ".join(item) for item in changed])
    [group] = Comparison(files).groups(files)
    assert len(group) == 300
    assert sum(compared) < 3 * 300
