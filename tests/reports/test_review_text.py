"""Reviews as text: verdicts for teachers, and CLEME2.0's words for researchers."""

import json
from pathlib import Path

import pytest

import markscheme
from class_folders import own_essays
from exercise_files import exercise
from markscheme.documents.files import is_marked
from markscheme.reports.report import Report
from markscheme.reports.review_json import review_json
from markscheme.reports.review_report import review_text

SOURCE = "She like music very many. He go in the school. It is old. It rain here since two weeks.\n"
STUDENT = "She likes music very many. He goes in school. It is very old. Two wet weeks lie behind us now.\n"
FIRST = "She likes music very much. He goes to school. It is old. It has rained here for two weeks.\n"
SECOND = "She likes music very much. He went to the school. It is old. It has rained here for two weeks.\n"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("class")
    references = {"ms-adeyemi": FIRST, "teacher-b": SECOND}
    exercise(folder, source=SOURCE, hypotheses={"mei": STUDENT}, references=references)
    return markscheme.review([folder])


def rows(report: Report, vocabulary: str = "verdicts") -> list[str]:
    """Return the lines of a report, with single spaces."""
    text = review_text(report, 200, vocabulary=vocabulary)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def test_a_report_has_verdicts_groups_and_the_teachers_names(report: Report):
    assert rows(report) == [
        "e.hyp.mei.txt (e, 2 teachers' corrections)",
        "3 correct · 2 missed · 1 not needed · not comparable: 1 sentence rewritten freely",
        "1:5 Correct agreement like → likes",
        "1:22 Missed adjectives and adverbs left “many” Ms Adeyemi, Teacher B: much",
        "1:31 Correct agreement go → goes",
        "1:36 Missed prepositions left “in” Ms Adeyemi, Teacher B: to",
        "1:39 Correct articles and determiners took out “the”",
        "1:53 Not needed missing or extra words added “very”",
        "1:63 Rewritten freely read this one yourself",
    ]


def test_optional_places_are_not_listed(report: Report):
    [document] = report.documents
    optional = [item for item in document.review.findings if item.code == "optional"]
    assert "Optional" not in "\n".join(rows(report))
    assert len(rows(report)) == 2 + len(document.review.findings) - len(optional)


@pytest.mark.parametrize("word", ["score", "credit", "hit", "over-correction", "R:", "weight", "∅", "teacher-b"])
def test_a_teachers_report_has_no_words_of_researchers(report: Report, word: str):
    assert word not in review_text(report, 200)


def test_cleme2s_vocabulary_has_chunks_types_and_scores(report: Report):
    head, numbers, first, *_ = rows(report, "cleme2")
    assert head == "e.hyp.mei.txt (e, 2 references)"
    assert all(part in numbers for part in (" hit, ", " · score 0.", " · F 0.", " · credit F "))
    assert first == "1:5 Hit R:VERB:SVA like → likes 100 %"


@pytest.mark.parametrize("vocabulary", ["verdicts", "cleme2"])
def test_a_report_that_a_shell_wrote_to_a_file_is_recognised(report: Report, vocabulary: str):
    assert is_marked(review_text(report, 80, vocabulary=vocabulary).encode())
    assert is_marked(review_json(report).encode())


@pytest.mark.parametrize("vocabulary", ["verdicts", "cleme2"])
def test_colours_do_not_change_the_words(report: Report, vocabulary: str):
    coloured = review_text(report, 200, colour=True, vocabulary=vocabulary)
    assert "\x1b[" in coloured
    assert "\x1b[" not in review_text(report, 200, vocabulary=vocabulary)


def test_who_has_no_revision_yet_is_named_and_is_no_problem(tmp_path: Path):
    report = markscheme.review([own_essays(tmp_path)])
    assert report.problems == ()
    assert "\nOlek has no revision yet.\n" in review_text(report, 100)
    content = json.loads(review_json(report))
    assert content["absent"] == ["Olek has no revision yet"]
    assert [(item["assignment"], item["student"]) for item in content["documents"]] == [
        ("Diary", "Mei Lin"),
        ("Diary", "Noor"),
    ]
