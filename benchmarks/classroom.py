"""Measure a teacher's evening: thirty students of 300 words from the school's zip to its worksheet, with feedback."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import attrs
from docx import Document

from benchmarks.essay import Essay, essay
from benchmarks.measurement import Benchmark, Measurement, at_most, quantity, timed

STUDENTS = 30
WORDS = 300
COLD_LIMIT, WARM_LIMIT = 180.0, 20.0
"""Seconds from an empty cache, and with everything in it."""
FORMATS = ("docx", "html", "pdf")
HEADER = "Identifier,Full name,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments"
"""Of Moodle's grading worksheet."""


def measure(data: Path) -> list[Measurement]:
    del data
    with TemporaryDirectory() as name:
        folder = Path(name)
        _prepare(folder)
        cold = [_timed_step(folder, *step) for step in _steps(folder)]
        warm = [_timed_step(folder, *step) for step in _steps(folder)]
    pairs = zip(_steps(folder), cold, warm, strict=True)
    return [
        _line("the whole evening, empty cache", cold, COLD_LIMIT),
        _line("the whole evening again, warm cache", warm, WARM_LIMIT),
        *(
            Measurement(f"  {title}", str(first), f"{again} (warm)", first.seconds / again.seconds)
            for (title, _), first, again in pairs
        ),
    ]


BENCHMARK = Benchmark("classroom", __doc__, measure)


@attrs.frozen
class StepTime:
    """What a command took.

    Attributes
    ----------
    seconds
        By the wall clock; other work on the machine makes it longer.
    processor
        Seconds of processors, the command's and its children's.
    """

    seconds: float
    processor: float

    def __str__(self) -> str:
        return f"{quantity(self.seconds, 's')}, CPU {quantity(self.processor, 's')}"


def _line(subject: str, steps: Sequence[StepTime], limit: float) -> Measurement:
    whole = StepTime(sum(step.seconds for step in steps), sum(step.processor for step in steps))
    note = f"{STUDENTS} students of {WORDS} words, two teachers; a process a command"
    return Measurement(subject, str(whole), goal=at_most(whole.seconds, limit, "s"), note=note)


def _steps(folder: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the commands of the evening, each with what it is for."""
    target, cache = str(folder / "class"), ("--cache", str(folder / "cache.sqlite"))
    yield "import", ("class", "import", str(folder / "submissions.zip"), "--into", target, "--force")
    yield "review", ("review", target, *cache)
    for form in FORMATS:
        yield f"feedback as {form}", ("class", "feedback", target, "--format", form, *cache)
    worksheet = str(folder / "worksheet.csv")
    yield "export", ("class", "export", target, "--worksheet", worksheet, "--workbook", "--force", *cache)


def _timed_step(folder: Path, _title: str, arguments: Sequence[str]) -> StepTime:
    environment = os.environ | {"HF_HUB_OFFLINE": "1"}
    command = [sys.executable, "-m", "markscheme", *arguments]
    before = _processor_seconds()
    seconds, done = timed(
        lambda: subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr}")
    return StepTime(seconds, _processor_seconds() - before)


def _processor_seconds() -> float:
    """Return the processor seconds of all processes that this one has started and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _prepare(folder: Path) -> None:
    """Write the teachers' texts, the zip of the school's system and its worksheet."""
    text = essay(WORDS)
    (folder / "class").mkdir()
    (folder / "class" / "task.txt").write_text(text.source, encoding="utf-8")
    for name, reference in zip(("Ms Kim", "Mr Roy"), text.references, strict=True):
        (folder / "class" / f"correction {name}.txt").write_text(reference, encoding="utf-8")
    rows = [HEADER]
    with ZipFile(folder / "submissions.zip", "w") as archive:
        for number in range(1, STUDENTS + 1):
            name = f"Student {number:02}"
            archive.writestr(f"{name}_{1000 + number}_assignsubmission_file_/essay.docx", _handed_in(text, number))
            rows.append(f"Participant {1000 + number},{name},Submitted for grading,,100.00,Yes,-,")
    (folder / "worksheet.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")


def _handed_in(text: Essay, seed: int) -> bytes:
    """Return a student's correction: each sentence as the learner, a teacher or a careless student has it."""
    chance = Random(seed)
    versions = [version.split("\n\n") for version in (text.source, *text.references, text.hypothesis)]
    document = Document()
    for paragraphs in zip(*versions, strict=True):
        sentences = zip(*(paragraph.rstrip(".\n").split(". ") for paragraph in paragraphs), strict=True)
        document.add_paragraph(". ".join(chance.choice(options) for options in sentences) + ".")
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()
