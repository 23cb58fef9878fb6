"""What holds for the verdicts on whole documents: every example, with the real pipeline."""

import os
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import attrs
import pytest

from markscheme import EngineSettings
from markscheme.documents.corpus import Document
from markscheme.documents.files import read_text
from markscheme.documents.formats import FORMATS
from markscheme.documents.rewriting import Rewording, SourcePlace
from markscheme.exercises.discovery import exercises_in
from markscheme.marking.driver import ExerciseTasks, Task
from markscheme.marking.findings import Finding, FindingSuggestion
from markscheme.marking.local import Engine
from markscheme.marking.review import DocumentReview
from markscheme.marking.verdict import Verdict

EXAMPLES = Path(__file__).parents[3] / "examples"
MAX_HYPOTHESES = 2 if os.environ.get("MARKSCHEME_THOROUGH") else 1
"""Number of hypotheses of each example that the tests take, the last ones: a corpus has many."""
RIGHT = {Verdict.CORRECT, Verdict.OPTIONAL}
UNTOUCHED = {Verdict.MISSED, Verdict.OPTIONAL}


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def example_tasks() -> Iterator[Task]:
    for folder in sorted(EXAMPLES.iterdir()):
        for exercise in exercises_in(folder, read_text) if folder.is_dir() else ():
            for hypothesis in exercise.hypotheses[-MAX_HYPOTHESES:] if exercise.references else ():
                for task in ExerciseTasks(exercise, read_text).of(hypothesis):
                    yield attrs.evolve(task, with_vectors=False)


TASKS = list(example_tasks())
PLAIN = [task for task in TASKS if task.marked.path and task.marked.path.suffix == ".txt"]
each_example = pytest.mark.parametrize("task", TASKS, ids=[task.marked.name for task in TASKS])


def review_of(engine: Engine, task: Task) -> DocumentReview:
    review = engine.documents.mark(task).review
    assert review is not None
    return review


def with_references(task: Task, references: tuple[Document, ...]) -> Task:
    return attrs.evolve(task, material=attrs.evolve(task.material, references=references))


def with_hypothesis(task: Task, hypothesis: Document | None) -> Task:
    return attrs.evolve(task, material=attrs.evolve(task.material, hypothesis=hypothesis))


def share(review: DocumentReview) -> float:
    assert review.marks is not None
    return review.marks.verdicts.points.share or 0.0


def outline(finding: Finding) -> object:
    assert finding.place is not None
    return finding.span, finding.source_span, finding.verdict, finding.place.points


def annotators(finding: Finding) -> set[str]:
    """Return the names of the references that have seen a finding's sentence, without annotators' numbers in M2."""
    return {item.reference.partition("#")[0] for item in finding.references}


def is_slip(finding: Finding) -> bool:
    """Return whether one reference of several leaves what all others correct in the same way."""
    kept = [item for item in finding.references if item.keeps]
    others = {item.text for item in finding.references if not item.keeps}
    return finding.verdict is Verdict.MISSED and len(kept) == 1 and len(finding.references) >= 3 and bool(others)


def test_there_are_examples_with_two_references() -> None:
    assert sum(len(task.material.references) > 1 for task in TASKS) >= 4


@each_example
def test_the_order_of_references_changes_nothing(engine: Engine, task: Task) -> None:
    expected = [outline(item) for item in review_of(engine, task).findings]
    for references in permutations(task.material.references):
        assert [outline(item) for item in review_of(engine, with_references(task, references)).findings] == expected


@each_example
def test_another_reference_lowers_no_mark(engine: Engine, task: Task) -> None:
    """Of three references, two that correct alike may outvote the third: see the next test but one."""
    references = task.material.references
    pairs = [references] if len(references) < 3 else combinations(references, 2)
    for pair in pairs:
        whole = share(review_of(engine, with_references(task, tuple(pair))))
        for reference in pair:
            assert share(review_of(engine, with_references(task, (reference,)))) <= whole + 1e-9


@each_example
def test_the_unchanged_source_earns_nothing(engine: Engine, task: Task) -> None:
    review = review_of(engine, with_hypothesis(task, task.material.source))
    assert {finding.verdict for finding in review.findings} <= UNTOUCHED
    assert share(review) == 0


@each_example
def test_a_reference_as_hypothesis_is_all_correct(engine: Engine, task: Task) -> None:
    for reference in task.material.references:
        review = review_of(engine, with_hypothesis(task, reference))
        seen = [item for item in review.findings if reference.name in annotators(item) and not is_slip(item)]
        assert {finding.verdict for finding in seen} <= RIGHT
        assert (share(review) == 1) == ({finding.verdict for finding in review.findings} <= RIGHT)


@each_example
def test_nothing_that_a_reference_leaves_is_missed(engine: Engine, task: Task) -> None:
    missed = [item for item in review_of(engine, task).findings if item.verdict is Verdict.MISSED]
    assert missed or len(task.material.references) > 1
    kept = [item for item in missed for reference in item.references if reference.keeps]
    assert all(is_slip(item) for item in kept)


@pytest.mark.parametrize("task", PLAIN, ids=[task.marked.name for task in PLAIN])
def test_a_suggestion_differs_and_lowers_no_mark(engine: Engine, task: Task, thorough: bool) -> None:
    """Every fourth suggestion, and each in a thorough run, is made in the document, whose edits are extracted anew."""
    before = review_of(engine, task)
    suggestions = [(item, one) for item in before.findings if item.place for one in item.place.suggestions]
    assert all(one.before.split() != one.text.split() for _, one in suggestions)
    lowered: list[object] = []
    for finding, suggestion in suggestions if thorough else suggestions[::4]:
        after = review_of(engine, with_hypothesis(task, made(task, before, finding, suggestion)))
        if share(after) < share(before) - 1e-9:
            lowered.append((finding.source, finding.hypothesis, suggestion.text, share(after)))
    assert suggestions
    assert not lowered


def made(task: Task, review: DocumentReview, finding: Finding, suggestion: FindingSuggestion) -> Document:
    """Return the hypothesis with a suggestion made."""
    place = SourcePlace(finding.passage, suggestion.source_tokens.start, suggestion.source_tokens.end)
    form = FORMATS.of(task.marked)
    file = form.hypothesis_file(task.marked, task.marked.text, tokenised=review.parallel)
    replacement = file.reworded([Rewording(suggestion.text_span, suggestion.text, place)])
    assert replacement is not None
    return attrs.evolve(task.marked, text=replacement.applied(task.marked.text))
