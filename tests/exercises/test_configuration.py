"""``markscheme.toml``: what it may say, what it means, and where exactly it is wrong."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from exercises.configured_folders import configure, names, write
from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.places import LineIndex
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import SCHEMA, ExerciseTable, check_configuration, read_configuration, schema
from markscheme.exercises.discovery import configuration_problems, exercises_in, exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.own_files import Keys, read_toml
from markscheme.exercises.schemes import PRESETS, MarkingOverrides, scheme_of
from markscheme.languages.english import ENGLISH
from markscheme.marking.settings import MarkSettings
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.credit import CreditSettings
from markscheme.settings import EQUAL


def configured(folder: Path, text: str) -> tuple[Exercise, ...]:
    configure(folder, text)
    return exercises_in(folder)


def paths(folder: Path, exercise: Exercise, side: str) -> list[str]:
    return [item.path.relative_to(folder).as_posix() for item in getattr(exercise, side)]


# Where it is wrong: line, column, what is underlined, and a part of what is told.

GOOD = '[[exercise]]\nreferences = ["kim.txt"]\n'
FAULTS: dict[str, tuple[str, list[tuple[int, int, str | None, str]]]] = {
    "no quotes": (
        '[[exercise]]\nsource = task.txt\nreferences = ["kim.txt"]\n',
        [(2, 10, None, "not TOML: Invalid value. Text stands in quotes")],
    ),
    "an open bracket": ("[[exercise]]\nreferences = [\n", [(3, 1, None, "not TOML")]),
    "a decimal comma": (f"[marking]\ntau = 0,5\n{GOOD}", [(2, 8, None, "a number has a comma. Write a decimal point")]),
    "an open string": (f'{GOOD}name = "week', [(3, 13, None, "not TOML")]),
    "a string that is not closed": (
        '[[exercise]]\nsource = "task.txt\nreferences = ["kim.txt"]\n',
        [(2, 19, None, "Close the quotes")],
    ),
    "a backslash": (f'{GOOD}source = "week\\task.txt"\n', [(3, 10, '"week\\task.txt"', "Part folders with /")]),
    "an unknown escape": (f'{GOOD}source = "week\\part.txt"\n', [(3, 17, None, "not TOML: Unescaped")]),
    "an unknown key": (
        f'{GOOD}reference = ["a"]\n',
        [(3, 1, "reference", "unknown key 'reference'. Did you mean 'references'?")],
    ),
    "another word": (f'{GOOD}students = ["a"]\n', [(3, 1, "students", "Did you mean 'hypotheses'?")]),
    "another spelling": (f"{GOOD}tokenized = true\n", [(3, 1, "tokenized", "Did you mean 'tokenised'?")]),
    "a key in the wrong place": (
        f'source = "task.txt"\n{GOOD}',
        [(1, 1, "source", "unknown key 'source'. It belongs below [[exercise]]")],
    ),
    "a setting in the wrong place": (f"tau = 1\n{GOOD}", [(1, 1, "tau", "or below [marking]")]),
    "a name in the settings": (
        f'marking.name = "a"\n{GOOD}',
        [(1, 1, "marking.name", "unknown key 'name'. Known keys in [marking]: ass")],
    ),
    "settings that are none": (f"marking = 1\n{GOOD}", [(1, 11, "1", "marking must be a table: [marking]")]),
    "a quoted key": (f'{GOOD}"s\\u00e9" = 1\n', [(3, 1, '"s\\u00e9"', "unknown key 'sé'")]),
    "too few factors": (
        f"{GOOD}factors = [0.5, 0.5]\n",
        [(3, 11, "[0.5, 0.5]", "factors must be four numbers of at least 0: hit, wrong, under, over")],
    ),
    "factors that are none": (
        f'{GOOD}factors = [0.5, "0.4", -1, true]\n',
        [(3, 17, '"0.4"', "four numbers"), (3, 24, "-1", "four numbers"), (3, 28, "true", "four numbers")],
    ),
    "a number that is none": (f"{GOOD}tau = nan\n", [(3, 7, "nan", "tau must be a number")]),
    "too large a number": (f"{GOOD}beta = inf\n", [(3, 8, "inf", "beta must be a number of at least 0")]),
    "no tau": (f"{GOOD}tau = 0\n", [(3, 7, "0", "tau must be a number above 0")]),
    "an assumption": (
        f'{GOOD}assumption = "independant"\n',
        [(3, 14, '"independant"', 'assumption must be "dependent" or "independent"')],
    ),
    "a difference that does not count": (
        f'[marking]\nequal = ["contractions", "speling"]\n{GOOD}',
        [(2, 26, '"speling"', "equal must be a list of differences that do not count: capital-letters, spelling-var")],
    ),
    "differences that are no list": (
        f'{GOOD}equal = "contractions"\n',
        [(3, 9, '"contractions"', "equal must be a list of differences")],
    ),
    "a tokenised": (f'{GOOD}tokenised = "yes"\n', [(3, 13, '"yes"', "tokenised must be true or false")]),
    "a name": (f'{GOOD}name = ""\n', [(3, 8, '""', "name must be a string")]),
    "a list": (
        '[[exercise]]\nreferences = "kim.txt"\n',
        [(2, 14, '"kim.txt"', "references must be a list of strings")],
    ),
    "an item": (
        '[[exercise]]\nreferences = [\n  "kim.txt",\n  3,\n]\n',
        [(4, 3, "3", "references must be a list of strings")],
    ),
    "a path above": (
        '[[exercise]]\nreferences = ["kim.txt",\n              "a/../../roy.txt"]\n',
        [(3, 15, '"a/../../roy.txt"', "'a/../../roy.txt' is not a path or pattern of files below this folder")],
    ),
    "a placeholder": (
        f'{GOOD}source = "texts/{{pupil}}.txt"\n',
        [(3, 10, '"texts/{pupil}.txt"', "The placeholders are {name}, {student} and {teacher}, not {pupil}")],
    ),
    "a revision without its student": (
        f'{GOOD}source = "drafts/{{student}}.txt"\nhypotheses = ["a/{{student}}.txt", "revisions/*.txt"]\n',
        [(4, 34, '"revisions/*.txt"', "does not say whose it is, and each student has a source. Write {student}")],
    ),
    "people that are no table": (f"people = 3\n{GOOD}", [(1, 10, "3", "people must be a table: [people]")]),
    "a person without a name": (
        f'[people]\nmei = "Mei"\n"kim b" = " "\n{GOOD}',
        [(3, 11, '" "', "kim b must be a person's name in quotes")],
    ),
    "a group that is no list": (
        f'[groups]\n"Articles" = "DET"\n{GOOD}',
        [(2, 14, '"DET"', "Articles must be a list of ERRANT's types, such as")],
    ),
    "an unknown type": (
        f'[groups]\n"Articles" = ["DET", "M:DETT"]\n{GOOD}',
        [(2, 22, '"M:DETT"', "'M:DETT' is no type of ERRANT. Did you mean 'M:DET'?")],
    ),
    "a Windows path": (f"{GOOD}source = 'week\\task.txt'\n", [(3, 10, "'week\\task.txt'", "Part folders with /")]),
    "a drive": (f'{GOOD}source = "C:/task.txt"\n', [(3, 10, '"C:/task.txt"', "below this folder")]),
    "an exclusion": (f'exclude = "a"\n{GOOD}', [(1, 11, '"a"', "exclude must be a list of strings")]),
    "no references": (
        '[[exercise]]\nname = "a"\n',
        [(1, 1, "[[exercise]]", "the exercise names no teachers' corrections")],
    ),
    "references misspelt": (
        '[[exercise]]\nrefernces = ["kim.txt"]\n',
        [(2, 1, "refernces", "unknown key 'refernces'. Did you mean 'references'?")],
    ),
    "references by another word": (
        '[[exercise]]\nteachers = ["kim.txt"]\n',
        [(2, 1, "teachers", "unknown key 'teachers'. Did you mean 'references'?")],
    ),
    "an unknown key comes before a missing one": (
        '[[exercise]]\ntau = "a"\nstudents = ["a.txt"]\nbeta = "b"\n[[exercise]]\nname = "b"\n',
        [
            (2, 7, '"a"', "tau must be"),
            (3, 1, "students", "Did you mean 'hypotheses'?"),
            (1, 1, "[[exercise]]", "the exercise names no teachers' corrections"),
            (4, 8, '"b"', "beta must be"),
            (5, 1, "[[exercise]]", "the exercise names no teachers' corrections"),
        ],
    ),
    "empty references": (
        "[[exercise]]\nreferences = []\n",
        [(2, 14, "[]", "the exercise names no teachers' corrections")],
    ),
    "one bracket": (
        '[exercise]\nreferences = ["a"]\n',
        [(1, 1, "[exercise]", "write [[exercise]], with two brackets")],
    ),
    "an inline table": (
        'exercise = [{references = ["a"], tua = 1}]\n',
        [(1, 34, "tua", "unknown key 'tua'. Did you mean 'tau'?")],
    ),
    "a dotted table": (f"{GOOD}[exercise.marking]\ntau = 1\n", [(3, 2, "exercise.marking", "unknown key 'marking'")]),
    "the second of two": (f'{GOOD}\n{GOOD}name = "é"; \n', [(6, 11, None, "not TOML")]),
    "after wide characters": (
        f'{GOOD}\n[[exercise]]\nreferences = ["𝒦é.txt", 3] # é\n',
        [(5, 25, "3", "references must be a list of strings")],
    ),
    "all at once": (
        'exclde = []\n[marking]\ntau = "a"\n[[exercise]]\nname = 3\nreferences = ["/etc/a"]\n'
        "[[exercise]]\nfactors = []\n",
        [
            (1, 1, "exclde", "Did you mean 'exclude'?"),
            (3, 7, '"a"', "tau must be"),
            (5, 8, "3", "name must be"),
            (6, 15, '"/etc/a"', "below this folder"),
            (7, 1, "[[exercise]]", "no teachers' corrections"),
            (8, 11, "[]", "four numbers"),
        ],
    ),
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(("text", "expected"), FAULTS.values(), ids=FAULTS)
def test_every_fault_is_told_at_its_line_and_column(
    tmp_path: Path, text: str, expected: list[tuple[int, int, str | None, str]], line_end: str
):
    path = tmp_path / CONFIGURATION
    path.write_bytes(text.replace("\n", line_end).encode())
    found = check_configuration(path.read_bytes().decode(), path)
    lines = text.split("\n")
    assert [(item.line, item.column) for item in found] == [(line, column) for line, column, _, _ in expected]
    for item, (line, column, underlined, told) in zip(found, expected, strict=True):
        assert told in item.explanation
        assert str(item) == f"{path}:{line}:{column}: {item.explanation}"
        if underlined is not None:
            assert lines[line - 1][column - 1 :][: item.length] == underlined
    with pytest.raises(DocumentError) as refused:
        read_configuration(path)
    assert str(refused.value) == str(found[0])


def test_a_place_without_a_line_has_no_column():
    assert str(DocumentError("it is empty", path=Path("a.txt"), column=3)) == "a.txt: it is empty"


def test_every_pattern_without_a_file_is_told_at_its_own_place(folder: Path):
    write(folder, "task.txt", "kim.txt")
    text = '[[exercise]]\nsource = "task.txt"\nreferences = ["kim.txt", "roy.txt"]\nhypotheses = ["class/*.txt"]\n'
    (folder / CONFIGURATION).write_text(text)
    found = configuration_problems(folder / CONFIGURATION)
    assert [(item.line, item.column, item.length) for item in found] == [(3, 26, 9), (4, 15, 13)]
    assert "'roy.txt', and no file is there" in found[0].problem
    assert configuration_problems(folder / CONFIGURATION, lambda _: "[[exercise]]\n")[0].line == 1
    write(folder, "roy.txt", "class/mei.txt")
    assert configuration_problems(folder / CONFIGURATION) == ()


def test_a_source_is_one_file(folder: Path):
    write(folder, "a/task.txt", "b/task.txt", "kim.txt")
    [exercise] = configured(folder, '[[exercise]]\nsource = "*/task.txt"\nreferences = ["kim.txt"]\n')
    assert exercise.problem is not None
    assert "2 files are there; it is one" in exercise.problem.problem


# What it means.


def test_a_class_folder_is_one_exercise_by_one_glob(folder: Path):
    students = [f"class/student-{number:02}.txt" for number in range(40)]
    write(folder, "class/task.txt", "class/teacher-a.txt", "class/teacher-b.txt", *students)
    write(folder, "class/.DS_Store", "class/.student-01.txt.swp", "class/~$student-01.txt")
    [exercise] = configured(
        folder,
        '[[exercise]]\nsource = "class/task.txt"\nreferences = ["class/teacher-*"]\nhypotheses = ["class/*"]\n',
    )
    assert paths(folder, exercise, "hypotheses") == students
    assert names(exercise, "references") == ["teacher-a", "teacher-b"]


TEMPLATE = """
exclude = ["**/draft-*"]

