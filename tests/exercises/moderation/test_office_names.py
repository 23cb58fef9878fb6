"""Names inside a student's file: authors in properties and tracked changes, and names in the text."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import docx
import pytest

from class_folders import correction, draft, write
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.moderation.class_copy import class_copy
from markscheme.exercises.moderation.office_names import names_in, without_authors
from markscheme.text.errors import DocumentError

HERE = Path("essay.docx")
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


def test_authors_become_numbers_and_the_text_stays():
    before = document("Mei Lin", "mei_lin", "Ms Kim", text="He go to school.")
    after = without_authors(before, ["Mei Lin", "mei_lin"], "Student 001")
    with ZipFile(BytesIO(after)) as archive:
        text = archive.read("word/document.xml").decode()
        assert "Mei" not in archive.read("docProps/core.xml").decode()
    assert text.count('w:author="Student 001"') == 2
    assert text.count('w:author="Ms Kim"') == 1
    assert [part.text for part in docx.Document(BytesIO(after)).paragraphs][:1] == ["He go to school."]


def test_other_files_stay_byte_for_byte():
    for data in (b"He go.\n", b"PK\x03\x04 broken", b""):
        assert without_authors(data, ["Mei"], "Student 001") == data


def test_names_in_a_text_are_reported_as_words():
    assert names_in(document(text="Yours, Mei"), HERE, "Mei Lin") == ("Mei", "Lin")  # Lin is in the properties
    cleaned = without_authors(document(text="Yours, Mei"), ["Mei Lin"], "Student 001")
    assert names_in(cleaned, HERE, "Mei Lin") == ("Mei",)
    assert names_in(b"In May we ate Linguine.", Path("a.txt"), "Mei Lin") == ()


def test_students_inside_one_file_can_t_be_replaced_by_numbers(tmp_path: Path):
    toml = '[[exercise]]\nname = "W"\nsource = "s.txt"\nreferences = ["r.txt"]\nhypotheses = ["all.m2#0", "all.m2#1"]\n'
    m2 = "S He go .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\nA 1 2|||R:VERB|||went|||REQUIRED|||-NONE-|||1\n"
    write(tmp_path, {"markscheme.toml": toml, "s.txt": draft(), "r.txt": correction(), "all.m2": m2})
    exercises = exercises_in(tmp_path)
    with pytest.raises(DocumentError, match="names are inside this file"):
        class_copy(exercises, tmp_path, ["0", "1"], {"0": "Student 001", "1": "Student 002"})
