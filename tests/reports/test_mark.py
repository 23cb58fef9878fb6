"""Marks by a mark scheme in reports: the sum for teachers, and the JSON."""

import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import markscheme
from markscheme.exercises.discovery import exercises_in
from markscheme.marking.verdict import Verdict
from markscheme.reports.feedback import feedback_of
from markscheme.reports.report import Report
from markscheme.reports.review_json import review_json
from markscheme.reports.review_report import review_text
from reports.test_review_text import FIRST, SECOND
from reports.test_review_text import SOURCE as BARE_SOURCE

SOURCE = BARE_SOURCE.replace("It rain here", "It rains here")
"""The weight needs *since* typed as a preposition; with the bare verb, the pipeline takes it for an adverb."""

SCHEME = """
[scheme]
basis = "deduct"
max = 10
rounding = 0.5
weights = { prepositions = 2 }
bands = [{ from = 7, name = "good", text = "Well done, look at the prepositions." }]

[[exercise]]
name = "music"
source = "task.txt"
references = ["teacher {teacher}.txt"]
hypotheses = ["students/{student}.txt"]
"""
STUDENTS = {
    "Mei": "She likes music very many. He goes in school. It is very old. It has rained here for two weeks.\n",
    "Omar": SOURCE,
    "Tom": "She likes music very many. He goes in school. It is very old. Two wet weeks lie behind us now.\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("class")
    texts = {"task": SOURCE, "teacher Kim": FIRST, "teacher Roy": SECOND}
    texts |= {f"students/{name}": text for name, text in STUDENTS.items()}
    (folder / "students").mkdir()
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    (folder / "markscheme.toml").write_text(SCHEME)
    return folder


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    return markscheme.review([folder])


def rows(report: Report, **options: Any) -> list[str]:
    return [" ".join(line.split()) for line in review_text(report, 200, **options).splitlines() if line.strip()]


def test_a_report_unfolds_the_mark_into_its_sum(report: Report):
    shown = rows(report)
    assert shown[:16] == [
        "Mei · music (Mei.txt, 2 teachers' corrections)",
        "5 correct · 2 missed · 1 not needed · 5 to 6 of 8 points · 1 answer to decide",
        "Mark: 6 to 7 of 10, 1 answer to decide",
        "+10 The best mark, to begin with",
        "0 1 correct, weight 2",
        "0 4 correct",
        "−2 1 missed, weight 2",
        "−1 1 missed",
        "−0.25 1 not needed",
        "+0.25 Rounded to a multiple of 0.5",
        "1:5 Correct 0 agreement like → likes",
        "1:22 Missed −1 adjectives and adverbs left “many” Kim, Roy: much",
        "1:31 Correct 0 agreement go → goes",
        "1:36 Missed −2 prepositions left “in” Kim, Roy: to",
        "1:39 Correct 0 articles and determiners took out “the”",
        "1:53 Not needed −0.25 missing or extra words added “very”",
    ]
    assert [line for line in shown if line.startswith(("Mark", "No mark"))] == [
        "Mark: 6 to 7 of 10, 1 answer to decide",
        "Mark: 0 of 10",
        "No mark: 1 sentence is rewritten freely: read this text yourself",
    ]
    assert "Nothing is corrected: no points without a correction" in "\n".join(shown)
    assert "Mark: 6 to 7 of 10, 1 answer to decide" in rows(report, vocabulary="cleme2")


def test_the_json_has_the_mark_with_each_lines_place(report: Report):
    documents = json.loads(review_json(report))["documents"]
    mei, omar, tom = (document["mark"] for document in documents)
    assert (mei["points"], mei["max"], mei["withheld"]) == (7, 10, None)
    assert mei["band"] == {"name": "good", "text": "Well done, look at the prepositions."}
    assert sum(line["points"] for line in mei["lines"]) == pytest.approx(7)
    missed = next(line for line in mei["lines"] if line["points"] == -2)
    finding = documents[0]["findings"][missed["finding"]]
    assert missed == {
        "kind": "place",
        "points": -2,
        "why": "Missed (prepositions): left “in”",
        "finding": missed["finding"],
        "range": finding["range"],
        "weight": 2,
    }
    assert (omar["points"], omar["band"]) == (0, None)
    assert (tom["points"], tom["lines"]) == (None, [])


def test_the_api_has_exact_marks(report: Report):
    [mei, *_] = report.documents
    assert isinstance(mei.mark, markscheme.Mark)
    assert sum((line.points for line in mei.mark.lines), Fraction(0)) == mei.mark.points == 7


def test_a_source_is_not_handed_in_by_anybody(folder: Path):
    [source] = markscheme.review([folder / "task.txt"]).documents
    assert source.review.findings
    assert source.mark is None


def test_without_a_scheme_nothing_is_said_of_a_mark(folder: Path, tmp_path: Path):
    for path in folder.rglob("*.txt"):
        target = tmp_path / path.relative_to(folder)
        target.parent.mkdir(exist_ok=True)
        target.write_text(path.read_text())
    (tmp_path / "markscheme.toml").write_text(SCHEME.partition("[[")[1] + SCHEME.partition("[[")[2])
    plain = markscheme.review([tmp_path])
    assert "Mark:" not in "\n".join(rows(plain))
    assert all("mark" not in document for document in json.loads(review_json(plain))["documents"])
    assert exercises_in(tmp_path)[0].scheme is None


def test_a_change_beside_a_missed_error_leaves_the_need(tmp_path: Path):
    """A change that was not needed does not make a missed correction beside it go away."""
    (tmp_path / "e.src.txt").write_text("She like music.\n")
    (tmp_path / "e.ref.kim.txt").write_text("She likes music.\n")
    (tmp_path / "e.hyp.mei.txt").write_text("She like the music.\n")
    (tmp_path / "markscheme.toml").write_text(
        '[scheme]\n[[exercise]]\nsource = "e.src.txt"\nreferences = ["e.ref.kim.txt"]\nhypotheses = ["e.hyp.*.txt"]\n'
    )
    [document] = markscheme.review([tmp_path]).documents
    needs = {item.place.verdict: item.place.needs for item in document.review.findings if item.place is not None}
    assert needs == {Verdict.MISSED: 1, Verdict.NOT_NEEDED: 0}
    assert document.mark is not None
    assert document.mark.points == 0


def test_feedback_has_the_mark_as_a_sum_and_the_bands_text(report: Report):
    mei, omar, tom = (item.mark for item in feedback_of(report))
    assert (mei.headline, mei.remark) == (
        "6 to 7 of 10, 1 answer to decide",
        "",
    )
    assert [(line.points, line.label) for line in mei.lines][:3] == [
        ("+10", "The best mark, to begin with"),
        ("0", "1 right, weight 2"),
        ("0", "4 right"),
    ]
    assert (omar.headline, omar.remark) == ("0 of 10", "")
    assert (tom.headline, tom.lines) == ("No mark yet: your teacher reads this text", ())


POINTS = """
[[comment]]
about = "source"
exercise = "music"
student = "Mei"
before = "She like music very"
words = "many"
after = "."
change = "many"
points = 0
by = "kim"

[[comment]]
about = "whole"
exercise = "music"
student = "Mei"
text = "Good ideas."
points = 1
criterion = "Content"
by = "roy"

[[comment]]
about = "whole"
exercise = "music"
student = "Tom"
points = 6
by = "roy"
"""


def test_a_teachers_points_are_in_the_mark_and_in_its_sum(folder: Path, tmp_path: Path):
    target = shutil.copytree(folder, tmp_path / "class")
    (target / "teacher-comments.toml").write_text(POINTS)
    report = markscheme.review([target])
    mei, omar, tom = (document["mark"] for document in json.loads(review_json(report))["documents"])
    assert (mei["points"], omar["points"], tom["points"]) == (9, 0, 6)
    given = [line for line in mei["lines"] if line["kind"] == "given"]
    assert [(line["points"], line["why"], line["by"], line.get("scheme")) for line in given] == [
        (0, "Missed (adjectives and adverbs): left “many” (points by Kim; −1 by the scheme)", "kim", -1),
        (1, "Content (points by Roy)", "roy", None),
    ]
    assert "range" in given[0]
    assert "range" not in given[1]
    feedback = feedback_of(report)[0]
    assert [remark.text for remark in feedback.remarks] == ["Good ideas."]
    sums = [f"{line.points} {line.label}" for line in feedback.mark.lines]
    assert [line for line in sums if "points by" in line] == [
        "0 Still to correct (adjectives and adverbs): left “many” (points by Kim; −1 by the scheme)",
        "+1 Content (points by Roy)",
    ]
    assert "+1 Content (points by Roy)" in rows(report)
