"""``markscheme init`` and ``markscheme init --schema``."""

import json
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from class_folders import companions, correction, draft, revision, write
from cli.at_terminal import TerminalRunner
from markscheme.cli.app import app
from markscheme.documents.folders import CONFIGURATION
from markscheme.exercises.configuration import read_configuration, schema
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.schemes import PRESETS, scheme_of

Command = Callable[..., "subprocess.CompletedProcess[str]"]

TEXT = "Last week I go to the market with my sister.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a class folder, and a file that is no part of the class."""
    (tmp_path / ".git").mkdir()
    week = tmp_path / "week"
    for name in ("task.txt", "teacher-a.txt", "teacher-b.txt", *(f"students/s{number:02}.txt" for number in range(40))):
        (week / name).parent.mkdir(parents=True, exist_ok=True)
        (week / name).write_text(TEXT)
    (week / "marks.csv").write_text("mei,1\n")
    return week


def test_a_mark_scheme_is_added_to_a_file_that_is_there(markscheme: Command, tmp_path: Path):
    path = tmp_path / CONFIGURATION
    path.write_text('# ours\n[[exercise]]\nname = "week"\nreferences = ["kim.txt"]\n')
    done = markscheme("init", ".", "--scheme", "deduct per error")
    assert (done.returncode, done.stderr) == (0, "")
    text = path.read_text()
    assert text.startswith("# ours\n")
    scheme = read_configuration(path).tables[0].scheme
    assert scheme is not None
    assert scheme.basis == "deduct"
    again = markscheme("init", ".", "--scheme", "deduct per error")
    assert "the file has a mark scheme already. Replace it with --force" in again.stderr
    assert path.read_text() == text


def test_init_writes_the_configuration_that_it_describes(markscheme: Command, folder: Path):
    done = markscheme("init", "week")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "text task.txt (called “task”)" in lines
    assert "student s07 students/s07.txt (in the folder “students”)" in lines
    assert "marks.csv: .csv is no text of an exercise" in lines
    assert "40 students, one exercise: week." in lines
    assert lines[-1] == f"week/{CONFIGURATION} written. To mark the class: markscheme review week"
    content = tomllib.loads((folder / CONFIGURATION).read_text())
    assert content == {
        "exercise": [
            {
                "name": "week",
                "source": "task.txt",
                "references": ["teacher-{teacher}.txt"],
                "hypotheses": ["students/{student}.txt"],
            }
        ]
    }
    assert len(read_configuration(folder / CONFIGURATION).tables) == 1
    [exercise] = exercises_in(folder)
    assert exercise.problem is None
    assert all(path.is_file() for path in exercise.paths)
    assert len(exercise.hypotheses) == 40
    assert {path.name for path in folder.iterdir()} == {
        "task.txt", "teacher-a.txt", "teacher-b.txt", "students", "marks.csv", CONFIGURATION,
    }  # fmt: skip


def test_files_that_markscheme_keeps_are_not_mentioned(markscheme: Command, tmp_path: Path):
    texts = {
        "original.txt": draft(),
        "correction Kim.txt": correction(),
        "Ada.txt": revision(0),
        "Ben.txt": revision(1),
    }
    write(tmp_path, texts)
    names = [path.name for path in companions(tmp_path)]
    done = markscheme("init", ".")
    assert done.returncode == 0
    again = markscheme("init", ".", "--force")
    assert [name for name in names if name in done.stdout + again.stdout + done.stderr] == []
    assert "left out" not in done.stdout


def test_an_existing_file_is_replaced_only_with_force(markscheme: Command, folder: Path):
    (folder / CONFIGURATION).write_text("# mine\n")
    refused = markscheme("init", "week")
    assert refused.returncode == 2
    [line] = refused.stderr.splitlines()
    assert f"week/{CONFIGURATION}: the file is there already. Write over it with --force" in line
    assert (folder / CONFIGURATION).read_text() == "# mine\n"
    assert markscheme("init", "week", "--force").returncode == 0
    assert len(read_configuration(folder / CONFIGURATION).tables) == 1


def test_a_dry_run_prints_the_file_and_writes_nothing(markscheme: Command, folder: Path):
    done = markscheme("init", "week", "--dry-run")
    assert done.returncode == 0
    assert tomllib.loads(done.stdout)["exercise"][0]["name"] == "week"
    assert "called “task”" in done.stderr
    assert not (folder / CONFIGURATION).exists()


