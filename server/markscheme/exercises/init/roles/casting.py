"""The roles of an assignment's files: from their names where these tell, else from what the texts say.

Files at one place of an assignment have one role (:class:`~markscheme.exercises.init.assignments.family.Unit`). The
source is chosen first, then each other place is the teachers' or the students'.
"""

from markscheme.exercises.init.assignments.family import Family, Unit
from markscheme.exercises.init.roles.cast import Cast, Forced
from markscheme.exercises.init.roles.corrections import choose_corrections
from markscheme.exercises.init.roles.evidence import Evidence
from markscheme.exercises.init.roles.name_votes import CLEAR_NAME, lead, shared_words, unit_votes
from markscheme.exercises.init.roles.sources import carried_source, choose_source, without_files
from markscheme.exercises.init.roles.standings import standings_of

_SEVERAL = 3
"""Files of which hardly all are teachers'."""


def cast(family: Family, evidence: Evidence, forced: Forced | None = None) -> tuple[Cast, ...]:
    """Return the role of each unit of an assignment, in the order source, references, hypotheses, others."""
    chosen = forced or {}
    ignored = shared_words(family)
    carried = carried_source(family, ignored, chosen)
    if carried is not None:
        sources, source = carried
    else:
        sources, source = choose_source(family, evidence, ignored, chosen)
    taken = {item.path for item in source.unit.files} if source is not None else set()
    units = [unit for unit in (without_files(unit, taken) for unit in sources) if unit is not None]
    units = _parted_where_alike(family, units, ignored)
    others = [*standings_of(family, evidence, source.unit if source else None, units, ignored)]
    casts = choose_corrections(family, others, source, chosen, ignored)
    return (*([source] if source else []), *casts)


def _parted_where_alike(family: Family, units: list[Unit], ignored: frozenset[str]) -> list[Unit]:
    """Return each file of a class for itself where all would be a teacher's for one weak word, and nobody a student."""
    if family.is_own or len(units) != 1 or len(units[0].files) < _SEVERAL:
        return units
    if (
        any(item.corrects for item in family.files)
        or lead(unit_votes(units[0], ignored), "reference") >= 2 * CLEAR_NAME
    ):
        return units
    if lead(unit_votes(units[0], ignored), "reference") < CLEAR_NAME:
        return units
    return [Unit(units[0].place, (item,)) for item in units[0].files]
