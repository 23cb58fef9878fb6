"""Names inside a student's file: authors in properties and tracked changes, and names in the text."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import docx
import pytest

from class_folders import correction, draft, write
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.moderation import class_copy, students_of

CLASS = """[[exercise]]
name = "W"
source = "s.txt"
references = ["r.txt"]
hypotheses = ["students/{student}.*"]

[people]
mei_lin = "Mei Lin"
"""
INSERTED = '<w:ins w:id="1" w:author="{}" w:date="2026-11-22T10:00:00Z"><w:r><w:t>goes</w:t></w:r></w:ins>'


def document(*authors: str, text: str = "He go to school.") -> bytes:
    """Return a Word document by Mei Lin, with a tracked change by each author."""
    made = docx.Document()
    made.core_properties.author = made.core_properties.last_modified_by = "Mei Lin"
    made.add_paragraph(text)
    plain, changed = BytesIO(), BytesIO()
    made.save(plain)
    with ZipFile(plain) as archive, ZipFile(changed, "w") as copy:
        for item in archive.infolist():
            part = archive.read(item)
            if item.filename == "word/document.xml":
                inserted = "".join(map(INSERTED.format, authors)).encode()
                part = part.replace(b"</w:p>", inserted + b"</w:p>", 1)
            copy.writestr(item, part)
    return changed.getvalue()


def copied(folder: Path, files: dict[str, bytes]) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the files of students in an anonymous copy, by number, and the notes; the class calls mei_lin Mei Lin."""
    write(folder, {"markscheme.toml": CLASS, "s.txt": draft(), "r.txt": correction()})
    (folder / "students").mkdir()
    for name, data in files.items():
        (folder / "students" / name).write_bytes(data)
    exercises = exercises_in(folder)
    students = students_of(exercises)
    numbers = {name: f"Student {number:03}" for number, name in enumerate(students, 1)}
    made = class_copy(exercises, folder, students, numbers)
    return {path.name: data for path, data in made.files.items() if path.parent == Path("students")}, made.notes


def test_authors_become_numbers_and_the_text_stays(tmp_path: Path):
    before = document("Mei Lin", "mei_lin", "Ms Kim", text="He go to school.")
    files, notes = copied(tmp_path, {"mei_lin.docx": before})
    [after] = files.values()
    with ZipFile(BytesIO(after)) as archive:
        text = archive.read("word/document.xml").decode()
        assert "Mei" not in archive.read("docProps/core.xml").decode()
    assert text.count('w:author="Student 001"') == 2
    assert text.count('w:author="Ms Kim"') == 1
    assert [part.text for part in docx.Document(BytesIO(after)).paragraphs][:1] == ["He go to school."]
    assert notes == ()


def test_other_files_stay_byte_for_byte(tmp_path: Path):
    files = {"Ada.txt": b"He go.\n", "Ben.txt": b"PK\x03\x04 broken", "Cem.txt": b""}
    assert list(copied(tmp_path, files)[0].values()) == list(files.values())


@pytest.mark.parametrize(
    ("name", "data", "names"),
    [
        ("mei_lin.docx", document(text="Yours, Mei"), ["“Mei”"]),
        ("mei_lin.docx", document(text="Lin and Mei"), ["“Mei” and “Lin”"]),
        ("mei_lin.txt", b"In May we ate Linguine.", []),
        ("mei_lin.txt", b"I am Lin.", ["“Lin”"]),
    ],
)
def test_names_in_a_text_are_reported_as_words(tmp_path: Path, name: str, data: bytes, names: list[str]):
    """Those in the properties are gone."""
    assert copied(tmp_path, {name: data})[1] == tuple(
        f"the text of Mei Lin (Student 001 in the copy) has {words} in it: read it before you pass it on"
        for words in names
    )


def test_students_inside_one_file_can_t_be_replaced_by_numbers(tmp_path: Path):
    toml = '[[exercise]]\nname = "W"\nsource = "s.txt"\nreferences = ["r.txt"]\nhypotheses = ["all.m2#0", "all.m2#1"]\n'
    m2 = "S He go .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\nA 1 2|||R:VERB|||went|||REQUIRED|||-NONE-|||1\n"
    write(tmp_path, {"markscheme.toml": toml, "s.txt": draft(), "r.txt": correction(), "all.m2": m2})
    exercises = exercises_in(tmp_path)
    with pytest.raises(DocumentError, match="names are inside this file"):
        class_copy(exercises, tmp_path, ["0", "1"], {"0": "Student 001", "1": "Student 002"})
