"""Which document is a source, a hypothesis or a reference: by configuration, by name, by content."""

from pathlib import Path

import pytest

from exercises.configured_folders import configure, names, write
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in, exercises_of
from markscheme.exercises.exercise import Exercise, Participant


def only(exercises: tuple[Exercise, ...]) -> Exercise:
    [exercise] = exercises
    return exercise


def test_roles_by_file_name(folder: Path):
    write(folder, "essay.src.txt", "essay.hyp.mei.txt", "essay.hyp.txt", "essay.ref.kim.txt", "essay.ref.roy.v2.txt")
    exercise = only(exercises_in(folder))
    assert (exercise.name, exercise.source, exercise.problem) == ("essay", folder / "essay.src.txt", None)
    assert sorted(names(exercise, "hypotheses")) == ["hypothesis", "mei"]
    assert names(exercise, "references") == ["kim", "roy.v2"]
    assert exercise.role(folder / "essay.src.txt") == "source"
    assert exercise.role(folder / "essay.hyp.mei.txt") == "hypothesis"
    assert exercise.role(folder / "essay.ref.kim.txt") == "reference"
    assert exercise.role(folder / "essay.txt") is None


def test_roles_by_jfleg_names(folder: Path):
    write(folder, "dev.src", "dev.ref0", "dev.ref1", "dev.ref10", "dev.hyp")
    exercise = only(exercises_in(folder))
    assert exercise.source == folder / "dev.src"
    assert names(exercise, "references") == ["0", "1", "10"]
    assert names(exercise, "hypotheses") == ["hypothesis"]
    assert exercise.problem is None


def test_each_stem_is_an_exercise_in_path_order(folder: Path):
    write(folder, "b.src.md", "b.ref.md", "sub/c.src.txt", "sub/c.ref.txt", "a.b.src.txt", "a.b.ref.txt", "notes.txt")
    assert [exercise.name for exercise in exercises_in(folder)] == ["a.b", "b", "c"]


@pytest.mark.parametrize("name", ["essay.src.txt", "essay.hyp.mei.txt", "essay.ref.kim.txt"])
def test_a_document_finds_its_exercise(folder: Path, name: str):
    write(folder, "essay.src.txt", "essay.hyp.mei.txt", "essay.ref.kim.txt", "other.src.txt", "other.ref.txt")
    assert only(exercises_of(folder / name)).name == "essay"


def test_a_document_without_a_role_has_no_exercise(folder: Path):
    write(folder, "essay.src.txt", "essay.ref.txt", "notes.txt")
    assert exercises_of(folder / "notes.txt") == ()


@pytest.mark.parametrize(
    ("written", "missing", "remedy"),
    [
        (["essay.src.md", "essay.hyp.mei.md"], "no teacher's correction", "essay.ref.NAME.md"),
    ],
)
def test_what_is_missing_is_told(folder: Path, written: list[str], missing: str, remedy: str):
    write(folder, *written)
    problem = only(exercises_in(folder)).problem
    assert problem is not None
    assert missing in problem.problem
    assert remedy in problem.remedy
    assert problem.path is not None
    assert problem.path.name in written


@pytest.mark.parametrize("name", ["class.m2", "class.errant"])
def test_m2_alone_is_a_source_with_its_references(folder: Path, name: str):
    write(folder, name)
    path = folder / name
    expected = Exercise("class", path, (), (Participant("class", path),))
    assert only(exercises_of(path)) == only(exercises_in(folder)) == expected
    assert expected.role(path) == "source"


def test_m2_in_a_role_by_name_needs_no_source(folder: Path):
    write(folder, "essay.hyp.mei.m2", "essay.ref.kim.m2")
    exercise = only(exercises_in(folder))
    assert (exercise.source, exercise.problem) == (None, None)
    assert names(exercise, "hypotheses") == ["mei"]
    assert only(exercises_of(folder / "essay.ref.kim.m2")) == exercise


def test_hidden_and_foreign_folders_are_left_alone(folder: Path):
    write(folder, ".git/a.src.txt", "node_modules/b.src.txt", ".venv/c.src.txt", "week/d.src.txt", "week/d.ref.txt")
    assert [exercise.name for exercise in exercises_in(folder)] == ["d"]


CONFIGURED = """
[[exercise]]
name = "week-3"
source = "week-3/task.txt"
references = ["week-3/teacher-*.txt"]
hypotheses = ["week-3/students/*.txt"]
tokenised = true

[[exercise]]
source = "week-4/task.txt"
references = ["week-4/roy.txt", "week-4/kim.txt"]
"""


