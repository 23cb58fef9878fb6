"""Files that annotate a text beside them: brat's, in an exercise, in its set-up, and in a copy of a class."""

from pathlib import Path

import pytest

from markscheme import EngineSettings, Work
from markscheme.api import marking
from markscheme.documents.files import read_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in, exercises_of
from markscheme.exercises.init.draft import draft
from markscheme.exercises.init.guess import guess
from markscheme.exercises.material import ExerciseMaterials
from markscheme.exercises.moderation import class_copy, students_of
from markscheme.exercises.upkeep import may_be_newcomer

SOURCE = "My friend live in Lima near the old bridge. He like the sea very much, and he swim every days.\n"
KIM = (("live", "lives"), ("like", "likes"), ("days", "day"))
ROY = (("live", "lives"), ("every days", "daily"))


def annotations(source: str, *pairs: tuple[str, str]) -> str:
    lines = []
    for number, (words, correction) in enumerate(pairs, 1):
        start = source.index(words)
        lines.append(f"T{number}\tVerbs {start} {start + len(words)}\t{words}\n")
        lines.append(f"#{number}\tAnnotatorNotes T{number}\t{correction}\n")
    return "".join(lines)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def project(folder: Path) -> None:
    """Write a project of two annotators, as brat has them, beside the text of a student."""
    for name, pairs in (("kim", KIM), ("roy", ROY)):
        write(folder, {f"{name}/essay.txt": SOURCE, f"{name}/essay.ann": annotations(SOURCE, *pairs)})
    write(folder, {"essay.txt": SOURCE, "students/mei.txt": SOURCE.replace("live", "lives").replace("like", "liked")})


def test_annotators_are_teachers_and_their_texts_are_left_out(folder: Path):
    project(folder)
    plan = guess(folder)
    assert {(row.path, row.role) for row in plan.rows} == {
        ("essay.txt", "source"),
        ("kim/essay.ann", "reference"),
        ("roy/essay.ann", "reference"),
        ("students/mei.txt", "hypothesis"),
        ("kim/essay.txt", "none"),
        ("roy/essay.txt", "none"),
    }
    assert next(row.reason for row in plan.rows if row.path == "kim/essay.ann") == "annotated in brat"
    assert 'references = ["{teacher}/essay.ann"]' in draft(plan)


def test_annotators_alone_are_all_teachers(folder: Path):
    texts = {"a": SOURCE, "b": "The weather were cold yesterday, so we has stay at home and read.\n"}
    pairs = {"a": KIM, "b": (("were", "was"), ("has stay", "stayed"))}
    write(folder, {f"{name}.txt": text for name, text in texts.items()})
    for person in ("kim", "roy"):
        write(folder, {f"{person}/{name}.txt": text for name, text in texts.items()})
        write(folder, {f"{person}/{name}.ann": annotations(text, *pairs[name]) for name, text in texts.items()})
    text = draft(guess(folder))
    assert 'source = "{name}.txt"\nreferences = ["{teacher}/{name}.ann"]\n' in text
    assert "student" not in text
    (folder / CONFIGURATION).write_text(text)
    found = {item.name: (item.source, [person.name for person in item.references]) for item in exercises_in(folder)}
    assert found == {name: (folder / f"{name}.txt", ["kim", "roy"]) for name in texts}


def test_a_project_is_reviewed_against_its_annotators(folder: Path, engine_settings: EngineSettings):
    project(folder)
    (folder / CONFIGURATION).write_text(draft(guess(folder)))
    report = marking.review([folder], work=Work(engine_settings))
    assert (report.problems, report.notices, report.absent) == ((), (), ())
    [document] = report.documents
    assert [(item.source, item.hypothesis, item.verdict.value) for item in document.review.findings] == [
        ("live", "lives", "correct"),
        ("like", "liked", "different"),
        ("days", "days", "missed"),
    ]


def test_a_text_is_read_with_its_annotations(folder: Path):
    project(folder)
    (folder / CONFIGURATION).write_text(draft(guess(folder)))
    [exercise] = exercises_in(folder)
    assert {folder / "kim/essay.txt", folder / "roy/essay.txt"} <= exercise.files_beside
    material = ExerciseMaterials(exercise, read_text).of(exercise.hypotheses[0])[0]
    assert [(item.name, item.text.split()[2]) for item in material.references] == [("kim", "lives"), ("roy", "lives")]
    assert not may_be_newcomer(folder / "kim/essay.txt", read_text)
    (folder / "kim/essay.txt").unlink()
    material = ExerciseMaterials(exercise, read_text).of(exercise.hypotheses[0])[0]
    assert [str(item) for item in material.problems] == [
        f"{folder / 'kim/essay.ann'}: essay.txt, the text that this file annotates, is missing. Put essay.txt beside it"
    ]


def test_a_file_by_itself_is_an_exercise(folder: Path):
    write(folder, {"essay.txt": SOURCE, "essay.ann": annotations(SOURCE, *KIM)})
    [exercise] = exercises_in(folder)
    assert (exercise.source, [item.path for item in exercise.references]) == (
        folder / "essay.ann",
        [folder / "essay.ann"],
    )
    assert exercises_of(folder / "essay.ann") == (exercise,)


def test_files_may_be_named_as_exercises_are(folder: Path):
    ann = annotations(SOURCE, *KIM)
    write(folder, {"e.src.txt": SOURCE, "e.ref.kim.ann": ann, "e.ref.kim.txt": SOURCE, "e.hyp.mei.txt": SOURCE})
    [exercise] = exercises_in(folder)
    assert [(item.name, item.path.name) for item in exercise.references] == [("kim", "e.ref.kim.ann")]


def test_a_copy_of_a_class_has_the_texts(folder: Path):
    project(folder)
    (folder / CONFIGURATION).write_text(draft(guess(folder)))
    exercises = exercises_in(folder)
    files = class_copy(exercises, folder, students_of(exercises)).files
    assert {Path("kim/essay.ann"), Path("kim/essay.txt"), Path("roy/essay.txt"), Path("essay.txt")} <= set(files)


def test_another_source_is_refused(folder: Path):
    project(folder)
    (folder / CONFIGURATION).write_text(draft(guess(folder)))
    write(folder, {"essay.txt": "Another text of the same length stands here.\n"})
    [exercise] = exercises_in(folder)
    with pytest.raises(DocumentError, match=r"kim/essay\.ann: the text before its changes is not that of essay\.txt"):
        ExerciseMaterials(exercise, read_text).of(None)
