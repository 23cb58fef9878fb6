"""The source of an assignment: the text that was given, before anybody corrected it."""

from collections.abc import Sequence

from markscheme.exercises.init.assignments.family import Family, Unit
from markscheme.exercises.init.assignments.file_shapes import texts_of
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.names import stem_of
from markscheme.exercises.init.plan import Sureness
from markscheme.exercises.init.roles.cast import Cast, Forced
from markscheme.exercises.init.roles.evidence import Evidence
from markscheme.exercises.init.roles.name_votes import CLEAR_CONTENT, CLEAR_NAME, lead, tells_correction, unit_votes
from markscheme.exercises.init.roles.reasons import carrier_reason, source_reason

_LITTLE = 0.2
"""A correction with less than this part of the changes that are usual is much like the source."""
_FAR = 9.0
"""The margin of the one possible source."""


def without_files(unit: Unit, taken: set[str]) -> Unit | None:
    """Return a unit without some files, by their paths; ``None`` where no file is left."""
    files = tuple(item for item in unit.files if item.path not in taken)
    return Unit(unit.place, files) if files else None


def carried_source(
    family: Family, ignored: frozenset[str], forced: Forced
) -> tuple[Sequence[Unit], Cast | None] | None:
    """Return the source where documents with tracked changes or M2 carry it: a file with that text, or no file."""
    carriers = [item for item in family.files if item.corrects]
    if not carriers:
        return None
    plain: list[Candidate] = []
    for essay in family.essays:
        for carrier in (item for item in essay.files if item.corrects):
            same = [item for item in essay.files if not item.corrects and item.has_text_of(carrier)]
            same = [item for item in same if not tells_correction(item.votes)]
            same.sort(key=lambda item: -item.votes.get("source", 0.0) + item.votes.get("hypothesis", 0.0))
            plain += same[:1] if same and same[0] not in plain else []
            if same:
                break
    units = _parted(family, ignored, forced, has_source=True)
    if not plain:
        if any(not item.corrects and item.votes.get("source", 0) >= CLEAR_NAME for item in family.files):
            return None
        return units, None
    reasons = {item.path: carrier_reason(_carrier(item, family), family.files) for item in plain}
    return units, Cast(Unit((), tuple(plain)), "source", reasons, "sure")


def _carrier(item: Candidate, family: Family) -> Candidate:
    """Return a document that changes a text: a teacher's, if there is one."""
    carriers = [other for other in family.essay_of(item).files if other.corrects and item.has_text_of(other)]
    return max(carriers, key=lambda other: other.votes.get("reference", 0.0))


def choose_source(
    family: Family, evidence: Evidence, ignored: frozenset[str], forced: Forced
) -> tuple[list[Unit], Cast | None]:
    """Return the units, parted where need be, and the source among them."""
    units = _parted(family, ignored, forced)
    votes = [unit_votes(unit, ignored) for unit in units]
    able = [number for number, unit in enumerate(units) if _is_single(family, unit)]
    able = [number for number in able if not tells_correction(votes[number]) or units[number].files[0].path in forced]
    named = [number for number in able if votes[number].get("source", 0.0) >= CLEAR_NAME]
    picked = [number for number in able if forced.get(units[number].files[0].path) == "source"]
    possible = picked or [number for number in named or able if units[number].files[0].path not in forced]
    if not possible:
        return units, None
    departures = evidence.departures(units)
    scores = {
        number: lead(votes[number], "source")
        - 0.5 * evidence.reading(units[number])
        + 0.4 * departures[number]
        - 0.2 * _is_marked(units[number], ignored)
        + 0.5 * _is_title(units[number], family)
        for number in possible
    }
    best, *rest = sorted(possible, key=lambda number: (-scores[number], number))
    unlike = [number for number in rest if not _is_like(family, evidence, units[best], units[number])]
    margin = scores[best] - scores[unlike[0]] if unlike else _FAR
    by_name = lead(votes[best], "source")
    sureness: Sureness = (
        "sure" if picked or by_name >= CLEAR_NAME else "likely" if margin >= CLEAR_CONTENT and by_name > -0.1 else "ask"
    )
    readings = sorted(evidence.reading(unit) for unit in units)
    has_most_slips = len(readings) > 1 and evidence.reading(units[best]) == readings[0] < readings[1]
    reasons = {
        item.path: source_reason(item, ignored, has_most_slips=has_most_slips, count=len(units))
        for item in units[best].files
    }
    return units, Cast(units[best], "source", reasons, sureness)


def _is_like(family: Family, evidence: Evidence, source: Unit, other: Unit) -> bool:
    """Return whether another unit's text is the source with next to nothing changed: it is a poor correction of it."""
    if family.is_own:
        return False
    others = [item for item in family.files if not (item.corrects or item.is_empty)]
    distances = sorted(evidence.distance(source.files[0], item) for item in others)
    return evidence.distance(source.files[0], other.files[0]) <= _LITTLE * distances[len(distances) // 2]


def _parted(family: Family, ignored: frozenset[str], forced: Forced, *, has_source: bool = False) -> list[Unit]:
    """Return the units of a family; where names tell no source or no reference, each file stands for itself."""
    units: list[Unit] = []
    every = list(family.units())
    if family.is_own:
        return every
    votes = [unit_votes(unit, ignored, authors=False) for unit in every]
    named = [item for item in votes if item.get("source", 0.0) >= CLEAR_NAME and lead(item, "source") > 0]
    has_source = has_source or bool(named)
    has_reference = any(item.get("reference", 0.0) >= CLEAR_NAME for item in votes)
    for unit, vote in zip(every, votes, strict=True):
        is_source = lead(vote, "source") > 0
        is_unknown = max(vote.values(), default=0.0) < CLEAR_NAME and not (has_source and has_reference)
        is_forced = any(item.path in forced for item in unit.files[1:])
        if is_source or is_unknown or is_forced:
            units += [Unit(unit.place, (item,)) for item in unit.files]
        else:
            units.append(unit)
    return units


def _is_single(family: Family, unit: Unit) -> bool:
    """Return whether a unit has at most one text for each essay, as a source has; few students hand in two drafts."""
    twice = sum(len([item for item in unit.files if item in essay.files]) > 1 for essay in family.essays)
    return not any(item.corrects for item in unit.files) and 3 * twice <= len(family.essays) and twice < len(unit.files)


def _is_marked(unit: Unit, ignored: frozenset[str]) -> float:
    """Return how many more words a unit's name has than a plain one: ``source+error`` is a version of ``source``."""
    return min(len(texts_of(stem_of(unit.files[0].path)) - ignored) - 1, 3) / 3


def _is_title(unit: Unit, family: Family) -> bool:
    """Return whether a file has the name of the assignment: the other files' names say it, and more."""
    if family.is_own or len(unit.files) > 1 or len(family.files) < 3:
        return False
    words = texts_of(stem_of(unit.files[0].path))
    others = [texts_of(stem_of(item.path)) for item in family.files if item not in unit.files]
    return bool(words) and all(words < other for other in others)
