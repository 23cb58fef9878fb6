"""Files beside an exercise's documents that belong to it without a role: decisions, adjudication, comments, notes."""

from pathlib import Path

import attrs

from markscheme.exercises.adjudication.adjudicated_file import ADJUDICATED_FILE
from markscheme.exercises.comments.bank_file import BANK_FILE
from markscheme.exercises.comments.given_file import GIVEN_FILE
from markscheme.exercises.decisions.decision_file import COURSE_FILE, DECISION_FILES
from markscheme.exercises.moderation.second_marking import SECOND_MARKING_FILE

ROSTER_FILE = "markscheme-class.json"
KEY_FILE = "markscheme-key.json"


@attrs.frozen
class Companion:
    """What files of a name hold, for people: after "these are", and in a list of files."""

    contents: str
    description: str


_COMPANIONS = {
    **{file.name: Companion(file.contents, file.description) for file in (*DECISION_FILES, COURSE_FILE)},
    ADJUDICATED_FILE: Companion("an adjudicator's decisions", "the decisions of an adjudicator between annotators"),
    GIVEN_FILE: Companion("teachers' comments", "the comments of teachers on students' texts"),
    BANK_FILE: Companion("comments for students", "the bank of comments for students"),
    ROSTER_FILE: Companion("a class's identifiers", "who the students are in the school's system"),
    KEY_FILE: Companion("a class's numbers", "whose number is whose"),
    SECOND_MARKING_FILE: Companion("notes on a second marking", "the notes on a second marking"),
}


def companion(path: Path) -> Companion | None:
    """Return what a file of this name holds; ``None`` for a file that may be a document."""
    return _COMPANIONS.get(path.name)
