"""A ``markscheme.toml`` for a plan: globs with people's names, which are read back and compared with the plan.

What the file says is never another thing than what the plan says: where globs would take other files, these are
excluded, and where that does not help, the files are named.
"""

from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.init.drafts.draft_table import DraftTable, text_of
from markscheme.exercises.init.drafts.shared_tables import shared_tables
from markscheme.exercises.init.drafts.table_search import TableSearch
from markscheme.exercises.init.plan import SetUpPlan

_SETTINGS = ("marking", "groups")
"""The keys of a ``markscheme.toml`` that another set-up leaves as they are."""


def draft(plan: SetUpPlan) -> str:
    """Return the text of the ``markscheme.toml`` of a plan; empty where nothing can be marked.

    The settings of marking and the groups of errors in a file that is there stay.
    """
    return text_of(tables(plan), _settings(plan.folder / CONFIGURATION)) if plan.exercises else ""


def tables(plan: SetUpPlan) -> tuple[DraftTable, ...]:
    """Return a table for each exercise of a plan, or one for all of a shape."""
    paths = frozenset(row.path for row in plan.rows)
    drafted = [(exercise, TableSearch(plan.folder, exercise, paths).tables()) for exercise in plan.exercises]
    single = [(exercise, own[0]) for exercise, own in drafted if len(own) == 1]
    shared = shared_tables(plan.folder, single)
    result: list[DraftTable] = []
    for exercise, own in drafted:
        table = shared.get(exercise.name)
        if table is None:
            result += own
        elif table not in result:
            result.append(table)
    return tuple(result)


def _settings(path: Path) -> dict[str, Item]:
    """Return the settings in a ``markscheme.toml``; none if the file can't be read."""
    try:
        present = tomlkit.parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, TOMLKitError):
        return {}
    items = {key: present.item(key) for key in _SETTINGS if key in present}
    return {key: item if isinstance(item, Item) else tomlkit.item(item.unwrap()) for key, item in items.items()}
