"""Read, score and mark each folder on the command line; print the time and memory of each as a line of JSON.

Limits are those of a whole process: memory that a shape takes may be used by those behind it.
"""

import json
import resource
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from markscheme import Work
from markscheme.api import marking, research
from markscheme.errors import DocumentError
from markscheme.inference.settings import EngineSettings
from markscheme.marking.local import Engine
from markscheme.reports.report import Report

REFERENCE = 0.25
"""Seconds of the processor that :func:`reference_work` takes where nothing else runs; beside other work it takes more,
and so does all that is measured."""


def reference_work() -> float:
    """Return the seconds of the processor that a fixed piece of work takes now."""
    begin = process_time()
    sum(number * number % 7 for number in range(5_000_000))
    return process_time() - begin


def peak() -> int:
    """Return the most memory that the process had at a time, without the files that are mapped into it, in bytes.

    How much of the libraries' files counts as the process's depends on how the kernel caches them: a fresh install has
    had 90 MB more. Linux's ``ru_maxrss`` begins with that of the process that started this one, so the kernel's other
    numbers are read where there are any.
    """
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    numbers = {
        key: int(value.split()[0]) * 1024 for key, _, value in (line.partition(":") for line in lines) if "kB" in value
    }
    if {"VmHWM", "RssFile"} <= numbers.keys():
        return numbers["VmHWM"] - numbers["RssFile"]
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def steps(folder: Path, engine: Engine) -> Iterator[tuple[str, Callable[[], object]]]:
    yield "review", lambda: marking.review([folder], work=Work(engine))
    for path in sorted(folder.iterdir()):
        if path.suffix in (".m2", ".tsv", ".jsonl", ".json", ".docx", ".ann", ".uagec", ".sgml"):
            target = folder / "written" / path.stem
            target.mkdir(parents=True, exist_ok=True)
            for name in ("essay.md", "essay.m2"):
                yield (
                    f"convert {path.suffix} to {name}",
                    partial(research.convert, path, target / name, work=Work(engine)),
                )


def outcome(work: Callable[[], object]) -> str:
    """Return the message of a refusal, or what there was to read."""
    try:
        result = work()
    except DocumentError as error:
        return str(error)
    except BaseException as error:
        return f"{traceback.extract_tb(error.__traceback__)[-1]}: {error!r}"[:500] + " FAULT"
    if isinstance(result, Report):
        return " ".join([f"{len(result.documents)} documents", *(str(problem) for problem in result.problems)])[:1000]
    return "converted"


def main(folders: list[str]) -> None:
    warm = Path(folders[0])
    engine = Engine(EngineSettings(cache=str(warm / "cache")))
    outcome(lambda: marking.review([warm], work=Work(engine)))
    for name in folders[1:]:
        for step, work in list(steps(Path(name), engine)):
            begin, processor = perf_counter(), process_time()
            message = outcome(work)
            wall, seconds = perf_counter() - begin, process_time() - processor
            slowness = max(1.0, reference_work() / REFERENCE) if seconds > 1 else 1.0
            measured = {
                "folder": name,
                "step": step,
                "wall": round(wall, 2),
                "processor": round(seconds / slowness, 2),
                "peak": peak(),
                "message": message,
            }
            print(json.dumps(measured), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
