"""The roles of an assignment's files: from their names where these tell, else from what the texts say.

Files at one place of an assignment have one role (:class:`~markscheme.exercises.init.assignments.family.Unit`). The
source is chosen first, then each other place is the teachers' or the students'.
"""

from markscheme.exercises.init.assignments.family import Family
from markscheme.exercises.init.roles.cast import Cast, Forced
from markscheme.exercises.init.roles.corrections import choose_corrections
from markscheme.exercises.init.roles.evidence import Evidence
from markscheme.exercises.init.roles.name_votes import shared_words
from markscheme.exercises.init.roles.sources import carried_source, choose_source, without_files
from markscheme.exercises.init.roles.standings import standings_of


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
    others = [*standings_of(family, evidence, source.unit if source else None, units, ignored)]
    casts = choose_corrections(family, others, source, chosen, ignored)
    return (*([source] if source else []), *casts)