def test_a_folder_without_an_exercise_is_refused(markscheme: Command, tmp_path: Path):
    (tmp_path / "poem.txt").write_text(TEXT)
    done = markscheme("init", ".")
    assert done.returncode == 2
    assert "poem.txt: it shares no text with the other files" in done.stdout
    [line] = done.stderr.splitlines()
    assert "no exercise found in this folder" in line
    assert not (tmp_path / CONFIGURATION).exists()


def test_a_missing_folder_is_refused(markscheme: Command):
    done = markscheme("init", "nowhere")
    assert done.returncode == 2
    assert done.stderr == "markscheme: nowhere: there is no such folder\n"


def test_review_reads_the_configuration_of_init(markscheme: Command, folder: Path):
    assert markscheme("init", "week").returncode == 0
    path = folder / CONFIGURATION
    path.write_text(path.read_text().replace("teacher-{", "theacher-{"))
    done = markscheme("review", "week")
    assert (done.returncode, done.stderr) == (0, "")
    words = " ".join(done.stdout.split())
    assert "week has no teacher's correction yet: its texts can be estimated, not marked (line " in words


@pytest.fixture
def two_versions(folder: Path) -> Path:
    """Write a second version by one student."""
    (folder / "students/s07 final.txt").write_text(TEXT.replace("go", "went"))
    return folder


def test_with_a_question_open_and_nobody_to_ask_nothing_is_written(markscheme: Command, two_versions: Path):
    done = markscheme("init", "week")
    assert done.returncode == 2
    assert "s07 has 2 versions. Which one counts?" in done.stdout
    assert "  1* students/s07 final.txt" in done.stdout.splitlines()
    assert "1 question is open; nothing was written" in done.stderr
    assert "--yes" in done.stderr
    assert not (two_versions / CONFIGURATION).exists()


def test_yes_takes_the_answers_with_an_asterisk(markscheme: Command, two_versions: Path):
    assert markscheme("init", "week", "--yes").returncode == 0
    [exercise] = exercises_in(two_versions)
    names = {item.path.name for item in exercise.hypotheses}
    assert len(names) == 40
    assert "s07 final.txt" in names
    assert "s07.txt" not in names


def test_at_a_terminal_questions_are_answered_by_number(two_versions: Path):
    done = TerminalRunner().invoke(app, ["init", str(two_versions)], input="2\n")
    assert done.exit_code == 0, done.exception
    [exercise] = exercises_in(two_versions)
    names = {item.path.name for item in exercise.hypotheses}
    assert "s07.txt" in names
    assert "s07 final.txt" not in names


def test_the_schema_is_printed(markscheme: Command):
    done = markscheme("init", "--schema")
    assert done.returncode == 0
    assert json.loads(done.stdout) == schema()


@pytest.mark.parametrize("name", PRESETS.built_in)
def test_init_writes_a_preset_as_a_mark_scheme(markscheme: Command, folder: Path, name: str):
    assert markscheme("init", "week", "--scheme", name).returncode == 0
    text = (folder / CONFIGURATION).read_text()
    assert f"# The mark scheme “{name}”. {PRESETS.get(name).description}\n" in text
    assert "max = " in text
    [table] = read_configuration(folder / CONFIGURATION).tables
    assert table.scheme == scheme_of({"preset": name})
    assert markscheme("init", "week", "--force").returncode == 0
    assert read_configuration(folder / CONFIGURATION).tables[0].scheme == table.scheme


def test_init_refuses_a_preset_that_is_not_there(markscheme: Command, folder: Path):
    done = markscheme("init", "week", "--scheme", "strict")
    assert done.returncode == 2
    assert done.stderr.startswith("markscheme: there is no preset 'strict'. The presets are share of errors found, ")
    assert not (folder / CONFIGURATION).exists()


def test_whoever_quits_at_a_question_writes_nothing(two_versions: Path):
    done = TerminalRunner().invoke(app, ["init", str(two_versions)], input="q\n")
    assert done.exit_code == 1
    assert not (two_versions / CONFIGURATION).exists()


def test_a_dry_run_prints_the_open_questions(markscheme: Command, two_versions: Path):
    done = markscheme("init", "--dry-run", str(two_versions))
    assert "2 versions. Which one counts?" in done.stderr
    assert "  1* " in done.stderr
    assert "The file above takes the answers with an asterisk." in done.stderr
    assert not (two_versions / CONFIGURATION).exists()


