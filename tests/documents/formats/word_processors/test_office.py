"""Documents that LibreOffice writes are read as LibreOffice and pandoc read them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.files import read_text
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import TextEdit
from markscheme.documents.word_writing import write_corpus
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

SOFFICE, PANDOC = shutil.which("soffice"), shutil.which("pandoc")
needs_libreoffice = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed")
needs_pandoc = pytest.mark.skipif(PANDOC is None, reason="pandoc is not installed")
pytestmark = needs_libreoffice

PAGE = """<html><head><meta charset="utf-8"></head><body>
<h1>My  “holiday” in Kraków</h1>
<p>Yesterday I goed to the cinema 😀 — it’s <b>ve</b>ry <i>nice</i>. Žižka, Ελλάδα, Привет, 日本語.</p>
<ul><li>one thing</li><li>second thing<ul><li>nested</li></ul></li></ul><ol><li>first</li><li>then</li></ol>
<table border="1"><tr><td>cell A</td><td>cell B</td></tr><tr><td>C<br>with break</td><td>D {x}</td></tr></table>
<p>See <a href="http://example.org/">the link</a> and back\\slash&nbsp;here.<sup><a class="sdfootnoteanc"
name="sdfootnote1anc" href="#sdfootnote1sym">1</a></sup></p>
<p></p><p>Last one, soft&shy;ly and non&#8209;stop.</p>
<div id="sdfootnote1"><p><a class="sdfootnotesym" href="#sdfootnote1anc">1</a> The note.</p></div></body></html>"""
TEXT = """My “holiday” in Kraków
Yesterday I goed to the cinema 😀 — it’s very nice. Žižka, Ελλάδα, Привет, 日本語.
one thing
second thing
nested
first
then
cell A
cell B
C
with break
D {x}
See the link and back\\slash\u00a0here.
Last one, softly and non-stop."""


def converted(path: Path, suffix: str, *options: str) -> Path:
    """Return the file that LibreOffice makes of another."""
    profile = f"-env:UserInstallation={(path.parent / 'profile').as_uri()}"
    arguments = [SOFFICE, profile, "--headless", *options, "--convert-to", suffix, "--outdir", path.parent, path]
    subprocess.run(list(map(str, arguments)), check=True, capture_output=True, timeout=120)
    return path.with_suffix(f".{suffix.partition(':')[0]}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("office")
    (folder / "essay.html").write_text(PAGE, "utf-8")
    return folder


@pytest.fixture(scope="module", params=["odt", "rtf"])
def essay(request: pytest.FixtureRequest, folder: Path) -> Path:
    return converted(folder / "essay.html", request.param, "--infilter=HTML (StarWriter)")


def words(text: str) -> list[str]:
    """Return the words without marks of lists and tables, hyphens in one form."""
    plain = text.replace("\u00ad", "").replace("\u2011", "-").replace("\ufeff", "")
    return [word for word in plain.split() if re.fullmatch(r"[•◦-]|[0-9]+\.|[-+=|:]+", word) is None]


def text_of(path: Path) -> str:
    return FORMATS.texts(path, read_text, "mei").corrections[0].text


def test_the_paragraphs_are_those_that_were_written(essay: Path):
    assert text_of(essay) == TEXT


def test_libreoffice_reads_the_same_words(essay: Path):
    plain = converted(essay, "txt:Text (encoded):UTF8").read_text("utf-8-sig")
    assert words(text_of(essay)) == words(plain.replace("here.1", "here."))


@needs_pandoc
def test_pandoc_reads_the_same_words(folder: Path):
    """Of LibreOffice's RTF pandoc leaves out lists and tables."""
    essay = converted(folder / "essay.html", "odt", "--infilter=HTML (StarWriter)")
    command = [str(PANDOC), "-t", "plain", "--wrap=none", str(essay)]
    plain = subprocess.run(command, check=True, capture_output=True, timeout=120).stdout.decode()
    plain = re.sub(r"here\.\S+", "here.", plain).partition("\n[1]")[0]
    assert sorted(words(plain)) == sorted(words(TEXT))


def test_tracked_changes_are_refused(folder: Path, subtests: pytest.Subtests):
    source = "I goed home.\nIt rain today.\n"
    edits = (TextEdit(Span(2, 6), "went"), TextEdit(Span(16, 20), "rains"))
    correction = Correction.of("Kim", source, edits)
    path = folder / "tracked.docx"
    path.write_bytes(write_corpus(Corpus((Entry("", source, references=(correction,)),), tokenised=False)))
    for suffix in ("odt", "rtf"):
        with subtests.test(suffix), pytest.raises(DocumentError, match="with tracked changes"):
            text_of(converted(path, suffix))


def test_documents_of_other_kinds_say_what_they_are(folder: Path, subtests: pytest.Subtests):
    page = folder / "essay.html"
    for suffix, problem in {"doc": "of the old kind", "pdf": "a PDF file"}.items():
        with subtests.test(suffix):
            path = converted(page, suffix, "--infilter=HTML (StarWriter)")
            for name in (path, path.with_name("other.docx"), path.with_name("other.rtf"), path.with_name("other.txt")):
                shutil.copy(path, name) if name != path else None
                with pytest.raises(DocumentError, match=problem):
                    text_of(name)
