"""A ``markscheme.toml`` for a plan: globs with people's names, which are read back and compared with the plan.

What the file says is never another thing than what the plan says: where globs would take other files, these are
excluded, and where that does not help, the files are named. Of a file that is there, all stays that the plan does not
change.
"""

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item

from markscheme.exercises.configuration import check_configuration
from markscheme.exercises.init.drafts.draft_table import DraftTable, text_of
from markscheme.exercises.init.drafts.rewritten_file import present_text, rewritten
from markscheme.exercises.init.drafts.shared_tables import tables_of
from markscheme.exercises.init.drafts.table_search import Search
from markscheme.exercises.init.plan import SetUpPlan

_DRAFTED = frozenset({"exercise", "people", "exclude"})
"""The keys of a ``markscheme.toml`` that a plan gives."""


def draft(plan: SetUpPlan) -> str:
    """Return the text of the ``markscheme.toml`` of a plan; empty where nothing can be marked."""
    if not plan.exercises:
        return ""
    present = present_text(plan.folder)
    if present is None:
        return text_of(tables(plan))
    revised = rewritten(present, plan) if not check_configuration(present) else None
    return revised or text_of(tables(plan), _settings(present))


def tables(plan: SetUpPlan) -> tuple[DraftTable, ...]:
    """Return a table for each exercise of a plan, or one for all of a shape, as a new file has them."""
    return tables_of(Search(plan.folder, frozenset(row.path for row in plan.rows)), plan.exercises)


def _settings(text: str) -> dict[str, Item]:
    """Return what a configuration says besides its exercises, as far as it can be used."""
    try:
        present = tomlkit.parse(text)
    except TOMLKitError:
        return {}
    items = {key: present.item(key) for key in present if key not in _DRAFTED}
    usable = {key: item for key, item in items.items() if not check_configuration(tomlkit.dumps({key: item.unwrap()}))}
    return {key: item if isinstance(item, Item) else tomlkit.item(item.unwrap()) for key, item in usable.items()}
