"""Another set-up of a folder with a ``markscheme.toml``: it begins with what the file says, and keeps the file."""

from pathlib import Path

import pytest

from exercises.init.own_folders import ESSAYS, KITE, OWN_FOLDERS, SOUP
from exercises.init.teachers_folder import TeachersFolder
from exercises.init.teachers_folders import FOLDERS
from markscheme.documents.folders import CONFIGURATION
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.init.draft import draft
from markscheme.exercises.init.guess import guess
from markscheme.exercises.init.plan import Choices, FileChoice, PlannedFile, SetUpPlan

folders = pytest.mark.parametrize("folder", [*FOLDERS, *OWN_FOLDERS], ids=lambda folder: folder.name)
LISTED = "from markscheme.toml"
FRIENDS = """# Agreed with Mr Cruz in May.
exclude = ["old/**"]  # last year's

# The kite, for the oral group
[[exercise]]
name = "kite"
source = "original.txt"
references = [
    "correction Ms Baker.txt",  # she was ill in week 2
]
hypotheses = ["class/{student}.txt"]
beta = 0.5  # missing changes weigh little

[groups]
"Articles" = ["DET"]

[people]
"mei" = "Mei Lin"
"""


def write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


@pytest.fixture
def kite(tmp_path: Path) -> Path:
    """Write a class folder with a configuration that somebody wrote by hand."""
    folder = tmp_path / "Kites"
    texts = {"mei": "one", "Jonas": "two", "Amira": "three"}
    students = {f"class/{name}.txt": KITE[version] for name, version in texts.items()}
    write(folder, {"original.txt": KITE["given"], "correction Ms Baker.txt": KITE["teacher"], **students})
    write(folder, {"old/mei.txt": KITE["two"], CONFIGURATION: FRIENDS})
    return folder


def rows(plan: SetUpPlan) -> dict[str, PlannedFile]:
    return {row.path: row for row in plan.rows}


def with_comments(text: str) -> str:
    """Return a configuration with what a person would add to it."""
    commented = text.replace("[[exercise]]\n", "# above\n[[exercise]]\n# inside\ntau = 0.6  # as we agreed\n")
    return f'# Ours\n\n{commented}\n# our groups\n[groups]\n"Articles" = ["DET"]  # a, the\n'


@folders
def test_a_folder_that_has_not_changed_keeps_its_file(folder: TeachersFolder, tmp_path: Path):
    root = folder.write(tmp_path)
    first = guess(root)
    text = with_comments(draft(first))
    (root / CONFIGURATION).write_text(text, "utf-8")
    again = guess(root)
    assert draft(again) == text
    assert again.questions == ()
    taking = [row for row in again.rows if row.takes_part]
    assert {(row.reason, row.sureness) for row in taking} == {(LISTED, "sure")}

    def facts(plan: SetUpPlan) -> set[tuple[object, ...]]:
        return {(*row.key, row.role, row.person, row.exercise, row.essay) for row in plan.rows if row.takes_part}

    assert facts(again) == facts(first)


def test_only_new_files_are_guessed(kite: Path):
    assert draft(guess(kite)) == FRIENDS
    write(kite, {"correction Mr Cruz.txt": KITE["teacher"], "class/Olena.txt": KITE["one"]})
    write(kite, {"late/Pavel.txt": KITE["three"]})
    plan = guess(kite)
    taken = rows(plan)
    assert taken["class/Olena.txt"].reason == taken["original.txt"].reason == LISTED
    assert taken["correction Mr Cruz.txt"].role == "reference"
    assert taken["correction Mr Cruz.txt"].person == "Mr Cruz"
    assert taken["correction Mr Cruz.txt"].reason == "called “correction”"
    assert (taken["late/Pavel.txt"].role, taken["late/Pavel.txt"].person) == ("hypothesis", "Pavel")
    assert taken["old/mei.txt"].reason == "markscheme.toml leaves it out"
    assert {row.exercise for row in plan.rows if row.takes_part} == {"kite"}
    text = draft(plan)
    assert text.startswith('# Agreed with Mr Cruz in May.\nexclude = ["old/**"]  # last year\'s\n\n# The kite')
    assert "she was ill in week 2" in text
    assert "beta = 0.5  # missing changes weigh little" in text
    assert text.endswith('[groups]\n"Articles" = ["DET"]\n\n[people]\n"mei" = "Mei Lin"\n')
    (kite / CONFIGURATION).write_text(text)
    [exercise] = exercises_in(kite)
    assert {item.path.name for item in exercise.references} == {"correction Mr Cruz.txt", "correction Ms Baker.txt"}
    assert {item.identity for item in exercise.hypotheses} == {"Mei Lin", "Jonas", "Amira", "Olena", "Pavel"}


def test_what_the_file_says_counts_more_than_names(kite: Path):
    swapped = FRIENDS.replace("correction Ms Baker.txt", "class/Jonas.txt").replace(
        '["class/{student}.txt"]', '["correction Ms Baker.txt", "class/[!J]*.txt"]'
    )
    (kite / CONFIGURATION).write_text(swapped)
    plan = guess(kite)
    assert rows(plan)["class/Jonas.txt"].role == "reference"
    assert rows(plan)["correction Ms Baker.txt"].role == "hypothesis"
    assert draft(plan) == swapped