[[exercise]]
name = "essay of {name}"
source = "texts/{name}.txt"
hypotheses = ["corrected/{name}.txt", "again/*/{name}.txt"]
references = ["teacher/{name}.txt", "shared.txt"]
"""


def test_a_table_with_a_placeholder_is_one_exercise_a_name(folder: Path):
    for name in ("mei", "Zoë [2]", "a.b"):
        write(folder, f"texts/{name}.txt", f"corrected/{name}.txt", f"again/x/{name}.txt", f"teacher/{name}.txt")
    write(
        folder, "texts/draft-mei.txt", "texts/.hidden.txt", "texts/deep/er.txt", "corrected/stranger.txt", "shared.txt"
    )
    exercises = configured(folder, TEMPLATE)
    assert [item.name for item in exercises] == ["essay of Zoë [2]", "essay of a.b", "essay of mei"]
    assert [item.problem for item in exercises] == [None, None, None]
    assert exercises[0].source == folder / "texts/Zoë [2].txt"
    assert paths(folder, exercises[0], "hypotheses") == ["corrected/Zoë [2].txt", "again/x/Zoë [2].txt"]
    assert paths(folder, exercises[2], "references") == ["teacher/mei.txt", "shared.txt"]
    assert [item.name for item in exercises_of(folder / "corrected/mei.txt")] == ["essay of mei"]
    assert len(exercises_of(folder / "shared.txt")) == 3
    assert exercises_of(folder / "corrected/stranger.txt") == ()


def test_a_document_finds_what_the_whole_folder_finds(folder: Path):
    for name in ("mei", "a.b", "x#1", "y [1]"):
        write(folder, f"texts/{name}.txt", f"corrected/{name}.txt", f"again/x/{name}.txt", f"teacher/{name}.txt")
    write(folder, "texts/draft-mei.txt", "corrected/draft-mei.txt", "corrected/stranger.txt", "shared.txt")
    write(folder, "texts/.ana.txt", "corrected/.ana.txt", "corrected/mei.txt.txt")
    exercises = configured(folder, TEMPLATE.replace("shared.txt", "shared.txt#Kim"))
    assert len(exercises) == 4
    for path in folder.rglob("*.txt"):
        assert exercises_of(path) == tuple(item for item in exercises if item.role(path))


def test_a_name_without_its_files_stops_no_other(folder: Path):
    write(folder, "texts/mei.txt", "texts/ana.txt", "teacher/mei.txt")
    ana, mei = configured(folder, '[[exercise]]\nsource = "texts/{name}.txt"\nreferences = ["teacher/{name}.txt"]\n')
    assert (ana.name, mei.name, mei.problem) == ("ana", "mei", None)
    assert ana.problem is not None
    assert ana.problem.problem.startswith("ana has no teacher's correction yet")
    assert ana.problem.line == 3


@pytest.mark.parametrize("empty", ["", "teacher/kim.txt"])
def test_a_placeholder_that_nothing_matches_is_a_missing_text(folder: Path, empty: str):
    write(folder, *filter(None, [empty]))
    [exercise] = configured(
        folder, '[[exercise]]\nname = "w"\nsource = "t/{name}.txt"\nreferences = ["teacher/{name}.txt"]\n'
    )
    assert exercise.problem is not None
    assert exercise.problem.problem == "the text of w is not there"
    assert exercise.problem.line == 3


def test_names_come_from_hypotheses_where_the_source_has_none(folder: Path):
    write(folder, "task.txt", "students/mei/1.txt", "students/ana/1.txt", "students/ana/2.txt", "kim.txt")
    ana, mei = configured(
        folder,
        '[[exercise]]\nname = "week"\nsource = "task.txt"\nhypotheses = ["students/{name}/*.txt"]\n'
        'references = ["kim.txt"]\n',
    )
    assert (ana.name, mei.name) == ("week/ana", "week/mei")
    assert names(ana, "hypotheses") == ["1", "2"]


def test_a_placeholder_twice_is_the_same_twice(folder: Path):
    write(folder, "mei/mei.txt", "ana/mei.txt", "kim.txt")
    [exercise] = configured(folder, '[[exercise]]\nsource = "{name}/{name}.txt"\nreferences = ["kim.txt"]\n')
    assert exercise.name == "mei"


@pytest.mark.parametrize(
    ("exclude", "left"),
    [
        ('["**/draft-*"]', ["class/a/mei.txt", "class/mei.txt"]),
        ('["class/draft-mei.txt"]', ["class/a/draft-ana.txt", "class/a/mei.txt", "class/mei.txt"]),
        ('["class/a/"]', ["class/draft-mei.txt", "class/mei.txt"]),
        ('["**/[m-n]e?.txt"]', ["class/a/draft-ana.txt", "class/draft-mei.txt"]),
        ('["class/*.txt"]', ["class/a/draft-ana.txt", "class/a/mei.txt"]),
        ("[]", ["class/a/draft-ana.txt", "class/a/mei.txt", "class/draft-mei.txt", "class/mei.txt"]),
    ],
)
def test_exclusions(folder: Path, exclude: str, left: list[str]):
    write(
        folder,
        "task.txt",
        "kim.txt",
        "class/mei.txt",
        "class/draft-mei.txt",
        "class/a/mei.txt",
        "class/a/draft-ana.txt",
    )
    table = '[[exercise]]\nsource = "task.txt"\nreferences = ["kim.txt"]\nhypotheses = ["class/**/*.txt"]\n'
    for text in (f"exclude = {exclude}\n{table}", f"{table}exclude = {exclude}\n"):
        [exercise] = configured(folder, text)
        assert sorted(paths(folder, exercise, "hypotheses")) == left


def test_a_file_that_is_named_is_not_excluded(folder: Path):
    write(folder, "task.txt", "draft-kim.txt")
    [exercise] = configured(
        folder, 'exclude = ["**/draft-*"]\n[[exercise]]\nsource = "task.txt"\nreferences = ["draft-kim.txt"]\n'
    )
    assert (exercise.problem, names(exercise, "references")) == (None, ["draft-kim"])


def test_one_author_of_a_file_that_holds_several(folder: Path):
    write(folder, "week.m2", "week.m2#9", "essays/mei.docx", "essays/ana.docx")
    [exercise] = configured(
        folder,
        '[[exercise]]\nhypotheses = ["essays/*.docx#Mei Li", "week.m2#9"]\nreferences = ["week.m2#1", "week.m2#0"]\n',
    )
    assert [(item.name, item.path.name, item.author) for item in exercise.references] == [
        ("1", "week.m2", "1"),
        ("0", "week.m2", "0"),
    ]
    assert [(item.name, item.path.name, item.author) for item in exercise.hypotheses] == [
        ("essays/ana#Mei Li", "ana.docx", "Mei Li"),
        ("essays/mei#Mei Li", "mei.docx", "Mei Li"),
        ("week", "week.m2#9", None),
    ]
    assert exercise.problem is None


def test_all_authors_of_a_file_together_bear_its_name(folder: Path):
    write(folder, "kim.docx", "essays/mei.docx", "essays/ana.docx")
    [exercise] = configured(
        folder, '[[exercise]]\nhypotheses = ["essays/*.docx#*"]\nreferences = ["kim.docx#*", "kim.docx#Kim"]\n'
    )
    assert [(item.name, item.author, item.person) for item in exercise.references] == [
        ("kim", "*", None),
        ("Kim", "Kim", "Kim"),
    ]
    assert [(item.name, item.author) for item in exercise.hypotheses] == [("ana", "*"), ("mei", "*")]


def test_authors_and_placeholders_together(folder: Path):
    write(folder, "essays/mei.docx", "essays/a#b.docx")
    first, second = configured(
        folder, '[[exercise]]\nhypotheses = ["essays/{name}.docx#Student"]\nreferences = ["essays/{name}.docx#Kim"]\n'
    )
    assert (first.name, second.name) == ("a#b", "mei")
    assert [(item.path.name, item.author) for item in first.references] == [("a#b.docx", "Kim")]
    assert second.role(folder / "essays/mei.docx") == "hypothesis"


def test_a_name_with_brackets_is_that_file(folder: Path):
    write(folder, "task [1].txt", "task 1.txt", "kim.txt")
    [exercise] = configured(folder, '[[exercise]]\nsource = "task [1].txt"\nreferences = ["kim.txt"]\n')
    assert exercise.source == folder / "task [1].txt"


SETTINGS = """
[marking]
assumption = "independent"
tau = 1
factors = [1, 0, 0, 0]