def test_roles_by_configuration(folder: Path):
    write(folder, "week-3/task.txt", "week-3/teacher-b.txt", "week-3/teacher-a.txt", "week-3/students/mei.txt")
    write(folder, "week-4/task.txt", "week-4/kim.txt", "week-4/roy.txt")
    configure(folder, CONFIGURED)
    third, fourth = exercises_in(folder)
    assert (third.name, third.tokenised, third.problem) == ("week-3", True, None)
    assert third.source == folder / "week-3/task.txt"
    assert names(third, "references") == ["teacher-a", "teacher-b"]
    assert third.hypotheses == (Participant("mei", folder / "week-3/students/mei.txt"),)
    assert (fourth.name, fourth.tokenised, fourth.hypotheses) == (folder.name, None, ())
    assert names(fourth, "references") == ["roy", "kim"]


@pytest.mark.parametrize("name", ["week-3/task.txt", "week-3/students/mei.txt", "week-3/teacher-a.txt"])
def test_a_configuration_governs_the_folders_below_it(folder: Path, name: str):
    write(folder, "week-3/task.txt", "week-3/teacher-a.txt", "week-3/students/mei.txt")
    configure(folder, CONFIGURED.partition("[[exercise]]\nsource")[0])
    assert only(exercises_of(folder / name)).name == "week-3"


def test_a_configuration_does_not_govern_another_repository_below_it(folder: Path):
    write(folder, "week-3/task.txt", "week-3/teacher-a.txt", "week-3/.git/HEAD")
    configure(folder, CONFIGURED.partition("[[exercise]]\nsource")[0])
    assert exercises_of(folder / "week-3/task.txt") == ()


def test_a_folder_below_a_configuration_has_the_exercises_of_its_documents(folder: Path):
    write(folder, "week-3/task.txt", "week-3/teacher-a.txt", "week-3/students/mei.txt")
    configure(folder, CONFIGURED.partition("[[exercise]]\nsource")[0])
    assert [exercise.name for exercise in exercises_in(folder / "week-3" / "students")] == ["week-3"]


def test_a_configuration_comes_before_file_names(folder: Path):
    write(folder, "a.src.txt", "a.hyp.mei.txt", "a.ref.kim.txt", "b.src.txt", "b.ref.txt")
    configure(folder, '[[exercise]]\nname = "mine"\nsource = "a.hyp.mei.txt"\nreferences = ["a.ref.kim.txt"]\n')
    assert [exercise.name for exercise in exercises_of(folder / "a.hyp.mei.txt")] == ["mine"]
    assert [exercise.name for exercise in exercises_of(folder / "b.ref.txt")] == ["b"]


def test_configured_documents_are_not_found_again_by_their_names(folder: Path):
    write(folder, "task.txt", "a.hyp.mei.txt", "a.ref.kim.txt")
    configure(
        folder,
        '[[exercise]]\nname = "mine"\nsource = "task.txt"\n'
        'references = ["a.ref.kim.txt"]\nhypotheses = ["a.hyp.mei.txt"]\n',
    )
    assert [exercise.name for exercise in exercises_in(folder)] == ["mine"]


TEACHERS = '[[exercise]]\nsource = "task.txt"\nreferences = ["teacher-*.txt"]\n'


@pytest.mark.parametrize("text", [f'exclude = ["**/old"]\n{TEACHERS}', f'{TEACHERS}exclude = ["**/old"]\n'])
def test_what_is_excluded_is_no_exercise_of_its_own(folder: Path, text: str):
    excluded = [f"week/old/{name}" for name in ("a.m2", "b.errant", "deep/c.docx", "d.src.txt", "d.ref.txt")]
    write(folder, "task.txt", "teacher-a.txt", "week/e.m2", *excluded)
    configure(folder, text)
    assert [exercise.name for exercise in exercises_in(folder)] == [folder.name, "e"]
    assert exercises_in(folder / "week/old") == ()
    assert [exercises_of(folder / name) for name in excluded] == [()] * len(excluded)
    write(folder, "week/old/markscheme.toml")
    configure(folder / "week/old", "")
    assert [item.name for item in exercises_in(folder / "week/old")] == ["d", "a", "b", "c"]
    assert [item.name for item in exercises_in(folder / "week/old/deep")] == ["c"]
    assert [item.name for item in exercises_in(folder)] == [folder.name, "e", "d", "a", "b", "c"]
    assert only(exercises_of(folder / "week/old/a.m2")).name == "a"


