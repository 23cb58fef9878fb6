"""Cells for spreadsheets, which take some texts for formulas."""

import re
from typing import Final

FORMULA_BEGINNINGS: Final = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of what a spreadsheet takes for a formula."""
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")


def harmless(text: str) -> str:
    """Return a text for a cell that no program takes for a formula; a number stays as it is.

    >>> [harmless(text) for text in ("=1+1", "-2.5", "Mei", "@home")]
    ["'=1+1", '-2.5', 'Mei', "'@home"]
    """
    return f"'{text}" if text.startswith(FORMULA_BEGINNINGS) and not _NUMBER.fullmatch(text) else text
