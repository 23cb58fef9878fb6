"""Progress over the assignments of a class."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from lxml import html

from class_folders import STUDENTS, class_of_eight, correction, draft, own_essays, write
from conftest import Command
from markscheme.api import marking
from markscheme.documents.files import is_product
from markscheme.marking.verdict import Verdict
from markscheme.reports.progress import Progress, ProgressClass, Tally, progress_of
from markscheme.reports.report import Report


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return marking.review([class_of_eight(tmp_path_factory.mktemp("class"))])


@pytest.fixture(scope="module")
def progress(report: Report) -> ProgressClass:
    [progress] = progress_of(report)
    return progress


def test_each_person_has_the_places_of_each_assignment(progress: ProgressClass, report: Report):
    assert progress.assignments == ("Market", "Diary")
    assert tuple(course.name for course in progress.people) == STUDENTS
    for course in progress.people:
        for assignment, total in zip(progress.assignments, course.totals, strict=True):
            [document] = [
                item for item in report.documents if (item.student, item.assignment) == (course.name, assignment)
            ]
            marks = document.review.marks
            assert marks is not None
            counts = marks.verdicts
            found = counts.of(Verdict.CORRECT) + counts.of(Verdict.PARTLY)
            missed = counts.of(Verdict.MISSED) + counts.of(Verdict.DIFFERENT)
            assert total == Tally(found + missed, found, missed)


def test_the_class_is_the_sum_of_its_people(progress: ProgressClass):
    for number in range(len(progress.assignments)):
        people = [course.totals[number] for course in progress.people]
        assert progress.whole.totals[number] == sum((item for item in people if item), Tally())
    assert [group for group, _ in progress.whole.tallies][:2] == ["Verbs", "Articles"]


def test_who_has_not_handed_in_has_no_tally(tmp_path: Path):
    folder = class_of_eight(tmp_path)
    (folder / "diary" / "revisions" / "Ada.txt").unlink()
    [progress] = progress_of(marking.review([folder]))
    [ada] = [course for course in progress.people if course.name == "Ada"]
    assert [total is None for total in ada.totals] == [False, True]


def test_two_classes_stay_apart(tmp_path: Path):
    class_of_eight(tmp_path / "one")
    own_essays(tmp_path / "two")
    assert [item.folder.name for item in progress_of(marking.review([tmp_path / "one", tmp_path / "two"]))] == [
        "one",
        "two",
    ]


def test_csv_has_every_tally_and_no_formula(tmp_path: Path, markscheme: Command):
    rows = [
        *csv.DictReader(StringIO(markscheme("class", "progress", class_of_eight(tmp_path), "--format", "csv").stdout))
    ]
    ada = [row for row in rows if row["name"] == "Ada" and row["assignment"] == "Market"]
    assert sum(int(row["made"]) for row in ada) == sum(int(row["found"]) + int(row["missed"]) for row in ada) == 8
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


def test_each_chart_says_in_words_what_it_shows(tmp_path: Path, markscheme: Command):
    page = html.document_fromstring(
        markscheme("class", "progress", class_of_eight(tmp_path), "--format", "html").stdout
    )
    [ada] = page.xpath("//section[@aria-label='Ada']")
    assert "Market 5 of 8, Diary 3 of 8" in ada.xpath(".//svg/@aria-label")[0]
    assert not page.xpath("//script | //@src | //@href")


def test_the_command_prints_or_writes_a_product(tmp_path: Path, markscheme: Command):
    folder = class_of_eight(tmp_path / "class")
    printed = markscheme("class", "progress", folder)
    assert printed.returncode == 0
    assert "5 of 8 (62 %)" in printed.stdout
    for form in ("text", "csv", "html"):
        file = tmp_path / f"progress.{form}"
        assert markscheme("class", "progress", folder, "--format", form, "--output", file).returncode == 0
        assert is_product(file)
    assert "choose one of text, csv, tsv, html" in markscheme("class", "progress", folder, "--format", "loud").stderr


def test_a_second_version_of_a_text_counts_in_place_of_the_first(tmp_path: Path):
    folder = class_of_eight(tmp_path)
    toml = folder / "markscheme.toml"
    toml.write_text(f'{toml.read_text()}\n[people]\n"Ada (2)" = "Ada"\n', encoding="utf-8")
    (folder / "market/students/Ada (2).txt").write_text(correction(), encoding="utf-8")
    [progress] = progress_of(marking.review([folder]))
    assert [course.name for course in progress.people] == list(STUDENTS)
    [ada] = [course for course in progress.people if course.name == "Ada"]
    assert ada.totals[0] == Tally(8, 8, 0)


def test_weeks_stand_in_the_order_of_their_numbers(tmp_path: Path):
    texts = {
        "markscheme.toml": '[[exercise]]\nname = "Week {name}"\nsource = "week{name}/text.txt"\n'
        'references = ["week{name}/teacher.txt"]\nhypotheses = ["week{name}/students/{student}.txt"]\n'
    }
    for week in (2, 10, 9):
        texts |= {
            f"week{week}/text.txt": draft(1),
            f"week{week}/teacher.txt": correction(1),
            f"week{week}/students/Mei Lin.txt": correction(1),
        }
    [progress] = progress_of(marking.review([write(tmp_path, texts)]))
    assert progress.assignments == ("Week 2", "Week 9", "Week 10")


FREELY = draft(2) + "Later a bench close to water gave us rest.\nNobody could wish for better weather than that.\n"


@pytest.mark.parametrize("form", ["text", "html"])
def test_texts_that_cannot_be_compared_are_left_out_and_named(tmp_path: Path, markscheme: Command, form: str):
    folder = class_of_eight(tmp_path)
    (folder / "diary" / "revisions" / "Ada.txt").write_text(FREELY, encoding="utf-8")
    (folder / "diary" / "corrected" / "Mr Cruz" / "Ben.txt").unlink()
    printed = " ".join(markscheme("class", "progress", folder, "--format", form).stdout.split())
    assert "Diary: left out, not comparable: 2 sentences rewritten freely" in printed
    assert "Diary: left out, no teacher has corrected it" in printed
    report = marking.review([folder])
    [progress] = progress_of(report)
    totals = {course.name: course.totals for course in progress.people}
    assert [totals["Ada"][1], totals["Ben"][1]] == [None, None]
    missing = Progress.of(report).missing
    assert "Ada (Diary): left out, not comparable: 2 sentences rewritten freely" in missing
