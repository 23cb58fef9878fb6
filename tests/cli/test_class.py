"""``markscheme class``: from a zip of submissions to a filled-in worksheet."""

import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from docx import Document
from openpyxl import load_workbook

from class_folders import correction, draft, revision
from cli.at_terminal import TerminalRunner
from markscheme.cli.app import app
from school_systems import TYPED, import_moodle, import_moodle_feedback, moodle_worksheet, php_rows, write_zip

Command = Callable[..., "subprocess.CompletedProcess[str]"]


def test_a_class_from_moodle_and_back(markscheme: Command, tmp_path: Path):
    people = {4711: "Mei Lin", 4712: "Ana Cruz", 4713: "Jo Roy"}
    typed = "".join(f"<p>{line}</p>" for line in revision(1).splitlines())
    write_zip(
        tmp_path / "submissions.zip",
        {
            "Mei Lin_4711_assignsubmission_file_/draft.txt": draft(),
            "Mei Lin_4711_assignsubmission_file_/final.txt": correction(),
            "Ana Cruz_4712_assignsubmission_onlinetext_/onlinetext.html": TYPED.format(typed),
        },
    )
    (tmp_path / "week").mkdir()
    (tmp_path / "week" / "task.txt").write_text(draft())
    (tmp_path / "week" / "correction Ms Baker.txt").write_text(correction())
    sheet = tmp_path / "grading.csv"
    sheet.write_bytes(moodle_worksheet(people.items()))

    refused = markscheme("class", "import", "submissions.zip", "--into", "week")
    assert refused.returncode == 2
    assert "Mei Lin handed in 2 texts: draft.txt, final.txt. Nothing was written" in refused.stderr
    assert not (tmp_path / "week" / "students").exists()

    done = markscheme("class", "import", "submissions.zip", "--into", "week", "--take", "final*")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Ana Cruz  students/Ana Cruz.txt",
        "Mei Lin  students/Mei Lin.txt",
        "2 texts from Moodle in the exercise “week”.",
        "The text that they corrected: task.txt. Teachers' corrections: correction Ms Baker.txt.",
    ]

    done = markscheme("class", "export", "week", "--worksheet", "grading.csv", "--feedback-format", "html")
    assert done.returncode == 0
    assert done.stderr.startswith("note: 3 answers of 1 student are not decided yet; they count as they are")
    reports = tmp_path / "week" / "markscheme-reports"
    taken = import_moodle((reports / "grading.csv").read_bytes(), people)
    assert taken[4711].grade == 100
    assert 0 <= taken[4712].grade < 100
    assert (taken[4713].grade, taken[4713].comment) == (None, None)
    files = import_moodle_feedback((reports / "week feedback.zip").read_bytes(), people)
    assert {number: sorted(own) for number, own in files.items()} == {4711: ["feedback.html"], 4712: ["feedback.html"]}
    assert sheet.read_bytes() == moodle_worksheet(people.items())


def test_a_person_at_the_terminal_chooses_the_text(tmp_path: Path):
    files = {f"Mei Lin_4711_assignsubmission_file_/{name}.txt": name for name in ("draft", "final")}
    zipped = write_zip(tmp_path / "submissions.zip", files)
    folder = tmp_path / "week"
    done = TerminalRunner().invoke(app, ["class", "import", str(zipped), "--into", str(folder)], input="7\n2\n")
    assert done.exit_code == 0, done.output
    assert "Mei Lin handed in 2 texts. Which is meant?" in done.output
    assert (folder / "students" / "Mei Lin.txt").read_text() == "final"


