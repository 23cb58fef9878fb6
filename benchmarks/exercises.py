"""The example exercises as tasks, and one long document made from them."""

from itertools import cycle
from pathlib import Path

from markscheme.documents.corpus import Document
from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.material import Material
from markscheme.marking.driver import ExerciseTasks, Task

EXAMPLES = Path(__file__).parents[1] / "examples"


def example_tasks() -> list[Task]:
    """Return a task for each hypothesis that has references, as an editor that opened it would send."""
    return [
        task
        for exercise in exercises_in(EXAMPLES)
        if exercise.references
        for item in exercise.hypotheses
        for task in ExerciseTasks(exercise, read_text).of(item)
    ]


def long_task(words: int) -> Task:
    """Return a running text of at least ``words`` words: the examples' texts in order, with two references each.

    Corpora, which ``markscheme.toml`` calls tokenised, have no part in it.
    """
    sides: list[list[str]] = []
    texts_alone = (task for task in example_tasks() if task.material.source is not None and not task.tokenised)
    for material in cycle(task.material for task in texts_alone):
        texts = [item.text for item in (material.source, material.hypothesis, *material.references[:2]) if item]
        sides.append([text.rstrip("\n") for text in texts])
        if sum(len(texts[1].split()) for texts in sides) >= words:
            break
    source, hypothesis, *references = (
        Document(name, "\n".join(column) + "\n")
        for name, column in zip(("source", "long", "teacher-1", "teacher-2"), zip(*sides, strict=True), strict=True)
    )
    return Task(Material(source, hypothesis, tuple(references), ()), tokenised=False)
