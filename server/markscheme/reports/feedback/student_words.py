"""The words that a student reads: short sentences in plain English, about the text and never about the person."""

from collections import Counter
from collections.abc import Iterable

from markscheme.marking.review.findings import Finding
from markscheme.marking.wording.words import counted, one_line
from markscheme.reports.feedback.feedback import Feedback, Note
from markscheme.reports.feedback.place_kinds import ALL_KINDS, OWN_SENTENCE, kind_of

NO_MARK = "No mark yet: your teacher reads this text"
_THIN_SPACE = "\u2009"
GAP = "‸"
"""Stands in the text where words are missing."""


def deed(finding: Finding) -> str:
    """Return what the student did at a place, as a sentence to the student."""
    before, after = one_line(finding.shown.before), one_line(finding.shown.after)
    if before == after:
        return f"You kept “{before}”." if before else "Something is missing here."
    if not before:
        return f"You added “{after}”."
    return f"You wrote “{after}” for “{before}”." if after else f"You took out “{before}”."


def title(finding: Finding) -> str:
    """Return a finding's verdict within a line."""
    kind = kind_of(finding)
    return kind.counted if kind is not None else "as you like"


def sentences(note: Note) -> tuple[str, ...]:
    """Return a note in sentences: what the student did, what teachers have, what is to do, and the comment.

    A teacher's comment begins with the teacher's name.

    >>> from markscheme.marking.verdicts.verdict import Verdict
    >>> from markscheme.reports.feedback.place_kinds import KINDS
    >>> from markscheme.reports.feedback.feedback import Advice
    >>> from markscheme.text.positions import Span
    >>> advice = (Advice("Kim", "went"),)
    >>> sentences(Note(1, KINDS[Verdict.MISSED], Span(0, 2), "tense", "T", "You kept “go”.", advice))
    ('You kept “go”.', 'Kim: went.')
    """
    return (*findings_of(note), *filter(None, [signed_comment(note.comment, note.commenter)]))


def findings_of(note: Note) -> tuple[str, ...]:
    """Return a note in sentences, without the comment."""
    advice = (sentence(f"{one.teachers}: {one.words}") for one in note.advice)
    rest = sentence(f"Still to do: {note.rest}") if note.rest else ""
    return tuple(filter(None, [note.deed, *advice, rest]))


def sentence(text: str) -> str:
    """Return a text with a full stop at its end, unless a sentence ends there already.

    >>> sentence("Kim: went"), sentence("Well done."), sentence("Why?"), sentence("Kim: “Go!”")
    ('Kim: went.', 'Well done.', 'Why?', 'Kim: “Go!”')
    """
    return text if text.rstrip("”’\"')")[-1:] in ("", *".!?…") else f"{text}."


def signed_comment(comment: str, commenter: str) -> str:
    """Return a comment with the name of the teacher who wrote it, if there is one.

    >>> signed_comment("Look again.", "Ms Kim"), signed_comment("Look again.", "")
    ('Ms Kim: Look again.', 'Look again.')
    """
    return f"{commenter}: {comment}" if comment and commenter else comment


def sign(note: Note, *, with_code: bool) -> str:
    r"""Return what stands behind the words of a note: its sign, on request its short form, and its number.

    >>> from markscheme.marking.verdicts.verdict import Verdict
    >>> from markscheme.reports.feedback.place_kinds import KINDS
    >>> from markscheme.text.positions import Span
    >>> sign(Note(3, KINDS[Verdict.MISSED], Span(0, 2), "tense", "T", ""), with_code=True)
    '○T\u20093'
    """
    code = note.code if with_code and note.kind.asks else ""
    number = "" if note.number is None else f"{_THIN_SPACE}{note.number}"
    return f"{note.kind.sign}{code}{number}"


def heading(note: Note) -> str:
    """Return a note's sign, its verdict and its kind of error.

    >>> from markscheme.marking.verdicts.verdict import Verdict
    >>> from markscheme.reports.feedback.place_kinds import KINDS
    >>> from markscheme.text.positions import Span
    >>> heading(Note(1, KINDS[Verdict.MISSED], Span(0, 2), "tense", "T", ""))
    '○ Still to correct (tense)'
    """
    return f"{note.kind.sign} {note.kind.title}{f' ({note.group})' if note.group else ''}"


def places(number: int) -> str:
    """Return a number of places in words."""
    return "1 place" if number == 1 else f"{number} places"


def corrections_by(feedback: Feedback) -> str:
    """Return the assignment and whose corrections the text was marked with; empty where both are unknown."""
    by = f"with corrections by {' and '.join(feedback.teachers)}" if feedback.teachers else ""
    return ", ".join(filter(None, [feedback.assignment, by]))


def tally(findings: Iterable[Finding]) -> str:
    """Return the number of places of each kind on one line; kinds that no place has are left out."""
    numbers = Counter(map(kind_of, findings))
    parts = [f"{numbers[kind]} {kind.counted}" for kind in ALL_KINDS if kind is not OWN_SENTENCE and numbers[kind]]
    own = numbers[OWN_SENTENCE]
    return " · ".join([*parts, *([counted(own, "sentence") + " of your own"] if own else [])])
