"""``comments``: a bank as a list, a table and a key; ``review`` with comments."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from docx import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph
from docx.text.run import Run
from jsonschema import Draft202012Validator

from exercise_files import exercise, word_key

Command = Callable[..., "subprocess.CompletedProcess[str]"]
SCHEMA = Path(__file__).parents[2] / "docs" / "protocol.schema.json"


def test_a_bank_goes_to_a_spreadsheet_and_back(markscheme: Command, tmp_path: Path):
    table = tmp_path / "bank.csv"
    assert markscheme("class", "comments", "export", "--output", table).returncode == 0
    assert table.read_bytes().startswith(b"\xef\xbb\xbfkey,code,")
    folder = tmp_path / "class"
    folder.mkdir()
    assert markscheme("class", "comments", "import", table, folder).returncode == 0
    again = markscheme("class", "comments", "import", table, folder)
    assert (again.returncode, "Write over it with --force" in again.stderr) == (2, True)
    exported = markscheme("class", "comments", "export", folder, "--own", "--format", "csv").stdout
    assert exported == markscheme("class", "comments", "export").stdout == table.read_text("utf-8-sig")


def test_the_key_and_the_list_have_a_teachers_own(markscheme: Command, tmp_path: Path):
    bank = '[codes]\nZZ = "asleep"\n[[comment]]\ncode = "ZZ"\ntext = "Wake up, {student}."\n'
    (tmp_path / "comments.toml").write_text(bank)
    assert "ZZ    asleep\n" in markscheme("class", "comments", "key", tmp_path).stdout
    assert markscheme("class", "comments", "list", tmp_path).stdout.startswith("ZZ\n    Wake up, {student}.\n")
    (tmp_path / "comments.toml").write_text(f"{bank}words = 3\n")
    done = markscheme("class", "comments", "list", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "comments.toml:6:9: words must be a list of words" in done.stderr


@pytest.fixture
def reviewed(markscheme: Command, tmp_path: Path) -> Path:
    exercise(
        tmp_path,
        stem="letter",
        source="She like music.\n",
        hypotheses={"mei": "She like music.\n"},
        references={"kim": "She likes music.\n"},
    )
    configuration = (
        '[comments]\n[[exercise]]\nname = "letter"\nsource = "letter.src.txt"\n'
        'references = ["letter.ref.{teacher}.txt"]\nhypotheses = ["letter.hyp.{student}.txt"]\n'
    )
    (tmp_path / "markscheme.toml").write_text(configuration)
    (tmp_path / "teacher-comments.toml").write_text(
        '[[comment]]\nabout = "whole"\nstudent = "mei"\ntext = "Well done, {student}."\nby = "ms-kim"\n'
        '[[comment]]\nabout = "student"\nexercise = "letter"\nstudent = "mei"\nbefore = "He"\nwords = "ran"\n'
        'text = "Nice."\n'
    )
    return tmp_path


def test_a_review_has_the_comments_and_how_often_they_are_used(markscheme: Command, reviewed: Path):
    done = markscheme("review", reviewed, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    review: dict[str, Any] = json.loads(done.stdout)
    definitions = json.loads(SCHEMA.read_text("utf-8"))["$defs"]
    Draft202012Validator({"$ref": "#/$defs/Review", "$defs": definitions}).validate(review)
    [document] = review["documents"]
    [finding] = document["findings"]
    assert finding["comment"]["key"] in ("agreement-missed", "tense-missed")
    assert [item["text"] for item in document["comments"]["whole"]] == ["Well done, Mei."]
    assert [item["text"] for item in document["comments"]["unplaced"]] == ["Nice."]
    assert sorted(item["count"] for item in review["comments"]) == [1, 1]

    text = markscheme("review", reviewed).stdout
    assert "The whole text: Well done, Mei. (Ms Kim)" in text
    assert "The comment on “ran” no longer fits the student's text: Nice." in text
    assert "Comments used:\n" in text


def test_a_broken_bank_is_told_and_the_review_stands(markscheme: Command, reviewed: Path):
    (reviewed / "comments.toml").write_text('[[comment]]\ncode = "A"\ntext = "{nobody}"\n')
    done = markscheme("review", reviewed, "--format", "json")
    assert done.returncode == 2
    assert "comments.toml:3:8: unknown placeholder {nobody}" in done.stderr
    [document] = json.loads(done.stdout)["documents"]
    assert document["findings"][0]["comment"]["text"]


@pytest.fixture
def margin(tmp_path: Path) -> Path:
    """Write a class whose teacher has comments in the margin of a Word document with the corrected text."""
    texts = exercise(
        tmp_path,
        stem="trip",
        source="Yesterday he go to school by bus.\nShe like tea at home.\n",
        hypotheses={
            "mei": "Yesterday he walked to school by the bus.\nShe like tea at home.\n",
            "bo": "Yesterday he go to my school by bus.\nShe likes tea at home.\n",
        },
        references={},
    )
    word_key(
        texts.source.with_name("trip.ref.kim.docx"),
        ["Yesterday he went to school by bus.", "She likes tea at home."],
        ("went", "Ms Kim", "Yesterday: the past!"),
        ("school", "Ms Kim", "No article here."),
        ("likes tea", "Mr Roy", "He, she, it: -s."),
    )
    return tmp_path


def comments_in(markscheme: Command, folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Return each student's comments with the source's or the student's words that they are on."""
    review = json.loads(markscheme("review", folder, "--format", "json").stdout)
    said: dict[str, list[tuple[str, str]]] = {}
    for document in review["documents"]:
        name = document["uri"].rpartition("hyp.")[2].removesuffix(".txt")
        lines = (folder / f"trip.hyp.{name}.txt").read_text().splitlines()
        found = [(item["source"], item["comment"]["text"]) for item in document["findings"] if item["comment"]]
        for item in document["comments"]["places"]:
            start, end = item["range"]["start"], item["range"]["end"]
            assert start["line"] == end["line"]
            found.append((lines[start["line"]][start["character"] : end["character"]], item["text"]))
        said[name] = found
    return said


