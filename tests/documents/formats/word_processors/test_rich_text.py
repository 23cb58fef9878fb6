"""The text of RTF documents."""

from pathlib import Path
from time import process_time

import pytest

from documents.formats.word_processors.documents import RTF
from markscheme.documents.word_processors import read_rich_text
from markscheme.errors import DocumentError

PATH = Path("essay.rtf")


def read(body: bytes) -> str:
    return read_rich_text(
        b"{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset238 B;}}" + body + b"}", PATH
    )


def test_a_document_with_everything():
    assert read_rich_text(RTF, PATH).split("\n") == [
        "I goed “home”.",
        "café, žižka, 日本П",
        "😀é€€c€",
        "one link\tx",
        "y",
        "kept\xa0-{}\\ unicode",
        "A",
        "B",
        "last",
    ]


TEXTS = {
    "paragraphs": (b"a\\par\r\nb\\par\\par c\\par", "a\nb\n\nc"),
    "a line end in the file is nothing": (b"a\r\nb\nc", "abc"),
    "a backslash before it is a paragraph's end": (b"a\\\nb", "a\nb"),
    "a space that ends a control word": (b"a\\b  b\\b0 c", "a bc"),
    "the font's character set": (b"\\'9e \\f1\\'9e\\plain \\'9e", "ž žž"),
    "raw bytes": (b"caf\xe9 \\f1 \xbe\xbe", "café ľľ"),
    "UTF-8": (b"\\ansicpg65001 caf\xc3\xa9", "café"),
    "half a character": (b"a\\u-10179 ?b", "a\ufffdb"),
    "a character beyond 16 bits": (b"\\u128512 ?", "😀"),
    "no character": (b"\\u99999999 ?\\u0 ?a", "\ufffda"),
    "control words for a substitute": (b"\\uc2\\u233\\tab\\'41b", "éb"),
    "a group ends substitutes": (b"{\\uc3\\u233 a}bc", "ébc"),
    "hidden text": (b"a{\\v b}c\\v d\\v0 e\\v f\\plain g", "aceg"),
    "a destination inside a destination": (b"{\\footnote a{\\i b}}{\\*\\x{y}}c", "c"),
    "a table": (b"\\trowd\\intbl a\\cell b\\par c\\cell\\cell\\row d", "a\nb\nc\n\nd"),
    "a change that is switched off": (b"\\revised0 a\\deleted0 b", "ab"),
    "a change of nothing": (b"{\\revised}{\\deleted{\\*\\x y}}a", "a"),
    "an unknown code page": (b"\\ansicpg99999 \\'e9", "é"),
}


@pytest.mark.parametrize(("body", "text"), TEXTS.values(), ids=TEXTS)
def test_a_text(body: bytes, text: str):
    assert read(body) == text


@pytest.mark.parametrize("change", [b"{\\revised a}", b"{\\deleted a}", b"a{\\revised\\par}", b"{\\deleted{\\b\\'e9}}"])
def test_a_document_with_tracked_changes_is_refused(change: bytes):
    with pytest.raises(DocumentError, match="RTF document with tracked changes") as refused:
        read(change)
    assert "save it as .docx" in refused.value.remedy


REFUSED = {
    "text": (b"Dear {\\rtf}", "is not an RTF document"),
    "an end that is missing": (b"{\\rtf1 {a}", "its end is missing"),
    "too many groups in one another": (b"{\\rtf1 " + b"{" * 2000 + b"}" * 2001, "too many groups"),
}


@pytest.mark.parametrize(("data", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_sound_document_is_refused(data: bytes, problem: str):
    with pytest.raises(DocumentError, match=problem) as refused:
        read_rich_text(data, PATH)
    assert refused.value.path == PATH


def test_what_follows_the_document_is_not_read():
    assert read_rich_text(b"{\\rtf1 a}\0{b}", PATH) == "a"


@pytest.mark.parametrize("piece", [b"{}", b"\\b ", b"\\'e9", b"\\u233 ?", b"a\r\n", b"\\bin1 x", b"\\", b"\\*"])
def test_a_document_is_read_in_linear_time(piece: bytes):
    began = process_time()
    read(piece * (100_000 // len(piece)))
    assert process_time() - began < 2
