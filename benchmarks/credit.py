"""Compare credit, with and without a ceiling, with the human rankings of systems in GJG15 and SEEDA-E.

Run ``python -m benchmarks.credit``. On two cores, the first run takes about ten minutes. Later runs take the vectors
from the cache. ``python -m benchmarks`` does not run it. Settings are chosen on GJG15 alone.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import mean

import attrs
from gec_metrics import get_metric
from scipy import stats

from benchmarks.__main__ import DATA
from benchmarks.research import (
    SEEDA_FLUENT_SYSTEMS,
    SEEDA_SYSTEMS,
    Corpus,
    gjg15_corpus,
    gjg15_wins,
    seeda_corpus,
    seeda_references,
    seeda_true_skill,
)
from benchmarks.weightings import TRUE_SKILL
from markscheme import EngineSettings
from markscheme.marking.local_engine import Engine
from markscheme.metrics.credit import Credit

SentenceScores = dict[str, list[float]]
"""The F scores of each system's sentences."""


@attrs.frozen
class Comparison:
    """Systems and their references, with the systems' scores by people: one or more by title."""

    corpus: Corpus
    human: Mapping[str, Mapping[str, float]]


def correlations(scores: Mapping[str, float], human: Mapping[str, float]) -> str:
    """Return Pearson's and Spearman's correlation with the human scores."""
    columns = list(scores.values()), [human[name] for name in scores]
    return " / ".join(f"{measure(*columns).statistic:.3f}" for measure in (stats.pearsonr, stats.spearmanr))


def seeda_comparisons(data: Path) -> Iterator[Comparison]:
    """Yield SEEDA-E with each set of references."""
    corpus, human = seeda_corpus(data), seeda_true_skill(data)
    for column, references in seeda_references(data).items():
        names = SEEDA_FLUENT_SYSTEMS if column.endswith("Fluency") else SEEDA_SYSTEMS
        hypotheses = tuple(text for text in corpus.hypotheses if text.name in names)
        own = attrs.evolve(corpus, hypotheses=hypotheses, references=references)
        yield Comparison(own, {f"SEEDA-E {column}": human})


def gjg15_comparison(data: Path) -> Comparison:
    """Return GJG15 with Expected Wins and with TrueSkill."""
    return Comparison(gjg15_corpus(data), {"GJG15 EW": gjg15_wins(data), "GJG15 TS": TRUE_SKILL})


def sentence_scores(engine: Engine, corpus: Corpus, metric: Credit) -> SentenceScores:
    runs = engine.scorer.score(corpus.hypotheses, corpus.references, corpus.source, metric)
    return {run.hypothesis: [sentence.scores.f for sentence in run.result.sentences] for run in runs}


def true_skill(scores: SentenceScores) -> dict[str, float]:
    """Return each system's TrueSkill score, from the comparison of each pair of systems by each sentence."""
    ranking = get_metric("green")()
    table = ranking.make_pairwise_scores(list(scores.values()))
    return dict(zip(scores, ranking.run_trueskill(table), strict=True))


def print_comparison(engine: Engine, comparison: Comparison, metrics: Sequence[Credit]) -> None:
    """Print the correlations of TrueSkill aggregation and of the mean over sentences."""
    for metric in metrics:
        scores = sentence_scores(engine, comparison.corpus, metric)
        ranked, means = true_skill(scores), {name: mean(values) for name, values in scores.items()}
        for title, human in comparison.human.items():
            by_rank, by_mean = correlations(ranked, human), correlations(means, human)
            setting = f"beta {metric.beta:g}  ceiling {metric.ceiling:g}"
            print(f"{title:20}  {setting}  TrueSkill {by_rank}  mean {by_mean}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.credit", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the research data (../shared/data by default)")
    parser.add_argument("--ceiling", type=float, action="append", help="may be given again; 1 and 0.75 by default")
    parser.add_argument("--beta", type=float, action="append", help="may be given again; 0.5 and 1 by default")
    parser.add_argument("--cache", default="", help="the cache's file")
    options = parser.parse_args()
    settings = product(options.beta or (0.5, 1.0), options.ceiling or (1.0, 0.75))
    metrics = [Credit(level="sentence", beta=beta, ceiling=ceiling) for beta, ceiling in settings]
    engine = Engine(EngineSettings(cache=options.cache) if options.cache else EngineSettings())
    for comparison in (gjg15_comparison(options.data), *seeda_comparisons(options.data)):
        print_comparison(engine, comparison, metrics)


if __name__ == "__main__":
    main()