def test_a_german_class_with_everything_that_happens(markscheme: Command, tmp_path: Path):
    people = {
        11: "Anna Groß",
        12: "Ben Öz",
        13: "Carla Díaz",
        14: "Deniz Kaya",
        15: "Emre Ak",
        16: "Femi",
        17: "Gül Şen",
    }
    essay, empty = BytesIO(), BytesIO()
    document = Document()
    for line in revision(2).splitlines():
        document.add_paragraph(line)
    document.save(essay)
    Document().save(empty)
    typed = "".join(f"<p>{line}</p>" for line in revision(4).splitlines())
    write_zip(
        tmp_path / "abgaben.zip",
        {
            "Anna Groß_11_assignsubmission_file_/essay.txt": revision(0),
            "Ben Öz_12_assignsubmission_onlinetext_/onlinetext.html": TYPED.format("<p>&nbsp;</p>"),
            "Carla Díaz_13_assignsubmission_file_/essay.docx": essay.getvalue(),
            "Deniz Kaya_14_assignsubmission_file_/entwurf.txt": draft(),
            "Deniz Kaya_14_assignsubmission_file_/endfassung.txt": revision(3),
            "Team Blau-Emre Ak_15_assignsubmission_file_/team.txt": revision(1),
            "Femi_16_assignsubmission_onlinetext_/onlinetext.html": TYPED.format(typed),
            "Gül Şen_17_assignsubmission_file_/leer.docx": empty.getvalue(),
        },
    )
    (tmp_path / "woche").mkdir()
    (tmp_path / "woche" / "aufgabe.txt").write_text(draft())
    (tmp_path / "woche" / "Korrektur Frau Wolf.txt").write_text(correction())
    statuses = {11: "Zur Bewertung abgegeben - 2 Tage 3 Stunden verspätet"}
    sheet = moodle_worksheet(people.items(), "de", "20,00", locked=[16], statuses=statuses)
    (tmp_path / "Bewertungen.csv").write_bytes(sheet)
    options = ("--into", "woche", "--names", "Bewertungen.csv", "--take", "end*")
    done = markscheme("class", "import", "abgaben.zip", *options)
    assert done.returncode == 0
    assert done.stdout.splitlines()[:2] == [
        "Anna Groß  students/Anna Groß.txt  (late)",
        "Ben Öz  students/Ben Öz.txt  (handed in nothing readable)",
    ]
    assert "Emre Ak  students/Emre Ak.txt" in done.stdout
    assert "Gül Şen  students/Gül Şen.docx  (handed in nothing readable)" in done.stdout
    done = markscheme("class", "export", "woche", "--worksheet", "Bewertungen.csv", "--mode", "hint", "--workbook")
    assert done.returncode == 0
    assert "note: Femi: Moodle takes no other grade here; the row stays as it is" in done.stderr
    reports = tmp_path / "woche" / "markscheme-reports"
    written = (reports / "Bewertungen.csv").read_bytes()
    taken = import_moodle(written, people, "de", 20)
    assert {number for number, item in taken.items() if item.grade is not None} == {11, 13, 14, 15}
    assert "Frau Wolf: " not in "".join(item.comment or "" for item in taken.values())
    kept = [[cell for place, cell in enumerate(row) if place not in (4, 9)] for row in php_rows(written)]
    assert kept == [[cell for place, cell in enumerate(row) if place not in (4, 9)] for row in php_rows(sheet)]
    rows = {row[0]: row[-1] for row in load_workbook(reports / "woche marks.xlsx")["Class"].iter_rows(values_only=True)}
    assert set(rows) == {"Student", *people.values()}
    assert (rows["Anna Groß"], rows["Gül Şen"]) == ("handed in late", "handed in nothing readable")
    assert "woche: handed in nothing readable" in markscheme("class", "progress", "woche").stdout


def test_names_that_stand_for_a_stream_or_a_drive_on_windows_become_files_names(markscheme: Command, tmp_path: Path):
    files = {"A:B_1_assignsubmission_file_/a.txt": "I go.", "Mei_2_assignsubmission_file_/b:a.txt": "I went."}
    write_zip(tmp_path / "class.zip", files | {"Jo_3_assignsubmission_file_/a.txt:s": "I goes."})
    done = markscheme("class", "import", "class.zip", "--into", "week")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:3] == [
        "A:B  students/A_B.txt",
        "Jo  students/Jo.txt  (handed in nothing readable)",
        "Mei  students/Mei.txt",
    ]
    assert "Jo: a.txt:s was left out; it is no text that can be marked" in done.stderr
    assert {path.name for path in (tmp_path / "week" / "students").iterdir()} == {"A_B.txt", "Jo.txt", "Mei.txt"}
