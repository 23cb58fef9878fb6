"""Which texts an exercise's files hold, and that a file that can't be used is told of and stops no other."""

from pathlib import Path

import docx
import pytest

from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.files import read_text
from markscheme.documents.places import TextEdit
from markscheme.documents.word_writing import write_corpus
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in, exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import ExerciseMaterials, Material
from markscheme.languages.segments import Span

SOURCE = "She like music."
CRITIC = "She {~~like~>likes~~} music."
M2 = "S She like music .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n"


def tracked(**authors: str) -> bytes:
    """A Word document in which each author replaces "like"."""
    corrections = (
        Correction(name, SOURCE.replace("like", new), (TextEdit(Span(4, 8), new),)) for name, new in authors.items()
    )
    return write_corpus(Corpus((Entry("", SOURCE, references=tuple(corrections)),), tokenised=False))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of every kind of file, none of them a whole exercise."""
    (tmp_path / "a.src.txt").write_text(SOURCE)
    (tmp_path / "a.hyp.mei.txt").write_text("She likes music.")
    (tmp_path / "a.ref.kim.txt").write_text("She loves music.")
    return tmp_path


def only(folder: Path) -> Exercise:
    [exercise] = exercises_in(folder)
    return exercise


def every(folder: Path) -> list[Material]:
    exercise = only(folder)
    return [one for item in exercise.hypotheses or (None,) for one in ExerciseMaterials(exercise, read_text).of(item)]


def refusal(folder: Path) -> DocumentError:
    with pytest.raises(DocumentError) as refused:
        every(folder)
    return refused.value


def test_plain_files_are_their_texts(folder: Path):
    [found] = every(folder)
    assert (found.source.text, found.hypothesis.text) == (SOURCE, "She likes music.")
    assert [(item.name, item.text, item.places) for item in found.references] == [("kim", "She loves music.", None)]


def test_a_source_alone_is_marked_unchanged(folder: Path):
    (folder / "a.hyp.mei.txt").unlink()
    [found] = every(folder)
    assert found.hypothesis is None


def test_critic_markup_brings_its_own_source(folder: Path):
    (folder / "a.src.txt").unlink()
    (folder / "a.hyp.mei.txt").write_text(CRITIC)
    [found] = every(folder)
    assert (found.source.text, found.hypothesis.text) == (SOURCE, "She likes music.")
    assert found.hypothesis.places.span(Span(4, 9)).of(CRITIC) == "likes"


def test_a_reference_may_bring_the_source(folder: Path):
    (folder / "a.src.txt").unlink()
    (folder / "a.ref.kim.txt").write_text(CRITIC)
    [found] = every(folder)
    assert found.source.text == SOURCE
    assert [item.text for item in found.references] == ["She likes music."]


def test_further_corrections_of_ua_gec_are_references_of_their_own(folder: Path):
    (folder / "a.src.txt").unlink()
    (folder / "a.hyp.mei.txt").write_text("She {like=>likes|loves} music.")
    (folder / "a.ref.kim.txt").write_text("She {like=>likes|loves:::error_type=G/Number} music.")
    [found] = every(folder)
    assert (found.source.text, found.hypothesis.text) == (SOURCE, "She likes music.")
    assert [(item.name, item.text) for item in found.references] == [
        ("kim", "She likes music."),
        ("kim (2)", "She loves music."),
    ]


def test_each_author_of_a_word_document_is_a_reference(folder: Path):
    (folder / "a.ref.docx").write_bytes(tracked(Kim="likes", Roy="loves"))
    [found] = every(folder)
    assert [(item.name, item.text) for item in found.references] == [
        ("Kim", "She likes music."),
        ("Roy", "She loves music."),
        ("kim", "She loves music."),
    ]


def test_each_author_of_a_word_document_is_a_hypothesis(folder: Path):
    (folder / "a.hyp.mei.txt").unlink()
    (folder / "a.hyp.docx").write_bytes(tracked(Mei="likes", Ben="liked"))
    assert [found.hypothesis.name for found in every(folder)] == ["Mei", "Ben"]


def test_one_author_is_asked_for_by_name(tmp_path: Path):
    (tmp_path / "essay.docx").write_bytes(tracked(Mei="likes", Kim="loves"))
    (tmp_path / "markscheme.toml").write_text(
        '[[exercise]]\nsource = "essay.docx"\nhypotheses = ["essay.docx#Mei"]\nreferences = ["essay.docx#Kim"]\n'
    )
    [found] = every(tmp_path)
    assert (found.source.text, found.hypothesis.text) == (SOURCE, "She likes music.")
    assert [item.text for item in found.references] == ["She loves music."]


def divided(*names: str) -> bytes:
    """A Word document in which each author changes another word."""
    words = (Span(0, 3), Span(4, 8), Span(9, 14))
    corrections = []
    for name, span in zip(names, words, strict=False):
        edits = (TextEdit(span, span.of(SOURCE).upper()),)
        corrections.append(Correction.of(name, SOURCE, edits))
    return write_corpus(Corpus((Entry("", SOURCE, references=tuple(corrections)),), tokenised=False))


def test_authors_who_share_the_work_are_one_reference(folder: Path):
    (folder / "a.ref.kim.txt").unlink()
    (folder / "a.ref.docx").write_bytes(divided("Kim", "Roy"))
    [material] = every(folder)
    [reference] = material.references
    assert (reference.name, reference.text) == ("reference", "SHE LIKE music.")
    assert (reference.author, reference.authors) == (None, ("Kim", "Roy"))


def test_authors_who_share_the_work_are_one_hypothesis(folder: Path):
    (folder / "a.hyp.mei.txt").unlink()
    (folder / "a.hyp.docx").write_bytes(divided("Mei", "Ben", "Ana"))
    [material] = every(folder)
    assert (material.hypothesis.name, material.hypothesis.text) == ("hypothesis", "SHE LIKE MUSIC.")


@pytest.mark.parametrize(("author", "text"), [("*", "SHE LIKE music."), ("Kim", "SHE like music.")])
def test_a_configuration_decides_who_shares_the_work(tmp_path: Path, author: str, text: str):
    (tmp_path / "task.docx").write_bytes(tracked())
    (tmp_path / "essay.docx").write_bytes(divided("Kim", "Roy"))
    (tmp_path / "markscheme.toml").write_text(
        f'[[exercise]]\nsource = "task.docx"\nhypotheses = ["essay.docx#{author}"]\n'
        f'references = ["essay.docx#{author}"]\n'
    )
    [material] = [item for item in every(tmp_path) if item.hypothesis]
    assert material.hypothesis.text == text
    assert [item.text for item in material.references] == [text]


def test_all_authors_together_of_a_file_without_authors_is_its_text(folder: Path):
    (folder / "markscheme.toml").write_text(
        '[[exercise]]\nsource = "a.src.txt"\nhypotheses = ["a.hyp.mei.txt#*"]\nreferences = ["a.ref.kim.txt#*"]\n'
    )
    [material] = every(folder)
    assert (material.hypothesis.name, material.hypothesis.author) == ("a.hyp.mei", None)
    assert [(item.text, item.author) for item in material.references] == [("She loves music.", None)]


def test_a_configuration_puts_alternatives_together_too(tmp_path: Path):
    (tmp_path / "essay.docx").write_bytes(tracked(Mei="likes", Kim="loves"))
    (tmp_path / "markscheme.toml").write_text(
        '[[exercise]]\nsource = "essay.docx"\nreferences = ["essay.docx#*", "essay.docx#Kim"]\n'
    )
    [material] = every(tmp_path)
    names = [(item.name, item.text) for item in material.references]
    assert names == [("essay", "She likesloves music."), ("Kim", "She loves music.")]


def test_an_author_who_is_not_there_is_told_with_those_who_are(tmp_path: Path):
    (tmp_path / "essay.docx").write_bytes(tracked(Mei="likes", Kim="loves"))
    (tmp_path / "markscheme.toml").write_text('[[exercise]]\nsource = "essay.docx"\nreferences = ["essay.docx#Kin"]\n')
    problem = refusal(tmp_path)
    assert problem.path == tmp_path / "essay.docx"
    assert "'Kin'" in problem.problem
    assert "Mei, Kim" in problem.remedy


@pytest.mark.parametrize("role", ["src", "hyp.mei", "ref.kim"])
def test_a_word_document_without_changes_is_a_text_like_any_other(folder: Path, role: str):
    path = folder / f"a.{role}.txt"
    document = docx.Document()
    document.add_paragraph(path.read_text())
    [before] = every(folder)
    path.unlink()
    document.save(folder / f"a.{role}.docx")
    [after] = every(folder)
    assert texts(after) == texts(before)


def texts(material: Material) -> list[tuple[str, str]]:
    return [(item.name, item.text) for item in (material.source, material.hypothesis, *material.references) if item]


def test_a_word_document_without_changes_brings_no_source(folder: Path):
    (folder / "a.src.txt").unlink()
    (folder / "a.hyp.mei.txt").unlink()
    (folder / "a.hyp.mei.docx").write_bytes(tracked())
    assert refusal(folder).problem == "the exercise 'a' has no source"


def test_a_word_document_without_changes_is_no_exercise_by_itself(tmp_path: Path):
    path = tmp_path / "essay.docx"
    path.write_bytes(tracked())
    assert (exercises_in(tmp_path), exercises_of(path)) == ((), ())
    path.write_bytes(tracked(Kim="likes"))
    assert [item.name for item in exercises_in(tmp_path)] == ["essay"]
    path.write_bytes(b"no Word document")
    assert [item.name for item in exercises_of(path)] == ["essay"]
    path.write_bytes(b"{\\rtf1 She like music.}")
    assert exercises_of(path) == ()


def test_a_word_document_without_changes_corrects_nothing(folder: Path):
    (folder / "a.hyp.mei.txt").unlink()
    (folder / "a.hyp.mei.docx").write_bytes(tracked())
    [found] = every(folder)
    assert (found.hypothesis.name, found.hypothesis.text) == ("mei", SOURCE)


@pytest.mark.parametrize("name", ["a.hyp.mei.txt", "a.ref.kim.txt"])
def test_a_file_with_another_source_is_told(folder: Path, name: str):
    (folder / name).write_text("He {~~like~>likes~~} music.")
    problem = refusal(folder)
    assert problem.path == folder / name
    assert problem.problem == "the text before its changes is not that of a.src.txt"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"{--x--}She {++loves music.", "{++"),
        (b"\xff", "UTF-8"),
        (b"\xff\xfe\xfd", "UTF-16"),
        (b"He {++really ++}likes music.", "before its changes"),
    ],
)
def test_a_reference_that_can_not_be_used_is_told_and_stops_no_other(folder: Path, content: bytes, problem: str):
    (folder / "a.ref.zoe.md").write_bytes(content)
    [found] = every(folder)
    assert [item.name for item in found.references] == ["kim"]
    assert [told.path for told in found.problems] == [folder / "a.ref.zoe.md"]
    assert problem in found.problems[0].problem


def test_without_any_source_that_is_told(folder: Path):
    (folder / "a.src.txt").unlink()
    problem = refusal(folder)
    assert problem.problem == "the exercise 'a' has no source"
    assert "a.src.txt" in problem.remedy


def test_m2_files_carry_the_source(folder: Path):
    (folder / "a.src.txt").unlink()
    (folder / "a.hyp.mei.txt").unlink()
    (folder / "a.ref.kim.txt").unlink()
    (folder / "a.hyp.mei.m2").write_text(M2)
    (folder / "a.ref.kim.m2").write_text(M2)
    [found] = every(folder)
    assert found.source is None
    assert found.hypothesis.text == M2
