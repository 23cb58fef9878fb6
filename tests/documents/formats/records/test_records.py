"""Records of source, hypothesis and references, as tables and as JSON lines."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.formats.files import read, written
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.errors import DocumentError

TSV = """id\tsource\thypothesis.kim\treference.ada\treference.bo
1\tI goed home.\tI go home.\tI went home.\tI was going home.
2\t"He said ""hi"".

Bye"\t\t"He said:\t""Hi"".\n\nBye."\t
"""
RECORDS = Corpus(
    (
        Entry(
            "1",
            "I goed home.",
            (Correction("kim", "I go home."),),
            (Correction("ada", "I went home."), Correction("bo", "I was going home.")),
        ),
        Entry("2", 'He said "hi".\n\nBye', (), (Correction("ada", 'He said:\t"Hi".\n\nBye.'),)),
    ),
    tokenised=False,
)


def read_tsv(text: str, path: Path = Path("class.tsv")) -> Corpus:
    return read("tsv", text, path)


def write_tsv(corpus: Corpus) -> str:
    return written("tsv", corpus).decode()


def read_jsonl(text: str, path: Path = Path("class.jsonl")) -> Corpus:
    return read("jsonl", text, path)


def write_jsonl(corpus: Corpus) -> str:
    return written("jsonl", corpus).decode()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_table_has_a_column_for_each_person(newline: str):
    assert read_tsv(TSV.replace("\n", newline)) == RECORDS


def test_columns_come_in_any_order_and_may_have_no_name():
    corpus = read_tsv("reference\thypothesis\treference.x.y\tsource\n\na\tb\tc\td\n\n")
    entry = Entry("", "d", (Correction("hypothesis", "b"),), (Correction("reference", "a"), Correction("x.y", "c")))
    assert corpus == Corpus((entry,), tokenised=False)
    assert read_tsv(write_tsv(corpus)) == corpus


def test_people_stand_in_columns_by_first_appearance():
    first = Entry("", "a", (), (Correction("bo", "b"),))
    second = Entry("", "c", (Correction("kim", "d"),), (Correction("ada", "e"), Correction("bo", "f")))
    table = write_tsv(Corpus((first, second), tokenised=False))
    assert table == "source\thypothesis.kim\treference.bo\treference.ada\na\t\tb\t\nc\td\tf\te\n"


JSON_SHAPES = {
    "a string": ("reference", "b", ["reference"], ["b"]),
    "an array": ("references", ["b", "b"], ["0", "1"], ["b", "b"]),
    "an object": ("references", {"ada": "b", "bo": ""}, ["ada", "bo"], ["b", ""]),
    "nothing": ("references", [], [], []),
}


@pytest.mark.parametrize(("field", "value", "names", "texts"), JSON_SHAPES.values(), ids=JSON_SHAPES)
def test_json_has_people_with_and_without_names(field: str, value: object, names: list[str], texts: list[str]):
    [entry] = read_jsonl(json.dumps({"source": "a", "cefr": "B1", field: value})).entries
    assert [item.name for item in entry.references] == names
    assert [item.text for item in entry.references] == texts
    assert entry.hypotheses == ()


def test_json_is_written_in_the_shortest_shape():
    entry = Entry("", "a", (Correction("hypothesis", "b"),), (Correction("0", "c"), Correction("1", "😀")))
    lines = write_jsonl(Corpus((entry, Entry("2", "")), tokenised=False))
    assert lines == '{"source": "a", "hypothesis": "b", "references": ["c", "😀"]}\n{"id": "2", "source": ""}\n'


def test_json_line_ends_become_newlines():
    [entry] = read_jsonl('{"id": 3, "source": "a\\r\\nb", "hypothesis": "a\\rb"}').entries
    assert entry == Entry("3", "a\nb", (Correction("hypothesis", "a\nb"),))


MALFORMED_TSV = {
    "nothing": ("", 1, "no source column"),
    "no record": ("source\treference\n", 1, "no record"),
    "no header": (
        "I goed.\tI went.\n",
        1,
        "no source column; the columns are I goed., I went.. Name the columns in the first line",
    ),
    "no source": ("\nid\treference\n1\ta\n", 2, "no source column"),
    "an unknown column": ("source\treferences\na\tb\n", 1, "no column 'references'"),
    "a person with an empty name": ("source\treference.\na\tb\n", 1, "no column 'reference.'"),
    "a person twice": ("source\treference\treference.reference\na\tb\tc\n", 1, "called the same"),
    "too few cells": ('source\treference\n"a\nb"\tc\n\nd\n', 5, "has 1 cell, where the header names 2"),
    "too many cells": ("source\treference\na\tb\t\n", 2, "has 3 cells"),
    "a quotation that stops": ('source\treference\na\tb\n"c" d\te\n', 3, "Put a cell that has quotation marks into"),
    "a quotation without end": ('source\treference\na\tb\n"c\td\ne\tf\n', 3, "quotation marks"),
    "a cell too long": (f"source\na\n{'a' * (csv.field_size_limit() + 1)}\n", 3, "use JSON lines"),
}


@pytest.mark.parametrize(("text", "line", "problem"), MALFORMED_TSV.values(), ids=MALFORMED_TSV)
def test_a_malformed_table_is_refused_with_its_line(text: str, line: int, problem: str):
    with pytest.raises(DocumentError) as refused:
        read_tsv(text, Path("class.tsv"))
    assert str(refused.value).startswith(f"class.tsv:{line}: ")
    assert problem in str(refused.value)


GOOD = '{"source": "a"}\n'
MALFORMED_JSON = {
    "nothing": ("", 1, "no record"),
    "no JSON": (GOOD + "a\tb\n", 2, "not JSON"),
    "no source": ('{"hypothesis": "a"}\n', 1, "no source"),
    "a source that is no text": ('{"source": 1}\n', 1, "no source"),
    "an id that is none": ('{"source": "a", "id": true}\n', 1, "the id is neither"),
    "a name as a field": ('{"source": "a", "reference.ada": "b"}\n', 1, "no field 'reference.ada'"),
    "both spellings": ('{"source": "a", "reference": "b", "references": []}\n', 1, "both reference and references"),
    "a person who wrote nothing": ('{"source": "a", "references": {"ada": null}}\n', 1, "references has a value"),
    "an array of numbers": (
        '{"source": "a", "references": ["b", 1]}\n',
        1,
        "has a value that is not a text",
    ),
    "null": (GOOD + '{"source": "a", "hypothesis": null}\n', 2, "hypothesis can't be read"),
    "an empty name": ('{"source": "a", "references": {"": "b"}}\n', 1, "an empty name"),
    "a name twice": ('{"source": "a", "references": {"ada": "b", "ada": "b"}}\n', 1, "a key stands twice in an object"),
    "half a character": ('{"source": "a", "references": ["\\udc00"]}\n', 1, "half a surrogate pair"),
    "half a character raw": ('{"source": "\udc00"}\n', 1, "half a surrogate pair"),
    "Infinity": ('{"source": "a", "references": -Infinity}\n', 1, "-Infinity is not a JSON value"),
    "too deep": ('{"source": ' * 100_000, 1, "nested too deeply"),
}


@pytest.mark.parametrize(("text", "line", "problem"), MALFORMED_JSON.values(), ids=MALFORMED_JSON)
def test_a_malformed_line_is_refused_with_its_number(text: str, line: int, problem: str):
    with pytest.raises(DocumentError) as refused:
        read_jsonl(text, Path("class.jsonl"))
    assert str(refused.value).startswith(f"class.jsonl:{line}:")
    assert problem in str(refused.value)


@pytest.mark.parametrize("write", [write_tsv, write_jsonl])
def test_two_corrections_of_one_name_are_refused(write: Callable[[Corpus], str]):
    entry = Entry("", "a", (), (Correction("ada", "b"), Correction("ada", "c")))
    with pytest.raises(ValueError, match="two corrections of one name"):
        write(Corpus((entry,), tokenised=False))


@pytest.mark.parametrize("correction", [Correction("ada", ""), Correction("", "a")])
def test_a_table_has_no_cell_for_what_is_empty(correction: Correction):
    with pytest.raises(DocumentError, match="entry 2 can't be written as TSV"):
        write_tsv(Corpus((Entry("", "a"), Entry("", "a", (correction,))), tokenised=False))


texts = st.text("ab😀e\u0301\u2028\x0c\x85\t\n\"'\\ .,", max_size=10)
names = texts.filter(bool) | st.sampled_from(["reference", "hypothesis", "source", "0", "1", "a.b"])


@st.composite
def corpora(draw: st.DrawFn, written: st.SearchStrategy[str]) -> Corpus:
    """Corpora whose people come in one order, not all of them everywhere."""
    hypotheses, references = (draw(st.lists(names, unique=True, max_size=3)) for _ in range(2))

    def corrections(people: list[str]) -> tuple[Correction, ...]:
        return tuple(Correction(name, draw(written)) for name in people if draw(st.booleans()))

    entries = [
        Entry(draw(texts), draw(texts), corrections(hypotheses), corrections(references))
        for _ in range(draw(st.integers(1, 3)))
    ]
    return Corpus(tuple(entries), tokenised=False)


@given(corpora(texts))
def test_json_that_is_written_is_read(corpus: Corpus):
    assert read_jsonl(write_jsonl(corpus)) == corpus


@given(corpora(texts.filter(bool)))
def test_a_table_that_is_written_is_read(corpus: Corpus):
    read = read_tsv(write_tsv(corpus))

    def by_name(entry: Entry) -> tuple[str, str, set[Correction], set[Correction]]:
        return entry.id, entry.source, set(entry.hypotheses), set(entry.references)

    assert [by_name(entry) for entry in read.entries] == [by_name(entry) for entry in corpus.entries]
    assert read_tsv(write_tsv(read)) == read


# A JSON array.

ITEMS = ['{"source": "I goed 😀.", "reference": "I went."}', '{\n  "id": 2,\n  "source": "[It] rain, {it}.\\n"\n}']


@pytest.mark.parametrize("around", ["[{}]", "\n[\n{}\n]\n", " [{} ] "])
@pytest.mark.parametrize("between", [",", " ,\n", ",\r\n\r\n"])
def test_a_json_array_is_read_as_json_lines_are(around: str, between: str):
    expected = read_jsonl("\n".join(json.dumps(json.loads(item)) for item in ITEMS))
    assert read_jsonl(around.replace("{}", between.join(ITEMS))) == expected


MALFORMED_ARRAYS = {
    "nothing": ("[ ]", 1, "no record"),
    "no object": ('[{"source": "a"},\n\n7]', 3, "not an object"),
    "no JSON": ('[\n{"source": "a"},\n{"source": b}]', 3, "not JSON"),
    "no end": ('[{"source": "a"}\n', 1, "the array is not closed"),
    "a comma at the end": ('[{"source": "a"},\n]', 2, "not JSON"),
    "more behind it": ('[{"source": "a"}]\n{"source": "b"}', 1, "more behind the array"),
    "a key twice": ('[{"source": "a"},\n{"source": "a", "source": "b"}]', 2, "a key stands twice"),
    "half a character": ('[\n{"source": "\udc00"}]', 2, "half a surrogate pair"),
    "half a character, escaped": ('[\n{"source": "\\udc00"}]', 2, "half a surrogate pair"),
    "too deep": ("[" * 100_000, 1, "nested too deeply"),
    "a fault in a record": ('[{"source": "a"},\n{"hypothesis": "a"}]', 2, "no source"),
}


@pytest.mark.parametrize(("text", "line", "problem"), MALFORMED_ARRAYS.values(), ids=MALFORMED_ARRAYS)
def test_a_malformed_array_is_refused_with_its_line(text: str, line: int, problem: str):
    with pytest.raises(DocumentError) as refused:
        read_jsonl(text, Path("class.json"))
    assert str(refused.value).startswith(f"class.json:{line}:")
    assert problem in str(refused.value)


def test_a_long_array_is_read_in_linear_time():
    began = process_time()
    assert len(read_jsonl("[" + ", ".join(['{"source": "a"}'] * 20_000) + "]").entries) == 20_000
    assert process_time() - began < 5