def test_comments_in_the_margin_of_a_word_key_reach_every_student_at_their_places(markscheme: Command, margin: Path):
    expected = [("go", "Yesterday: the past!"), ("like", "He, she, it: -s."), ("school", "No article here.")]
    assert comments_in(markscheme, margin) == {"mei": expected, "bo": expected}
    text = markscheme("review", margin).stdout
    assert text.count("No article here. (Ms Kim)") == 2
    assert markscheme("class", "feedback", margin).returncode == 0
    for name in ("Mei", "Bo"):
        sheet = (margin / f"markscheme-reports/feedback/{name}.html").read_text()
        assert all(words in sheet for _, words in expected)


def test_what_a_teacher_says_in_the_file_comes_before_the_margin(markscheme: Command, margin: Path):
    place = 'about = "source"\nexercise = "trip"\nstudent = "mei"\nbefore = "Yesterday he"\nwords = "go"\n'
    (margin / "teacher-comments.toml").write_text(
        f'[[comment]]\n{place}after = "to school by bus."\ntext = "When, Mei?"\n\n'
        '[[comment]]\nabout = "source"\nexercise = "trip"\nstudent = "mei"\nbefore = "Yesterday he go to"\n'
        'words = "school"\nafter = "by bus."\ntext = ""\n'
    )
    said = comments_in(markscheme, margin)
    assert said["mei"] == [("go", "When, Mei?"), ("like", "He, she, it: -s.")]
    assert ("school", "No article here.") in said["bo"]


def test_a_comment_on_all_of_a_word_key_is_on_the_whole_text(markscheme: Command, tmp_path: Path):
    source, key = "He go home.", "He went home."
    texts = exercise(tmp_path, source=f"{source}\n{source}\n", hypotheses={"mei": f"{key}\n{source}\n"}, references={})
    document = Document()
    runs = [document.add_paragraph().add_run(line) for line in (key, key)]
    document.add_comment(runs, "A text about\ngoing home.", "")
    document.save(str(texts.source.with_name("e.ref.kim.docx")))
    assert "The whole text: A text about going home. (Kim)" in markscheme("review", tmp_path).stdout


def test_a_word_key_of_tracked_changes_has_its_comments_at_the_changes(markscheme: Command, margin: Path):
    document = Document()
    first, second = document.add_paragraph("Yesterday he "), document.add_paragraph("She like tea at home.")
    tracked(first, "del", "go")
    went = tracked(first, "ins", "went")
    first.add_run(" to ")
    school = first.add_run("school")
    first.add_run(" by bus.")
    for run, text in ((went, "The past!"), (school, "No article."), (second.runs[0], "A sentence on tea.")):
        document.add_comment([run], text, "Ms Kim")
    document.save(str(margin / "trip.ref.kim.docx"))
    said = comments_in(markscheme, margin)["mei"]
    assert said == [("go", "The past!"), ("school", "No article."), ("She like tea at home.", "A sentence on tea.")]


def tracked(paragraph: Paragraph, tag: str, text: str) -> Run:
    """Add a run to a paragraph as an insertion or a deletion by Ms Kim."""
    run = paragraph.add_run(text)
    change = OxmlElement(f"w:{tag}")
    change.set(qn("w:id"), "7")
    change.set(qn("w:author"), "Ms Kim")
    run._r.addprevious(change)
    change.append(run._r)
    if tag == "del":
        run._r.find(qn("w:t")).tag = qn("w:delText")
    return run


def test_damaged_comments_in_a_word_key_are_a_problem_and_the_marks_stand(markscheme: Command, margin: Path):
    key = margin / "trip.ref.kim.docx"
    with ZipFile(key) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with ZipFile(key, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, b"<w:comments" if name == "word/comments.xml" else data)
    done = markscheme("review", margin)
    assert "trip.ref.kim.docx: this Word document is damaged" in done.stderr
    assert "1 correct" in done.stdout
