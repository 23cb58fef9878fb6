"""Who wrote a file, as word processors keep it, where the names of files say nothing."""

from pathlib import Path

from documents.formats.word_processors.documents import content, open_document
from exercises.init.own_folders import KITE
from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.word_processors import open_document_author, rich_text_author
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.init.draft import draft
from markscheme.exercises.init.guess import guess


def odt(text: str, author: str | None) -> bytes:
    body = "".join(f"<text:p>{line}</text:p>" for line in text.splitlines())
    return open_document(content(body).encode(), author=author)


def rtf(text: str, author: str) -> bytes:
    escaped = "".join(letter if ord(letter) < 128 else f"\\u{ord(letter)}?" for letter in author)
    lines = text.replace("\n", "\\par ")
    return f"{{\\rtf1\\ansi{{\\info{{\\author {escaped}}}{{\\title x}}}} {lines}}}".encode()


def test_authors_of_documents_are_the_people(tmp_path: Path):
    files = {
        "scan1.odt": odt(KITE["one"], "Mei Lin"),
        "scan2.odt": odt(KITE["given"], "Ada Baker"),
        "scan3.rtf": rtf(KITE["two"], "Łukasz Žák"),
        "scan4.rtf": rtf(KITE["three"], "Amira Haddad"),
        "scan5.odt": odt(KITE["teacher"], "Ada Baker"),
    }
    for path, data in files.items():
        (tmp_path / path).write_bytes(data)
    plan = guess(tmp_path)
    rows = {row.path: row for row in plan.rows}
    assert {path: row.role for path, row in rows.items()} == {
        "scan1.odt": "hypothesis",
        "scan2.odt": "source",
        "scan3.rtf": "hypothesis",
        "scan4.rtf": "hypothesis",
        "scan5.odt": "reference",
    }
    people = {"scan1.odt": "Mei Lin", "scan3.rtf": "Łukasz Žák", "scan4.rtf": "Amira Haddad"}
    assert {path: rows[path].person for path in people} == people
    (tmp_path / CONFIGURATION).write_text(draft(plan))
    [exercise] = exercises_in(tmp_path)
    assert {item.identity for item in exercise.hypotheses} == set(people.values())


def test_a_word_for_a_teacher_in_an_author_s_name_tells_the_role(tmp_path: Path):
    for path, version, author in (("a", "given", None), ("b", "teacher", "Ms Baker"), ("c", "one", "Mei Lin")):
        (tmp_path / f"{path}.odt").write_bytes(odt(KITE[version], author))
    rows = {row.path: row for row in guess(tmp_path).rows}
    assert (rows["b.odt"].role, rows["b.odt"].reason) == ("reference", "written by Ms Baker")
    assert rows["b.odt"].person == "Ms Baker"
    assert rows["c.odt"].person == "Mei Lin"


def test_a_computer_that_many_share_is_nobody(tmp_path: Path):
    for path, version in (("original", "given"), ("correction Ms Baker", "teacher"), ("x1", "one"), ("y2", "two")):
        (tmp_path / f"{path}.odt").write_bytes(odt(KITE[version], "Room 12"))
    assert {row.person for row in guess(tmp_path).rows} == {None, "Ms Baker"}


def test_an_author_that_can_not_be_read_is_none(tmp_path: Path):
    assert rich_text_author(b"{\\rtf1\\ansi\\ansicpg1252{\\info{\\author J\\'f6rg}} x}") == "Jörg"
    assert rich_text_author(b"{\\rtf1{\\info{\\author  }} x}") is None
    assert rich_text_author(b"{\\rtf1 no properties}") is None
    assert open_document_author(b"PK nothing") is None
    assert open_document_author(odt("x", None)) is None
