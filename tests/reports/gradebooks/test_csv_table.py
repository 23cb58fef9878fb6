"""A school system's table: what is not written stays, byte for byte."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.errors import DocumentError
from markscheme.reports.school_systems import parse_table

CELLS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=12)
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=5)


def as_csv(rows: list[list[str]], delimiter: str, end: str) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(rows)
    return out.getvalue().encode()


@given(ROWS, st.sampled_from(",;\t"), st.sampled_from(("\n", "\r\n")))
def test_a_table_that_is_read_and_written_is_the_same(rows: list[list[str]], delimiter: str, end: str):
    data = as_csv(rows, delimiter, end)
    assert parse_table(data).to_bytes() == data


@given(ROWS, CELLS)
def test_a_cell_that_is_written_is_read_by_others_and_no_other_cell_changes(rows: list[list[str]], text: str):
    rows = [["name", "grade, of ten", "note"], *[[*row, "", ""][:3] for row in rows]]
    place = len(rows) - 1, 1
    written = parse_table(as_csv(rows, ",", "\r\n")).with_texts({place: text}).to_bytes()
    rows[place[0]][place[1]] = text
    assert list(csv.reader(io.StringIO(written.decode(), newline=""))) == rows


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_stays(encoding: str):
    data = 'Name;Note\r\n"Müller; Zoë";5,5\r\n'.encode(encoding)
    table = parse_table(data)
    assert (table.delimiter, table.rows[1].text(0)) == (";", "Müller; Zoë")
    assert table.to_bytes() == data
    changed = 'Name;Note\r\n"Müller; Zoë";6,0\r\n'.encode(encoding)
    assert table.with_texts({(1, 1): "6,0"}).to_bytes() == changed


def test_a_lonely_quotation_mark_is_named_with_its_line():
    with pytest.raises(DocumentError) as caught:
        parse_table(b'Name,Grade\n"a\nb",1\n"c,2\n')
    assert caught.value.line == 4
