"""Measure the time until a class's thirty essays are marked when their folder is opened again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.conversation import Conversation
from benchmarks.essay import essay
from benchmarks.measurement import Benchmark, Measurement, at_most, quantity, timed
from benchmarks.revision import Revision

STUDENTS = 30
WORDS = 400
OPENINGS = 3
LIMIT = 5.0
"""Maximum seconds from the start of a server until all essays are marked, with everything in the cache."""
STAGES = 2
"""The publications of an open document: with its categories, and with its credit."""


def measure(data: Path) -> list[Measurement]:
    del data
    times: dict[str, list[float]] = {}
    with TemporaryDirectory() as name:
        folder = Path(name)
        written = _write(folder)
        first = _timed(folder, written, _open_all, None)
        for _ in range(OPENINGS):
            for subject, work in WAYS.items():
                times.setdefault(subject, []).append(_timed(folder, written, work, None))
    note = f"median of {OPENINGS}, each from a new server with a new engine; {STUDENTS} essays of {WORDS} words"
    return [
        Measurement(
            subject,
            quantity(median(seconds), "s"),
            f"{quantity(first, 's')} (cold, each opened)",
            first / median(seconds),
            at_most(median(seconds), LIMIT, "s"),
            note,
        )
        for subject, seconds in times.items()
    ]


def compare(revision: Revision) -> list[Measurement]:
    """Measure the same beside another revision; both servers take turns, each with a cache of its own."""
    times: dict[tuple[str, bool], list[float]] = {}
    with TemporaryDirectory() as here, TemporaryDirectory() as there:
        sides = [(Path(here), None), (Path(there), revision)]
        documents = [_write(folder) for folder, _ in sides]
        for (folder, other), written in zip(sides, documents, strict=True):
            _timed(folder, written, _open_all, other)
        for _ in range(OPENINGS):
            for subject, work in WAYS.items():
                for (folder, other), written in zip(sides, documents, strict=True):
                    seconds = _timed(folder, written, work, other)
                    times.setdefault((subject, other is None), []).append(seconds)
    return [
        Measurement(
            subject,
            quantity(median(times[subject, True]), "s"),
            f"{quantity(median(times[subject, False]), 's')} ({revision.name})",
            median(times[subject, False]) / median(times[subject, True]),
            at_most(median(times[subject, True]), LIMIT, "s"),
        )
        for subject in WAYS
    ]


BENCHMARK = Benchmark("class", __doc__, measure, compare)


def _write(folder: Path) -> list[Path]:
    """Write each student's essay, its correction and two teachers' references; return the corrections' paths."""
    corrections: list[Path] = []
    for number in range(1, STUDENTS + 1):
        text, stem = essay(WORDS, seed=number), f"student-{number:02}"
        for role, content in (
            ("src", text.source),
            ("hyp", text.hypothesis),
            ("ref.one", text.references[0]),
            ("ref.two", text.references[1]),
        ):
            (folder / f"{stem}.{role}.txt").write_text(content, encoding="utf-8")
        corrections.append(folder / f"{stem}.hyp.txt")
    return corrections


def _timed(
    folder: Path,
    corrections: Sequence[Path],
    work: Callable[[Conversation, Path, Sequence[Path]], None],
    revision: Revision | None,
) -> float:
    """Return the seconds from the start of a server until the essays are marked in one way."""

    def start() -> Conversation:
        conversation = Conversation({"cache": str(folder / "cache.sqlite"), "engineIdle": 0}, revision=revision)
        conversation.initialize(folder)
        work(conversation, folder, corrections)
        return conversation

    seconds, conversation = timed(start)
    with conversation:
        return seconds


def _open_all(conversation: Conversation, _: Path, corrections: Sequence[Path]) -> None:
    """Open each essay, as an editor does with the files that were open before, and wait for its complete marks."""
    uris = [conversation.open_document(path) for path in corrections]
    conversation.wait_for_publications(uris, STAGES)


def _look_over(conversation: Conversation, folder: Path, corrections: Sequence[Path]) -> None:
    """Ask for the class at a glance, for which every essay is marked."""
    overview = conversation.request("markscheme/overview", {"uri": folder.as_uri()})
    marked = [item for exercise in overview["exercises"] for item in exercise["students"] if item["marks"]]
    if len(marked) != len(corrections):
        raise RuntimeError(f"{len(marked)} of {len(corrections)} essays are marked")


WAYS = {"all essays opened again, until their credit": _open_all, "the class at a glance, opened again": _look_over}
