"""Documents that LibreOffice saved, read here, by pandoc and by LibreOffice itself."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from tests.documents.formats.word.documents import SAVED, TRACKED, UNREAD_CONTENTS, write_documents
from tests.documents.formats.word.tracked import saved_by_libreoffice

from markscheme.documents.formats import FORMATS, DocumentFile
from markscheme.documents.word import WordDocument, read_document

TEXTS = {
    "colleagues": (
        "She like music very much.\nHe go to zoo.\nWe was happy.\nThey has a dog.\nIt is barks.",
        "She likes music very much.\nHe goes to the zoo.\nWe were happy.\nThey have a dog.\nIt barks.",
    ),
    "revised": (
        "I like it.\n It rain.\nThe end.",
        "I very much like it because, well, it is fun. It rains.\nA new paragraph.\nThe end.",
    ),
    "moved": (
        "Often I go out.\nSecond, we ate.\nFirst, we cook.\nThen we slept.",
        "I often go out.\nFirst, we cooked.\nSecond, we ate.\nThen we slept.",
    ),
    "contents": (
        "My day\nI woke up and ate two big eggs.\nOne cell.\nTwo cells.\nHere is a picture.\nFirst.\nSecond.",
        "My day\nI woke up and ate two big eggs.\nOne cell.\nTwo cells.\nHere is a picture.\nFirst.\nSecond.",
    ),
}
"""Each document's text with every change rejected, and with every change accepted."""


@pytest.fixture(scope="module", params=["checked in", "saved now"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if request.param == "checked in":
        return SAVED
    written, saved = tmp_path_factory.mktemp("written"), tmp_path_factory.mktemp("saved")
    saved_by_libreoffice(write_documents(written), saved)
    return saved


def document(folder: Path, name: str) -> WordDocument:
    return read_document((folder / f"{name}.docx").read_bytes())


@pytest.mark.parametrize("name", TEXTS)
def test_a_saved_document_is_read(folder: Path, name: str):
    read = document(folder, name)
    rejected, accepted = TEXTS[name]
    assert read.source == rejected
    if read.authors:
        [together] = read.corrections([read.authors])
        assert together.text == accepted


@pytest.mark.parametrize("name", TRACKED)
def test_people_who_share_the_work_are_one_group(folder: Path, name: str):
    assert document(folder, name).groups == (("Ann", "Ben"),)


def test_what_is_not_read_is_counted(folder: Path):
    assert FORMATS.corpus("docx").read_corpus(DocumentFile(folder / "contents.docx")).left_out == UNREAD_CONTENTS


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("changes", ["reject", "accept"])
def test_pandoc_reads_the_same(folder: Path, name: str, changes: str):
    pandoc = shutil.which("pandoc") or pytest.skip("pandoc is not installed")
    command = [pandoc, f"--track-changes={changes}", "--to=json", str(folder / f"{name}.docx")]
    read = json.loads(subprocess.run(command, capture_output=True, timeout=60, check=True).stdout)
    text = "".join(pandoc_text(read["blocks"]))
    assert lines(text) == lines(TEXTS[name][changes == "accept"])


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def pandoc_text(value: Any) -> Iterator[str]:
    """Yield the text of pandoc's elements, notes left out."""
    if isinstance(value, list):
        for item in value:
            yield from pandoc_text(item)
    elif isinstance(value, dict) and "t" in value:
        kind = value["t"]
        if kind == "Str":
            yield value["c"]
        elif kind in ("Space", "SoftBreak"):
            yield " "
        elif kind != "Note" and "c" in value:
            yield from pandoc_text(value["c"])
        if kind in ("Para", "Plain", "Header", "LineBreak"):
            yield "\n"


def test_libreoffice_reads_the_same(tmp_path: Path):
    saved_by_libreoffice([SAVED / f"{name}.docx" for name in TEXTS], tmp_path, "fodt")
    for name, (rejected, accepted) in TEXTS.items():
        text = etree.parse(tmp_path / f"{name}.fodt").find(".//{*}body/{*}text")
        assert lines("".join(OdfText(text, accepting=True).pieces())) == lines(accepted), name
        assert lines("".join(OdfText(text, accepting=False).pieces())) == lines(rejected), name


class OdfText:
    """The text of an OpenDocument text with all changes accepted or all rejected; notes and frames left out.

    LibreOffice writes changed text where it stands, between the start and the end of an insertion or a deletion.
    """

    left_out = frozenset({"tracked-changes", "note", "annotation", "frame", "sequence-decls", "custom-shape"})

    def __init__(self, body: etree._Element, accepting: bool) -> None:
        self._body = body
        hidden = "{*}deletion" if accepting else "{*}insertion"
        regions = body.findall("{*}tracked-changes/{*}changed-region")
        self._hidden = {self._attribute(region, "id") for region in regions if region.find(hidden) is not None}
        self._inside: set[str] = set()

    def pieces(self) -> Iterator[str]:
        for element in self._body:
            yield from self._of(element)

    def _of(self, element: etree._Element) -> Iterator[str]:
        name = etree.QName(element).localname
        if name == "change-start":
            self._inside |= {self._attribute(element, "change-id")} & self._hidden
        elif name == "change-end":
            self._inside.discard(self._attribute(element, "change-id"))
        elif name == "s":
            yield from self._shown(" " * int(self._attribute(element, "c") or 1))
        elif name not in self.left_out:
            yield from self._shown(element.text)
            for child in element:
                yield from self._of(child)
                yield from self._shown(child.tail)
            if name in ("p", "h"):
                yield from self._shown("\n")

    def _attribute(self, element: etree._Element, name: str) -> str:
        return str(element.get(f"{{{element.nsmap['text']}}}{name}", ""))

    def _shown(self, text: str | None) -> Iterator[str]:
        if text and not self._inside:
            yield re.sub(r"\n +", "", text)
