"""Files that Markscheme wrote are recognised by what they begin with, under any name."""

import json
import os
from importlib import import_module
from pathlib import Path

import pytest

from markscheme.documents.files import HEAD_BYTES, MARK_LINE, is_product, marked_json, marked_text
from markscheme.reports.output import csv_report

HEADING = "mei.txt  (week-3, 2 teachers' corrections)\n"
TALLY = "7 correct · 1 partly correct · 2 missed · 7.5 of 10\n"


def product(folder: Path, content: str | bytes) -> bool:
    path = folder / "students" / "mei.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return is_product(path)


@pytest.mark.parametrize(
    "content",
    [
        marked_text("anything\n"),
        f"A note by the teacher.\r\n\r\n{MARK_LINE}\r\n",
        b"\xff\xfe" + marked_text("saved again as UTF-16").encode("utf-16-le"),
        marked_json('{\n  "schema": 1\n}\n'),
        '<!doctype html><html><head><meta charset="utf-8"><meta name="generator" content="Markscheme 0.1"></head>',
        '<svg xmlns="http://www.w3.org/2000/svg"><metadata>Written by Markscheme</metadata></svg>',
        "system,metric,score,value,low,high,p\r\nA,gleu,score,0.7,,,\r\n",
        "name\tassignment\tgroup\tmade\tfound\tmissed\nMei\tweek 3\t\t7\t5\t2\n",
    ],
    ids=["text", "note first", "UTF-16", "JSON", "HTML", "SVG", "CSV", "TSV"],
)
def test_a_marked_file_is_a_product(tmp_path: Path, content: str | bytes):
    assert product(tmp_path, content)


@pytest.mark.parametrize(
    "content",
    [
        HEADING + TALLY,
        HEADING.replace("\n", "   \n") + "12 correct\n",
        "mei.docx by Ms Baker  (Week 3: a letter, 1 teacher's correction, none in some sentences: by Roy)\n"
        "nothing to mark\n",
        "mei.txt  (week-3, 2 references)\n12 hit, 1 wrong, 0 under, 2 over: hit 61 %\n",
        HEADING + "not comparable: 1 sentence rewritten freely\n",
        HEADING + "3 hit, 1 wrong, 0 under, 2 over: hit 61 %\n",
        "No teacher's correction was used. These are a model's estimates, and no marks:\n",
        '{\n  "schema": 1,\n  "documents": [],\n  "estimated": []\n}\n',
        '{\n  "schema": 1,\n  "runs": []\n}\n',
    ],
)
def test_an_unmarked_report_is_recognised_by_its_first_lines(tmp_path: Path, content: str):
    assert product(tmp_path, content)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "Last summer I go to my grandmother.\n",
        f"My teacher said: {MARK_LINE} I did not understand it.\n",
        "Written by Mei\n\nMarkscheme marked my essay.\n",
        "I read a report.\n" + HEADING + TALLY,
        HEADING + "I like the two references.\n",
        "system,metrics,score\nA,errant,0.7\n",
        "A list  (of things, 2 teachers' corrections)\n\n12 correct answers were given.\n",
        '{"schema": 1, "essay": "I go."}',
        '<meta name="generator" content="LibreOffice">',
        "x" * HEAD_BYTES + "\n" + MARK_LINE,
        b"PK\x03\x04\xff\xfe\x00",
        b"\xff\xfe\x00",
    ],
)
def test_a_text_is_no_product(tmp_path: Path, content: str | bytes):
    assert not product(tmp_path, content)


def test_the_answer_follows_the_file(tmp_path: Path):
    path = tmp_path / "mei.txt"
    assert not is_product(path)
    path.write_text("I go home.\n")
    assert not is_product(path)
    path.write_text(marked_text("a report"))
    assert is_product(path)
    path.write_text("I went home.\n")
    os.utime(path, (1, 1))
    assert not is_product(path)
    path.unlink()
    assert not is_product(path)
    assert not is_product(tmp_path)


def test_marked_json_is_the_same_object_with_one_more_key():
    value = {"schema": 1, "documents": []}
    assert json.loads(marked_json(json.dumps(value, indent=2))) == {"generator": "Markscheme", **value}


@pytest.mark.parametrize(
    "name", ["agreement", "coverage", "questions", "adjudication", "progress", "moderation_report", "score_tables"]
)
def test_csv_of_each_report_is_recognised_by_its_columns(tmp_path: Path, name: str):
    columns = import_module(f"markscheme.reports.{name}").COLUMNS
    assert product(tmp_path, csv_report(columns, []))
    assert product(tmp_path, csv_report(columns, [], delimiter="\t"))
