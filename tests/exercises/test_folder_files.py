"""Globs over a folder that is read once give what pathlib gives."""

import os
import random
from itertools import product
from pathlib import Path

import pytest

from exercises.configured_folders import configure, write
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.patterns import FolderFiles

NAMES = [
    "a.txt",
    "ab.txt",
    "a b.txt",
    "[x] a.txt",
    "a*.txt",
    "é.txt",
    ".hidden",
    "b.a.txt",
    "sub/a.txt",
    "sub/[y]/c.txt",
]
PARTS = ["a", "b", "*", "?", "[ab]", "[[]x] ", ".txt", "[!a]", " ", ".", "é", "x"]


def test_globs_match_what_pathlib_matches(tmp_path: Path, seed: int):
    write(tmp_path, *NAMES)
    choices = random.Random(seed)
    on_disk = FolderFiles(tmp_path)
    heads = ["", "sub/", "./", "s*/", "sub/[[]y]/", "nowhere/", "a.txt/", "**/"]
    patterns = ["".join(choices.choices(PARTS, k=choices.randint(1, 4))) for _ in range(300)]
    patterns = [pattern for pattern in patterns if "**" not in pattern and pattern not in (".", "..")]
    for head, pattern in product(heads, [*patterns, "*", "*.txt", "a.txt", "a?b*"]):
        whole = f"{head}{pattern}"
        assert on_disk.glob(whole) == sorted(tmp_path.glob(whole)), whole


def folders_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often discovery reads a folder's names."""
    count = 0
    scandir, listdir = os.scandir, os.listdir

    def counted(read):
        def counting(path):
            nonlocal count
            count += Path(path).is_relative_to(folder)
            return read(path)

        return counting

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", counted(scandir))
        patch.setattr(os, "listdir", counted(listdir))
        assert exercises_in(folder)
    return count


def students(folder: Path, count: int) -> Path:
    write(folder, *(f"{side}/s{number}.txt" for side in ("drafts", "final") for number in range(count)))
    write(folder, *(f"corrected/s{number} kim.txt" for number in range(count)))
    configure(
        folder,
        """[[exercise]]
source = "drafts/{student}.txt"
hypotheses = ["final/{student}.txt"]
references = ["corrected/{student} {teacher}.txt"]
""",
    )
    return folder


def test_a_folder_is_not_read_once_a_student(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    few, many = (folders_read(students(tmp_path / str(count), count), monkeypatch) for count in (3, 30))
    assert many == few
    assert len(exercises_in(tmp_path / "30")) == 30
    assert all(len(item.references) == 1 for item in exercises_in(tmp_path / "30"))
