"""Files that share no text with others and yet take part: a student's only one so far, a document of two authors."""

from collections.abc import Sequence

import attrs

from markscheme.exercises.init.assignments.family import Essay, Family
from markscheme.exercises.init.assignments.file_shapes import texts_of
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.authorship import author_roles
from markscheme.exercises.init.naming.names import words_of
from markscheme.exercises.init.naming.persons import labels_of
from markscheme.exercises.init.naming.role_words import kinds_of


def with_incomplete(assignments: list[Family], alone: Sequence[Candidate]) -> tuple[list[Family], list[Candidate]]:
    """Return the assignments with the students who have one text so far, and the files that are left."""
    rest: list[Candidate] = []
    grown = list(assignments)
    for item in alone:
        number = next((number for number, family in enumerate(grown) if family.is_own and _fits(item, family)), None)
        if number is None:
            rest.append(item)
        else:
            key = _key_alone(item, grown[number])
            essays = (*grown[number].essays, Essay((item,), key))
            grown[number] = attrs.evolve(grown[number], essays=essays)
    return grown, rest


def _fits(item: Candidate, family: Family) -> bool:
    """Return whether a file stands at a place of own essays, under a name of its own."""
    key = _key_alone(item, family)
    if not key or any(key & essay.key for essay in family.essays):
        return False
    extended = attrs.evolve(family, essays=(*family.essays, Essay((item,), key)))
    return any(item in unit.files and len(unit.files) > 2 for unit in extended.units())


def _key_alone(item: Candidate, family: Family) -> frozenset[str]:
    """Return the words of a path that no other file of a set has, and no role's word."""
    taken = frozenset(word for other in family.files for word in texts_of(other.path))
    return frozenset(word for word in texts_of(item.path) if word not in taken and not kinds_of(word))


def author_documents(alone: Sequence[Candidate]) -> tuple[list[Family], list[Candidate]]:
    """Return the documents that a student and a teacher changed: by themselves, or as a set of own essays."""
    shared = author_roles(alone)
    documents = [item for item in alone if item.path in shared and not item.votes.get("reference")]
    rest = [item for item in alone if item not in documents]
    if not documents:
        return [], rest
    labels = labels_of([item.path for item in documents])
    essays = []
    for item in documents:
        label = labels.get(item.path, "")
        essays.append(Essay((item,), frozenset(word.text for word in words_of(label))))
    keys = {essay.key for essay in essays}
    if len(essays) > 1 and len(keys) == len(essays) and all(keys):
        return [Family(tuple(essays), is_own=True)], rest
    return [Family((essay,), is_own=False) for essay in essays], rest
