"""URIs of views: they survive what editors do to them."""

from pathlib import Path

import pytest

from markscheme.server.editor import View, is_same_text, view_of, view_uri


@pytest.mark.parametrize(
    ("view", "uri"),
    [
        (View(Path("/class/mei.docx")), "markscheme-text:/class/mei.docx.txt"),
        (View(Path("/class/essay.docx"), "Ms Kim"), "markscheme-text:/class/essay.docx.txt?Ms%20Kim"),
        (
            View(Path("/a #1/100% Zoë?.docx"), "A/B&C=d?#+é"),
            "markscheme-text:/a%20%231/100%25%20Zo%C3%AB%3F.docx.txt?A%2FB%26C%3Dd%3F%23%2B%C3%A9",
        ),
        (View(Path("c:/Users/kim/a.docx")), "markscheme-text:/c%3A/Users/kim/a.docx.txt"),
        (View(Path("/李雷/a.rtf"), "李雷"), "markscheme-text:/%E6%9D%8E%E9%9B%B7/a.rtf.txt?%E6%9D%8E%E9%9B%B7"),
    ],
)
def test_a_uri_names_its_view(view: View, uri: str):
    assert view.uri == uri
    assert view_of(uri) == view


@pytest.mark.parametrize(
    "uri",
    [
        "markscheme-text:///class/essay%20one.docx.txt?Ms%20Kim",
        "markscheme-text:/class/essay one.docx.txt?Ms Kim",
        "MARKSCHEME-TEXT:/class/essay%20one.docx.txt?%4Ds%20Kim#L3",
    ],
)
def test_other_spellings_name_the_same_view(uri: str):
    assert view_of(uri) == View(Path("/class/essay one.docx"), "Ms Kim")


def test_a_shared_folder_keeps_its_host():
    view = view_of("markscheme-text://server/class/a.docx.txt")
    assert view == View(Path("//server/class/a.docx"))
    assert view.uri == "markscheme-text://server/class/a.docx.txt"


@pytest.mark.parametrize("uri", ["file:///a.docx", "file:///a.docx.txt", "markscheme-text:", "markscheme-text:/a.docx"])
def test_other_uris_are_no_views(uri: str):
    assert view_of(uri) is None


def test_a_file_with_lines_has_no_view():
    assert view_uri(Path("/a.txt")) is None
    assert view_uri(Path("/a.ODT"), "Kim") == "markscheme-text:/a.ODT.txt?Kim"


def test_line_ends_are_no_part_of_a_text():
    assert is_same_text("\ufeffone\r\ntwo\rthree\n", "one\ntwo\nthree")
    assert not is_same_text("one\ntwo", "one two")
