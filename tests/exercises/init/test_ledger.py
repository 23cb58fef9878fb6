"""The set-up's accuracy on the ledger of labelled folders; see ``ledger.py``, which prints what is wrong."""

import json

from exercises.init.ledger import LEDGER, measured

FILES, NAMES, FOLDERS = 0.985, 0.99, 0.95
"""The least parts of files, names and whole folders that are right."""


def test_most_of_the_ledger_is_right():
    results = [measured(folder) for folder in json.loads(LEDGER.read_text("utf-8"))]
    wrong = [path for item in results for path in item.wrong]
    wrong_names = [path for item in results for path in item.wrong_names]
    assert 1 - len(wrong) / sum(item.files for item in results) >= FILES, wrong
    assert 1 - len(wrong_names) / sum(item.names for item in results) >= NAMES, wrong_names
    assert sum(item.is_right for item in results) / len(results) >= FOLDERS
    assert [item.name for item in results if item.asked and not item.may_ask] == []
