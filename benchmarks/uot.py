"""Score SEEDA's systems with UOT-ERRANT and credit on CPU: with sharing and a cache, and one sentence at a time."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import attrs

from benchmarks.measurement import Benchmark, Measurement, at_least, quantity, timed
from benchmarks.plain_scores import PlainScorer
from benchmarks.research import Corpus, seeda_corpus
from markscheme.documents.corpus import ParallelText, Side, StatedEdit
from markscheme.edits.edit import Correction, Edit, Edits, PassageEdits, scored
from markscheme.inference.models import Models
from markscheme.inference.settings import EncoderSettings, EngineSettings
from markscheme.languages.segments import Span
from markscheme.marking.local import Engine
from markscheme.metrics.base import metric as find_metric
from markscheme.metrics.overlap import Overlap, OverlapScore, f_score
from markscheme.scoring.scorer import CorpusFiles, ScoreRequest

METRICS = ("uot-errant", "credit")
ENCODER = EncoderSettings(device="cpu")
SAMPLE_SIZE = 12
"""Sentences of each system that the plain scorer is measured with."""
SEED = 20240

Results = dict[str, list[OverlapScore]]
"""One result for each system, by metric."""


def measure(data: Path) -> list[Measurement]:
    corpus = seeda_corpus(data)
    with TemporaryDirectory() as folder:
        corpus = with_edits(corpus, Path(folder) / "edits.sqlite")
        shared, own = (EngineSettings(encoder=ENCODER, cache=str(Path(folder) / f"{name}.sqlite")) for name in "ab")
        plain = PlainSample(corpus)
        with one_thread():
            plain.score_half()
            alone, results = _run(shared, corpus, load_encoder=True)
            plain.score_half()
        threaded, _ = _run(own, corpus, load_encoder=True)
        again, _ = _run(own, corpus, load_encoder=False)
    first = min(alone, threaded)
    sides = len(corpus.hypotheses) * corpus.size
    sampled = sum(plain.seconds)
    whole = sampled * sides / len(plain.places)
    references = len(corpus.references)
    differences = (f"{metric} {value:.1g}" for metric, value in plain.differences(results).items())
    return [
        Measurement(
            f"first run, {len(corpus.hypotheses)} systems of {corpus.size} sentences, one thread",
            quantity(alone, "s"),
            quantity(whole, "s (plain scorer, scaled)"),
            whole / alone,
            at_least(whole / alone, 15, "x"),
            f"the plain scorer took {quantity(sampled, 's')} for {len(plain.places) * references} sentence pairs "
            f"({SAMPLE_SIZE} sentences of each system, seed {SEED}; half of them before our run in "
            f"{quantity(plain.seconds[0], 's')}, half after it in {quantity(plain.seconds[1], 's')}), scaled to all "
            f"{sides * references:,} pairs. Edits were extracted and the encoders loaded beforehand. Both use one "
            "thread: with several, small batches wait for each other if another job runs. Largest "
            f"difference of a sampled sentence's F: {', '.join(differences)}.",
        ),
        Measurement(
            "second run, a new engine on the same cache",
            quantity(again, "s"),
            quantity(first, "s (first run)"),
            first / again,
            at_least(first / again, 10, "x"),
            "both metrics, no encoder loaded; compared with the faster of two first runs, with one thread and with "
            f"torch's default number ({quantity(threaded, 's')})",
        ),
    ]


BENCHMARK = Benchmark("uot", __doc__, measure)


class PlainSample:
    """Run the plain scorer on the same number of sentences of each system, in random order and in two halves.

    Attributes
    ----------
    places
        The sentences, as (system, sentence).
    seconds
        The seconds of each scored half; very different values mean that the machine had other work.
    """

    def __init__(self, corpus: Corpus) -> None:
        chosen = random.Random(SEED)
        self.places = [
            (system, sentence)
            for system in range(len(corpus.hypotheses))
            for sentence in chosen.sample(range(corpus.size), SAMPLE_SIZE)
        ]
        chosen.shuffle(self.places)
        self.seconds: list[float] = []
        self._sentences = [sentence_edits(corpus, *place) for place in self.places]
        self._scorer = PlainScorer(ENCODER)
        self._scorer.overlaps(self._sentences[0])
        self._overlaps: list[tuple[list[Overlap], list[Overlap]]] = []

    def score_half(self) -> None:
        """Score the next half, and add its time."""
        begin = len(self._overlaps)
        part = self._sentences[begin : begin + (len(self.places) + 1) // 2]
        seconds, overlaps = timed(lambda: [self._scorer.overlaps(sentence) for sentence in part])
        self.seconds.append(seconds)
        self._overlaps += overlaps

    def differences(self, results: Results) -> dict[str, float]:
        """Return the largest difference of a sentence's F from the one in these results, by metric."""
        return {
            metric: max(
                abs(max(f_score(item).f for item in overlaps[order]) - results[metric][system].sentences[at].scores.f)
                for (system, at), overlaps in zip(self.places, self._overlaps, strict=True)
            )
            for order, metric in enumerate(METRICS)
        }


