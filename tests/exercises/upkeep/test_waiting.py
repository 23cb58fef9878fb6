"""What there is nothing to mark of yet: empty files, missing revisions and corrections, texts that are no versions."""

from pathlib import Path

import pytest

from class_folders import class_of_eight, correction, draft, own_essays, revision, write
from exercises.upkeep.conftest import Review
from markscheme.reports.report import Report
from markscheme.reports.review_report import review_text

MARKET = """[[exercise]]
name = "Market"
source = "original.txt"
references = ["correction {teacher}.txt"]
hypotheses = ["{student}.txt"]
"""
PARAGRAPH = "The next morning we was late because the bus have broken down on the bridge near the old mill.\n"
NOTE = "Buy chalk. Ben was ill on Monday. Give the papers back by Friday and talk about tenses.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of one assignment whose students' files lie beside the text."""
    (tmp_path / ".git").mkdir()
    texts = {
        "markscheme.toml": MARKET,
        "original.txt": draft() + PARAGRAPH,
        "correction Ms Baker.txt": correction() + PARAGRAPH.replace("was", "were").replace("have", "had"),
        "Ada.txt": revision(0) + PARAGRAPH,
    }
    return write(tmp_path, texts)


def absent(report: Report) -> list[str]:
    return [problem.problem for problem in report.absent]


@pytest.mark.parametrize("content", ["", " \n\n"])
def test_an_empty_file_is_listed_and_has_no_marks(folder: Path, content: str, review: Review):
    (folder / "Ben.txt").write_text(content)
    report = review(folder)
    assert [item.student for item in report.documents] == ["Ada"]
    assert (absent(report), report.problems) == (["Ben's text for Market has nothing in it yet"], ())
    (folder / "Ben.txt").write_text(revision(1) + PARAGRAPH)
    assert [item.student for item in review(folder).documents] == ["Ada", "Ben"]


def test_a_word_document_without_a_byte_is_empty(folder: Path, review: Review):
    (folder / "markscheme.toml").write_text(MARKET.replace("{student}.txt", "{student}.*"))
    (folder / "Ben.docx").write_bytes(b"")
    report = review(folder)
    assert (absent(report), report.problems) == (["Ben's text for Market has nothing in it yet"], ())


def test_an_empty_correction_of_a_teacher_is_none_yet(folder: Path, review: Review):
    (folder / "correction Mr Cruz.txt").write_text("\n")
    report = review(folder)
    assert report.problems == ()
    assert [item.name for item in report.documents[0].review.references] == ["Ms Baker"]
    (folder / "correction Ms Baker.txt").write_text("")
    report = review(folder)
    assert (report.documents, report.problems, len(report.estimated)) == ((), (), 1)


def test_drafts_that_wait_for_revisions_have_no_mark(tmp_path: Path, review: Review):
    folder = own_essays(tmp_path)
    configuration = (folder / "markscheme.toml").read_text()
    without = "".join(line for line in configuration.splitlines(True) if not line.startswith("hypotheses"))
    (folder / "markscheme.toml").write_text(without)
    report = review(folder)
    assert (report.reviewed, report.problems) == ((), ())
    assert absent(report) == [f"{name} has no revision yet" for name in ("Mei Lin", "Noor", "Olek", "Pia")]


@pytest.mark.parametrize("setting", ["", "[marking]\nestimate = false\n"])
def test_a_student_without_a_correction_is_estimated_or_listed(tmp_path: Path, setting: str, review: Review):
    folder = own_essays(tmp_path)
    configuration = folder / "markscheme.toml"
    configuration.write_text(setting + configuration.read_text())
    report = review(folder)
    assert (report.problems, len(report.documents)) == ((), 2)
    assert [item.student for item in report.estimated] == ([] if setting else ["Pia"])
    waiting = ["Olek has no revision yet", "Pia's text has no teacher's correction yet"]
    assert sorted(absent(report)) == (waiting if setting else waiting[:1])


def test_a_text_that_shares_nothing_with_the_others_has_no_mark(folder: Path, review: Review):
    (folder / "notes for Friday.txt").write_text(NOTE)
    report = review(folder)
    assert [item.student for item in report.documents] == ["Ada"]
    assert report.problems == ()
    [line] = absent(report)
    assert line == "notes for Friday.txt does not look like a version of the text; it is listed without a mark"
    assert line in review_text(report, 200)


def test_free_wording_on_the_subject_is_still_a_version(folder: Path, review: Review):
    free = "I visited the market with my aunt and we ate fruit in the park. The bus was late, near the old mill.\n"
    write(folder, {"Ben.txt": free, "Cleo.txt": correction(), "Dan.txt": "Buy chalk.\n"})
    report = review(folder)
    assert [item.student for item in report.documents] == ["Ada", "Ben", "Cleo"]
    assert [line.partition(" ")[0] for line in absent(report)] == ["Dan.txt"]
    short = {"original.txt": "He go to school.\n", "correction Ms Baker.txt": "He goes to school.\n"}
    write(folder, {**short, "Ada.txt": "Nothing like it.\n", "Ben.txt": "", "Cleo.txt": "", "Dan.txt": ""})
    assert [item.student for item in review(folder).documents] == ["Ada"]


def test_a_class_has_one_line_for_each_who_waits(tmp_path: Path, review: Review):
    folder = class_of_eight(tmp_path)
    (folder / "market/students/Ada.txt").write_text("")
    (folder / "diary/revisions/Ben.txt").unlink()
    report = review(folder)
    assert sorted(absent(report)) == ["Ada's text for Market has nothing in it yet", "Ben has no revision yet"]
    assert len(report.documents) == 14
