"""Why a file has its role, in plain words."""

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.names import words_of
from markscheme.exercises.init.naming.role_words import votes_of
from markscheme.exercises.init.roles.cast import Cast
from markscheme.exercises.init.roles.name_votes import CLEAR_NAME
from markscheme.exercises.init.roles.standings import Standing


def correction_reason(item: Standing, role: Role, source: Cast | None, ignored: frozenset[str]) -> str:
    by_name = name_reason(item.unit.files[0], role, ignored)
    if by_name:
        return by_name
    first = item.unit.files[0]
    if first.is_tracked and first.changes:
        authors = ", ".join(first.changes)
        return f"{authors} made most changes, as a teacher would" if role == "reference" else f"changed by {authors}"
    if role == "reference":
        return "it agrees with the other corrections and reads best"
    start = f" of {file_name(source.unit.files[0])}" if source is not None and len(source.unit.files) == 1 else ""
    count = len(item.unit.files)
    return f"one of {count} corrections{start} in one place" if count > 1 else f"a correction{start}"


def name_reason(item: Candidate, role: Role, ignored: frozenset[str]) -> str:
    """Return the word in a file's name, or in a folder's, that tells a role; nothing where there is none."""
    last = item.path.count("/")
    for word in sorted(words_of(item.path), key=lambda word: -word.part):
        if word.text not in ignored and votes_of([word.text]).get(role, 0.0) >= CLEAR_NAME:
            written = item.path[word.start : word.end]
            return f"called “{written}”" if word.part == last else f"in the folder “{item.path.split('/')[word.part]}”"
    for author in item.changes:
        if any(votes_of([word.text]).get(role, 0.0) >= CLEAR_NAME for word in words_of(author)):
            return f"changed by {author}"
    return ""


def file_name(item: Candidate) -> str:
    return item.path.rpartition("/")[2]
