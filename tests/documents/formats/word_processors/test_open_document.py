"""The text of OpenDocument texts."""

from pathlib import Path

import pytest

from documents.formats.word_processors.documents import content, open_document
from markscheme.documents.word_processors import MOST_SPACES, read_open_document
from markscheme.errors import DocumentError

PATH = Path("essay.odt")


def read(body: str) -> str:
    return read_open_document(open_document(content(body).encode()), PATH)


TEXTS = {
    "paragraphs and headings": ("<text:h>A</text:h><text:p>b</text:p><text:p/><text:p>c</text:p>", "A\nb\n\nc"),
    "white space": ("<text:p>\n  a \t b<text:span> c </text:span> d</text:p>", "a b c d"),
    "spaces that are stated": ('<text:p>a<text:s/> b<text:s text:c="3"/>c</text:p>', "a  b   c"),
    "too many spaces": ('<text:p>a<text:s text:c="999999999"/></text:p>', "a" + " " * MOST_SPACES),
    "a number that is none": ('<text:p>a<text:s text:c="-2"/>b</text:p>', "a b"),
    "tabs and line breaks": ("<text:p>a<text:tab/>b<text:line-break/>c<text:soft-page-break/>d</text:p>", "a\tb\ncd"),
    "hyphens": ("<text:p>soft\u00adhyphen no\u2011break</text:p>", "softhyphen no-break"),
    "a list": (
        "<text:list><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item>"
        "</text:list></text:list-item></text:list>",
        "a\nb",
    ),
    "a table": (
        "<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>a</text:p>"
        "</table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell>"
        "<text:p>b</text:p><text:p>c</text:p></table:table-cell></table:table-row></table:table>",
        "a\nb\nc",
    ),
    "a link and a field": ("<text:p>a <text:a>link</text:a> <text:date>today</text:date></text:p>", "a link today"),
    "a footnote": (
        "<text:p>a<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>n</text:p>"
        "</text:note-body></text:note>b</text:p>",
        "ab",
    ),
    "a comment": ("<text:p>a<office:annotation><text:p>why?</text:p></office:annotation>b</text:p>", "ab"),
    "a text box": (
        "<text:p>a<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>b</text:p>",
        "ab",
    ),
    "ruby": (
        "<text:p><text:ruby><text:ruby-base>字</text:ruby-base><text:ruby-text>ji</text:ruby-text></text:ruby></text:p>",
        "字",
    ),
    "Unicode": ("<text:p>“it’s” 😀 &#x1F469;&amp;</text:p>", "“it’s” 😀 👩&"),
    "no text": ("", ""),
    "a change of format": (
        "<text:tracked-changes><text:changed-region><text:format-change/></text:changed-region>"
        "</text:tracked-changes><text:p>a</text:p>",
        "a",
    ),
}


@pytest.mark.parametrize(("body", "text"), TEXTS.values(), ids=TEXTS)
def test_the_text_is_that_of_the_body(body: str, text: str):
    assert read(body) == text


def test_a_document_with_tracked_changes_is_refused_with_its_authors():
    regions = "".join(
        f"<text:changed-region><text:{kind}><office:change-info><dc:creator>{author}</dc:creator></office:change-info>"
        f"</text:{kind}></text:changed-region>"
        for kind, author in (("insertion", "Mei"), ("deletion", "Kim"))
    )
    with pytest.raises(DocumentError) as refused:
        read(f"<text:tracked-changes>{regions}</text:tracked-changes><text:p>a</text:p>")
    assert refused.value.problem == "this is an OpenDocument text with tracked changes by Kim, Mei"
    assert "save it as .docx" in refused.value.remedy


DOCTYPE = b'?><!DOCTYPE a [<!ENTITY a "b">]>'
SOUND = content("<text:p>a</text:p>").encode()
REFUSED = {
    "no archive": (b"PK\3\4nothing", "damaged"),
    "a spreadsheet": (open_document(content("", "spreadsheet").encode()), "of another kind than a text"),
    "a password": (open_document(b"\x8f", b"<manifest:encryption-data/>"), "has a password"),
    "broken XML": (open_document(SOUND[:-5]), "its XML is malformed"),
    "entities": (
        open_document(SOUND.replace(b"?>", DOCTYPE, 1)),
        "declares a document type",
    ),
    "too large": (open_document(SOUND.replace(b">a<", b">" + b"a" * (33 * 2**20) + b"<")), "more than 32 MiB"),
    "cut off": (open_document(SOUND)[:200], "damaged"),
}


@pytest.mark.parametrize(("data", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_sound_document_is_refused(data: bytes, problem: str):
    with pytest.raises(DocumentError, match=problem) as refused:
        read_open_document(data, PATH)
    assert refused.value.path == PATH
