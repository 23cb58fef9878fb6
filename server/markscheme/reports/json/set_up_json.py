"""A folder's set-up as JSON, for the editor's page."""

from collections.abc import Callable
from pathlib import Path

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.init.plan import PlannedExercise, PlannedFile, Question, SetUpPlan
from markscheme.reports.contract.classes.set_up import SetUp, SetUpExercise, SetUpFile, SetUpQuestion, Variant
from markscheme.reports.variants import VariantChange

UriOf = Callable[[Path], str]


def set_up_json(plan: SetUpPlan, toml: str, uri_of: UriOf) -> SetUp:
    """Return a plan as JSON.

    Parameters
    ----------
    toml
        The configuration as it will be written.
    uri_of
        Return a path's URI as the client knows it.
    """
    configuration = plan.folder / CONFIGURATION
    return {
        "uri": uri_of(plan.folder),
        "configuration": uri_of(configuration),
        "exists": configuration.is_file(),
        "summary": plan.summary,
        "exercises": [_exercise(item) for item in plan.exercises],
        "files": [_file(plan.folder, row, uri_of) for row in plan.rows],
        "questions": [_question(item, plan) for item in plan.questions],
        "warnings": list(plan.warnings),
        "toml": toml,
    }


def _exercise(exercise: PlannedExercise) -> SetUpExercise:
    return {
        "name": exercise.name,
        "essays": exercise.is_own,
        "students": list(exercise.students),
        "teachers": list(exercise.teachers),
    }


def _file(folder: Path, row: PlannedFile, uri_of: UriOf) -> SetUpFile:
    return {
        "path": row.path,
        "uri": uri_of(folder / row.path),
        "author": row.author,
        "authors": list(row.authors),
        "role": row.role,
        "person": row.person,
        "exercise": row.exercise if row.role != "none" else None,
        "essay": row.essay if row.role != "none" else None,
        "reason": row.reason,
        "sureness": row.sureness,
        "chosen": row.chosen,
    }


def _question(question: Question, plan: SetUpPlan) -> SetUpQuestion:
    return {
        "id": question.id,
        "text": question.text,
        "choices": [{"id": item.id, "label": item.label} for item in question.answers],
        "default": question.default,
        "answer": question.answer(plan.choices.answers).id,
        "files": list(question.paths),
    }


def variant_json(item: VariantChange) -> Variant:
    """Return a variant that a course may allow, and what hangs on it."""
    return {
        "name": item.variant.name,
        "title": item.variant.title,
        "example": item.variant.example,
        "allowed": item.is_allowed,
        "answers": item.answers,
        "students": item.students,
    }
