"""Compare CLEME2.0 under every edit weighting with the paper's Table 12 and with GJG15's human ranking of systems.

Run ``python -m benchmarks.weightings``. On one core without a cache, each weighting that needs the encoder takes about
ten minutes. ``python -m benchmarks`` does not run it.
"""

import argparse
import csv
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import cast, get_args

import attrs
from scipy import stats

from benchmarks.__main__ import DATA
from benchmarks.research import Corpus, gjg15_corpus, gjg15_wins
from markscheme import EngineSettings
from markscheme.documents.corpus import sources_of
from markscheme.edits.edit import PassageEdits
from markscheme.edits.passages import parallel_passages
from markscheme.inference.settings import EncoderSettings
from markscheme.marking.local import Engine
from markscheme.metrics import cleme2
from markscheme.metrics.base import Assumption, Level
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.weightings import weighting as find_weighting
from markscheme.progress import silent
from markscheme.scoring.statistics import Weighing, passage_edits

TABLE12 = Path(__file__).with_name("table12_similarity.tsv")
"""The rows *sim* of the paper's Table 12: weights and the four scores."""
FLOOR = 0.1
TEXT_FACTORS: dict[Level, Factors] = {
    "corpus": Factors(0.45, 0.35, 0.15, 0.05),
    "sentence": Factors(0.35, 0.25, 0.20, 0.20),
}
"""The factors in the paper's text and of its correlations; its Table 12 was made with the default factors."""
TRUE_SKILL = {
    "AMU": 0.273, "CAMB": 0.182, "RAC": 0.114, "CUUI": 0.105, "POST": 0.080, "PKU": -0.001, "UMC": -0.022,
    "UFC": -0.041, "IITB": -0.055, "INPUT": -0.062, "SJTU": -0.074, "NTHU": -0.142, "IPN": -0.358,
}  # fmt: skip
"""Table 3 (c) of Grundkiewicz et al., *Human Evaluation of Grammatical Error Correction Systems*, EMNLP 2015."""
SETTINGS: tuple[tuple[Assumption, Level], ...] = tuple(product(get_args(Assumption), get_args(Level)))

Results = dict[str, cleme2.Cleme2Score]
"""Results by system."""


@attrs.frozen
class Systems:
    """Every system's edits, and those of the same references."""

    edits: Mapping[str, Sequence[PassageEdits]]
    engine: Engine

    @classmethod
    def of(cls, corpus: Corpus, engine: Engine) -> "Systems":
        """Return the systems of a corpus."""
        sources = sources_of(corpus.references, None)
        found = {
            text.name: passage_edits(list(parallel_passages(sources, text, corpus.references)), engine.models)
            for text in corpus.hypotheses
        }
        return cls(found, engine)

    def results(self, weighting: str, assumption: Assumption, level: Level, factors: Factors) -> Results:
        """Return each system's CLEME2.0."""
        return {name: self._result(own, weighting, assumption, level, factors) for name, own in self.edits.items()}

    def _result(
        self,
        own: Sequence[PassageEdits],
        weighting: str,
        assumption: Assumption,
        level: Level,
        factors: Factors,
    ) -> cleme2.Cleme2Score:
        weighing = Weighing.of(own, find_weighting(weighting, floor=FLOOR), assumption, level)
        weights = weighing.weights(own, self.engine.models, silent)
        cuts = [item.cut() for item in own]
        return cleme2.Cleme2(level=level, assumption=assumption, factors=factors).evaluate(cuts, weights)


@attrs.frozen
class Published:
    """A system's row of Table 12."""

    weights: cleme2.Weights
    scores: cleme2.Scores


def published(assumption: Assumption, level: Level) -> dict[str, Published]:
    """Return Table 12 by system; compute the score from the other four, as RAC's printed one is its over-correction."""
    with TABLE12.open(encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream, delimiter="\t") if row["assumption"] == assumption]
    found: dict[str, Published] = {}
    for row in rows:
        if row["level"] == level:
            tp, fp_ne, fp_un, fn, hit, wrong, under, over = map(float, list(row.values())[3:])
            made = Factors()
            score = made.hit * hit + made.wrong * (1 - wrong) + made.under * (1 - under) + made.over * (1 - over)
            weights = cleme2.Weights(tp, fp_ne, fp_un, fn)
            found[row["system"]] = Published(weights, cleme2.Scores(hit, wrong, under, over, score))
    return found


def print_table12(systems: Systems) -> None:
    """Print our and the paper's summed weights and scores, and the rank correlations of the systems."""
    for assumption, level in SETTINGS:
        own = systems.results("similarity", assumption, level, Factors())
        paper = published(assumption, level)
        print(f"\nTable 12, similarity, {assumption}, {level}: ours / the paper's")
        for name, theirs in paper.items():
            ours = own[name]
            weights = cast("cleme2.Weights | None", ours.weights)
            pairs = zip(_shown(weights, ours.scores), _shown(theirs.weights, theirs.scores), strict=True)
            print(f"{name:6}", *(f"{mine} / {other}" for mine, other in pairs), sep="  ")
        for part in ("hit", "wrong", "under", "over", "score"):
            columns = [[getattr(each[name].scores, part) for name in paper] for each in (own, paper)]
            rho, tau = stats.spearmanr(*columns).statistic, stats.kendalltau(*columns).statistic
            print(f"{part}: Spearman {rho:.3f}, Kendall {tau:.3f}")


def _shown(weights: cleme2.Weights | None, scores: cleme2.Scores) -> list[str]:
    sums = attrs.astuple(weights or cleme2.Weights())[:4]
    return [*(f"{value:.2f}" for value in sums), *(f"{value:.3f}" for value in attrs.astuple(scores))]


def print_correlations(systems: Systems, weightings: Sequence[str], wins: Mapping[str, float]) -> None:
    """Print the Pearson and Spearman correlations of the systems' scores with human ones."""
    print("\nGJG15, with the text's factors, then with the default ones: EW Pearson, Spearman; TS Pearson, Spearman")
    for weighting, (assumption, level) in product(weightings, SETTINGS):
        shown: list[str] = []
        for factors in (TEXT_FACTORS[level], Factors()):
            own = systems.results(weighting, assumption, level, factors)
            scores = [result.scores.score for result in own.values()]
            for human in (wins, TRUE_SKILL):
                others = [human[name] for name in own]
                shown += [f"{measure(scores, others).statistic:.3f}" for measure in (stats.pearsonr, stats.spearmanr)]
        print(f"{weighting:10}  {assumption:11}  {level:8}", *shown, sep="  ")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.weightings", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the research data (../shared/data by default)")
    parser.add_argument("--layer", type=int, help="the encoder's layer; the last but one by default")
    parser.add_argument("--weighting", action="append", choices=("none", "length", "similarity", "vector"))
    options = parser.parse_args()
    weightings = options.weighting or ["none", "length", "similarity", "vector"]
    engine = Engine(EngineSettings(encoder=EncoderSettings(layer=options.layer)))
    systems = Systems.of(gjg15_corpus(options.data), engine)
    if "similarity" in weightings:
        print_table12(systems)
    print_correlations(systems, weightings, gjg15_wins(options.data))


if __name__ == "__main__":
    main()
