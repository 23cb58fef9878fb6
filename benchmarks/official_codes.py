"""Score the same corpora with the official codes, where these can be had, and with ours by turns."""

import os
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.cleme2 import OFFICIAL_SECONDS
from benchmarks.large_corpora import SENTENCES, Command, Corpora, Files
from benchmarks.measurement import MIB, Benchmark, Measurement, Skipped, at_most, quantity

M2_TIMES = 200
"""Times that CoNLL-2014 is repeated for errant_compare: 148 MB."""
ROUNDS = 3
"""Runs by turns, of which the quickest counts: other jobs slow the others down."""
PART_OF_ERRANT_COMPARE = 0.5
"""Most of errant_compare's processor time that ERRANT takes from M2."""
TIMES_ERRANT = 2.5
"""Most times the processor time of ERRANT that CLEME2.0 takes from M2."""
MEMORY = 150
"""Most MiB."""
TEXT_TIMES = 1
"""Times that it is repeated for errant_parallel, which takes some minutes for a few thousand sentences."""


def official_codes(corpora: Corpora) -> list[Measurement]:
    """Return a line for each official code; one that is not available says so."""
    return [*_errant_compare(corpora), *_errant_parallel(corpora), *_unavailable()]


def _errant_compare(corpora: Corpora) -> Iterator[Measurement]:
    """Yield ERRANT beside the command errant_compare, and CLEME2.0 beside ERRANT, all from M2."""
    files = corpora.m2(M2_TIMES)
    script = shutil.which("errant_compare", path=sysconfig.get_path("scripts"))
    if script is None:
        yield Measurement("errant_compare", "not installed")
        return
    arguments = [script, "-hyp", str(files.hypothesis), "-ref", str(files.references[0])]
    seconds: dict[str, list[float]] = {"errant_compare": [], "errant": [], "cleme2": []}
    most = 0.0
    for _ in range(ROUNDS):
        begin = _processor_seconds()
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
        seconds["errant_compare"].append(_processor_seconds() - begin)
        for metric in ("errant", "cleme2"):
            begin = _processor_seconds()
            most = max(most, Command(files, metric).run(corpora.folder).driver / MIB)
            seconds[metric].append(_processor_seconds() - begin)
    theirs, errant, cleme2 = map(min, seconds.values())
    note = f"processor seconds with starts, the least of {ROUNDS} by turns; load {os.getloadavg()[0]:.0f}"
    yield _seconds_beside("errant", files, errant, "errant_compare", theirs, PART_OF_ERRANT_COMPARE, note)
    yield _seconds_beside("cleme2", files, cleme2, "errant", errant, TIMES_ERRANT, note)
    yield Measurement("peak memory of both", quantity(most, "MiB"), goal=at_most(most, MEMORY, "MiB"))


def _processor_seconds() -> float:
    """Return those of all commands that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _seconds_beside(
    metric: str, files: Files, ours: float, name: str, theirs: float, bound: float, note: str
) -> Measurement:
    return Measurement(
        f"{metric} from M2, {files.sentences:,} sentences, 1 process",
        quantity(ours, "s"),
        f"{quantity(theirs, 's')} ({name})",
        theirs / ours,
        at_most(ours / theirs, bound, f"of {name}"),
        f"{ours / theirs:.2f} of {name}; {note}",
    )


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


def measure(data: Path) -> list[Measurement]:
    folder = data / "conll14"
    if not (folder / "conll14.errant").is_file():
        raise Skipped(f"no CoNLL-2014 in {folder}")
    with TemporaryDirectory() as name:
        return list(_errant_compare(Corpora(folder, Path(name))))


BENCHMARK = Benchmark("m2", "Score M2 beside errant_compare, on the same files by turns.", measure)


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
