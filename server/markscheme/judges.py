"""The language model that weighs edits, where a person has named one."""

from markscheme.inference.judge import Inquiry, Judge, JudgeSettings

__all__ = [
    "Inquiry",
    "Judge",
    "JudgeSettings",
]
