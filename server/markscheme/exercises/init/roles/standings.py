"""How much names and texts speak for a teacher's and for a student's correction."""

from collections.abc import Mapping, Sequence
from itertools import chain

import attrs

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.assignments.family import Family, Unit
from markscheme.exercises.init.naming.names import person_key, stem_of
from markscheme.exercises.init.roles.evidence import Bearing, Evidence
from markscheme.exercises.init.roles.name_votes import CLEAR_NAME, lead, unit_votes

_MANY, _SEVERAL = 5, 3
"""Files at one place from which on they are students', who are more than teachers."""


@attrs.frozen
class Standing:
    """A unit's scores for the roles, what its names alone say, and how it stands to the source and the others."""

    unit: Unit
    votes: Mapping[Role, float]
    reference: float
    hypothesis: float
    bearing: Bearing
    reading: float


def standings_of(
    family: Family, evidence: Evidence, source: Unit | None, units: Sequence[Unit], ignored: frozenset[str]
) -> list[Standing]:
    even = Bearing(0.5, 0.5, 0.5)
    bearings = evidence.bearings(source, units) if source is not None else [even] * len(units)
    standings = []
    every = [unit_votes(unit, ignored) for unit in units]
    has_teachers = any(lead(votes, "reference") >= CLEAR_NAME for votes in every)
    for unit, votes, bearing in zip(units, every, bearings, strict=True):
        content = 0.4 * (bearing.coverage - 0.5) + 0.3 * (bearing.agreement - 0.5) + 0.2 * (bearing.amount - 0.5)
        reading = evidence.reading(unit)
        content += 0.2 * reading + _changes(unit, units) + _begins_all(unit, units)
        content += _by_source_author(unit, units, source) + _by_one_author(unit, units)
        size = 0.0 if family.is_own else 0.5 if len(unit.files) >= _MANY else 0.2 if len(unit.files) >= _SEVERAL else 0
        rest = 0.7 if has_teachers and not votes.get("reference") else 0.0
        hypothesis = votes.get("hypothesis", 0.0) + 0.5 * votes.get("source", 0.0) + size + rest - content
        standings.append(Standing(unit, votes, votes.get("reference", 0.0) + content, hypothesis, bearing, reading))
    return standings


def _by_source_author(unit: Unit, units: Sequence[Unit], source: Unit | None) -> float:
    """Return how much authors speak for a reference: whoever wrote the source, and few others, is the teacher."""
    authors = {person_key(item.author) for item in source.files if item.author} if source is not None else set()
    others = [item for each in units for item in each.files]
    same = [item for item in others if item.author and person_key(item.author) in authors]
    is_theirs = any(item in same for item in unit.files)
    return 0.5 if is_theirs and 3 * len(same) <= max(len(others), 3) else 0.0


def _by_one_author(unit: Unit, units: Sequence[Unit]) -> float:
    """Return how much authors speak for a reference: one person who changed all of several files is a teacher."""
    authors = {person_key(author) for item in unit.files for author in item.people}
    elsewhere = {
        person_key(author) for each in units if each is not unit for item in each.files for author in item.people
    }
    is_theirs = len(unit.files) > 1 and all(item.people for item in unit.files) and len(authors) == 1
    return 0.5 if is_theirs and not authors & elsewhere else 0.0


def _begins_all(unit: Unit, units: Sequence[Unit]) -> float:
    """Return how much names of M2 files speak for a reference: its name begins all the others'."""
    stems = [stem_of(item.path) for each in units for item in each.files if item.is_annotated]
    if len(unit.files) > 1 or len(stems) < 2 or not unit.files[0].is_annotated:
        return 0.0
    return 0.5 if all(stem.startswith(stem_of(unit.files[0].path)) for stem in stems) else 0.0


def _changes(unit: Unit, units: Sequence[Unit]) -> float:
    """Return how much the number of tracked changes speaks for a teacher, who makes most; M2 by its annotators."""
    counts = {
        item.path: len(item.changes) if item.is_annotated else sum(item.changes.values())
        for item in chain.from_iterable(each.files for each in units)
    }
    most = max(counts.values(), default=0)
    carrying = [item for item in unit.files if item.corrects]
    if not most or not carrying:
        return 0.0
    return 0.6 * sum(counts[item.path] for item in carrying) / (most * len(carrying)) - 0.3
