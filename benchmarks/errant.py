"""Extract ERRANT edits of the CoNLL-2014 systems from text, and compare with errant_parallel."""

import random
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from benchmarks.measurement import Benchmark, Measurement, Skipped, at_least, quantity, timed
from benchmarks.research import conll_sentences
from markscheme.edits.edit import Edit, Edits, annotated_edits, apply_edits
from markscheme.edits.extraction import Extractor, Pair, Tokens
from markscheme.languages.language import find_language
from markscheme.languages.pipeline import Pipeline

TIME_BUDGET = 180.0
"""Seconds for errant_parallel; if it needs more, it is measured on a sample."""
PILOT_LINES = 60
BLOCK = 256
"""Lines after which the two extractors alternate, so that another job on the machine slows both equally."""
SEED = 20240


@attrs.frozen
class Line:
    """A source sentence with every system's correction: a line of errant_parallel's input files."""

    source: Tokens
    targets: tuple[Tokens, ...]

    @property
    def pairs(self) -> list[Pair]:
        return [(self.source, target) for target in self.targets]


def measure(data: Path) -> list[Measurement]:
    lines, systems = _lines(data)
    theirs = ErrantParallel()
    extractor = Extractor(Pipeline(find_language()))
    pilot = random.Random(SEED).sample(lines, min(PILOT_LINES, len(lines)))
    theirs.extract(pilot)
    extractor.extract([pair for line in pilot for pair in line.pairs])
    expected = timed(lambda: theirs.extract(pilot))[0] * len(lines) / len(pilot)
    chosen = lines
    if expected > TIME_BUDGET:
        chosen = random.Random(SEED).sample(lines, max(1, int(len(lines) * TIME_BUDGET / expected)))
    pairs = [pair for line in chosen for pair in line.pairs]
    ours_seconds, their_seconds, differing = 0.0, 0.0, 0
    ours_busy, their_busy = 0.0, 0.0
    for begin in range(0, len(chosen), BLOCK):
        block = chosen[begin : begin + BLOCK]
        busy = time.process_time()
        seconds, ours = timed(partial(extractor.extract, [pair for line in block for pair in line.pairs]))
        ours_seconds, ours_busy = ours_seconds + seconds, ours_busy + time.process_time() - busy
        busy = time.process_time()
        seconds, plain = timed(partial(theirs.extract, block))
        their_seconds, their_busy = their_seconds + seconds, their_busy + time.process_time() - busy
        differing += sum(own != other for own, other in zip(ours, plain, strict=True))
    changed = sum(source != target for source, target in pairs)
    part = "all" if chosen is lines else f"a sample (seed {SEED}) of {len(chosen):,} of {len(lines):,}"
    return [
        Measurement(
            f"extraction, {systems} systems of {len(chosen):,} sentences",
            quantity(ours_seconds, "s"),
            quantity(their_seconds, "s (errant_parallel)"),
            their_seconds / ours_seconds,
            at_least(their_seconds / ours_seconds, 4, "x"),
            f"{part} sentences, {changed:,} changed pairs; the same pipeline, loaded and warm on either side. "
            "errant_parallel gets all systems in one call, so that it also parses each source once.",
        ),
        Measurement(
            "the same, in processor time",
            quantity(ours_busy, "s"),
            quantity(their_busy, "s (errant_parallel)"),
            their_busy / ours_busy,
            note="the other jobs of a busy machine count less",
        ),
        Measurement(
            "pairs with other edits than errant_parallel's",
            f"{differing:,}",
            f"{len(pairs):,} pairs",
            note="span, replacement and type compared",
        ),
    ]


BENCHMARK = Benchmark("errant", __doc__, measure)


class ErrantParallel:
    """Parse and annotate one sentence at a time, as errant_parallel does with tokenised text."""

    def __init__(self) -> None:
        import errant
        import spacy

        import markscheme_models

        self._annotator: Any = errant.load("en", spacy.load(markscheme_models.english_pipeline()))

    def extract(self, lines: Sequence[Line]) -> list[Edits]:
        """Return the edits of each line's pairs, in order."""
        return [edits for line in lines for edits in self._line_edits(line)]

    def _line_edits(self, line: Line) -> Iterator[Edits]:
        source = self._annotator.parse(" ".join(line.source))
        for target in line.targets:
            text = " ".join(target)
            if source.text.strip() == text:
                yield ()
                continue
            found = self._annotator.annotate(source, self._annotator.parse(text))
            yield tuple(Edit(edit.o_start, edit.o_end, tuple(edit.c_str.split()), edit.type) for edit in found)


def _lines(data: Path) -> tuple[list[Line], int]:
    systems = list(conll_sentences(data).values())
    if not systems:
        raise Skipped(f"no output of a system in {data}")
    lines: list[Line] = []
    for sentences in zip(*systems, strict=True):
        source = sentences[0].source.tokens
        lines.append(Line(source, tuple(apply_edits(source, annotated_edits(own, 0)) for own in sentences)))
    return lines, len(systems)
