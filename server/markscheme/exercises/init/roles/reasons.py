"""Why a file has its role, in plain words that are true of this file."""

from collections.abc import Sequence

import attrs

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.names import Word, words_of
from markscheme.exercises.init.naming.role_words import is_title, votes_of
from markscheme.exercises.init.roles.name_votes import CLEAR_NAME, lead
from markscheme.exercises.init.roles.standings import Standing

_AGREED = 0.5
"""The part of a text's changes that others make, too, from which on they agree."""


def name_reason(item: Candidate, role: Role, ignored: frozenset[str]) -> str:
    """Return the word of a file's name, or of a folder's, that tells a role best; nothing where there is none."""
    silent = ignored | item.names
    words = [word for word in words_of(item.path) if word.text not in silent and _vote(word, role) >= CLEAR_NAME]
    if words:
        return _word_reason(item.path, max(words, key=lambda word: _telling(word, role)))
    for author in item.people:
        if any(_vote(word, role) >= CLEAR_NAME for word in words_of(author)):
            return f"changed by {author}" if author in item.changes else f"written by {author}"
    return ""


def _vote(word: Word, role: Role) -> float:
    return votes_of([word.text]).get(role, 0.0)


def _telling(word: Word, role: Role) -> tuple[bool, int, bool, float, int]:
    """Return what words are compared by: those for this role more than for others, then the innermost."""
    return lead(votes_of([word.text]), role) > 0, word.part, not is_title(word.text), _vote(word, role), -word.start


def _word_reason(path: str, word: Word) -> str:
    written = path[word.start : word.end]
    if word.part < path.count("/"):
        return f"in the folder “{path.split('/')[word.part]}”"
    return f"“{written}” stands before a teacher's name" if is_title(word.text) else f"called “{written}”"


@attrs.frozen
class CorrectionReasons:
    """Says why corrections of an assignment are teachers' or students'.

    Attributes
    ----------
    source
        The one file that all of them correct; ``None`` where there are several, or none.
    """

    standings: Sequence[Standing]
    source: Candidate | None
    ignored: frozenset[str]

    def of(self, standing: Standing, role: Role) -> dict[str, str]:
        """Return the reason of each file of a unit, by path."""
        return {item.path: self._reason(item, standing, role) for item in standing.unit.files}

    def _reason(self, item: Candidate, standing: Standing, role: Role) -> str:
        by_name = name_reason(item, role, self.ignored)
        if by_name:
            return by_name
        if item.is_tracked and item.changes:
            return self._change_reason(item, role)
        if role == "reference" and item.form.is_annotators_work:
            return f"annotated in {item.form.label}"
        if role == "reference":
            return self._teacher_reason(standing)
        start = f" of {file_name(self.source)}" if self.source is not None else ""
        others = len(standing.unit.files) - 1
        if others:
            return f"beside {others} other correction{'s' if others > 1 else ''}{start}"
        return f"a correction{start}"

    def _change_reason(self, item: Candidate, role: Role) -> str:
        authors = ", ".join(item.changes)
        counts = [sum(other.changes.values()) for one in self.standings for other in one.unit.files]
        count = sum(item.changes.values())
        if role == "reference" and count == max(counts) and counts.count(count) == 1:
            return f"{authors} made most changes, as a teacher would"
        return f"changed by {authors}"

    def _teacher_reason(self, standing: Standing) -> str:
        """Return what the texts themselves show of a teacher; a guess is called a guess."""
        readings = [item.reading for item in self.standings]
        reads_best = standing.reading == max(readings) > min(readings)
        agrees = len(self.standings) > 1 and min(standing.bearing.agreement, standing.bearing.coverage) > _AGREED
        reasons = (["it agrees with the other corrections"] if agrees else []) + (["reads best"] if reads_best else [])
        if not reasons:
            return "a guess: nothing tells it from the other corrections"
        return " and ".join(reasons) if agrees else "it reads best of the corrections"


def source_reason(item: Candidate, ignored: frozenset[str], *, has_most_slips: bool, count: int) -> str:
    """Return why a text is the source.

    Parameters
    ----------
    has_most_slips
        Whether it reads worse than every other text.
    count
        The number of places with texts, this one among them.
    """
    by_name = name_reason(item, "source", ignored)
    if by_name:
        return by_name
    if count < 3:
        return "it has most slips" if has_most_slips else "a guess: nothing tells which text was there first"
    return "the others depart from it, and it has most slips" if has_most_slips else "the others depart from it"


def carrier_reason(carrier: Candidate, files: Sequence[Candidate]) -> str:
    """Return why a text is the source of a document with changes; named by path where others have its name."""
    name = file_name(carrier)
    is_unique = sum(file_name(item) == name for item in files) == 1
    return f"the text that {name if is_unique else carrier.path} changes"


def file_name(item: Candidate) -> str:
    """Return the last part of a file's path."""
    return item.path.rpartition("/")[2]
