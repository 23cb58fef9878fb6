"""Which comments the students of a configuration's exercises are given."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from markscheme.exercises.comments.bank_file import BANK_FILE
from markscheme.text.reading import is_file


@attrs.frozen
class CommentSettings:
    """The ``[comments]`` of a configuration.

    Attributes
    ----------
    is_on
        Whether students are given comments of a bank.
    bank
        The teacher's bank, which need not be there; ``None`` without one.
    builtin
        Whether the language's comments are used beside the teacher's.
    """

    is_on: bool = False
    bank: Path | None = None
    builtin: bool = True

    @classmethod
    def of(cls, folder: Path, content: Mapping[str, Any] | None) -> "CommentSettings":
        """Return the settings of a configuration in a folder; ``content`` is its table, if it has one.

        Without the table, a ``comments.toml`` in the folder switches comments on.
        """
        beside = folder / BANK_FILE
        named = content.get("bank") if content is not None else None
        bank = folder / named if named is not None else beside if is_file(beside) else None
        return cls(content is not None or bank is not None, bank, (content or {}).get("builtin", True))
