"""A wrong change leaves an error its kind, on every page; totals and words are the same everywhere."""

from pathlib import Path

import pytest

from markscheme.api import marking
from markscheme.exercises.schemes import ErrorKinds
from markscheme.marking.findings import Finding
from markscheme.marking.mark import entries
from markscheme.reports.progress import progress_of
from markscheme.reports.report import Report

SENTENCE = "The people in my town is always very nice"
SOURCE = f"""Yesterday I go home by bus.
I'm agree with you and they don't know it.
{SENTENCE}.
My sister works in a small shop near the old station.
We often cook dinner together and then we read books or listen to music.
"""
TEACHER = SOURCE.replace("go", "went").replace("I'm", "I").replace("town is", "town are")
STUDENTS = {
    "leaves": SOURCE,
    "follows": TEACHER,
    "differs": SOURCE.replace("go", "was").replace("don't", "do not"),
    "rewrites": SOURCE.replace(
        "The people in my town is always very nice", "Around here folks often smile at every new face"
    ),
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("kinds")
    (folder / "e.src.txt").write_text(SOURCE, encoding="utf-8")
    (folder / "e.ref.kim.txt").write_text(TEACHER, encoding="utf-8")
    for name, text in STUDENTS.items():
        (folder / f"e.hyp.{name}.txt").write_text(text, encoding="utf-8")
    return marking.review([folder])


def findings(report: Report, student: str) -> list[Finding]:
    [document] = [item for item in report.documents if item.path == Path(item.path.parent, f"e.hyp.{student}.txt")]
    return [*document.review.findings]


@pytest.mark.parametrize("student", ["leaves", "follows", "differs"])
def test_an_error_keeps_its_kind(report: Report, student: str):
    first = findings(report, student)[0]
    assert (first.source, ErrorKinds().group(first.error_type), first.error_type) == ("go", "tense", "R:VERB:TENSE")


def test_people_read_whole_words(report: Report):
    shown = {item.did(): item.versions() for item in findings(report, "differs")}
    assert shown["left “I'm”"] == [("Kim", "I")]
    assert "don't → do not" in shown


def test_a_rewritten_sentence_has_one_total(report: Report):
    [document] = [item for item in report.documents if item.path.name == "e.hyp.rewrites.txt"]
    marks = document.review.marks
    assert marks is not None
    assert marks.verdicts.rewritten == 1
    needs = sum(item.needs for item in entries(document.review))
    [progress] = progress_of(report)
    [course] = [item for item in progress.people if item.name.casefold() == "rewrites"]
    [total] = course.totals
    assert total is not None
    assert marks.verdicts.points.due == needs == total.made == 3


def test_a_correction_beside_a_wrong_change_gives_it_no_kind(tmp_path: Path):
    """One teacher writes a comma behind the word, and another corrects the phrase."""
    (tmp_path / "e.src.txt").write_text("She cooked twenty kind of food and we ate.\n", encoding="utf-8")
    (tmp_path / "e.ref.kim.txt").write_text("She cooked twenty kinds of food, and we ate.\n", encoding="utf-8")
    (tmp_path / "e.ref.roy.txt").write_text("She cooked twenty dishes and we ate.\n", encoding="utf-8")
    (tmp_path / "e.hyp.mei.txt").write_text("She cooked twenty kinds of foods and we ate.\n", encoding="utf-8")
    [document] = marking.review([tmp_path]).documents
    wrong = next(item for item in document.review.findings if item.hypothesis == "foods")
    assert wrong.error_type != "M:PUNCT"
    assert ErrorKinds().group(wrong.error_type) != "punctuation"
