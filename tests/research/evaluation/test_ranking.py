"""Scores of systems equal those of slow, independent computations."""

from itertools import combinations

import numpy as np
import pytest
import trueskill

import markscheme
from markscheme.research.judgements import Ranking, comparisons_of
from markscheme.research.ranking import AGGREGATIONS, MetricScores

GENERATOR = np.random.default_rng(7)
SCORES = GENERATOR.integers(0, 4, (5, 12)) / 4.0
COUNTS = np.concatenate([np.ones((1, 12)), GENERATOR.multinomial(12, np.full(12, 1 / 12), 4)])


def package_ratings(games: list[tuple[int, int, float]], systems: int) -> list[float]:
    """Return the ratings that the package trueskill gives after these games."""
    game = trueskill.TrueSkill(mu=0, sigma=0.5, beta=0.25, tau=0, draw_probability=0.25)
    players = [game.create_rating() for _ in range(systems)]
    for first, second, outcome in games:
        ranks = [0, 0] if outcome == 0 else [0, 1] if outcome > 0 else [1, 0]
        (players[first],), (players[second],) = game.rate([(players[first],), (players[second],)], ranks)
    return [player.mu for player in players]


def drawn(counts: np.ndarray) -> list[int]:
    return [number for number, count in enumerate(counts) for _ in range(int(count))]


def test_trueskill_of_scores_is_the_package_s_in_every_sample():
    found = AGGREGATIONS.get("trueskill").of_metric(metric_scores(SCORES), COUNTS)
    for counts, ratings in zip(COUNTS, found, strict=True):
        games = [
            (first, second, SCORES[first, number] - SCORES[second, number])
            for number in drawn(counts)
            for first, second in combinations(range(5), 2)
        ]
        assert ratings == pytest.approx(package_ratings(games, 5), abs=1e-6)


@pytest.mark.parametrize("aggregation", AGGREGATIONS.names)
def test_several_metrics_together_have_exactly_the_scores_of_each_alone(aggregation: str):
    way = AGGREGATIONS.get(aggregation)
    metric = markscheme.metric("errant")
    scores = []
    for _ in range(3):
        rows = GENERATOR.integers(0, 3, (4, 12, 3))
        statistics = tuple(tuple((tuple(map(float, row)),) for row in system) for system in rows)
        sentences = np.array([[item.scores.f for item in metric.fold(system).sentences] for system in statistics])
        scores.append(MetricScores(metric, ("A", "B", "C", "D"), statistics, sentences, ""))
    together = way.of_metrics(scores, COUNTS)
    for own, item in zip(together, scores, strict=True):
        np.testing.assert_array_equal(own, way.of_metric(item, COUNTS))
    assert way.of_metrics([], COUNTS) == []


def test_trueskill_of_comparisons_is_the_package_s():
    names = ("A", "B", "C", "D")
    rankings = [
        Ranking(number, "ann", tuple(zip(names, map(int, GENERATOR.integers(1, 4, 4)), strict=True)))
        for number in range(15)
    ]
    comparisons = comparisons_of(rankings, names)
    games = [
        (first, second, float(ranking.ranks[second][1] - ranking.ranks[first][1]))
        for ranking in rankings
        for first, second in combinations(range(4), 2)
    ]
    of_people = AGGREGATIONS.get("trueskill").of_people
    assert of_people is not None
    assert of_people(comparisons, 4) == pytest.approx(package_ratings(games, 4), abs=1e-6)


def test_a_system_that_always_loses_keeps_a_finite_rating():
    scores = metric_scores(np.array([np.ones(3000), np.zeros(3000)]))
    [ratings] = AGGREGATIONS.get("trueskill").of_metric(scores, np.ones((1, 3000)))
    assert np.isfinite(ratings).all()
    assert ratings[0] > ratings[1]


def slow_expected_wins(games: list[tuple[int, int, float]], systems: int) -> list[float]:
    shares = []
    for system in range(systems):
        by_opponent: dict[int, list[bool]] = {}
        for first, second, outcome in games:
            if outcome and system in (first, second):
                other = second if system == first else first
                by_opponent.setdefault(other, []).append((outcome > 0) == (system == first))
        means = [sum(wins) / len(wins) for wins in by_opponent.values()]
        shares.append(sum(means) / len(means) if means else float("nan"))
    return shares


def metric_scores(sentences: np.ndarray, statistics: tuple[tuple[object, ...], ...] = ()) -> MetricScores:
    names = tuple("ABCDEFGH"[: len(sentences)])
    return MetricScores(markscheme.metric("errant"), names, statistics, sentences, "")


def test_expected_wins_are_means_over_opponents():
    scores = AGGREGATIONS.get("expected-wins").of_metric(metric_scores(SCORES), COUNTS)
    for counts, row in zip(COUNTS, scores, strict=True):
        games = [
            (first, second, SCORES[first, number] - SCORES[second, number])
            for number in drawn(counts)
            for first, second in combinations(range(5), 2)
        ]
        assert row == pytest.approx(slow_expected_wins(games, 5))


def test_expected_wins_of_people_leave_ties_and_unseen_opponents_out():
    rankings = [Ranking(0, "ann", (("A", 1), ("B", 2))), Ranking(1, "ann", (("B", 1), ("C", 1)))]
    of_people = AGGREGATIONS.get("expected-wins").of_people
    assert of_people is not None
    wins = of_people(comparisons_of(rankings, ("A", "B", "C")), 3)
    assert wins[:2].tolist() == [1.0, 0.0]
    assert np.isnan(wins[2])


def test_means_are_of_the_drawn_sentences():
    scores = AGGREGATIONS.get("mean").of_metric(metric_scores(SCORES), COUNTS)
    expected = [[SCORES[system, drawn(counts)].mean() for system in range(5)] for counts in COUNTS]
    assert scores == pytest.approx(np.array(expected))


def test_a_corpus_is_folded_anew_in_each_sample():
    metric = markscheme.metric("errant")
    statistics = tuple(
        tuple(((float(tp), float(fp), 1.0),) for tp, fp in GENERATOR.integers(0, 3, (4, 2))) for _ in range(3)
    )
    counts = np.array([[1.0, 1, 1, 1], [2, 0, 1, 1]])
    scores = AGGREGATIONS.get("corpus").of_metric(metric_scores(np.zeros((3, 4)), statistics), counts)
    for row, values in zip(counts, scores, strict=True):
        folded = [metric.fold([rows[number] for number in drawn(row)]).scores.f for rows in statistics]
        assert values.tolist() == folded
