"""The diagnostics that an exercise's documents must have, computed anew by an engine in the test's own process."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs
from lsprotocol import types

from markscheme.documents.files import read_text
from markscheme.documents.places import LineIndex
from markscheme.errors import DocumentError, NothingToMark
from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.inference.settings import EngineSettings
from markscheme.languages.segments import Span
from markscheme.marking.comparison import VersionReview, disagreements, hypotheses_at
from markscheme.marking.driver import ExerciseTasks, Outcome, TaskSettings
from markscheme.marking.local import Engine
from markscheme.marking.verdict import Verdict

PROBLEM = "document-problem"

Shown = Counter[tuple[str, str]]
"""Codes with their places (UTF-16); problems with their messages instead."""


def shown(diagnostics: tuple[types.Diagnostic, ...]) -> Shown:
    """Return what a server shows."""
    return Counter((str(item.code), item.message if item.code == PROBLEM else str(item.range)) for item in diagnostics)


class FreshReview:
    """Reviews texts without any earlier result; they are written to ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._engine = Engine(EngineSettings(cache=str(folder / "cache.sqlite")))

    def shown(self, texts: Mapping[str, str], name: str) -> Shown:
        """Return what the document of this name must show; ``texts`` are by file name."""
        for each, text in texts.items():
            (self._folder / each).write_bytes(text.encode())
        path = self._folder / name
        [exercise] = exercises_of(path)
        index = LineIndex(texts[name])
        try:
            if exercise.role(path) == "reference":
                return Counter(
                    ("reference-disagreement", _place(index, span)) for span in self._differing(exercise, path)
                )
            return self._marked(exercise, path, index)
        except NothingToMark:
            return Counter()
        except DocumentError as problem:
            return Counter([_problem(problem, path)])

    def _marked(self, exercise: Exercise, path: Path, index: LineIndex) -> Shown:
        outcome = self._reviewed(exercise, path)
        found = [_problem(problem, path) for problem in outcome.problems]
        found += [(notice.code, _place(index, index.line_span(0))) for notice in outcome.review.notices]
        places = (item for item in outcome.review.findings if item.verdict is not Verdict.OPTIONAL)
        found += [(item.code, _place(index, item.span)) for item in places]
        if path == exercise.source:
            own = [item.source_span for item in outcome.review.findings]
            over = (span for span in self._changed(exercise) if not any(_overlap(span, other) for other in own))
            found += [(Verdict.NOT_NEEDED.value, _place(index, span)) for span in over]
        return Counter(found)

    def _changed(self, exercise: Exercise) -> Iterator[Span]:
        """Return the source's places at which hypotheses change what no reference does."""
        reviewed = []
        for item in exercise.hypotheses:
            try:
                reviewed.append(VersionReview(item.name, item.path, self._reviewed(exercise, item.path).review))
            except DocumentError:
                continue
        return (
            item.span
            for item in hypotheses_at(reviewed)
            if any(variant.kind is Verdict.NOT_NEEDED for variant in item.variants)
        )

    def _differing(self, exercise: Exercise, path: Path) -> Iterator[Span]:
        """Return the reference's places at which others differ."""
        own = tuple(item for item in exercise.references if item.path == path)
        reviewed = []
        for item in exercise.references:
            if item.path != path:
                pair = attrs.evolve(exercise, hypotheses=own, references=(item,))
                try:
                    reviewed.append(VersionReview(item.name, item.path, self._reviewed(pair, path).review))
                except DocumentError as problem:
                    if problem.path == path:
                        raise
        return (item.span for item in disagreements(reviewed))

    def _reviewed(self, exercise: Exercise, path: Path) -> Outcome:
        [participant] = exercise.marked(path)
        [task] = ExerciseTasks(exercise, read_text, TaskSettings(vectors="scheme")).of(participant)
        return self._engine.documents.mark(task)


def _place(index: LineIndex, span: Span) -> str:
    place = index.range(span, "utf-16")
    return f"{place.start.line}:{place.start.character}-{place.end.line}:{place.end.character}"


def _problem(problem: DocumentError, path: Path) -> tuple[str, str]:
    if problem.path in (None, path):
        return PROBLEM, problem.explanation
    name = ":".join(str(part) for part in (problem.path.name, problem.line, problem.column) if part is not None)
    return PROBLEM, f"{name}: {problem.explanation}"


def _overlap(one: Span, other: Span) -> bool:
    return one == other or (one.start < other.end and other.start < one.end)
