"""Measure the encoder on CUDA: tokens a second against a tight loop, and scores in 16-bit precision.

Without a CUDA device, only the scores, with the CPU's arithmetic in bfloat16.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks import bare_model
from benchmarks.measurement import Benchmark, Measurement, at_least, at_most, quantity, timed
from benchmarks.research import Corpus, conll_corpus, first_sentences
from benchmarks.uot import METRICS, Results, score, sentence_edits
from markscheme.edits.edit import Correction
from markscheme.inference.encoder import BATCH_TOKENS, Encoder, Vectors, edit_vectors
from markscheme.inference.settings import EncoderSettings, EngineSettings, Precision
from markscheme.marking.local import Engine
from markscheme.metrics.overlap import OverlapScore

PRECISIONS: tuple[Precision, ...] = ("float32", "bfloat16")
REPEATS = 3
CPU_SENTENCES = 200
"""Sentences of the first system that are scored where there is no CUDA device."""


def measure(data: Path) -> list[Measurement]:
    import torch

    corpus = conll_corpus(data)
    if not torch.cuda.is_available():
        sample = first_sentences(corpus, CPU_SENTENCES)
        cpu = EncoderSettings(device="cpu")
        return differences(_results(cpu, sample), _results(cpu, sample, shortened=True))
    texts = variants(corpus)
    lines = [throughput(EncoderSettings(device="cuda", precision=precision), texts) for precision in PRECISIONS]
    full, short = (_results(EncoderSettings(device="cuda", precision=precision), corpus) for precision in PRECISIONS)
    return [*lines, *differences(full, short)]


BENCHMARK = Benchmark("encoder", __doc__, measure)


def variants(corpus: Corpus) -> list[str]:
    """Return every distinct sentence variant that the corpus's edit vectors need."""
    sides: list[Correction] = []
    for system in range(len(corpus.hypotheses)):
        for sentence in range(corpus.size):
            edits = sentence_edits(corpus, system, sentence)
            sides += [Correction(edits.source, own) for own in (edits.hypothesis, *edits.references)]
    found: list[str] = []

    def collect(texts: Sequence[str]) -> Vectors:
        found.extend(texts)
        return np.zeros((len(texts), 1), dtype=np.float32)

    edit_vectors(sides, collect)
    return found


def throughput(settings: EncoderSettings, texts: Sequence[str]) -> Measurement:
    """Measure the tokens a second of the encoder, and of its model alone with batches that are on the device."""
    loop = TightLoop(settings, texts)
    encoder = Encoder(settings)
    ours = loop.tokens / _typical(lambda: encoder.encode(loop.texts))
    bare = loop.tokens / _typical(loop.run)
    return Measurement(
        f"encoding in {settings.precision}",
        quantity(ours, "tokens/s"),
        quantity(bare, "tokens/s (tight loop)"),
        ours / bare,
        at_least(100 * ours / bare, 50, "%"),
        f"{len(loop.texts):,} texts of {loop.tokens:,} tokens without padding; the encoder tokenises, "
        "batches and copies; the loop does none of these",
    )


def differences(full: Results, short: Results) -> list[Measurement]:
    """Measure the largest change of each metric's F in bfloat16, for a sentence and for a system."""
    lines: list[Measurement] = []
    for metric in METRICS:
        pairs = list(zip(full[metric], short[metric], strict=True))
        system = max(abs(a.scores.f - b.scores.f) for a, b in pairs)
        sentence = max(_sentence_difference(a, b) for a, b in pairs)
        lines += [
            Measurement(
                f"{metric}: F in bfloat16, a system", f"{system:.1e}", goal=at_most(system, 1e-2, "off float32")
            ),
            Measurement(
                f"{metric}: F in bfloat16, a sentence", f"{sentence:.1e}", goal=at_most(sentence, 1e-2, "off float32")
            ),
        ]
    return lines


class TightLoop:
    """Run the encoder's model over prepared batches of the same texts and the same size.

    Attributes
    ----------
    texts
        The given texts whose tokens differ.
    tokens
        The number of their tokens, without padding.
    """

    def __init__(self, settings: EncoderSettings, texts: Sequence[str]) -> None:
        self._bare = bare_model.load(settings)
        tokenizer, config = self._bare.tokenizer, self._bare.model.config
        longest = min(config.max_position_embeddings, tokenizer.model_max_length)
        rows = tokenizer(list(texts), truncation=True, max_length=longest)["input_ids"]
        distinct = {tuple(row): text for row, text in zip(rows, texts, strict=True)}
        self.texts = tuple(distinct.values())
        self.tokens = sum(map(len, distinct))
        batches = _batches(sorted(distinct, key=len), BATCH_TOKENS[self._bare.device])
        ready = (tokenizer.pad({"input_ids": [list(row) for row in batch]}, return_tensors="pt") for batch in batches)
        self._batches = [batch.to(self._bare.device) for batch in ready]

    def run(self) -> None:
        """Run the model over every batch, and wait until it is done."""
        import torch

        with torch.inference_mode():
            for batch in self._batches:
                self._bare.model(**batch)
        if self._bare.device == "cuda":
            torch.cuda.synchronize()


def _batches(rows: Sequence[tuple[int, ...]], budget: int) -> list[list[tuple[int, ...]]]:
    batches: list[list[tuple[int, ...]]] = [[]]
    for row in rows:
        if (len(batches[-1]) + 1) * len(row) > budget and batches[-1]:
            batches.append([])
        batches[-1].append(row)
    return batches


def _typical(work: Callable[[], object]) -> float:
    """Return the median seconds of a few rounds, after a round that is not timed."""
    work()
    return median(timed(work)[0] for _ in range(REPEATS))


def _results(settings: EncoderSettings, corpus: Corpus, *, shortened: bool = False) -> Results:
    """Return both metrics' results with an empty cache.

    Parameters
    ----------
    shortened
        Whether the loaded encoder is turned to bfloat16, which settings allow on CUDA only.
    """
    with TemporaryDirectory() as folder:
        engine = Engine(EngineSettings(encoder=settings, cache=str(Path(folder) / "cache.sqlite")))
        if shortened:
            encoder = Encoder(settings)
            encoder.model = encoder.model.bfloat16()
            vars(engine.models)["_encoder"] = encoder  # where Models keeps what it has loaded
        results = score(engine, corpus)
        engine.models.cache.close()
    return results


def _sentence_difference(full: OverlapScore, short: OverlapScore) -> float:
    pairs = zip(full.sentences, short.sentences, strict=True)
    return max(abs(a.scores.f - b.scores.f) for a, b in pairs)