[[exercise]]
references = ["kim.txt"]

[[exercise]]
references = ["kim.txt"]
assumption = "dependent"
factors = [0.45, 0.35, 0.15, 0.05]
beta = 2
"""


def test_settings_of_all_exercises_and_of_one(folder: Path):
    write(folder, "kim.txt")
    first, second = configured(folder, SETTINGS)
    assert first.marking == MarkingOverrides("independent", (1.0, 0.0, 0.0, 0.0), 1.0, None)
    assert second.marking == MarkingOverrides("dependent", (0.45, 0.35, 0.15, 0.05), 1.0, 2.0)
    given_settings = MarkSettings("dependent", Factors(), CreditSettings(tau=0.3, floor=0.2, beta=0.7))
    assert given_settings.overridden(MarkingOverrides()) == given_settings
    assert given_settings.overridden(first.marking) == MarkSettings(
        "independent", Factors(1, 0, 0, 0), CreditSettings(tau=1, floor=0.2, beta=0.7)
    )
    assert given_settings.overridden(second.marking).credit == CreditSettings(tau=1, floor=0.2, beta=2)


def test_differences_that_do_not_count_in_all_exercises_and_in_one(folder: Path):
    write(folder, "kim.txt")
    exercise = '[[exercise]]\nreferences = ["kim.txt"]\n'
    marking = '[marking]\nequal = ["optional-commas", "contractions", "contractions"]\n'
    first, second, third = configured(
        folder, f'{marking}{exercise}{exercise}equal = []\n{exercise}equal = ["contractions"]'
    )
    settings = MarkSettings(equal=("capital-letters",))
    assert settings.overridden(MarkingOverrides()) == settings
    assert settings.overridden(first.marking).equal == ("contractions", "optional-commas")
    assert settings.overridden(second.marking).equal == ()
    assert settings.overridden(third.marking).equal == ("contractions",)
    with pytest.raises(ValueError, match=r"there is no tolerance 'speling'\. The tolerances are capital-letters, "):
        MarkSettings(equal=("speling",))


def test_the_files_own_schema_has_the_built_in_presets():
    written = json.loads(SCHEMA.read_text("utf-8"))["$defs"]["scheme"]["properties"]["preset"]["enum"]
    assert tuple(written) == PRESETS.built_in


def test_the_setting_has_the_built_in_differences():
    assert tuple(EQUAL.choices) == ENGLISH.tolerances.names
    assert set(EQUAL.choices) <= set(schema()["$defs"]["equal"]["items"]["enum"])


# The schema and the reader agree.


def rule(found: Mapping[str, Any]) -> Mapping[str, Any]:
    name = found.get("$ref", "").rpartition("/")[2]
    return {**schema()["$defs"][name], **found} if name else found


SCHEMES = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(PRESETS.built_in),
        "basis": st.sampled_from(["share", "points", "deduct"]),
        "max": st.integers(5, 100),
        "floor": st.integers(0, 4),
        "focus": st.lists(st.sampled_from(["tense", "R:SPELL"])),
    },
)
"""Mark schemes whose numbers agree, also when one table is laid over another."""


def values(found: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a rule of the schema allows."""
    own = rule(found)
    if own.get("title") == "Mark scheme":
        return SCHEMES
    if "enum" in own:
        return st.sampled_from(own["enum"])
    match own["type"]:
        case "string" if "pattern" in own:
            return st.from_regex(own["pattern"], fullmatch=True)
        case "string":
            return st.text(st.characters(codec="utf-8"), min_size=own.get("minLength", 0))
        case "boolean":
            return st.booleans()
        case "number":
            return st.floats(own["minimum"], own["maximum"]) | st.integers(1, int(own["maximum"]))
        case "array":
            return st.lists(values(own["items"]), min_size=own.get("minItems", 0), max_size=own.get("maxItems", 3))
        case _:
            if "properties" not in own:
                return st.dictionaries(st.text(st.characters(codec="utf-8")), values(own["additionalProperties"]))
            fields = {key: values(inner) for key, inner in own["properties"].items()}
            return st.one_of(
                st.fixed_dictionaries(
                    {key: value for key, value in fields.items() if key in way.get("required", ())},
                    optional={key: value for key, value in fields.items() if key not in way.get("required", ())},
                )
                for way in own.get("anyOf", (own,))
            )