def test_init_of_annotators_alone_names_the_command_that_compares_them(markscheme: Command, tmp_path: Path):
    (tmp_path / "x.src.txt").write_text("He go home.\n")
    for name in ("kim", "lee"):
        (tmp_path / f"x.ref.{name}.txt").write_text("He goes home.\n")
    done = markscheme("init", str(tmp_path))
    assert done.stdout.splitlines()[-1].endswith(f"To compare the annotators: markscheme annotate agreement {tmp_path}")


TASTE = "Yesterday I buyed apples, pears and plums. I do not like the color."
KEY = "Yesterday, I bought apples, pears, and plums. I don't like the colour."
VARIANTS = ["spelling-variants", "contractions", "for-example-comma", "list-comma"]


@pytest.fixture
def variants(tmp_path: Path) -> Path:
    """A class whose teacher changes to her own taste what three students leave, or write in another way."""
    folder = tmp_path / "taste"
    (folder / "students").mkdir(parents=True)
    (folder / "task.txt").write_text(f"{TASTE}\n")
    (folder / "teacher-kim.txt").write_text(f"{KEY}\n")
    bought = TASTE.replace("buyed", "bought")
    for name, text in {
        "ada": bought,
        "bo": bought.replace("pears", "pears,"),
        "cy": bought.replace("do not", "don't").replace("color", "colour"),
    }.items():
        (folder / "students" / f"{name}.txt").write_text(f"{text}\n")
    return folder


def faults(markscheme: Command, folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Return what is neither correct nor optional in each text: the verdict and the words of the source."""
    reviewed = json.loads(markscheme("review", str(folder), "--format", "json").stdout)
    return {
        document["student"]: [
            (item["verdict"], item["source"])
            for item in document["findings"]
            if item["verdict"] not in ("correct", "optional")
        ]
        for document in reviewed["documents"]
    }


def test_variants_are_decided_once_at_a_terminal_with_what_each_would_change(variants: Path):
    done = TerminalRunner().invoke(app, ["init", str(variants)], input="9\n1 2 3 4\n")
    assert done.exit_code == 0, done.output
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "1 Spelling variants (colour; color): 2 answers of 2 students" in lines
    assert "2 Contractions (don't know; do not know): 2 answers of 2 students" in lines
    assert any(line.endswith("Numbers from 1 to 4, or none.") for line in lines)
    assert tomllib.loads((variants / CONFIGURATION).read_text())["marking"] == {"equal": VARIANTS}


def test_variants_are_allowed_in_a_file_that_is_there(markscheme: Command, variants: Path):
    assert markscheme("init", str(variants), "--yes").returncode == 0
    path = variants / CONFIGURATION
    path.write_text(f"# ours\n{path.read_text()}\n[marking]\nbeta = 1 # mine\nequal = ['capital-letters']\n")
    done = markscheme("init", str(variants), "--allow", "contractions", "--allow", "spelling-variants")
    assert "allows contractions, spelling-variants now" in done.stdout
    text = path.read_text()
    assert text.startswith("# ours\n")
    assert "beta = 1 # mine" in text
    assert tomllib.loads(text)["marking"]["equal"] == ["capital-letters", "spelling-variants", "contractions"]
    wrong = markscheme("init", str(variants), "--allow", "optional-commas")
    assert "there is no variant 'optional-commas'" in wrong.stderr
    assert path.read_text() == text


def test_a_change_from_one_variant_to_the_other_is_never_missed(markscheme: Command, variants: Path):
    markscheme("init", str(variants), "--yes")
    missed = [len(own) for own in faults(markscheme, variants).values()]
    assert missed == [4, 3, 2]
    markscheme("init", str(variants), "--force", "--yes", *(f"--allow={name}" for name in VARIANTS))
    assert list(faults(markscheme, variants).values()) == [[], [], []]


def test_the_other_variant_in_a_students_words_is_correct(markscheme: Command, variants: Path):
    """The teacher's list comma and spelling are not the student's, who mended something else beside them."""
    (variants / "teacher-kim.txt").write_text(KEY.replace("plums", "grapes").replace("colour", "colours") + "\n")
    given = TASTE.replace("buyed", "bought").replace("plums", "grapes").replace("color", "colors")
    (variants / "students" / "ada.txt").write_text(f"{given}\n")
    markscheme("init", str(variants), "--yes", *(f"--allow={name}" for name in VARIANTS))
    assert faults(markscheme, variants)["ada"] == []
