"""The parts of the authors in documents that several people changed."""

from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.names import words_of
from markscheme.exercises.init.naming.role_words import votes_of
from markscheme.exercises.init.plan import Sureness


@attrs.frozen
class AuthorRole:
    """The part of one author in a document that several people changed."""

    author: str
    is_teacher: bool
    reason: str
    sureness: Sureness


def author_roles(documents: Sequence[Candidate]) -> dict[str, tuple[AuthorRole, ...]]:
    """Return the parts of the authors of each document that a student and a teacher changed, by path."""
    counts = Counter(author for item in documents for author in item.changes)
    roles: dict[str, tuple[AuthorRole, ...]] = {}
    for item in documents:
        if len(item.changes) > 1 and item.is_tracked:
            parts = _author_roles(item, counts)
            if len({part.is_teacher for part in parts}) > 1:
                roles[item.path] = parts
    return roles


def _author_roles(item: Candidate, counts: Counter[str]) -> tuple[AuthorRole, ...]:
    known: dict[str, tuple[bool, str]] = {}
    path_words = {word.text for word in words_of(item.path)}
    fewest = min(counts[author] for author in item.changes)
    for author in item.changes:
        votes = votes_of(word.text for word in words_of(author))
        if votes.get("reference", 0) > votes.get("hypothesis", 0):
            known[author] = True, f"“{author}” is a teacher's name"
        elif votes.get("hypothesis", 0) > 0:
            known[author] = False, f"“{author}” is a student's name"
        elif path_words & {word.text for word in words_of(author)}:
            known[author] = False, f"{author}'s name is in the file's"
        elif counts[author] > max(1, fewest):
            known[author] = True, f"{author} changed {counts[author]} of these documents"
    return tuple(_part(author, known, item) for author in item.changes)


def _part(author: str, known: Mapping[str, tuple[bool, str]], item: Candidate) -> AuthorRole:
    if author in known:
        is_teacher, reason = known[author]
        return AuthorRole(author, is_teacher, reason, "sure")
    sides = {is_teacher for is_teacher, _ in known.values()}
    if len(sides) == 1:
        return AuthorRole(author, not sides.pop(), f"not {' or '.join(known)}", "likely")
    most = max(item.changes, key=lambda name: item.changes[name])
    reason = "made most changes" if author == most else "made fewer changes"
    return AuthorRole(author, author == most, reason, "ask")
