"""MultiGEC's Markdown: essays by heading."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents.corpus import has_headings
from markscheme.documents.plain_text import Essay, read_essays, write_essays
from markscheme.errors import DocumentError

ESSAYS = """### essay_id = a-1
My town is small.

It have one cinema.

### essay_id = a-2
I like it 😀.

"""


def test_an_essay_is_what_stands_under_its_heading():
    assert read_essays(ESSAYS) == (
        Essay("a-1", "My town is small.\n\nIt have one cinema."),
        Essay("a-2", "I like it 😀."),
    )
    assert [essay.line for essay in read_essays(ESSAYS)] == [1, 6]


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_ends_make_no_difference(newline: str):
    assert read_essays(ESSAYS.replace("\n", newline)) == read_essays(ESSAYS)


def test_other_headings_are_text():
    [essay] = read_essays("\n### essay_id = 7\n### My hobby\n# One\nI swim. ### essay_id = 8\n###essay_ids\n")
    assert essay == Essay("7", "### My hobby\n# One\nI swim. ### essay_id = 8\n###essay_ids")


def test_an_essay_may_be_empty():
    assert read_essays("### essay_id = 1\n### essay_id = 2\n\n\n") == (Essay("1", ""), Essay("2", ""))


MALFORMED = {
    "no heading": ("\n", 1, "no essay"),
    "text before it": ("\nMy town\n### essay_id = 1\n", 2, "before the first heading"),
    "no id": ("### essay_id = 1\nText.\n\n### essay_id = \nText.\n", 4, "malformed"),
    "no equals sign": ("### essay_id 1\nText.\n", 1, "malformed"),
    "no space": ("###essay_id = 1\nText.\n", 1, "malformed"),
    "an id twice": (
        "### essay_id = 1\nText.\n\n### essay_id = 1 \nText.\n",
        4,
        "essay 1 is here a second time, after l",
    ),
}


@pytest.mark.parametrize(("text", "line", "problem"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_file_is_refused_with_its_line(text: str, line: int, problem: str):
    path = Path("sv-class-orig-dev.md")
    with pytest.raises(DocumentError, match=problem) as refused:
        read_essays(text, path)
    assert str(refused.value).startswith(f"sv-class-orig-dev.md:{line}: ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ESSAYS, True),
        ("\n\r\n### essay_id = 1", True),
        ("###essay_id=1\n", True),
        ("### My hobby\n### essay_id = 1\n", False),
        ("My town is small.\n", False),
        ("", False),
    ],
)
def test_the_format_is_told_by_its_first_line(text: str, expected: bool):
    assert has_headings(text) is expected


@pytest.mark.parametrize("text", ["One.\n### essay_id = 2\nTwo.", "###essay_id", "See ### essay_id = 2 below."])
def test_a_text_that_would_read_as_another_essay_is_refused(text: str):
    with pytest.raises(DocumentError, match="essay 1 can't be written"):
        write_essays([Essay("1", text)])


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\rb", " a", "a### essay_id = b"])
def test_an_id_that_fits_no_heading_is_refused(name: str):
    with pytest.raises(DocumentError, match="heading"):
        write_essays([Essay(name, "Text.")])


def test_an_id_is_written_once():
    with pytest.raises(DocumentError, match="two essays of the id '1'"):
        write_essays([Essay("1", "Text."), Essay("1", "Text.")])


def test_blank_lines_around_a_text_are_not_kept():
    assert read_essays(write_essays([Essay("1", "\n\n  Text.\r\n \n\n")])) == (Essay("1", "  Text.\n "),)


lines = st.text("ab😀e\u0301\u2028\x0c\x85\t\"' #=.", max_size=6) | st.sampled_from(
    ["### Hobby", "essay_id = 1", "###"]
)
texts = st.lists(lines, max_size=5).map("\n".join).map(lambda text: text.strip("\n"))
ids = st.text("ab1_-é😀=# ", min_size=1, max_size=5).map(str.strip).filter(bool)


@given(st.dictionaries(ids, texts, min_size=1, max_size=4))
def test_what_is_written_is_read(essays: dict[str, str]):
    given = tuple(Essay(name, text) for name, text in essays.items())
    assert read_essays(write_essays(given)) == given
