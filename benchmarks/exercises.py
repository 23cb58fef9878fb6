"""The example exercises as review tasks, and one long document made of them."""

from itertools import cycle
from pathlib import Path

from markscheme.documents.document import Document
from markscheme.documents.exercises import Exercise, exercises_in
from markscheme.documents.reading import read_text
from markscheme.engine.tasks import ReviewTask

EXAMPLES = Path(__file__).parents[1] / "examples"


def example_tasks() -> list[ReviewTask]:
    """One review a hypothesis, as an editor that opened it would ask."""
    return [
        ReviewTask(_source(exercise), _document(item.path, item.name), _references(exercise), exercise.tokenised)
        for exercise in exercises_in(EXAMPLES)
        for item in exercise.hypotheses
    ]


def long_task(words: int) -> ReviewTask:
    """A running text of so many words at least: exercise after exercise, another correction of it each time.

    Where the students' corrections are used up, a teacher's stands for one.
    """
    exercises = exercises_in(EXAMPLES)
    corrections = {
        exercise.name: cycle([*exercise.hypotheses, *reversed(exercise.references)]) for exercise in exercises
    }
    sides: list[list[str]] = []
    for exercise in cycle(exercises):
        correction = next(corrections[exercise.name])
        source, references = _source(exercise), _references(exercise)
        texts = [source.text, read_text(correction.path), *(item.text for item in references[:2])]
        sides.append([text.rstrip("\n") for text in texts])
        if sum(len(texts[1].split()) for texts in sides) >= words:
            break
    source_text, hypothesis, *references_text = ("\n".join(column) + "\n" for column in zip(*sides, strict=True))
    return ReviewTask(
        Document("source", source_text),
        Document("long", hypothesis),
        tuple(Document(f"teacher-{number}", text) for number, text in enumerate(references_text, 1)),
        tokenised=False,
    )


def _source(exercise: Exercise) -> Document:
    if exercise.source is None:
        raise ValueError(f"the example {exercise.name} has no source")
    return _document(exercise.source, "source")


def _references(exercise: Exercise) -> tuple[Document, ...]:
    return tuple(_document(item.path, item.name) for item in exercise.references)


def _document(path: Path, name: str) -> Document:
    return Document(name, read_text(path), path)