@contextmanager
def one_thread() -> Iterator[None]:
    """Limit torch to one thread."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def with_edits(corpus: Corpus, cache: Path) -> Corpus:
    """Return the corpus with its hypotheses' edits, so that scoring need not extract them."""
    sources = [side.segment.tokens for side in corpus.source.sides]
    models = Models(EngineSettings(cache=str(cache)))
    pairs = [
        (source, side.segment.tokens)
        for text in corpus.hypotheses
        for source, side in zip(sources, text.sides, strict=True)
    ]
    found = iter(models.edits(pairs))
    models.cache.close()
    hypotheses = tuple(
        attrs.evolve(text, sides=tuple(_annotated(side, next(found)) for side in text.sides))
        for text in corpus.hypotheses
    )
    return attrs.evolve(corpus, hypotheses=hypotheses)


def sentence_edits(corpus: Corpus, system: int, sentence: int) -> PassageEdits:
    """Return one system's sentence with its references, as input of the soft metrics."""
    texts = [corpus.hypotheses[system], *corpus.references]
    hypothesis, *references = (_edits(text, sentence) for text in texts)
    return PassageEdits(corpus.source.sides[sentence].segment.tokens, hypothesis, tuple(references))


def score(engine: Engine, corpus: Corpus) -> Results:
    """Return both soft metrics of every system, with default settings."""
    return {metric: _results(engine, corpus, metric) for metric in METRICS}


def _results(engine: Engine, corpus: Corpus, name: str) -> list[OverlapScore]:
    files = CorpusFiles.held(corpus.hypotheses, corpus.references, corpus.source)
    runs = engine.scorer.score(files, ScoreRequest(find_metric(name)))
    return [cast("OverlapScore", run.result) for run in runs]


def _run(settings: EngineSettings, corpus: Corpus, *, load_encoder: bool) -> tuple[float, Results]:
    """Return the seconds of scoring, without imports and loading, and the results."""
    import_module("ot")
    engine = Engine(settings)
    if load_encoder:
        engine.models.vectors([Correction(("benchmark",), (Edit(0, 1, ("benchmarks",)),))])
    seconds, results = timed(lambda: score(engine, corpus))
    engine.models.cache.close()
    return seconds, results


def _annotated(side: Side, edits: Edits) -> Side:
    nowhere = Span(0, 0)
    stated = (StatedEdit(edit.start, edit.end, edit.replacement, edit.type, nowhere) for edit in edits)
    return attrs.evolve(side, edits=tuple(stated), states_edits=True)


def _edits(text: ParallelText, sentence: int) -> Edits:
    annotations = text.sides[sentence].edits
    return scored(tuple(Edit(item.start, item.end, item.replacement, item.type) for item in annotations))
