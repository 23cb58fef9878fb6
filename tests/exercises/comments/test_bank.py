"""Banks of comments: read and written as TOML and CSV, put over each other, and their faults told at their places."""

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.errors import DocumentError
from markscheme.exercises.comment_bank import (
    BANK_FORMATS,
    PLACEHOLDERS,
    VERDICTS,
    BankEntry,
    CommentBank,
    check_bank,
    read_bank,
)
from markscheme.exercises.material import language_bank
from markscheme.languages.english.error_types import ERROR_TYPES
from markscheme.marking.verdict import Verdict

PRINTED = st.characters(exclude_categories=("C", "Z"))
LINE = st.text(st.one_of(PRINTED, st.sampled_from("='+-@;, \"")), min_size=1, max_size=12).map(str.strip)
PLAIN = LINE.filter(lambda text: text and "|" not in text)
TEXT = st.lists(st.one_of(LINE, st.sampled_from([f"{{{name}}}" for name in PLACEHOLDERS])), min_size=1, max_size=4)
SENTENCE = TEXT.map("\n".join).map(str.strip).filter(lambda text: text and "{" not in text.replace("{student", ""))
CODE = st.text(PRINTED, min_size=1, max_size=8).filter(lambda text: "|" not in text)
NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
TYPE = st.sampled_from(["", "R:VERB:TENSE", "*:DET", "DET", "VERB:*", "U:*"])


@st.composite
def banks(draw: st.DrawFn) -> CommentBank:
    keys = draw(st.lists(st.from_regex(r"[a-z][a-z-]{0,6}", fullmatch=True), unique=True, max_size=4))
    entries = tuple(
        BankEntry(
            key,
            draw(CODE),
            draw(SENTENCE),
            tuple(verdict for verdict in VERDICTS if draw(st.booleans())),
            draw(st.one_of(st.just(""), PLAIN)),
            draw(TYPE),
            tuple(draw(st.lists(PLAIN, max_size=2))),
            draw(st.one_of(st.just(""), SENTENCE)),
        )
        for key in (*keys, *([""] if draw(st.booleans()) else []))
    )
    codes = draw(st.dictionaries(CODE, PLAIN, max_size=3))
    return CommentBank(entries, tuple(codes.items()))


@given(banks(), st.sampled_from(list(BANK_FORMATS)))
def test_a_bank_is_read_as_it_was_written(bank: CommentBank, suffix: str):
    text = BANK_FORMATS[suffix].write(bank)
    if text.strip():
        assert read_bank(Path(f"bank{suffix}"), lambda _: text) == bank


