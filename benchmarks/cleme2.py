"""Score the CoNLL-2014 systems from parsed M2 with CLEME2.0, dependent and at corpus level."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measurement import Benchmark, Measurement, at_most, quantity, timed
from benchmarks.research import Corpus, conll_corpus, conll_references, conll_sentences
from markscheme.documents.m2 import M2Sentence, annotators
from markscheme.edits.edit import PassageEdits, annotated_edits
from markscheme.inference.settings import EngineSettings
from markscheme.marking.local import Engine
from markscheme.metrics import cleme2
from markscheme.scoring.scorer import CorpusFiles

OFFICIAL_SECONDS = 1.9
"""Seconds that the official code takes for a system, measured once on a machine with two cores."""

PUBLISHED = ("AMU", (380, 276, 541, 1360))
"""TP, FPne, FPun and FN in the paper's Table 12, to check that the timed work is right."""

REPEATS = 3


def measure(data: Path) -> list[Measurement]:
    references = conll_references(data)
    sentences = conll_sentences(data)
    corpus = conll_corpus(data)
    rounds = {
        name: [timed(partial(_scored, own, references)) for _ in range(REPEATS)] for name, own in sentences.items()
    }
    seconds = {name: median(time for time, _ in runs) for name, runs in rounds.items()}
    typical, slowest = median(seconds.values()), max(seconds, key=lambda name: seconds[name])
    counts = rounds[PUBLISHED[0]][0][1].counts
    published = (counts.tp, counts.fp_ne, counts.fp_un, counts.fn) == PUBLISHED[1]
    whole = _engine_seconds(corpus)
    official = quantity(OFFICIAL_SECONDS, "s (official code)")
    return [
        Measurement(
            f"partition and evaluate, a system of {corpus.size:,} sentences",
            quantity(typical, "s"),
            official,
            OFFICIAL_SECONDS / typical,
            at_most(typical, 0.15, "s"),
            f"median of {len(seconds)} systems, each the median of {REPEATS}; slowest {slowest}, "
            f"{quantity(seconds[slowest], 's')}. The official code's time was recorded on another run. "
            f"{PUBLISHED[0]}'s counts are {'' if published else 'NOT '}those of the paper's Table 12.",
        ),
        Measurement(
            "Scorer.score, the same",
            quantity(whole, "s"),
            official,
            OFFICIAL_SECONDS / whole,
            note="the checks of parallel texts and the signature included",
        ),
    ]


BENCHMARK = Benchmark("cleme2", __doc__, measure)


def _scored(hypothesis: Sequence[M2Sentence], references: Sequence[M2Sentence]) -> cleme2.Cleme2Score:
    numbers = annotators(tuple(references))
    cuts = [
        PassageEdits(
            own.source.tokens,
            annotated_edits(own, 0),
            tuple(annotated_edits(reference, number) for number in numbers),
        ).cut()
        for own, reference in zip(hypothesis, references, strict=True)
    ]
    return cleme2.Cleme2().evaluate(cuts)


def _engine_seconds(corpus: Corpus) -> float:
    with TemporaryDirectory() as folder:
        engine = Engine(EngineSettings(cache=str(Path(folder) / "cache.sqlite")))
        files = CorpusFiles.held(corpus.hypotheses, corpus.references, corpus.source)
        rounds = [timed(lambda: engine.scorer.score(files))[0] for _ in range(REPEATS)]
        engine.models.cache.close()
    return median(rounds) / len(corpus.hypotheses)
