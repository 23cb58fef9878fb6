"""The set-up's accuracy on the ledgers of labelled folders; see ``ledger.py``, which prints what is wrong."""

import json
from collections.abc import Sequence

from exercises.init.ledger import LEDGER, UNSEEN, FolderResult, measured

LEAST, LEAST_UNSEEN = (0.985, 0.99, 0.95), (0.91, 0.79, 0.4)
"""The least parts of files, names and whole folders that are right."""


def shares(results: Sequence[FolderResult]) -> tuple[float, float, float]:
    return (
        1 - sum(len(item.wrong) for item in results) / sum(item.files for item in results),
        1 - sum(len(item.wrong_names) for item in results) / sum(item.names for item in results),
        sum(item.is_right for item in results) / len(results),
    )


def test_most_of_the_ledger_is_right():
    results = [measured(folder) for folder in json.loads(LEDGER.read_text("utf-8"))]
    assert all(share >= least for share, least in zip(shares(results), LEAST, strict=True)), shares(results)
    assert [item.name for item in results if item.asked and not item.may_ask] == []


def test_the_unseen_ledger_is_no_worse_than_it_was():
    """Its folders were made apart from the code. It says no names, so that nobody tunes the set-up on them."""
    results = [measured(folder) for folder in json.loads(UNSEEN.read_text("utf-8"))]
    assert all(share >= least for share, least in zip(shares(results), LEAST_UNSEEN, strict=True)), shares(results)
