"""The example exercises as review tasks, and one long document made of them."""

from itertools import cycle
from pathlib import Path

from markscheme.exercises.exercises import exercises_in
from markscheme.exercises.material import Material
from markscheme.formats.document import Document
from markscheme.marking.marks import MarkSettings
from markscheme.marking.tasks import ReviewTask, review_tasks
from markscheme.text.reading import read_text

EXAMPLES = Path(__file__).parents[1] / "examples"


def example_tasks() -> list[ReviewTask]:
    """One review a hypothesis, as an editor that opened it would ask."""
    return [
        task
        for exercise in exercises_in(EXAMPLES)
        if exercise.references
        for item in exercise.hypotheses
        for task in review_tasks(exercise, item, read_text, MarkSettings())
    ]


def long_task(words: int) -> ReviewTask:
    """A running text of so many words at least: the running texts one after another, with two references each."""
    sides: list[list[str]] = []
    for material in cycle(task.material for task in example_tasks() if task.material.source is not None):
        texts = [item.text for item in (material.source, material.hypothesis, *material.references[:2]) if item]
        sides.append([text.rstrip("\n") for text in texts])
        if sum(len(texts[1].split()) for texts in sides) >= words:
            break
    source, hypothesis, *references = (
        Document(name, "\n".join(column) + "\n")
        for name, column in zip(("source", "long", "teacher-1", "teacher-2"), zip(*sides, strict=True), strict=True)
    )
    return ReviewTask(Material(source, hypothesis, tuple(references), ()), tokenised=False)
