"""The full version: that of a release, or with the commit, whatever the folder is."""

import runpy
import subprocess
from pathlib import Path

import pytest

from markscheme.version import VERSION, version_of_checkout


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
    assert version_of_checkout(repository) == f"{VERSION}+g{commit}"
    git(repository, "tag", "-am", "a release", f"v{VERSION}")
    assert version_of_checkout(repository) == VERSION
    (repository / "file").write_text("two")
    assert version_of_checkout(repository) == f"{VERSION}+g{commit}.changed"
    git(repository, "commit", "-qam", "second")
    later = git(repository, "rev-parse", "--short=8", "HEAD")
    assert version_of_checkout(repository) == f"{VERSION}+g{later}"


def test_without_git_it_is_the_version_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert version_of_checkout(tmp_path) == VERSION
    (tmp_path / ".git").write_text("not a repository")
    assert version_of_checkout(tmp_path) == VERSION
    monkeypatch.setenv("PATH", str(tmp_path))
    assert version_of_checkout(tmp_path) == VERSION


def test_a_build_ends_where_the_tag_is_of_another_version(repository: Path):
    check_tag = runpy.run_path(str(Path(__file__).parents[1] / "hatch_build.py"))["check_tag"]
    git(repository, "tag", "vocabulary")
    check_tag(repository, VERSION)
    git(repository, "tag", "v99.0.1")
    with pytest.raises(SystemExit, match=rf"^the commit is tagged v99\.0\.1, and .*version\.py says {VERSION}"):
        check_tag(repository, VERSION)
    git(repository, "tag", f"v{VERSION}")
    check_tag(repository, VERSION)
