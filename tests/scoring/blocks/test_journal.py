"""A journal that is damaged is refused: it never gives other numbers."""

import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from markscheme.errors import DocumentError
from markscheme.metrics.errant import Errant
from markscheme.scoring.journal import Journal, MarkedBlock

RUN = {"run": 1}
SIZE = 50


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a journal of two hypotheses with several blocks."""
    path = tmp_path / "journal"
    with Journal(path, RUN) as journal:
        for number in range(40):
            rows = {hypothesis: [[hypothesis, number * k, k * k] for k in range(SIZE)] for hypothesis in (0, 1)}
            journal.keep(MarkedBlock.of(number, SIZE, rows))
    return path


def statement(sql: str, *values: object) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        with sqlite3.connect(path) as connection:
            connection.execute(sql, values)
        connection.close()

    return damage


def torn_page(path: Path) -> None:
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 200] = bytes(value ^ 0x5A for value in data[middle : middle + 200])
    path.write_bytes(data)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 5 * 4096])


@pytest.mark.parametrize(
    "damage",
    [
        statement("DELETE FROM blocks WHERE block = 7 AND hypothesis = 1"),
        statement("UPDATE blocks SET data = ? WHERE block = 7", b"\0\1\2"),
        statement("UPDATE blocks SET data = ? WHERE block = 7", zlib.compress(b"[1, 2]")),
        statement("UPDATE blocks SET data = ? WHERE block = 7", zlib.compress(b"[1, 2")),
        torn_page,
        cut_off,
    ],
    ids=["lost row", "other bytes", "fewer sentences", "no JSON", "torn page", "cut off"],
)
def test_a_damaged_journal_is_refused(path: Path, damage: Callable[[Path], None]):
    damage(path)
    with pytest.raises(DocumentError, match="Delete the file to begin anew") as refusal:
        read(path)
    assert refusal.value.path == path


def test_a_sound_journal_is_read(path: Path):
    assert read(path) == [2000, 2000]


def read(path: Path) -> list[int]:
    """Return the number of sentences that a journal has of each hypothesis."""
    with Journal(path, RUN) as journal:
        assert {seen for _, seen in journal.seen(Errant())} == {None}
        return [len(list(journal.statistics(hypothesis))) for hypothesis in (0, 1)]
