"""What it would change for a class to allow a variant, such as either spelling of a word. Outcomes in, numbers out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from markscheme.contract import shape
from markscheme.documents.files import TextSource, read_text
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.init.draft import offered_variants
from markscheme.languages.language import DEFAULT_LANGUAGE, Tolerance
from markscheme.marking.driver import ItemOutcome, TaskSettings, WorkItem, work_items
from markscheme.progress import silent

if TYPE_CHECKING:
    from markscheme.marking.local import Engine


@attrs.frozen
class VariantTrial:
    """A class's exercises with a variant allowed that is not, or the other way round."""

    variant: Tolerance
    is_allowed: bool
    exercises: tuple[Exercise, ...]

    def change(self, now: Sequence[ItemOutcome], then: Sequence[ItemOutcome]) -> "VariantChange":
        """Return what the trial changes, from the outcomes as they are and those of the trial's exercises."""
        numbers: Counter[str] = Counter()
        for one, other in zip(now, then, strict=True):
            numbers[one.item.person] += _changed(one, other)
        return VariantChange(self.variant, self.is_allowed, numbers.total(), len(+numbers))


@shape(
    *("variant.name", "variant.title", "variant.example", "is_allowed", "answers", "students"),
    name="Variant",
    renamed={"is_allowed": "allowed"},
)
@attrs.frozen
class VariantChange:
    """Two ways to write, such as two spellings of a word, between which a course may leave the choice."""

    variant: Tolerance
    is_allowed: bool
    """Whether the choice is left."""
    answers: int
    """The number of places in the class's texts whose verdict hangs on it."""
    students: int
    """The number of students who have such a place."""


@shape()
@attrs.frozen
class Variants:
    """The answer of ``markscheme/variants``."""

    variants: Sequence[VariantChange]
    """What a course may allow."""


def variant_trials(exercises: Sequence[Exercise], equal: Sequence[str] = ()) -> Iterator[VariantTrial]:
    """Yield a trial for each offered variant; ``equal``: what does not count where a configuration says nothing."""
    languages = {item.marking.language or DEFAULT_LANGUAGE for item in exercises}
    for name, variant in offered_variants(languages.pop() if len(languages) == 1 else DEFAULT_LANGUAGE).items():
        present = [item.marking.equal if item.marking.equal is not None else tuple(equal) for item in exercises]
        is_allowed = bool(present) and all(name in own for own in present)
        others = (tuple(other for other in own if other != name) for own in present)
        tried = (own if is_allowed else (*own, name) for own in others)
        yield VariantTrial(variant, is_allowed, tuple(map(_with_equal, exercises, tried)))


def variant_changes(folder: Path, engine: "Engine") -> list[VariantChange]:
    """Return what each variant would change for the class in a folder, marked in this process."""
    from markscheme.marking.driver import Driver, run_at_once
    from markscheme.marking.local import LocalMarker, NamedJudge

    exercises = exercises_in(folder.absolute(), on_problem=lambda _: None)
    driver = Driver(LocalMarker(engine.documents, silent), NamedJudge(None, engine.models), silent)

    def marked(some: Iterable[Exercise]) -> list[ItemOutcome]:
        return list(run_at_once(driver.outcomes([item for own in some for item in _items(own, read_text)])))

    now = marked(exercises)
    return [trial.change(now, marked(trial.exercises)) for trial in variant_trials(exercises)]


def _items(exercise: Exercise, read: TextSource) -> Iterable[WorkItem]:
    return work_items(exercise, exercise.hypotheses, read, TaskSettings(vectors="scheme"))


def _with_equal(exercise: Exercise, equal: tuple[str, ...]) -> Exercise:
    return attrs.evolve(exercise, marking=attrs.evolve(exercise.marking, equal=equal))


def _changed(one: ItemOutcome, other: ItemOutcome) -> int:
    before, after = _verdicts(one), _verdicts(other)
    return max((before - after).total(), (after - before).total())


def _verdicts(outcome: ItemOutcome) -> Counter[object]:
    review = outcome.outcome.review
    findings = review.findings if review is not None else ()
    return Counter((item.passage, item.source_tokens, item.target, item.verdict) for item in findings)
