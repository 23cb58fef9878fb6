"""The files of decisions of two people, merged by git as the documentation says."""

import datetime
import os
import shutil
import subprocess
from pathlib import Path

import attrs
import pytest

from markscheme.documents.files import read_text
from markscheme.exercises.decision_files import DecisionFolder, decide
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions

SOURCE = ("She", "like", "music", ".")
OTHER = ("He", "go", "home", ".")
KIM = Decision(DecisionKind.WRONG, SOURCE, 1, 2, ("adores",), "R:VERB", "Kim", datetime.date(2026, 11, 22))
DOCS = Path(__file__).parents[2] / "docs" / "exercises.md"

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    settings = ("-c", "user.name=Kim", "-c", "user.email=kim@example.org", "-c", "core.autocrlf=false")
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", *settings, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def merged(folder: Path, attributes: str, one: list[Decision], other: list[Decision]) -> int:
    """Let two people decide on branches, and merge these; return git's exit status."""
    git(folder, "init", "-q", "-b", "main")
    (folder / ".gitattributes").write_text(attributes)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "A class")
    for name, decisions in (("kim", one), ("roy", other)):
        git(folder, "checkout", "-q", "-b", name, "main")
        for item in decisions:
            decide(DecisionFolder(folder), item)
        git(folder, "add", ".")
        git(folder, "commit", "-qm", name)
    return git(folder, "merge", "-q", "kim", "-m", "Both").returncode


def test_both_peoples_lines_stay_and_the_later_one_counts(tmp_path: Path):
    assert "\n*.m2 merge=union\n" in DOCS.read_text()
    later = attrs.evolve(KIM, kind=DecisionKind.PARTLY, author="Roy", date=datetime.date(2026, 11, 23))
    accepted = attrs.evolve(KIM, kind=DecisionKind.ACCEPTED, source=OTHER, replacement=("goes",))
    notes = [attrs.evolve(KIM, kind=DecisionKind.NOTE, author=name, question="uncovered", note="?") for name in "AB"]
    kim, roy = [KIM, accepted, notes[0]], [later, attrs.evolve(accepted, replacement=("went",)), notes[1]]
    assert merged(tmp_path, "*.m2 merge=union\n", kim, roy) == 0
    decisions, problems = DecisionFolder(tmp_path).read(read_text)
    assert problems == ()
    assert set(decisions) == {*kim, *roy}
    counting = {item.decision for item in Decisions(decisions).of(SOURCE)}
    assert later in counting
    assert KIM not in counting
    decide(DecisionFolder(tmp_path), attrs.evolve(KIM, kind=DecisionKind.ACCEPTED, author="Eve"))
    left, _ = DecisionFolder(tmp_path).read(read_text)
    assert {item.author for item in left if item.topic == KIM.topic} == {"Eve"}


def test_a_rejection_that_loses_counts_in_no_part(tmp_path: Path):
    rejection = [KIM, attrs.evolve(KIM, kind=DecisionKind.OPTIONAL)]
    accepted = attrs.evolve(KIM, kind=DecisionKind.ACCEPTED, author="Jan")
    assert merged(tmp_path, "*.m2 merge=union\n", rejection, [accepted]) == 0
    decisions, _ = DecisionFolder(tmp_path).read(read_text)
    assert set(decisions) == {*rejection, accepted}
    assert [item.decision for item in Decisions(decisions).of(SOURCE)] == [accepted]


def test_without_the_attribute_it_is_a_conflict(tmp_path: Path):
    """The documentation says why the attribute is needed."""
    roy = attrs.evolve(KIM, kind=DecisionKind.PARTLY, author="Roy")
    assert merged(tmp_path, "", [KIM], [roy]) != 0
