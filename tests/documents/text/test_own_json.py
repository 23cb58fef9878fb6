"""The program's own JSON files may have come from anybody: what is no such file is refused or left out."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from markscheme.documents.files import read_json
from markscheme.documents.folders import KEY_FILE, ROSTER_FILE, SECOND_MARKING_FILE
from markscheme.errors import DocumentError
from markscheme.exercises.moderation import SecondMarking
from markscheme.inference.estimator import CONFIGURATION, read_configuration
from markscheme.reports.school_systems import read_key, read_roster
from markscheme.server.documents import Ignored, IgnoredStore

DEEP = ["[" * 100_000, '{"a":' * 100_000, "[" * 50_000 + "]" * 50_000]


@pytest.mark.parametrize("text", [*DEEP, "no JSON"])
def test_what_is_no_json_has_one_error(tmp_path: Path, text: str):
    (tmp_path / "own.json").write_text(text)
    with pytest.raises(ValueError, match=r"nested too deeply|Expecting value"):
        read_json(tmp_path / "own.json")


@pytest.mark.parametrize("text", DEEP)
@pytest.mark.parametrize(
    ("name", "read"),
    [(ROSTER_FILE, read_roster), (KEY_FILE, read_key), (CONFIGURATION, read_configuration)],
    ids=["roster", "key", "estimator"],
)
def test_a_file_that_is_nested_too_deeply_is_refused(
    tmp_path: Path, text: str, name: str, read: Callable[[Path], object]
):
    (tmp_path / name).write_text(text)
    with pytest.raises(DocumentError, match=name):
        read(tmp_path)


@pytest.mark.parametrize("text", DEEP)
def test_what_is_ignored_can_be_nested_too_deeply(tmp_path: Path, text: str):
    store, document = IgnoredStore(tmp_path), tmp_path / "essay.txt"
    store.keep(document, Ignored(categories=frozenset({"missed"})))
    [path] = tmp_path.glob("*.json")
    path.write_text(text)
    with pytest.raises(DocumentError, match="can't be read"):
        store.of(document)


@pytest.mark.parametrize("text", DEEP)
def test_a_note_on_a_second_marking_can_be_nested_too_deeply(tmp_path: Path, text: str):
    (tmp_path / SECOND_MARKING_FILE).write_text(text)
    assert SecondMarking.read(tmp_path) == SecondMarking()


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_only_the_user_may_read_what_is_ignored(tmp_path: Path):
    folder = tmp_path / "ignored"
    IgnoredStore(folder).keep(tmp_path / "essay.txt", Ignored(categories=frozenset({"missed"})))
    assert folder.stat().st_mode & 0o777 == 0o700
