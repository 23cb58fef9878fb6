"""Assignments whose text, teacher's correction or students' files are not there yet."""

from pathlib import Path

import pytest

from class_folders import class_of_eight, correction, draft, revision, write
from exercises.upkeep.conftest import Review
from markscheme.reports.report import Report
from markscheme.reports.review_json import review_json
from markscheme.reports.review_report import review_text

WEEKS = """[[exercise]]
name = "{name}"
source = "{name}/text.txt"
references = ["{name}/key {teacher}.txt"]
hypotheses = ["{name}/class/{student}.txt"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    texts = {"markscheme.toml": WEEKS}
    for week in ("Week 1", "Week 2"):
        texts |= {
            f"{week}/text.txt": draft(),
            f"{week}/key Kim.txt": correction(),
            f"{week}/class/Ada.txt": revision(0),
        }
    return write(tmp_path, texts)


def notices(report: Report) -> list[str]:
    return [item.problem for item in report.notices]


def test_an_assignment_without_a_teachers_correction_is_estimated_and_named(folder: Path, review: Review):
    (folder / "Week 2/key Kim.txt").unlink()
    report = review(folder)
    assert (report.problems, len(report.documents), len(report.estimated)) == ((), 1, 1)
    assert notices(report) == ["Week 2 has no teacher's correction yet: its texts can be estimated, not marked"]
    text = " ".join(review_text(report, 200).split())
    assert "Week 2 has no teacher's correction yet: its texts can be estimated, not marked (line 4 of mark" in text
    assert '"line": 4' in review_json(report)


def test_without_estimates_it_is_listed(folder: Path, review: Review):
    (folder / "Week 2/key Kim.txt").unlink()
    (folder / "markscheme.toml").write_text("[marking]\nestimate = false\n" + WEEKS)
    report = review(folder)
    assert (report.problems, len(report.documents), len(report.estimated)) == ((), 1, 0)
    assert [item.problem for item in report.absent] == [
        "Week 2 has no teacher's correction yet: its texts can be estimated, not marked"
    ]


def test_nobody_has_handed_in_yet(folder: Path, review: Review):
    (folder / "Week 2/class/Ada.txt").unlink()
    report = review(folder)
    assert (report.problems, len(report.documents)) == ((), 1)
    assert [item.problem for item in report.absent] == ["Nobody has handed in Week 2 yet"]


def test_a_text_that_is_not_there_is_named_in_words(folder: Path, review: Review):
    (folder / "markscheme.toml").write_text(WEEKS.replace("{name}", "Week 2"))
    (folder / "Week 2/text.txt").unlink()
    [problem] = review(folder).problems
    assert (problem.line, problem.column) == (3, 10)
    assert problem.explanation == (
        "the text of Week 2 is not there. Its students' files are not marked until it is there"
    )


def test_own_essays_that_nobody_has_begun(tmp_path: Path, review: Review):
    folder = class_of_eight(tmp_path)
    for path in [*folder.glob("diary/**/*.txt")]:
        path.unlink()
    report = review(folder)
    assert (report.problems, len(report.documents)) == ((), 8)
    assert [item.problem for item in report.absent] == ["Nobody has handed in Diary yet"]


def test_without_a_text_of_its_own_nothing_is_estimated(folder: Path, review: Review):
    (folder / "markscheme.toml").write_text(WEEKS.replace('source = "{name}/text.txt"\n', ""))
    (folder / "Week 2/key Kim.txt").unlink()
    report = review(folder / "Week 2")
    assert (report.reviewed, report.problems) == ((), ())
    assert [item.problem for item in report.absent] == [
        "Week 2 has no teacher's correction yet: its texts are not marked"
    ]


def test_a_teachers_file_among_the_students_files_is_nobodys(folder: Path, review: Review):
    (folder / "markscheme.toml").write_text(WEEKS.replace("class/{student}", "{student}"))
    report = review(folder)
    assert (report.reviewed, report.problems) == ((), ())
    assert [item.problem for item in report.absent] == [f"Nobody has handed in Week {week} yet" for week in (1, 2)]
