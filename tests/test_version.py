"""The full version: that of a release's tag, or with the commit, whatever the folder is."""

import subprocess
from pathlib import Path

import pytest

from markscheme.version import UNRELEASED, version_of_checkout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("one")
    for command in ("init -q", "add file", "commit -qm first"):
        git(tmp_path, *command.split())
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    person = ("-c", "user.name=Kim", "-c", "user.email=kim@example.org")
    command = ["git", *person, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def test_a_release_is_its_tag_and_other_code_says_its_commit(repository: Path):
    commit = git(repository, "rev-parse", "--short=8", "HEAD")
    assert version_of_checkout(repository) == f"{UNRELEASED}+g{commit}"
    git(repository, "tag", "vocabulary")
    git(repository, "tag", "-am", "a release", "v3.1.0")
    assert version_of_checkout(repository) == "3.1.0"
    (repository / "file").write_text("two")
    assert version_of_checkout(repository) == f"3.1.0+g{commit}.changed"
    git(repository, "commit", "-qam", "second")
    later = git(repository, "rev-parse", "--short=8", "HEAD")
    assert version_of_checkout(repository) == f"3.1.0+g{later}"


def test_without_git_it_is_no_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert version_of_checkout(tmp_path) == UNRELEASED
    (tmp_path / ".git").write_text("not a repository")
    assert version_of_checkout(tmp_path) == UNRELEASED
    monkeypatch.setenv("PATH", str(tmp_path))
    assert version_of_checkout(tmp_path) == UNRELEASED
