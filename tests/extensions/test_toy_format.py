"""A package of one module adds a format: its files are reviewed, converted, and marked and changed in an editor."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Command
from extensions.packages import installed_here
from server.lsp.acting import applied, of_diagnostic, text_edit, titled
from server.lsp.conversation import open_document, settled, under
from server.lsp.profiles import VS_CODE
from server.lsp.window import connected

TEXT = "She like music.\nIt rain.\n=>\nShe loves music.\nIt rain."


@pytest.fixture(autouse=True)
def toy_format(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    with installed_here("toy_format", folder):
        yield


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    """An essay in the toy format, which carries its source, with a teacher's plain text."""
    path = tmp_path / "essay.hyp.mei.toy"
    path.write_text(TEXT)
    (tmp_path / "essay.ref.kim.txt").write_text("She likes music.\nIt rains.")
    return path


def test_a_toy_document_is_reviewed_against_the_source_that_it_carries(markscheme: Command, essay: Path):
    done = markscheme("review", essay, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    [document] = json.loads(done.stdout)["documents"]
    assert (document["uri"], document["lines"], document["exercise"]) == (essay.as_uri(), True, "essay")
    lines = TEXT.splitlines()
    assert [
        (
            finding["category"],
            finding["source"],
            lines[finding["range"]["start"]["line"]][
                finding["range"]["start"]["character"] : finding["range"]["end"]["character"]
            ],
            finding["range"]["start"]["line"],
        )
        for finding in document["findings"]
    ] == [("wrong-correction", "like", "loves", 3), ("under-correction", "rain", "rain", 4)]


def test_a_toy_reference_lists_its_file_by_name(markscheme: Command, tmp_path: Path):
    (tmp_path / "essay.src.txt").write_text("She like music.")
    (tmp_path / "essay.hyp.mei.txt").write_text("She likes music.")
    (tmp_path / "essay.ref.kim.toy").write_text("She like music.\n=>\nShe likes music.")
    [document] = json.loads(markscheme("review", tmp_path, "--format", "json").stdout)["documents"]
    [finding] = document["findings"]
    assert (finding["category"], [item["reference"] for item in finding["references"]]) == ("hit-correction", ["kim"])


def test_a_toy_document_that_is_broken_is_reported_with_its_line(markscheme: Command, essay: Path):
    essay.write_text("She likes music.")
    done = markscheme("review", essay)
    assert done.returncode == 2
    assert f"{essay}:1: this toy document has no arrow. Write '=>' between the texts" in done.stderr


def test_toy_documents_are_converted_to_other_formats_and_from_them(markscheme: Command, essay: Path):
    done = markscheme("convert", essay, "essay.md")
    assert (done.returncode, done.stdout) == (0, "essay.md\n")
    markup = essay.with_name("essay.md").read_text()
    assert markup == "She {~~like~>loves~~}{>>R:VERB<<} music.\nIt rain."
    done = markscheme("convert", "essay.md", "again.toy")
    assert (done.returncode, done.stdout) == (0, "again.toy\n")
    assert "lost in a toy document: the edits: texts alone are kept" in done.stderr
    assert essay.with_name("again.toy").read_text() == TEXT


def test_an_unknown_format_is_reported_with_the_packages_one(markscheme: Command, essay: Path):
    done = markscheme("convert", essay, "out", "--to", "tory")
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith("docx, nucle, wi, jsonl, parquet, tsv, csv, xlsx, toy")


async def test_a_toy_document_is_marked_and_changed_in_an_editor(essay: Path):
    client = await connected(VS_CODE, {"textChanges": True})
    uri = open_document(client, essay)
    wrong, missed = await settled(client, uri, 1)
    assert [under(TEXT, item.range, client.encoding) for item in (wrong, missed)] == ["loves", "rain"]
    action = titled(await of_diagnostic(client, uri, wrong), "Use “likes” (Kim)")
    edit = text_edit(client, action, uri, 1)
    assert applied(TEXT, edit, client.encoding) == TEXT.replace("loves", "likes")
    texts = await client.protocol.send_request_async("markscheme/texts", {"textDocument": {"uri": uri}})
    assert (texts.source.text, texts.hypothesis.text) == ("She like music.\nIt rain.", "She loves music.\nIt rain.")
    await client.shutdown_session()


def test_a_toy_document_is_scored_as_one(markscheme: Command, tmp_path: Path):
    (tmp_path / "e.toy").write_text("It rain .\n=>\nIt rains .")
    (tmp_path / "e.m2").write_text("S It rain .\nA 1 2|||R:VERB:SVA|||rains|||REQUIRED|||-NONE-|||0\n\n")
    done = markscheme("score", "--hypothesis", "e.toy", "--reference", "e.m2", "--metric", "errant")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split() == ["e", "1", "0", "0", "1.0000", "1.0000", "1.0000"]
