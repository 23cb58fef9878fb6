"""What the names of files, folders and authors, and the formats of files, say about a role."""

from collections.abc import Mapping

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.assignments.family import Family, Unit
from markscheme.exercises.init.assignments.file_shapes import texts_of
from markscheme.exercises.init.naming.names import votes_of_path, words_of
from markscheme.exercises.init.naming.role_words import votes_of

CLEAR_NAME = 0.3
"""How far a name speaks more for one role than for the others where it decides."""
CLEAR_CONTENT = 0.25
"""The same for names and texts together, where the guess is likely."""
_ANNOTATORS_VOTE = 1.0
"""How much a format that only annotators use speaks for a reference."""


def shared_words(family: Family) -> frozenset[str]:
    """Return the words that all files have, which tell nothing where others do."""
    files = family.files
    shared = frozenset.intersection(*(texts_of(item.path) for item in files)) if len(files) > 1 else frozenset()
    return shared if any(votes_of_path(item.path, shared | item.names) for item in files) else frozenset()


def unit_votes(unit: Unit, ignored: frozenset[str], *, authors: bool = True) -> dict[Role, float]:
    """Return how much the names speak for each role, on average; the names of authors count, too."""
    votes: dict[Role, float] = {}
    for item in unit.files:
        here = dict(votes_of_path(item.path, ignored | item.names))
        for author in item.people if authors else ():
            for role, vote in votes_of(word.text for word in words_of(author)).items():
                here[role] = max(here.get(role, 0.0), vote) if not here.get("hypothesis") else here.get(role, 0.0)
        if item.form.is_annotators_work and lead(here, "hypothesis") < CLEAR_NAME:
            here = {"reference": max(here.get("reference", 0.0), _ANNOTATORS_VOTE)}
        for role, vote in here.items():
            votes[role] = votes.get(role, 0.0) + vote / len(unit.files)
    return votes


def lead(votes: Mapping[Role, float], role: Role) -> float:
    """Return how far names speak more for a role than for any other."""
    return votes.get(role, 0.0) - max((vote for other, vote in votes.items() if other != role), default=0.0)


def tells_correction(votes: Mapping[Role, float]) -> bool:
    """Return whether names tell clearly that a text is a correction."""
    return max(lead(votes, "reference"), lead(votes, "hypothesis")) >= CLEAR_NAME
