"""No pattern and no ``markscheme.toml`` takes a folder more time or memory than its files need."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exercises.configured_folders import configure, write
from markscheme.errors import DocumentError
from markscheme.exercises import patterns
from markscheme.exercises.configuration import check_configuration
from markscheme.exercises.discovery import configuration_problems, exercises_in
from markscheme.exercises.patterns import FolderFiles, is_excluded, may_match, value_in

PIECES = ["**/", "*", "?", "[ab]", "[!a]", "{name}", "{student}", "a", "b", "/", "-"]
EXPRESSIONS = {"**/": "(?:[^/]+/)*", "*": "[^/]*", "?": "[^/]", "[ab]": "[ab]", "[!a]": "[^a/]"}


def backtracking(pieces: list[str]) -> re.Pattern[str]:
    """Return what Python's ``re`` makes of a pattern: right for short paths, and endless for long ones."""
    seen: set[str] = set()
    expression = ""
    for piece in pieces:
        name = piece.strip("{}")
        if name == piece:
            expression += EXPRESSIONS.get(piece, re.escape(piece))
        else:
            expression += f"(?P={name})" if name in seen else f"(?P<{name}>[^/]+)"
            seen.add(name)
    return re.compile(expression)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7), st.text("ab-/", min_size=1, max_size=8))
def test_a_pattern_matches_as_a_regular_expression(pieces: list[str], path: str):
    pattern = "".join(pieces)
    if "***" in pattern or "//" in pattern or pattern.endswith("/"):
        return  # no pattern of a configuration, and cut into other pieces
    expected = backtracking(pieces).fullmatch(path)
    assert may_match(pattern, path) == (expected is not None or path == pattern)
    for name in {piece for piece in pieces if piece.startswith("{")}:
        assert value_in(pattern, name, path) == (expected and expected[name.strip("{}")])


LONG = "a" * 200
DEEP = "a/" * 30


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("**/" * 10 + "x.txt", DEEP + "mei.txt"),
        ("**/a/" * 10 + "x.txt", DEEP + "mei.txt"),
        ("*a" * 15 + "b", LONG),
        ("*" + "a*" * 15 + "/" + "*a" * 15, f"{LONG}/{LONG}b"),
        ("[a-z]*" * 15 + "B", LONG),
        ("{name}*{student}*{teacher}*b", LONG),
    ],
)
def test_no_path_takes_long(pattern: str, path: str):
    assert not is_excluded(path, [pattern])
    assert not may_match(pattern, path)


def test_a_placeholder_in_too_many_ways_is_refused_at_its_table(tmp_path: Path):
    write(tmp_path, f"{LONG}/{'b' * 200}", "task.txt")
    pattern = "*{name}*{student}*/*{name}*{student}*"
    path = configure(tmp_path, f'[[exercise]]\nsource = "task.txt"\nhypotheses = ["{pattern}"]\n')
    with pytest.raises(DocumentError, match="too many ways") as raised:
        exercises_in(tmp_path)
    assert (raised.value.path, raised.value.line) == (path, 1)


def test_twelve_times_any_folders_is_once_over_the_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path, DEEP[:40] + "mei.txt")
    listed: list[str] = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: [listed.append(str(path)), scandir(path)][1])
    assert FolderFiles(tmp_path).glob("**/" * 12 + "*.txt") == [tmp_path / DEEP[:40] / "mei.txt"]
    assert len(listed) == len(set(listed)) == 21


def test_any_folders_enters_no_link_to_itself(tmp_path: Path):
    write(tmp_path, "a/mei.txt")
    (tmp_path / "a" / "again").symlink_to(tmp_path, target_is_directory=True)
    assert FolderFiles(tmp_path).glob("**/*.txt") == [tmp_path / "a" / "mei.txt"]


@pytest.mark.parametrize(
    ("key", "line", "words"),
    [
        (f'source = "{"*/" * 200}a.txt"', 2, "200 folders, more than 64"),
        (f'source = "{"*a" * 50}.txt"', 2, "50 asterisks, brackets and placeholders, more than 32"),
        (f'source = "a.txt"\nexclude = ["b", "{"**/" * 100}x"]', 3, "100 folders, more than 64"),
    ],
)
def test_a_pattern_that_is_too_long_is_refused_at_its_line(key: str, line: int, words: str):
    [fault] = check_configuration(f'[[exercise]]\n{key}\nreferences = ["b.txt"]\n')
    assert fault.line == line
    assert words in fault.problem


def test_too_many_files_are_refused_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(patterns, "MAX_ENTRIES", 30)
    write(tmp_path, "task.txt", *(f"students/{number}.txt" for number in range(40)))
    path = configure(
        tmp_path,
        '\n[[exercise]]\nsource = "task.txt"\nreferences = ["students/*.txt"]\nhypotheses = ["students/*.txt"]\n',
    )
    for work in (exercises_in, lambda folder: configuration_problems(path)):
        with pytest.raises(DocumentError, match="more than 30 files and folders") as raised:
            work(tmp_path)
        assert (raised.value.path, raised.value.line) == (path, 2)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("a" + ".a" * 50_000 + " = 1", 2, "a key has more than 32 dots"),
        ('"a"' + ' . "a"' * 50_000 + " = 1", 5, "a key has more than 32 dots"),
        ("[a" + ".a" * 50_000 + "]", 3, "a key has more than 32 dots"),
        ("x = " + "[" * 100_000, 37, "a value stands in more than 32 brackets"),
        ("x = " + "{a = " * 50_000, 165, "a value stands in more than 32 brackets"),
        ("# " + "x" * 5_000_000, None, "more than 4,194,304 characters"),
    ],
)
def test_a_configuration_that_is_too_deep_or_long_is_not_parsed(text: str, column: int | None, words: str):
    [fault] = check_configuration(text)
    assert words in fault.problem
    assert (fault.line, fault.column) == (1, column)


def test_dots_and_brackets_in_texts_are_no_depth():
    text = f'# {"[" * 100}\n[people]\n"{"a." * 100}" = \'{"[" * 100}\'\nb = """\n{"a." * 100}\n{"{" * 100}"""\n'
    assert check_configuration(text) == ()


@pytest.fixture
def deep_folder(tmp_path: Path) -> Iterator[Path]:
    """Make more folders in each other than Python calls functions; pytest can't remove them."""
    made: list[Path] = [tmp_path / "a"]
    while len(made) < 1_100 and len(str(made[-1])) < 2_500:
        made[-1].mkdir()
        made.append(made[-1] / "a")
    yield tmp_path
    for folder in reversed(made[:-1]):
        folder.rmdir()


def test_a_search_goes_down_any_number_of_folders(deep_folder: Path):
    assert exercises_in(deep_folder) == ()