@given(banks())
def test_no_cell_of_a_table_begins_a_formula(bank: CommentBank):
    rows = csv.reader(io.StringIO(BANK_FORMATS[".csv"].write(bank), newline=""))
    cells = [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert not [cell for cell in cells if not NUMBER.fullmatch(cell)]


@given(banks())
def test_a_table_from_a_german_spreadsheet_is_read(bank: CommentBank):
    rows = list(csv.reader(io.StringIO(BANK_FORMATS[".csv"].write(bank), newline="")))
    other = io.StringIO(newline="")
    csv.writer(other, delimiter=";", lineterminator="\r\n").writerows(rows)
    assert read_bank(Path("bank.csv"), lambda _: other.getvalue()) == bank


def faults(text: str, suffix: str = ".toml") -> list[str]:
    return [str(fault) for fault in check_bank(text, Path(f"c{suffix}"))]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[comment]\n", "c.toml:1:10: this is not TOML"),
        ('[[coment]]\ntext = "x"', "c.toml:1:3: unknown key 'coment'. Did you mean 'comment'?"),
        ('[[comment]]\ncode = "A"\n', "c.toml:1:1: the comment has no text"),
        ('[[comment]]\ntext = "x"\n', 'c.toml:1:1: the comment has no code. Add code = "Art"'),
        ('[[comment]]\ncode = "A b"\ntext = "x"', "c.toml:2:8: code must be a code of at most 8 characters"),
        ('[[comment]]\ncode = "A"\ntext = "a {word}"', "c.toml:3:8: unknown placeholder {word}"),
        ('[[comment]]\ncode = "A"\ntext = "{student_word}"', "Did you mean {student_words}?"),
        (
            '[[comment]]\ncode = "A"\ntext = "x"\nverdicts = ["mised"]',
            "c.toml:4:13: 'mised' is no verdict. Did you mean",
        ),
        ('[[comment]]\ncode = "A"\ntext = "x"\ntype = "R:VERV"', "c.toml:4:8: no type of ERRANT is 'R:VERV'"),
        ('[[comment]]\ncode = "A"\ntext = "x"\ntype = "verb"', "c.toml:4:8: type must be a type of ERRANT"),
        ('[[comment]]\ncode = "A"\ntext = ""', "c.toml:3:8: the comment has no text"),
        ('[codes]\n"A b" = "x"', "c.toml:2:1: 'A b' must be a code"),
        ("[codes]\nA = 3", "c.toml:2:5: A must be the meaning of the code in quotes"),
        ("comment = 3", "c.toml:1:11: write [[comment]], with two brackets"),
        (
            '[[comment]]\nkey = "k"\ncode = "A"\ntext = "x"\n[[comment]]\nkey = "k"\ncode = "A"\ntext = "y"',
            "c.toml:6:7: the key 'k' stands twice",
        ),
    ],
)
def test_a_fault_is_told_at_its_line_and_column(text: str, fault: str):
    assert any(fault in found for found in faults(text)), faults(text)


def test_a_fault_of_a_table_is_told_at_its_row():
    assert faults("code,text\nA,fine\nB,{word}\n", ".csv")[0].startswith("c.csv:3: unknown placeholder {word}")
    assert "this is no table of comments" in faults("a,b\n1,2\n", ".csv")[0]


def test_another_file_is_no_bank():
    with pytest.raises(DocumentError, match=r"The name of a bank ends in \.toml or \.csv"):
        read_bank(Path("bank.xlsx"), lambda _: "")


def test_a_teachers_bank_adds_replaces_and_leaves_out():
    base = CommentBank((BankEntry("a", "A", "one"), BankEntry("b", "B", "two"), BankEntry("c", "C", "three")))
    mine = CommentBank((BankEntry("new", "N", "four"), BankEntry("b", "B", "mine"), BankEntry("c", "", "")))
    assert [entry.text for entry in mine.over(base).entries] == ["four", "mine", "one"]


def test_the_verdicts_of_banks_are_those_of_places():
    assert {*VERDICTS} == {*(verdict.value for verdict in Verdict), "rewritten"}


def test_the_english_bank_has_every_group_verdict_code_and_example():
    bank = language_bank("en")
    assert len(bank.entries) >= 60
    groups = {*ERROR_TYPES.groups.values()}
    assert {entry.group for entry in bank.entries if entry.group} == groups
    for group in groups:
        own = {verdict for entry in bank.entries if entry.group == group for verdict in entry.verdicts}
        assert {"missed", "different", "partly-correct"} <= own, group
    assert {verdict for entry in bank.entries for verdict in entry.verdicts} == {*VERDICTS}
    assert all(entry.key and entry.example for entry in bank.entries)
    assert len({entry.text for entry in bank.entries}) == len(bank.entries)
    assert {entry.code for entry in bank.entries} == {code for code, _ in bank.codes}
    for entry in bank.entries:  # a kind of error has one code, wherever it is shown
        assert not entry.group or entry.code in ("OK", "NN", ERROR_TYPES.code(entry.group)), entry.key
    assert check_bank(BANK_FORMATS[".toml"].write(bank), Path("bank.toml")) == ()  # as it is if a type is not ERRANT's
