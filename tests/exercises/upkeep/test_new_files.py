"""Files that come into a configured folder: those that fit no pattern, and second versions by a student."""

import os
from pathlib import Path

import pytest

from class_folders import class_of_eight, companions, correction, draft, revision, write
from exercises.upkeep.conftest import Review
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.places import TextEdit
from markscheme.documents.word_writing import write_corpus
from markscheme.exercises import upkeep
from markscheme.exercises.discovery import exercises_in, exercises_of
from markscheme.languages.segments import Span
from markscheme.reports.review_report import review_text

UNIT = """[[exercise]]
name = "Unit 1"
source = "unit1 text.txt"
references = ["unit1 key {teacher}.txt"]
hypotheses = ["unit1 {student}.txt"]
exclude = ["unit1 plan.txt"]
"""
OTHER = "My brother play the drums since three years. He have a concert on next Friday, and all his friends comes.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    texts = {
        "markscheme.toml": UNIT,
        "unit1 text.txt": draft(),
        "unit1 key Kim.txt": correction(),
        "unit1 Ada.txt": revision(0),
        "unit1 plan.txt": draft(),
        "marks out of ten.txt": "Content three, grammar four, spelling three. Late work loses one mark a day.\n",
        ".old.txt": draft(),
    }
    return write(tmp_path, texts)


def test_notes_and_excluded_files_are_not_mentioned(folder: Path, notices):
    assert notices(folder) == []


def test_files_that_markscheme_keeps_are_not_mentioned(folder: Path, notices):
    companions(folder)
    assert notices(folder) == []


def test_texts_of_a_new_assignment_are_mentioned_once(folder: Path, review: Review):
    write(folder, {"unit2 text.txt": OTHER, "unit2 Ada.txt": OTHER.replace("have", "has")})
    report = review(folder)
    assert (len(report.documents), report.problems) == (1, ())
    line = (
        f"2 files of {folder.name} fit no pattern of markscheme.toml: unit2 Ada.txt, unit2 text.txt. "
        "Set the folder up again to take them in"
    )
    assert [item.problem for item in report.notices] == [line]
    assert review_text(report, 400).count(line) == 1


def test_a_version_of_the_text_under_another_name_is_mentioned(folder: Path, notices):
    write(folder, {"late/Ben.txt": revision(1)})
    assert notices(folder) == [
        f"1 file of {folder.name} fits no pattern of markscheme.toml: Ben.txt. Set the folder up again to take it in"
    ]
    assert notices(folder / "late") == notices(folder)


def test_many_files_are_counted(folder: Path, monkeypatch: pytest.MonkeyPatch, notices):
    monkeypatch.setattr(upkeep, "MOST_NAMES", 1)
    write(folder, {"late/Ben.txt": revision(1), "later/Ben.txt": revision(2), "later/Cleo.txt": revision(3)})
    [line] = notices(folder)
    assert "toml: late/Ben.txt and 2 more. Set" in line


def tracked(path: Path) -> None:
    """Write a Word document with a tracked change by a student."""
    source, edits = draft(1).strip(), (TextEdit(Span(12, 14), "went"),)
    entry = Entry("", source, references=(Correction.of("Aiko", source, edits),))
    path.write_bytes(write_corpus(Corpus((entry,), tokenised=False)))


def test_a_renamed_word_document_becomes_no_exercise(folder: Path, review: Review, notices):
    path = folder / "Brief Aiko.docx"
    tracked(path)
    assert [item.name for item in exercises_in(folder)] == ["Unit 1"]
    assert exercises_of(path) == ()
    assert "Brief Aiko.docx" in notices(folder)[0]
    [problem] = review(path).problems
    assert problem.explanation == (
        "this document belongs to no exercise. "
        "It fits no pattern of markscheme.toml; set the folder up again, or list it there: "
        'hypotheses = ["Brief Aiko.docx"]'
    )
    (folder / "markscheme.toml").unlink()
    assert [item.name for item in exercises_of(path)] == ["Brief Aiko"]


def test_files_whose_names_say_their_roles_stay_exercises(folder: Path):
    write(folder, {"a.src.txt": draft(), "a.ref.txt": correction(), "b.m2": "S A .\n"})
    assert [item.name for item in exercises_in(folder)] == ["Unit 1", "a", "b"]


@pytest.fixture
def two_versions(tmp_path: Path) -> Path:
    folder = class_of_eight(tmp_path)
    with (folder / "markscheme.toml").open("a") as stream:
        stream.write('\n[people]\n"Ada (2)" = "Ada"\n')
    return write(folder, {"market/students/Ada (2).txt": correction()})


def test_one_student_has_two_versions_and_the_later_one_counts(two_versions: Path, review: Review):
    report = review(two_versions)
    assert [item.problem for item in report.notices] == [
        "Ada has 2 versions in Market: Ada.txt, Ada (2).txt. Each is marked; Ada (2).txt counts"
    ]
    assert len(report.documents) == 17


def test_of_versions_without_numbers_the_newest_counts(two_versions: Path, notices):
    students = two_versions / "market/students"
    (students / "Ada (2).txt").rename(students / "Ada again.txt")
    configuration = two_versions / "markscheme.toml"
    configuration.write_text(configuration.read_text().replace("Ada (2)", "Ada again"))
    for age, counting in ((10, "Ada again.txt"), (30, "Ada.txt")):
        os.utime(students / "Ada.txt", (age, age))
        os.utime(students / "Ada again.txt", (20, 20))
        [line] = notices(two_versions)
        assert line.endswith(f"Each is marked; {counting} counts")