def test_an_excluded_document_leaves_its_exercise(folder: Path):
    write(folder, "a.src.txt", "a.hyp.mei.txt", "a.hyp.draft.txt", "a.ref.kim.txt")
    configure(folder, 'exclude = ["*.draft.txt"]\n')
    assert names(only(exercises_in(folder)), "hypotheses") == ["mei"]
    assert only(exercises_of(folder / "a.src.txt")) == only(exercises_in(folder))
    assert exercises_of(folder / "a.hyp.draft.txt") == ()


def test_a_table_takes_an_excluded_document_that_it_names(folder: Path):
    write(folder, "old.m2", "older.m2")
    configure(folder, 'exclude = ["old*"]\n[[exercise]]\nname = "mine"\nreferences = ["old.m2"]\n')
    assert [exercise.name for exercise in exercises_in(folder)] == ["mine"]
    assert only(exercises_of(folder / "old.m2")).name == "mine"
    assert exercises_of(folder / "older.m2") == ()


def test_an_exclusion_ends_where_another_repository_begins(folder: Path):
    write(folder, "old/.git/HEAD", "old/a.m2")
    configure(folder, 'exclude = ["old"]\n')
    assert only(exercises_in(folder)).name == only(exercises_of(folder / "old/a.m2")).name == "a"


def test_a_document_that_two_patterns_match_takes_part_once(folder: Path):
    write(folder, "task.txt", "teacher-a.txt", "teacher-b.txt")
    configure(folder, '[[exercise]]\nsource = "task.txt"\nreferences = ["teacher-b.txt", "teacher-*.txt"]\n')
    assert names(only(exercises_in(folder)), "references") == ["teacher-b", "teacher-a"]


def test_teachers_with_the_same_file_name_can_be_told_apart(folder: Path):
    write(folder, "task.txt", "kim/essay.txt", "roy/essay.txt")
    configure(folder, '[[exercise]]\nsource = "task.txt"\nreferences = ["*/essay.txt"]\n')
    assert len(set(names(only(exercises_in(folder)), "references"))) == 2


@pytest.mark.parametrize(
    ("table", "line", "words"),
    [
        ('source = "nowhere.txt"\nreferences = ["kim.txt"]', 5, "the text of a is not there"),
        ('source = "task.txt"\nreferences = ["roy.txt"]', 6, "a has no teacher's correction yet"),
        ('source = "task.txt"\nreferences = ["kim.txt", "teachers/*.txt"]', 6, "'teachers/*.txt'"),
        ('source = "task.txt"\nreferences = ["kim.txt"]\nhypotheses = ["students/*.txt"]', 7, "Nobody has handed in a"),
    ],
)
def test_a_name_without_a_file_has_its_line(folder: Path, table: str, line: int, words: str):
    write(folder, "task.txt", "kim.txt")
    path = configure(folder, f'# term 1\n\n[[exercise]]\nname = "a"\n{table}\n')
    problem = only(exercises_in(folder)).problem
    assert problem is not None
    assert words in problem.problem
    assert (problem.path, problem.line) == (path, line)


GOOD = '[[exercise]]\nreferences = ["kim.txt"]\n'
BROKEN = {
    "no TOML": (f"{GOOD}\n[[exercise\n", 4, "not TOML"),
    "an open string": (f'{GOOD}name = "week', 3, "not TOML"),
    "a key twice": (f'{GOOD}name = "a"\nname = "b"\n', 4, "not TOML"),
    "an unknown key": ("# mine\nexercises = []\n", 2, "unknown key 'exercises'"),
    "an unknown key in an exercise": (f'{GOOD}\n{GOOD}students = ["a.txt"]\n', 6, "unknown key 'students'"),
    "one bracket": ('[exercise]\nreferences = ["kim.txt"]\n', 1, "two brackets"),
    "no tables": ('exercise = ["a.txt"]\n', 1, "exercise"),
    "a name that is no string": (f"{GOOD}name = 3\n", 3, "name must be a string"),
    "a list that is none": ('[[exercise]]\nreferences = "kim.txt"\n', 2, "references must be a list of strings"),
    "a list of other things": (f"{GOOD}hypotheses = [1]\n", 3, "hypotheses must be a list of strings"),
    "a truth that is none": (f'{GOOD}tokenised = "yes"\n', 3, "tokenised must be true or false"),
    "a path above the folder": ('[[exercise]]\nreferences = [\n  "kim.txt",\n  "../roy.txt",\n]\n', 4, "../roy.txt"),
    "a path from the root": ('[[exercise]]\nreferences = ["/etc/roy.txt"]\n', 2, "/etc/roy.txt"),
    "a source above the folder": (f'{GOOD}source = "a/../../task.txt"\n', 3, "a/../../task.txt"),
    "an empty path": ('[[exercise]]\nreferences = [""]\n', 2, "''"),
    "a pattern that is none": ('[[exercise]]\nreferences = ["**.txt"]\n', 2, "**.txt"),
    "the folder itself": ('[[exercise]]\nreferences = ["."]\n', 2, "'.'"),
    "no references": ('[[exercise]]\nsource = "task.txt"\n', 1, "no teachers' corrections"),
}


