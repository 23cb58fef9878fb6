"""The titles of what can be done about a place. Names of people stand in brackets, so that every name reads well."""

from collections.abc import Sequence
from fractions import Fraction

from markscheme.marking.wording.mark_words import signed
from markscheme.marking.wording.words import one_line, shortened, without_common_words

LONGEST = 60
"""Largest number of characters of the words of a document in a title."""


SHOW_NUMBERS = "Show the numbers for researchers"
OPEN_SOURCE = "Open the text to correct"
ASK_COMMENT = "Comment…"
ASK_POINTS = "Points…"
ASK_WHOLE_COMMENT = "Comment on the whole text…"
ASK_WHOLE_POINTS = "Points for the whole text…"
MORE = "More…"


def points_here(points: Fraction) -> str:
    """Return the title of an action that gives points to a place.

    >>> points_here(Fraction(1)), points_here(Fraction(0))
    ('Points here: +1', 'Points here: 0')
    """
    return f"Points here: {signed(points)}"


def points_back(points: Fraction) -> str:
    """Return the title of an action that takes a teacher's points back."""
    return f"Back to the points of the mark scheme: {signed(points)}"


def feedback_for(student: str) -> str:
    """Return the title of an action that writes what a student is given back."""
    return f"Write feedback for {student}"


def open_reference(names: str) -> str:
    """Return the title of an action that shows a teacher's text."""
    return f"Open the correction ({names})"


def use(before: str, text: str, names: str, *, whole: bool) -> str:
    """Return the title of an action that puts a teacher's words in the place of the student's.

    Parameters
    ----------
    names
        The names of the teachers on one line.
    whole
        Whether ``before`` is all that the student has at the place, so that it need not be named.

    >>> use("suffer", "suffers", "Ms Baker", whole=True)
    'Use “suffers” (Ms Baker)'
    >>> use("near from the lake", "near the lake", "Ms Baker, Mr Cruz", whole=False)
    'Take out “from” (Ms Baker, Mr Cruz)'
    >>> use("", "to", "Ms Baker", whole=True), use("walk home", "walking home", "Ms Baker", whole=False)
    ('Add “to” (Ms Baker)', 'Change “walk” to “walking” (Ms Baker)')
    """
    old, new = one_line(before), one_line(text)
    if not whole:
        old, new = without_common_words(old, new)
    if not old:
        return f"Add {_quoted(new)} ({names})"
    if not new:
        return f"Take out {_quoted(old)} ({names})"
    return f"Use {_quoted(new)} ({names})" if whole else f"Change {_quoted(old)} to {_quoted(new)} ({names})"


def use_sentence(names: str) -> str:
    """Return the title of an action that puts a teacher's whole sentence in the place of the student's."""
    return f"Use the whole sentence ({names})"


def undo(names: Sequence[str] = ()) -> str:
    """Return the title of an action that undoes a change, with those who left the place as it was.

    >>> undo(), undo(["Ms Baker", "Mr Cruz"])
    ('Undo this change', 'Undo this change, as Ms Baker and Mr Cruz left it')
    """
    return f"Undo this change, as {' and '.join(names)} left it" if names else "Undo this change"


def hide(noun: str, words: str = "") -> str:
    """Return the title of an action that hides one finding; the words tell it from others of its line.

    >>> hide("place", "go → gone"), hide("sentence")
    ('Hide this place: go → gone', 'Hide this sentence')
    """
    return f"Hide this {noun}: {shortened(words, LONGEST)}" if words else f"Hide this {noun}"


def hide_every(noun: str) -> str:
    """Return the title of an action that hides all findings of a kind in a document.

    >>> hide_every("place marked “not needed”")
    'Hide every place marked “not needed” in this file'
    """
    return f"Hide every {noun} in this file"


def _quoted(words: str) -> str:
    return f"“{shortened(words, LONGEST)}”"
