"""Diagnostics: their places, messages and publications."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

import markscheme
from exercise_files import exercise
from markscheme.documents.places import LineIndex
from markscheme.marking.verdict import Verdict
from markscheme.reports.report import ReviewedDocument
from server.lsp.conftest import EXAMPLES
from server.lsp.conversation import change_document, open_document, publications, settled, under
from server.lsp.profiles import for_each

CODES = {verdict.value for verdict in Verdict if verdict is not Verdict.OPTIONAL}
"""Of the diagnostics that are shown without any setting."""
STUDENTS = ["letter/letter.hyp.amira.txt", "letter/letter.hyp.jonas.txt", "opinion/students/lena.txt",
            "opinion/students/tomas.txt", "report/report.hyp.mei", "report/report.hyp.pavel"]  # fmt: skip


@pytest.fixture(scope="module")
def reviewed() -> dict[str, ReviewedDocument]:
    """Return what the Python API says of each student's document, by its name."""
    report = markscheme.review([EXAMPLES / student for student in STUDENTS])
    return {document.path.relative_to(EXAMPLES).as_posix(): document for document in report.documents}


@for_each("encoding")
async def test_every_range_holds_its_findings_words(
    client: LanguageClient, examples: Path, reviewed: dict[str, ReviewedDocument]
):
    for student in STUDENTS:
        uri = open_document(client, examples / student)
        diagnostics = await settled(client, uri)
        findings = [item for item in reviewed[student].review.findings if item.code in CODES]
        text = reviewed[student].text
        assert len(diagnostics) == len(findings) > 10
        for diagnostic, finding in zip(diagnostics, findings, strict=True):
            assert under(text, diagnostic.range, client.encoding) == finding.hypothesis.replace("\r\n", "\n")
            assert diagnostic.code == finding.code
            assert diagnostic.source == "markscheme"
            assert diagnostic.code in CODES


async def test_the_server_and_the_command_line_agree(client: LanguageClient, examples: Path):
    path = examples / "letter/letter.hyp.jonas.txt"
    [document] = markscheme.review([path]).documents
    index = LineIndex(document.text)
    expected = [
        (finding.code, index.range(finding.span, "utf-16").start.line)
        for finding in document.review.findings
        if finding.code in CODES
    ]
    diagnostics = await settled(client, open_document(client, path))
    assert [(item.code, item.range.start.line) for item in diagnostics] == expected


async def test_a_document_of_no_exercise_has_no_marks(client: LanguageClient, tmp_path: Path):
    stranger = tmp_path / "notes.txt"
    stranger.write_text("He go home.\n")
    assert await settled(client, open_document(client, stranger), 1) == []


@pytest.mark.options(severities={"correct": "off"})
async def test_correct_changes_can_be_switched_off(client: LanguageClient, examples: Path):
    diagnostics = await settled(client, open_document(client, examples / "report/report.hyp.mei"))
    assert diagnostics
    assert "correct" not in {item.code for item in diagnostics}


async def test_a_changed_document_is_marked_again_at_its_version(client: LanguageClient, examples: Path):
    path = examples / "report/report.hyp.pavel"
    uri = open_document(client, path)
    before = await settled(client, uri)
    wrong = next(item for item in before if item.code == "missed")
    line = wrong.range.start.line
    lines = path.read_text().splitlines(keepends=True)
    lines[line] = (examples / "report/report.ref0").read_text().splitlines(keepends=True)[line]
    change_document(client, uri, "".join(lines), 2)
    after = await settled(client, uri)
    assert {item.code for item in after if item.range.start.line == line} == {"correct"}
    assert [(item.range, item.message) for item in after if item.range.start.line != line] == [
        (item.range, item.message) for item in before if item.range.start.line != line
    ]
    assert [params.version for params in publications(client, uri)] == [1, 1, 2, 2]


