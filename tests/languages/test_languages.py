"""A language is one object: English, and one that an installed package adds without a line changed here."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from conftest import Command
from markscheme import EngineSettings, Work, review
from markscheme.exercises import configuration
from markscheme.inference.models import Models
from markscheme.languages.english import ENGLISH
from markscheme.languages.language import LANGUAGES, find_language
from markscheme.languages.pipeline import Pipeline
from markscheme.server.editor_settings import read_options

TOY = """
import attrs

from markscheme.languages.english import ENGLISH

TOY = attrs.evolve(ENGLISH, code="xx", name="Toy", sentence_ends=("stop",), compared=str.lower)
"""
TOML = '[[exercise]]\nsource = "a.txt"\nhypotheses = ["b.txt"]\nreferences = ["c.txt"]\nlanguage = "xx"\n'


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The code of a language of an installed package."""
    folder = tmp_path / "packages"
    info = folder / "toy_language-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "toy_language.py").write_text(TOY)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-language\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[markscheme.languages]\nxx = toy_language:TOY\n")
    monkeypatch.syspath_prepend(folder)
    forget_packages()
    yield "xx"
    forget_packages()
    LANGUAGES._loaded.pop("xx", None)
    sys.modules.pop("toy_language", None)


def forget_packages() -> None:
    for name in ("_found", "_entry_points"):
        LANGUAGES.__dict__.pop(name, None)
    for cached in (configuration.schema, configuration._validator, configuration.configuration_faults):
        cached.cache_clear()


@pytest.fixture
def exercise(tmp_path: Path) -> Path:
    folder = tmp_path / "exercise"
    folder.mkdir()
    (folder / "markscheme.toml").write_text(TOML)
    (folder / "a.txt").write_text("He go to school.\n")
    (folder / "b.txt").write_text("He goes to school.\n")
    (folder / "c.txt").write_text("HE goes to school.\n")
    return folder


def test_a_packages_language_marks_by_its_own_rules(toy: str, exercise: Path, tmp_path: Path):
    assert LANGUAGES.names == ("en", toy)
    engine = EngineSettings(cache=str(tmp_path / "cache.sqlite"), language=toy)
    models = Models(engine)
    assert models.language == toy
    assert [segment.tokens for segment in models.split("One stop Two", 0)] == [("one", "stop"), ("two",)]
    report = review([exercise], work=Work(engine))
    assert not report.problems
    [document] = report.documents
    assert [finding.category.value for finding in document.review.findings] == ["hit-correction"]


def test_an_exercise_of_another_language_than_the_engines_is_a_problem(toy: str, exercise: Path, tmp_path: Path):
    report = review([exercise], work=Work(EngineSettings(cache=str(tmp_path / "cache.sqlite"))))
    [problem] = map(str, report.problems)
    assert "'xx'" in problem
    assert "'en'" in problem


def test_the_language_server_takes_the_engine_of_the_exercises_language(toy: str):
    options, complaint = read_options({"language": toy})
    assert complaint is None
    assert options.engine.language == toy
    assert read_options({})[0].engine.language == "en"


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    (tmp_path / "essay.md").write_text("He {~~go~>goes~~} to school.\n")
    return tmp_path / "essay.md"


def test_an_unknown_language_is_an_error_that_lists_the_known_ones(markscheme: Command, essay: Path):
    done = markscheme("convert", essay, "essay.m2", "--language", "xx")
    assert (done.returncode, done.stderr) == (2, "markscheme: there is no language 'xx'. The languages are en\n")
    _, complaint = read_options({"language": "xx"})
    assert complaint is not None
    assert "markscheme.language: expected one of en, not 'xx'" in complaint
    [problem] = configuration.check_configuration(TOML)
    assert (problem.line, problem.column) == (5, 12)
    assert str(problem).endswith("language must be the code of a known language: en")


