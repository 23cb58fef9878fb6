"""The texts of an exercise as a person compares them."""

from pathlib import Path

import pytest

from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_of
from markscheme.reports.overview import ExerciseTexts, RunningText, exercise_texts

M2 = (
    "S She like music .\nA 1 2|||R:VERB:SVA|||likes||loves|||REQUIRED|||-NONE-|||0\n"
    "A 1 2|||R:VERB|||enjoys|||REQUIRED|||-NONE-|||1\n\n"
    "S It rain .\nA 1 2|||R:VERB:SVA|||rains|||REQUIRED|||-NONE-|||0\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def texts(path: Path, author: str | None = None) -> ExerciseTexts:
    [exercise] = exercises_of(path)
    return exercise_texts(exercise, path, read_text, author)


def test_plain_files_are_their_texts_whole(folder: Path):
    for side, text in {"src": "She like it.\r\n", "hyp": "She likes it.", "ref": "\ufeffShe likes it.\n"}.items():
        (folder / f"a.{side}.txt").write_bytes(text.encode())
    found = texts(folder / "a.hyp.txt")
    assert found.source == RunningText("source", folder / "a.src.txt", "She like it.\r\n", True)
    assert found.hypothesis == RunningText("hypothesis", folder / "a.hyp.txt", "She likes it.", True)
    assert [item.text for item in found.references] == ["She likes it.\n"]
    assert texts(folder / "a.ref.txt").hypothesis is None


def test_an_m2_file_is_its_source_and_a_text_for_all_that_it_says(folder: Path):
    path = folder / "a.m2"
    path.write_text(M2)
    found = texts(path)
    assert (found.source.text, found.source.whole, found.hypothesis) == ("She like music .\nIt rain .\n", False, None)
    assert [(item.name, item.text) for item in found.references] == [
        ("a#0", "She likes music .\nIt rains .\n"),
        ("a#0 (2)", "She loves music .\nIt rains .\n"),
        ("a#1", "She enjoys music .\nIt rain .\n"),
    ]


def test_critic_markup_is_read_as_the_text_that_it_leads_to(folder: Path):
    path = folder / "a.hyp.mei.md"
    path.write_text("She {~~like~>likes~~} music.{>>good<<}\n")
    (folder / "a.ref.kim.md").write_text("She likes {++the ++}music.\n")
    found = texts(path)
    assert (found.source.text, found.source.path) == ("She like music.\n", path)
    assert (found.hypothesis.text, found.hypothesis.whole) == ("She likes music.\n", False)
    assert [item.text for item in found.references] == ["She likes the music.\n"]


def test_ua_gec_is_read_as_the_texts_that_it_leads_to(folder: Path):
    path = folder / "a.hyp.mei.ann"
    path.write_text("She {like=>likes:::error_type=G/Number} music.\n")
    (folder / "a.ref.kim.ann").write_text("She {like=>likes|loves} music.\n")
    found = texts(path)
    assert (found.source.text, found.hypothesis.text) == ("She like music.\n", "She likes music.\n")
    assert [(item.name, item.text) for item in found.references] == [
        ("kim", "She likes music.\n"),
        ("kim (2)", "She loves music.\n"),
    ]


def test_one_of_several_annotators_is_asked_for(folder: Path):
    path = folder / "a.hyp.m2"
    path.write_text(M2)
    (folder / "a.ref.m2").write_text(M2)
    assert texts(path).hypothesis.name == "hypothesis#0"
    assert texts(path, "1").hypothesis.text == "She enjoys music .\nIt rain .\n"
    with pytest.raises(DocumentError, match="no correction by '7'"):
        texts(path, "7")


def test_an_exercise_without_a_source_says_so(folder: Path):
    for side in ("hyp", "ref"):
        (folder / f"a.{side}.txt").write_text("She likes it.\n")
    with pytest.raises(DocumentError, match="the exercise 'a' has no source"):
        texts(folder / "a.hyp.txt")