async def test_an_unsaved_reference_counts_as_it_stands(client: LanguageClient, examples: Path):
    hypothesis, reference = examples / "report/report.hyp.mei", examples / "report/report.ref0"
    uri = open_document(client, hypothesis)
    before = await settled(client, uri)
    open_document(client, reference, text=hypothesis.read_text())
    after = await settled(client, uri)
    assert {item.code for item in before} > {"correct"}
    assert {item.code for item in after} == {"correct"}


async def test_closing_clears_the_marks(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    assert await settled(client, uri)
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    assert await settled(client, uri, 1) == []


async def test_an_m2_file_is_marked_at_its_corrections(client: LanguageClient, tmp_path: Path):
    source = "S He go to school .\n"
    student = "A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0\nA 3 3|||M:DET|||the|||REQUIRED|||-NONE-|||0\n"
    teacher = "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
    files = exercise(tmp_path, hypotheses={"mei": source + student}, references={"kim": source + teacher}, suffix=".m2")
    hypothesis = files.hypothesis("mei")
    diagnostics = await settled(client, open_document(client, hypothesis))
    text = hypothesis.read_text()
    assert [(item.code, under(text, item.range, "utf-16")) for item in diagnostics] == [
        ("different", "went"),
        ("not-needed", "the"),
    ]


async def test_a_lone_m2_file_shows_its_edits_as_missed(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "essay.m2"
    path.write_text("S He go to school .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n")
    diagnostics = await settled(client, open_document(client, path))
    assert [(item.code, under(path.read_text(), item.range, "utf-16")) for item in diagnostics] == [("missed", "go")]


ESSAY = "My sister live in Rome. She work in the bank. It is nice."
CRITIC = """My sister {~~live~>lives~~} in Rome{~~. She~> and she~~} work{++s++} in {--the --}bank. {>>sure?<<}
It is {==nice==}."""


async def test_marks_stand_inside_critic_markup(client: LanguageClient, tmp_path: Path):
    reference = ESSAY.replace("live", "lives").replace("work", "works").replace("It", "Rome")
    files = exercise(tmp_path, hypotheses={"mei": CRITIC}, references={"kim": reference}, suffix=".md")
    diagnostics = await settled(client, open_document(client, files.hypothesis("mei")))
    assert [(item.code, under(CRITIC, item.range, "utf-16")) for item in diagnostics] == [
        ("correct", "lives"),
        ("not-needed", "and she"),
        ("correct", "work{++s"),
        ("not-needed", "{--the --}"),
        ("missed", "It"),
    ]


UAGEC = (
    "My sister {live=>lives:::error_type=G/Number} in Rome{. She=> and she} work{=>s:::error_type=G/Number} "
    "in {the =>}bank.\nIt is {nice=>NO_SUGGESTIONS:::error_type=F/Style}."
)


async def test_marks_stand_inside_ua_gec_s_annotations(client: LanguageClient, tmp_path: Path):
    reference = ESSAY.replace("live", "lives").replace("work", "works").replace("It", "Rome")
    files = exercise(tmp_path, hypotheses={"mei": UAGEC}, references={"kim": reference}, suffix=".ann")
    path = files.hypothesis("mei")
    uri = open_document(client, path)
    diagnostics = await settled(client, uri)
    assert [(item.code, under(UAGEC, item.range, "utf-16")) for item in diagnostics] == [
        ("correct", "lives"),
        ("not-needed", "and she"),
        ("correct", "work{=>s"),
        ("not-needed", "{the =>}"),
        ("missed", "It"),
    ]


async def test_a_dropped_and_an_added_sentence_are_marked_where_they_are(client: LanguageClient, tmp_path: Path):
    text = "My sister live in Rome. It is nice. Nobody knows why.\n"
    files = exercise(tmp_path, source=f"{ESSAY}\n", hypotheses={"mei": text}, references={"kim": f"Look! {ESSAY}"})
    diagnostics = await settled(client, open_document(client, files.hypothesis("mei")))
    assert [(item.code, item.range.start.character, under(text, item.range, "utf-16")) for item in diagnostics] == [
        ("missed", 0, ""),
        ("not-needed", 23, ""),
        ("not-needed", 36, "Nobody knows why."),
    ]
