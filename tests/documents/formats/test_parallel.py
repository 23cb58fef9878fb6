"""Texts whose sentences are numbered: what belongs together, and what is refused with its line."""

from pathlib import Path

import pytest

from markscheme.documents.corpus import sources_of
from markscheme.edits.passages import read_parallel
from markscheme.errors import DocumentError

EDIT = "A 0 1|||R|||x|||REQUIRED|||-NONE-|||0"


def problem_of(source: str, other: str) -> DocumentError:
    """Return why the second text of two does not belong to the first."""
    texts = [read_parallel(text, name, Path(name))[0] for text, name in ((source, "one"), (other, "two.m2"))]
    with pytest.raises(DocumentError) as refused:
        sources_of(texts[1:], texts[0])
    return refused.value


@pytest.mark.parametrize(
    ("source", "other"), [("a   b c", "a b c"), ("a b c", "a  b c"), ("a \t b", "a b"), ("a\u00a0b", "a b")]
)
def test_sources_that_differ_in_white_space_are_refused_with_their_line(source: str, other: str):
    problem = problem_of(f"S x\n{EDIT}\n\nS {source}\n{EDIT}\n", f"S x\n{EDIT}\n\nS {other}\n{EDIT}\n")
    assert str(problem).startswith("two.m2:4: its source sentence 2 differs from that of one in white space")


def test_plain_lines_are_refused_too():
    problem = problem_of("x\na b c\n", f"S x\n{EDIT}\n\nS a   b c\n{EDIT}\n")
    assert str(problem).startswith("two.m2:4: its source sentence 2 differs from that of one in white space")
    assert "leave out a source in plain text" in str(problem)


def test_another_source_is_refused_with_its_line():
    problem = problem_of(f"S a b\n{EDIT}\n", f"S a c\n{EDIT}\n")
    assert str(problem) == "two.m2:1: its source sentence 1 is not that of one"


def test_an_annotator_without_a_line_is_absent():
    first, second = read_parallel(f"S a\n{EDIT}\n\nS b\n{EDIT[:-1]}1\n\nS c\n", "ref.m2", Path("ref.m2"))
    assert [side.absent for side in first.sides] == [False, True, False]
    assert [side.absent for side in second.sides] == [True, False, False]
