"""MAEGE's chains of partly corrected sentences, and how well estimates order them."""

import attrs
import pytest

from markscheme.edits.edit import Edit
from markscheme.research.maege import MEANS, Agreement, agreement, lattice

SOURCE = ("She", "go", "to", "the", "school", "every", "days", ".")
FIRST = (Edit(1, 2, ("goes",)), Edit(3, 4, ()), Edit(6, 7, ("day",)))
SECOND = (Edit(1, 2, ("went",)), Edit(5, 7, ("daily",)))
UNCHANGED = ("He", "sleeps", ".")


def test_a_chain_goes_from_the_source_to_its_reference():
    chains = lattice({SOURCE: [FIRST, SECOND], UNCHANGED: [(), (Edit(0, 1, ("She",)),)]}, seed=1)
    assert [len(chain.versions) for chain in chains.chains] == [4, 3]
    ends = ("She goes to school every day .", "She went to the school daily .")
    for chain, end in zip(chains.chains, ends, strict=True):
        assert chain.versions[0].text == " ".join(SOURCE)
        assert chain.versions[-1].text == end
        assert chain.scores[0] == 1 - 3 / len(" ".join(SOURCE))
        assert chain.scores[-1] == 1
    made = [[version.made for version in corpus] for corpus in chains.corpora]
    assert len(made) == len(MEANS)
    assert made[0] == [0]
    assert made[-1][0] in (2, 3)


def numbers(found: Agreement) -> list[float | None]:
    of_chains = [found.chain_kendall, found.ties]
    return [*attrs.astuple(found.corpus), *attrs.astuple(found.sentence), *of_chains]


def test_estimates_like_the_scores_agree_wholly_and_turned_round_not_at_all():
    chains = lattice({SOURCE: [FIRST, FIRST[:2], FIRST[1:]]}, seed=1)
    scores = [score for chain in chains.chains for score in chain.scores]
    means = [float(mean) for mean in MEANS]
    right = agreement(chains, [*scores, *means])
    assert numbers(right) == pytest.approx([1, 1, 1, 1, 1, 0])
    wrong = agreement(chains, [-value for value in (*scores, *means)])
    assert numbers(wrong) == pytest.approx([-1, -1, -1, -1, -1, 0])


def test_equal_estimates_are_ties_and_no_order():
    chains = lattice({SOURCE: [SECOND]}, seed=1)
    ties = agreement(chains, [1.0, 1.0, 2.0, *map(float, MEANS)])
    assert ties.ties == pytest.approx(1 / 3)
    assert ties.chain_kendall == 1
