"""What a student typed in a web form, as text."""

import pytest

from markscheme.gradebooks.html_text import plain_text
from markscheme.text.errors import DocumentError
from school_systems import CANVAS_TYPED, TYPED


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>I go there.</p><p>It was <em>nice</em>.</p>", "I go there.\n\nIt was nice.\n"),
        ("One line<br>and two", "One line\nand two\n"),
        ("<div>Dear Ann,</div><div><br></div><div>I am fine.</div>", "Dear Ann,\n\nI am fine.\n"),
        ("<ul><li>milk</li><li>eggs</li></ul>", "milk\neggs\n"),
        ("<p>a &lt; b &amp; c&nbsp;d</p><script>alert(1)</script>", "a < b & c d\n"),
        ("<p>caf\u00e9 \u4f60\u597d</p>", "café 你好\n"),
        ("<p>She  like\n it</p>", "She like it\n"),
        ("<p></p><p>&nbsp;</p>", ""),
        ("", ""),
    ],
)
def test_paragraphs_stay_and_tags_go(page: str, text: str):
    assert plain_text(TYPED.format(page).encode()) == text


def test_the_heading_of_canvas_is_no_part_of_the_text():
    page = CANVAS_TYPED.format("<p>I go there.</p>").encode()
    assert plain_text(page, without_heading=True) == "I go there.\n"
    assert plain_text(page) == "Essay: Mei Lin\n\nI go there.\n"


def test_a_page_that_is_nested_without_end_is_refused():
    with pytest.raises(DocumentError, match="nested"):
        plain_text(TYPED.format("<b>" * 240 + "x").encode())
