"""A table of ``markscheme.toml`` that is rewritten in place."""

import tomllib
from typing import Any

import pytest

from markscheme.errors import DocumentError
from markscheme.exercises.own_files import with_value

TEXT = """# head
exclude = ["a"]  # not this

[scheme]  # ours
# the basis
basis = "deduct"   # points are taken
max = 20 # best
weights = { agreement = 2, "R:SPELL" = 0.5 } # factors
focus = [
  "tense", # week 3
  "spelling", # week 4
]

[scheme.points] # by verdict
not-needed = -0.5 # each

# the class
[[exercise]]
source = "t.txt" # theirs

# the second one
[[exercise]]
name = "b"
source = "u.txt"
# end
"""
CONTENT = tomllib.loads(TEXT)["scheme"]


def lines(text: str) -> list[str]:
    return text.splitlines()


def difference(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the lines that are gone, and those that are new."""
    gone = [line for line in lines(before) if line not in lines(after)]
    return gone, [line for line in lines(after) if line not in lines(before)]


def test_a_table_that_stays_equal_is_not_touched():
    assert with_value(TEXT, ("scheme",), CONTENT) == TEXT


@pytest.mark.parametrize(
    ("change", "gone", "new"),
    [
        ({"max": 10}, ["max = 20 # best"], ["max = 10 # best"]),
        ({"rounding": 0.5}, [], ["rounding = 0.5"]),
        ({"points": {"not-needed": -1}}, ["not-needed = -0.5 # each"], ["not-needed = -1 # each"]),
        ({"points": {"not-needed": -0.5, "missed": -1}}, [], ["missed = -1"]),
        ({"focus": ["tense"]}, ['  "spelling", # week 4'], []),
        ({"focus": ["tense", "spelling", "word order"]}, [], ['  "word order",']),
        (
            {"weights": {"agreement": 3}},
            ['weights = { agreement = 2, "R:SPELL" = 0.5 } # factors'],
            ["weights = { agreement = 3 } # factors"],
        ),
        ({"caps": {"word order": 2}}, [], ['caps = { "word order" = 2 }']),
        ({"bands": [{"from": 9, "name": 'A "plus"'}]}, [], ["bands = [", '  { from = 9, name = "A \\"plus\\"" },']),
    ],
)
def test_a_change_keeps_every_other_line(change: dict[str, Any], gone: list[str], new: list[str]):
    table = {**CONTENT, **change}
    rewritten = with_value(TEXT, ("scheme",), table)
    assert tomllib.loads(rewritten)["scheme"] == table
    assert difference(TEXT, rewritten) == (gone, new)
    windows = with_value(TEXT.replace("\n", "\r\n"), ("scheme",), table)
    assert windows == rewritten.replace("\n", "\r\n")


def test_a_key_is_removed_with_its_line_alone():
    table = {key: value for key, value in CONTENT.items() if key != "max"}
    assert with_value(TEXT, ("scheme",), table) == TEXT.replace("max = 20 # best\n", "")


def test_an_exercise_has_a_table_at_its_end_and_loses_it_again():
    first = with_value(TEXT, ("exercise", 0, "scheme"), {"max": 5})
    assert 'source = "t.txt" # theirs\n\n[exercise.scheme]\nmax = 5\n\n# the second one' in first
    assert with_value(first, ("exercise", 0, "scheme"), None) == TEXT
    second = with_value(first, ("exercise", 1, "scheme"), {"max": 6})
    assert [item["scheme"]["max"] for item in tomllib.loads(second)["exercise"]] == [5, 6]


def test_a_new_table_stands_before_the_exercises_and_their_comments():
    without = TEXT[: TEXT.index("[scheme]")] + TEXT[TEXT.index("# the class") :]
    rewritten = with_value(without, ("scheme",), {"max": 5})
    assert rewritten == without.replace("# the class", "[scheme]\nmax = 5\n\n# the class")
    assert with_value('exercise = [{ source = "a" }]', ("scheme",), {"max": 5}).endswith("\n\n[scheme]\nmax = 5\n")


def test_rows_with_headers_of_their_own_are_changed_one_by_one():
    text = (
        '[scheme]\nmax = 4\n\n[[scheme.bands]]\nfrom = 3 # good\nname = "A"\n\n[[scheme.bands]]\nfrom = 2\nname = "B"\n'
    )
    fewer = with_value(text, ("scheme",), {"max": 4, "bands": [{"from": 3.5, "name": "A"}]})
    assert fewer == '[scheme]\nmax = 4\n\n[[scheme.bands]]\nfrom = 3.5 # good\nname = "A"\n'
    bands = [{"from": 3, "name": "A"}, {"from": 2, "name": "B"}, {"from": 0, "name": "C"}]
    assert (
        with_value(text, ("scheme",), {"max": 4, "bands": bands}) == f'{text}\n[[scheme.bands]]\nfrom = 0\nname = "C"\n'
    )


@pytest.mark.parametrize("text", ["scheme.max = 3\n", "[scheme.points]\nmissed = -1\n"])
def test_a_table_in_another_form_is_left_to_the_teacher(text: str):
    with pytest.raises(DocumentError, match="can't be changed here"):
        with_value(text, ("scheme",), {"max": 4, "points": {"missed": -2}})
