"""Mark schemes: what they may say, what they mean, and where exactly they are wrong."""

from pathlib import Path
from typing import Any

import pytest

from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.places import LineIndex
from markscheme.exercises.configuration import check_configuration, read_configuration
from markscheme.exercises.schemes import PRESETS, Scheme, exact, scheme_of

GOOD = '[[exercise]]\nreferences = ["kim.txt"]\n'
CREDIT = '[scheme]\nmax = 20\npoints.different = "credit"\n'
FAULTS: dict[str, tuple[str, list[tuple[int, int, str, str]]]] = {
    "an unknown key": (
        f"[scheme]\nmaximum = 20\n{GOOD}",
        [(2, 1, "maximum", "unknown key 'maximum'. Did you mean 'max'?")],
    ),
    "a key without its table": (
        f"rounding = 1\n{GOOD}",
        [(1, 1, "rounding", "unknown key 'rounding'. It belongs below [scheme]")],
    ),
    "a number in quotes": (
        f'[scheme]\nmax = "10"\n{GOOD}',
        [(2, 7, '"10"', "max must be a number above 0. Write it without quotes: max = 10")],
    ),
    "an unknown verdict": (
        f"[scheme.points]\noptional = 1\n{GOOD}",
        [(2, 1, "optional", "unknown key 'optional'. Known keys in points: correct, partly-correct")],
    ),
    "no table": (f"scheme = 3\n{GOOD}", [(1, 10, "3", "scheme must be a table: [scheme]")]),
    "a preset": (
        f'[scheme]\npreset = "focus"\n{GOOD}',
        [(2, 10, '"focus"', "preset must be the name of a preset: share of errors found, deduct per error, focus")],
    ),
    "a basis": (f'[scheme]\nbasis = "sum"\n{GOOD}', [(2, 9, '"sum"', 'basis must be "share", "points" or "deduct"')]),
    "a group": (
        f"[scheme.weights]\nspellin = 1\n{GOOD}",
        [(2, 1, "spellin", "'spellin' is no group of errors and no type of ERRANT. Did you mean 'spelling'?")],
    ),
    "a group of a list": (
        f'[scheme]\nfocus = ["tense", "Article"]\n{GOOD}[groups]\nArticles = ["DET"]\n',
        [(2, 19, '"Article"', "Did you mean 'Articles'?")],
    ),
    "a type": (f'[scheme.caps]\n"R:SPEL" = 1\n{GOOD}', [(2, 1, '"R:SPEL"', "Did you mean 'R:SPELL'?")]),
    "a weight": (f'[scheme.weights]\n"*:DET" = -1\n{GOOD}', [(2, 11, "-1", "*:DET must be a number of at least 0")]),
    "a band": (f"[scheme]\nbands = [{{ from = 4 }}]\n{GOOD}", [(2, 10, "{ from = 4 }", "with from and name")]),
    "a band above": (
        f'[scheme]\nbands = [{{ from = 40, name = "A" }}]\n{GOOD}',
        [(2, 19, "40", "the band begins above max, which is 10")],
    ),
    "equal bands": (
        f'[scheme]\nbands = [{{ from = 4, name = "A" }}, {{ from = 4.0, name = "B" }}]\n{GOOD}',
        [(2, 45, "4.0", "two bands begin at the same mark")],
    ),
    "words": (
        f"[scheme]\nwords = [{{ under = 3, over = 4, points = 1 }}]\n{GOOD}",
        [(2, 10, "{ under = 3, over = 4, points = 1 }", "with points and one of under and over")],
    ),
    "a fine step": (f"[scheme]\nrounding = 0.125\n{GOOD}", [(2, 12, "0.125", "must have at most two decimals")]),
    "a step above the best mark": (f"[scheme]\nrounding = 11\n{GOOD}", [(2, 12, "11", "at most max, which is 10")]),
    "partly above correct": (
        f"[scheme.points]\npartly-correct = 2\n{GOOD}",
        [(2, 18, "2", "partly correct would earn more than correct")],
    ),
    "different above partly": (
        f"[scheme.points]\npartly-correct = 0.5\ndifferent = 0.75\n{GOOD}",
        [(3, 13, "0.75", "different would earn more than partly correct")],
    ),
    "credit above a share": (
        f"{CREDIT}{GOOD}",
        [(3, 20, '"credit"', "could earn more than one that is partly correct. Write a number for partly-correct")],
    ),
    "missed above 0": (f"[scheme.points]\nmissed = 0.5\n{GOOD}", [(2, 10, "0.5", "must be a number of at most 0")]),
    "nan": (f"[scheme]\nmax = nan\n{GOOD}", [(2, 7, "nan", "max must be a number, and nan is none")]),
    "an exercise's own": (
        f"[scheme]\nmax = 20\n{GOOD}[exercise.scheme]\nfloor = 20\n",
        [(6, 9, "20", "floor must be below max, which is 20")],
    ),
    "an exercise's own best mark": (
        f"[scheme]\nfloor = 5\n{GOOD}scheme.max = 5\n",
        [(2, 9, "5", "floor must be below max, which is 5")],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_shown_at_its_line_and_column(name: str):
    text, faults = FAULTS[name]
    problems = check_configuration(text)
    index = LineIndex(text)
    lines = [index.line_span(line).of(text) for line in range(text.count("\n"))]
    shown = [
        (item.line, item.column, lines[(item.line or 0) - 1][(item.column or 1) - 1 :][: item.length or 0])
        for item in problems
    ]
    assert shown == [fault[:3] for fault in faults]
    for problem, (*_, words) in zip(problems, faults, strict=True):
        assert words in problem.explanation


def schemes(text: str) -> list[Scheme | None]:
    return [table.scheme for table in read_configuration(Path("/class") / CONFIGURATION, lambda _: text).tables]


def test_an_exercises_own_keys_come_before_those_of_the_file():
    first, second, third = schemes(
        '[scheme]\npreset = "deduct per error"\nmax = 30\npoints = { missed = -1 }\nweights = { spelling = 0.5 }\n'
        f"{GOOD}{GOOD}[exercise.scheme]\nfocus = ['tense']\npoints = {{ not-needed = 0 }}\nweights = {{ tense = 2 }}\n"
        f'{GOOD}scheme.preset = "focus on tenses"\n'
    )
    assert first == scheme_of(
        {"preset": "deduct per error", "max": 30, "points": {"missed": -1}, "weights": {"spelling": 0.5}}
    )
    assert second is not None
    assert (second.basis, second.maximum, second.focus, second.weights) == ("deduct", 30, ("tense",), (("tense", 2),))
    assert (second.points.missed, second.points.not_needed) == (-1, 0)
    assert third is not None
    assert (third.basis, third.maximum, third.points.missed) == ("share", 10, -1)


def test_without_a_table_there_is_no_scheme():
    assert schemes(GOOD) == [None]
    assert schemes(f"[scheme]\n{GOOD}") == [Scheme()]
    assert schemes(f"{GOOD}{GOOD}[exercise.scheme]\nmax = 5\n") == [None, Scheme(maximum=exact(5))]


@pytest.mark.parametrize("name", PRESETS.built_in)
def test_presets_are_sound_and_say_what_they_do(name: str):
    preset = PRESETS.get(name)
    points: dict[str, Any] = preset.content.get("points", {})
    assert check_configuration(f'[scheme]\npreset = "{name}"\n{GOOD}') == ()
    assert preset.description.endswith(".")
    assert set(preset.notes) == (set(preset.content) - {"points"}) | set(points)
