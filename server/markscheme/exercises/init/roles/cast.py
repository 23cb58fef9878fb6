"""The role of the files that stand at one place of an assignment."""

from collections.abc import Mapping

import attrs

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.assignments.family import Unit
from markscheme.exercises.init.plan import Sureness

Forced = Mapping[str, Role]
"""Roles that somebody chose, by the path of a unit's first file."""


@attrs.frozen
class Cast:
    """The role of a unit's files.

    Attributes
    ----------
    role
        ``None`` for files without a part.
    reasons
        Why each file has the role, by path.
    margin
        How far names and texts speak more for a teacher's correction than for a student's.
    """

    unit: Unit
    role: Role | None
    reasons: Mapping[str, str]
    sureness: Sureness
    margin: float = 0.0

    @property
    def id(self) -> str:
        return self.unit.files[0].path