@pytest.mark.parametrize(("text", "line", "problem"), BROKEN.values(), ids=BROKEN)
def test_a_broken_configuration_is_told_with_its_line(folder: Path, text: str, line: int, problem: str):
    write(folder, "kim.txt")
    path = configure(folder, text)
    for find in (lambda: exercises_in(folder), lambda: exercises_of(folder / "kim.txt")):
        with pytest.raises(DocumentError) as refused:
            find()
        assert problem in refused.value.problem
        assert (refused.value.path, refused.value.line) == (path, line)


def test_lines_are_right_whatever_stands_beside_the_brackets(folder: Path):
    write(folder, "kim.txt")
    configure(
        folder,
        '[[exercise]]  # the first\nreferences = ["kim.txt", "a.txt"]\n\n[[ exercise ]]\nreferences = ["b.txt"]\n',
    )
    problems = [exercise.problem for exercise in exercises_in(folder)]
    assert [problem.line for problem in problems if problem] == [2, 5]


def test_a_folder_whose_configuration_is_broken_is_passed_over_where_that_is_wanted(folder: Path):
    write(
        folder, "a.src.txt", "a.ref.txt", "old/b.src.txt", "old/b.ref.txt", "old/deep/c.src.txt", "old/deep/c.ref.txt"
    )
    configure(folder / "old", "broken")
    refused: list[DocumentError] = []
    assert [exercise.name for exercise in exercises_in(folder, on_problem=refused.append)] == ["a"]
    assert exercises_in(folder / "old/deep", on_problem=refused.append) == ()
    assert [(problem.path, problem.line) for problem in refused] == [(folder / "old/markscheme.toml", 1)] * 2


def test_a_folder_that_is_not_there_is_told_and_its_documents_have_no_exercise(folder: Path):
    with pytest.raises(DocumentError, match="the folder can't be read"):
        exercises_in(folder / "gone")
    assert exercises_of(folder / "gone/a.src.txt") == ()


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a.src.txt", "a.ref.txt"], "."),
        (["week/a.hyp.m2", "week/a.ref.m2"], "week"),
        (["week/students/x.m2", "week/kim.m2"], "week"),
    ],
)
def test_an_exercise_is_in_the_folder_that_holds_it(folder: Path, names: list[str], expected: str):
    write(folder, *names)
    if "week/kim.m2" in names:
        configure(folder, "[[exercise]]\nhypotheses = ['week/students/*.m2']\nreferences = ['week/kim.m2']\n")
    assert only(exercises_in(folder)).folder == folder / expected


def test_an_unsaved_configuration_counts(folder: Path):
    write(folder, "task.txt", "kim.txt")
    path = configure(folder, "not yet")

    def read(asked: Path) -> str:
        assert asked == path
        return '[[exercise]]\nsource = "task.txt"\nreferences = ["kim.txt"]\n'

    assert names(only(exercises_of(folder / "task.txt", read)), "references") == ["kim"]


def test_two_asterisks_at_the_end_are_the_files_of_all_folders(folder: Path):
    """Python's own globs find such files from 3.13 on alone."""
    write(folder, "task.txt", "teacher.txt", "students/mei.txt", "students/late/ada.txt")
    configure(folder, '[[exercise]]\nsource = "task.txt"\nreferences = ["teacher.txt"]\nhypotheses = ["students/**"]')
    assert sorted(names(only(exercises_in(folder)), "hypotheses")) == ["ada", "mei"]