def test_a_language_loads_nothing_heavy():
    lines = (
        "import sys",
        "from markscheme.languages.language import find_language",
        "assert find_language().name == 'English'",
        "print({'torch', 'transformers', 'spacy', 'errant', 'numpy'} & {*sys.modules})",
    )
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize(
    ("error_type", "name"),
    [
        ("M:DET", "determiner missing"),
        ("U:PUNCT", "unnecessary punctuation"),
        ("R:VERB:SVA", "subject and verb agreement replaced"),
        ("R:NO:SUCH", "R:NO:SUCH"),
        ("UNK", "UNK"),
        ("", ""),
    ],
)
def test_error_types_in_words(error_type: str, name: str):
    assert ENGLISH.error_types.name(error_type) == name


CATEGORIES = (
    *("ADJ", "ADJ:FORM", "ADV", "CONJ", "CONTR", "DET", "MORPH", "NOUN", "NOUN:INFL", "NOUN:NUM", "NOUN:POSS", "ORTH"),
    *("OTHER", "PART", "PREP", "PRON", "PUNCT", "SPELL", "VERB", "VERB:FORM", "VERB:INFL", "VERB:SVA", "VERB:TENSE"),
    "WO",
)
"""ERRANT's types without their first part (Bryant et al., 2017, Table 2)."""


@pytest.mark.parametrize("operation", ["M", "U", "R"])
def test_every_type_is_in_a_group_in_a_teachers_words(operation: str):
    types = ENGLISH.error_types
    groups = {category: types.group(f"{operation}:{category}") for category in CATEGORIES}
    other = {category for category, group in groups.items() if group == types.other}
    assert other <= {"OTHER"}
    assert not {group for group in groups.values() if group != group.lower()}


def test_there_are_about_fifteen_groups():
    types = ENGLISH.error_types
    assert 14 <= len({types.group(f"{operation}:{category}") for operation in "MUR" for category in CATEGORIES}) <= 18


@pytest.mark.parametrize(
    ("error_type", "group"),
    [
        ("R:VERB:TENSE", "tense"),
        ("U:DET", "articles and determiners"),
        ("R:NOUN", "word choice"),
        ("M:NOUN", "missing or extra words"),
        ("R:OTHER", "other wording"),
        ("U:OTHER", "missing or extra words"),
        ("R:OTHER+R:VERB:SVA", "agreement"),
        ("R:SPELL+R:WO", "spelling"),
        ("UNK", "other wording"),
        ("R:NO:SUCH", "other wording"),
    ],
)
def test_a_type_has_one_group(error_type: str, group: str):
    assert ENGLISH.error_types.group(error_type) == group


def test_the_sample_shows_that_the_pipeline_works(pipeline: Pipeline):
    sample = ENGLISH.sample
    [document] = pipeline.parse([sample.tokens])
    assert document[sample.index].tag_ == sample.tag


def test_a_pipeline_that_is_not_installed_is_an_error(markscheme: Command, essay: Path):
    done = markscheme("convert", essay, "essay.m2", "--pipeline", "no_such_pipeline")
    assert done.returncode == 2
    assert "'no_such_pipeline' is neither installed nor a folder" in done.stderr
    assert not essay.with_suffix(".m2").exists()


def test_equal_languages_are_one():
    assert find_language("en") is ENGLISH
    assert attrs.evolve(ENGLISH, code="xx") != ENGLISH


@pytest.mark.parametrize(
    ("source", "target", "types"),
    [
        ("I have a part time job .", "I have a part - time job .", ["M:PUNCT"]),
        ("He is twenty year old .", "He is twenty - year - old .", ["M:PUNCT", "M:PUNCT"]),
        ("A long - term plan .", "A long term plan .", ["U:PUNCT"]),
        ("Come here", "Come here !!!", ["M:PUNCT"]),
        ("My parents house .", "My parents ' house .", ["M:NOUN:POSS"]),
        ("It costs 5 .", "It costs 5 % .", ["M:NOUN"]),
        ("He like it", "He likes it", ["R:VERB:SVA"]),
    ],
)
def test_marks_are_punctuation_whatever_the_pipeline_takes_them_for(
    engine_settings: EngineSettings, source: str, target: str, types: list[str]
):
    """The second time, the edits come from the cache."""
    models = Models(engine_settings)
    for _ in range(2):
        [edits] = models.edits([(tuple(source.split()), tuple(target.split()))])
        assert [edit.type for edit in edits] == types
