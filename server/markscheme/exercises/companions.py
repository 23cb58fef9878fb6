"""Files beside an exercise's documents that belong to it without a role: decisions, adjudication and comments."""

from pathlib import Path

import attrs

from markscheme.exercises.adjudication.adjudicated_file import ADJUDICATED_FILE
from markscheme.exercises.comments.bank_file import BANK_FILE
from markscheme.exercises.comments.given_file import GIVEN_FILE
from markscheme.exercises.decisions.decision_file import DECISION_FILES


@attrs.frozen
class Companion:
    """What files of a name hold, for people: after "these are", and in a list of files."""

    contents: str
    description: str


_COMPANIONS = {
    **{file.name: Companion(file.contents, file.description) for file in DECISION_FILES},
    ADJUDICATED_FILE: Companion("an adjudicator's decisions", "the decisions of an adjudicator between annotators"),
    GIVEN_FILE: Companion("teachers' comments", "the comments of teachers on students' texts"),
    BANK_FILE: Companion("comments for students", "the bank of comments for students"),
}


def companion(path: Path) -> Companion | None:
    """Return what a file of this name holds; ``None`` for a file that may be a document."""
    return _COMPANIONS.get(path.name)