@settings(max_examples=settings().max_examples // 4)  # a whole configuration is drawn
@given(values(schema()).filter(Draft202012Validator(schema()).is_valid))
def test_whatever_the_schema_allows_is_read(content: dict[str, Any]):
    text = tomlkit.dumps(content)
    configuration = read_configuration(Path("/nowhere") / CONFIGURATION, lambda _: text)
    tables = configuration.tables
    written = content.get("exercise", [])
    assert set(configuration.exclude) == {item for table in (content, *written) for item in table.get("exclude", [])}
    assert len(tables) == len(written)
    for table, own in zip(tables, written, strict=True):
        told = {**content.get("marking", {}), **own}
        assert (table.name, table.tokenised) == (own.get("name"), own.get("tokenised"))
        assert [item.text for item in table.hypotheses] == own.get("hypotheses", [])
        assert [item.text for item in table.references] == own.get("references", [])
        assert (table.source.text if table.source else None) == own.get("source")
        assert table.marking.tau == told.get("tau")
        assert list(table.marking.factors or []) == told.get("factors", [])
        assert table.marking.estimate == told.get("estimate")
        assert (None if table.marking.equal is None else list(table.marking.equal)) == told.get("equal")
        assert table.scheme == scheme_of(content.get("scheme"), own.get("scheme"))


def test_the_schema_knows_every_key_and_tells_of_each():
    exercise = schema()["$defs"]["exercise"]["properties"]
    marking = schema()["properties"]["marking"]["properties"]
    assert set(marking) == {field.name for field in attrs.fields(MarkingOverrides)}
    fields = {field.name for field in attrs.fields(ExerciseTable)} - {"line", "marking"}
    assert set(exercise) == fields | set(marking)
    scheme = rule(exercise["scheme"])["properties"]
    points = scheme["points"]["properties"].values()
    for found in (*schema()["properties"].values(), *exercise.values(), *scheme.values(), *points):
        assert {"title", "description"} <= rule(found).keys()
    for found in (*exercise.values(), *marking.values(), *scheme.values(), *points):
        assert "errorMessage" in rule(found)


@pytest.mark.parametrize("key", ["cache", "device", "download", "encoder", "pipeline", "pooling", "precision"])
@pytest.mark.parametrize(
    "table", ["", "[marking]\n", "[[exercise]]\nreferences = ['a.txt']\n", "[[exercise.marking]]\n"]
)
def test_a_folder_can_not_choose_what_is_loaded_or_where_is_written(key: str, table: str):
    """Whoever opens a stranger's folder opens texts: no model, no pickle, no file elsewhere."""
    assert check_configuration(f'{table}{key} = "there"\n')


@given(st.text(st.sampled_from("[]{}=\"#.,\\\n\r\t aé𝒦1e-'") | st.characters(codec="utf-8")))
def test_no_text_breaks_the_reader(text: str):
    index = LineIndex(text)
    for problem in check_configuration(text):
        assert problem.line is not None
        assert problem.column is not None
        span = index.line_span(problem.line - 1)
        assert 0 <= problem.column - 1 <= span.end - span.start


def leaves(value: object, keys: Keys = ()) -> Iterator[tuple[Keys, object]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*keys, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from leaves(item, (*keys, number))
    else:
        yield keys, value


KEYS = st.sampled_from(["a", "b.c", "é", "", "x y"])
TREES: st.SearchStrategy[Any] = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text(st.sampled_from('aé𝒦"\\ #]'), max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(KEYS, inner, max_size=2),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, TREES, max_size=3))
def test_every_value_has_its_place(content: dict[str, Any]):
    text = tomlkit.dumps(content)
    document = read_toml(text)
    for keys, value in leaves(tomllib.loads(text)):
        assert keys in document.places
        assert tomllib.loads(f"value = {document.place(keys).value.of(text)}") == {"value": value}