def test_a_pattern_without_a_file_gives_way_to_the_file_that_is_there(kite: Path):
    (kite / "original.txt").rename(kite / "The kite, as given.txt")
    plan = guess(kite)
    assert rows(plan)["The kite, as given.txt"].role == "source"
    assert rows(plan)["class/mei.txt"].reason == LISTED
    text = draft(plan)
    assert text == FRIENDS.replace("original.txt", "The kite, as given.txt")


def test_another_exercise_is_added_and_a_choice_changes_its_table_alone(kite: Path):
    files = {"original": "given", "correction Ms Baker": "teacher", "class/Mei": "one", "class/Jonas": "two"}
    write(kite, {f"soup/{path}.txt": SOUP[version] for path, version in files.items()})
    plan = guess(kite)
    assert rows(plan)["soup/original.txt"].exercise == "soup"
    assert draft(plan).startswith(FRIENDS.partition("\n[groups]")[0])
    out = plan.with_choices(Choices((FileChoice("class/Jonas.txt", role="none"),)))
    text = draft(out)
    assert 'exclude = ["class/Jonas.txt"]' in text
    assert "beta = 0.5  # missing changes weigh little" in text
    (kite / CONFIGURATION).write_text(text)
    again = guess(kite)
    assert draft(again) == text
    assert rows(again)["class/Jonas.txt"].reason == "markscheme.toml leaves it out"


def test_own_essays_in_another_place_join_their_class(tmp_path: Path):
    for name, (source, reference, revision) in ESSAYS.items():
        write(tmp_path, {f"drafts/{name}.txt": source, f"corrected/{name}.txt": reference})
        write(tmp_path, {f"revisions/{name}.txt": revision})
    text = (
        '[[exercise]]\nname = "own"\nsource = "drafts/{student}.txt"\n'
        'references = ["corrected/{student}.txt"]\nhypotheses = ["revisions/{student}.txt"]\nbeta = 0.7 # ours\n'
    )
    write(tmp_path, {CONFIGURATION: text})
    (tmp_path / "revisions/Igor.txt").rename(tmp_path / "Igor, second attempt.txt")
    plan = guess(tmp_path)
    late = rows(plan)["Igor, second attempt.txt"]
    assert (late.role, late.essay, late.exercise) == ("hypothesis", "Igor", "own")
    assert "beta = 0.7 # ours" in draft(plan)
    (tmp_path / CONFIGURATION).write_text(draft(plan))
    assert {item.assignment for item in exercises_in(tmp_path)} == {"own"}
    assert all(item.problem is None for item in exercises_in(tmp_path))


def test_a_file_that_can_not_be_used_is_written_anew_with_a_word_about_it(kite: Path):
    (kite / CONFIGURATION).write_text("[[exercise]]\nsource = original.txt\n")
    plan = guess(kite)
    [warning] = plan.warnings
    assert warning.startswith("markscheme.toml can't be used, so its exercises are guessed and written anew: this is ")
    assert rows(plan)["original.txt"].reason == "called “original”"
    (kite / CONFIGURATION).write_text(draft(plan))
    assert guess(kite).warnings == ()


def test_a_file_of_other_shapes_keeps_what_it_says(kite: Path):
    for text in (
        "# nothing yet\n",
        'people = {"mei" = "Mei Lin"}\nexercise = [{source = "original.txt", references = ["corr*Baker.txt"]}]\n',
        '[marking]\ntau = 0.6\n\n[[exercise]]\nname = "kite"\nsource = "gone.txt"\nreferences = ["*.odt"]\n',
        '[[exercise]]\nsource = "original.txt"\nreferences = ["correction*.txt"]\n'
        'hypotheses = ["class/mei.txt"]\n[groups]\n"A" = ["DET"]\n[[exercise]]\n'
        'name = "two"\nsource = "original.txt"\nreferences = ["correction*.txt"]\nhypotheses = ["class/[AJ]*.txt"]\n',
    ):  # fmt: skip
        (kite / CONFIGURATION).write_text(text)
        written = draft(guess(kite))
        (kite / CONFIGURATION).write_text(written)
        assert all(item.problem is None for item in exercises_in(kite)), written
        assert draft(guess(kite)) == written
        for part in ("# nothing yet", '"Mei Lin"', "tau = 0.6", '"A" = ["DET"]'):
            assert (part in written) == (part in text), written


def test_exercises_that_no_longer_share_a_table_keep_its_settings(tmp_path: Path):
    files = {"task": "given", "teacher-baker": "teacher", "students/aisha": "one", "students/bo": "two"}
    for week, versions in (("week-3", KITE), ("week-4", SOUP)):
        write(tmp_path, {f"{week}/{path}.txt": versions[version] for path, version in files.items()})
    text = draft(guess(tmp_path)).replace("[[exercise]]\n", "# the weeks\n[[exercise]]\ntau = 0.6  # ours\n")
    assert text.count("[[exercise]]") == 1
    write(tmp_path, {CONFIGURATION: text, "week-4/late/cem.txt": SOUP["two"]})
    written = draft(guess(tmp_path))
    assert written.count("tau = 0.6  # ours") == written.count("[[exercise]]") == 2
    assert written.count("# the weeks") == 1
    (tmp_path / CONFIGURATION).write_text(written)
    exercises = {item.name: item for item in exercises_in(tmp_path)}
    assert {item.marking.tau for item in exercises.values()} == {0.6}
    assert [item.identity for item in exercises["week-4"].hypotheses] == ["aisha", "bo", "cem"]
