"""The reason of each row: it is true of this file, and says what a careful colleague would."""

import re
from pathlib import Path

import pytest

from exercises.init.own_folders import KITE, OWN_FOLDERS
from exercises.init.teachers_folder import TeachersFolder
from exercises.init.teachers_folders import FOLDERS
from exercises.init.test_guess import write_word
from markscheme.exercises.init.guess import guess

folders = pytest.mark.parametrize("folder", [*FOLDERS, *OWN_FOLDERS], ids=lambda folder: folder.name)
_QUOTED = re.compile("“([^”]+)”")
_CHANGED = re.compile("changed by (.+)")


@folders
def test_what_a_reason_names_is_this_file_s(folder: TeachersFolder, tmp_path: Path):
    for row in guess(folder.write(tmp_path)).rows:
        for quoted in _QUOTED.findall(row.reason):
            assert quoted in row.path or quoted in row.authors, row
        changed = _CHANGED.match(row.reason)
        assert changed is None or changed[1] in row.authors, row
        if "made most changes" in row.reason:
            assert any(author in row.reason for author in row.authors), row


def reasons(folder: Path, files: dict[str, str]) -> dict[str, str]:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data.encode())
    return {row.path: row.reason for row in guess(folder).rows}


def test_each_file_of_a_school_system_has_its_own_reason(tmp_path: Path):
    files = {
        "Task.txt": KITE["given"],
        "Model answer Ms Baker.txt": KITE["teacher"],
        "Mei Lin_11_assignsubmission_file_/correction.txt": KITE["one"],
        "Jonas Weber_12_assignsubmission_file_/essay.txt": KITE["two"],
        "Amira Haddad_13_assignsubmission_file_/final.txt": KITE["three"],
    }
    assert reasons(tmp_path, files) == {
        "Task.txt": "called “Task”",
        "Model answer Ms Baker.txt": "called “Model”",
        "Mei Lin_11_assignsubmission_file_/correction.txt": "in the folder “Mei Lin_11_assignsubmission_file_”",
        "Jonas Weber_12_assignsubmission_file_/essay.txt": "in the folder “Jonas Weber_12_assignsubmission_file_”",
        "Amira Haddad_13_assignsubmission_file_/final.txt": "called “final”",
    }


def test_the_word_that_tells_most_is_named(tmp_path: Path):
    files = {
        "The first kite [original].txt": KITE["given"],
        "Ms Baker.txt": KITE["teacher"],
        "Señor Peña's correction.txt": KITE["teacher"],
        "pupils/Mei corrected.txt": KITE["one"],
        "pupils/Jonas.txt": KITE["two"],
    }
    assert reasons(tmp_path, files) == {
        "The first kite [original].txt": "called “original”",
        "Ms Baker.txt": "“Ms” stands before a teacher's name",
        "Señor Peña's correction.txt": "called “correction”",
        "pupils/Mei corrected.txt": "in the folder “pupils”",
        "pupils/Jonas.txt": "in the folder “pupils”",
    }


def test_changes_are_those_of_the_file(tmp_path: Path):
    for name, author, changes in (("a", "Kim", 6), ("b", "Mei", 1), ("c", "Ana", 2)):
        write_word(tmp_path, f"{name}.docx", text=KITE["given"].strip(), author=author, changes=changes)
    assert reasons(tmp_path, {"d.txt": KITE["given"]}) == {
        "a.docx": "Kim made most changes, as a teacher would",
        "b.docx": "changed by Mei",
        "c.docx": "changed by Ana",
        "d.txt": "the text that a.docx changes",
    }
