"""Score the same corpora with the official codes, where these can be had, and with ours by turns."""

import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.cleme2 import OFFICIAL_SECONDS
from benchmarks.large_corpora import SENTENCES, Command, Corpora, Files
from benchmarks.measurement import Measurement, quantity

TEXT_TIMES = 1
"""Times that it is repeated for errant_parallel, which takes some minutes for a few thousand sentences."""


def official_codes(corpora: Corpora) -> list[Measurement]:
    """Return a line for each official code; one that is not available says so."""
    return [*_errant_parallel(corpora), *_unavailable()]


def _errant_parallel(corpora: Corpora) -> Iterator[Measurement]:
    """Yield errant_parallel's loop with our pipeline beside our command, from text."""
    files = corpora.text(TEXT_TIMES)
    if files.source is None:
        return
    from benchmarks.errant import ErrantParallel, Line

    parallel = ErrantParallel()
    texts = (files.source, files.hypothesis, files.references[0])
    rows = zip(*(_token_lines(path) for path in texts), strict=True)
    lines = [Line(source, (hypothesis, reference)) for source, hypothesis, reference in rows]
    ours = Command(files, "errant", threads=1).run(corpora.folder).seconds
    begin = time.perf_counter()
    parallel.extract(lines)
    theirs = time.perf_counter() - begin
    note = "ours with its start and its counts, theirs loaded before and without errant_compare; the same pipeline"
    yield _beside("errant from text", files, ours, theirs, "errant_parallel", note)


def _unavailable() -> Iterator[Measurement]:
    recorded = quantity(SENTENCES / OFFICIAL_SECONDS, "sentences/s")
    yield Measurement(
        "CLEME2.0's official code",
        "not available",
        f"{recorded} (recorded)",
        note="it is in no package registry, and not with the research data. The speed was recorded on another run",
    )
    yield Measurement(
        "UOT-ERRANT's official code",
        "not available",
        note="only its results are with the research data. `python -m benchmarks uot` has a plain scorer that works as "
        "it does. Credit is ours, and has none",
    )


def _beside(subject: str, files: Files, ours: float, theirs: float, name: str, note: str) -> Measurement:
    return Measurement(
        f"{subject}, {files.sentences:,} sentences, 1 process",
        quantity(files.sentences / ours, "sentences/s"),
        f"{quantity(files.sentences / theirs, 'sentences/s')} ({name})",
        theirs / ours,
        note=note,
    )


def _token_lines(path: Path) -> list[tuple[str, ...]]:
    return [tuple(line.split()) for line in path.read_text("utf-8").splitlines()]
