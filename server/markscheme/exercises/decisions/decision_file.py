"""The plain M2 files of decisions: ``accepted.m2``, ``decisions.m2``, ``questions.m2`` and a course's.

The first three lie beside an exercise's references.

An ``S`` line is a passage's source tokens. Each ``A`` line is a decision by itself, independent of the sentence's
other lines. Its comment says what was decided, by whom and when; the annotator's number only keeps overlapping lines
apart. The text depends only on the decisions, so that the additions of two people can be merged::

    S She like music .
    A 1 2|||UNK|||like|||REQUIRED|||not counted by Ms Kim on 2026-11-22|||0
    A 1 2|||R:VERB|||adores|||REQUIRED|||partly by Ms Kim on 2026-11-22|||1
    A 2 2|||M:DET|||the|||REQUIRED|||optional by Mr Roy on 2026-11-23|||0

``accepted.m2`` holds the students' corrections that count as a reference's. All of its lines are accepted, and a
comment of another form is the author. ``decisions.m2`` holds all other kinds that change marks; a comment of another
form is an error.

``questions.m2`` holds answers to questions that change no mark: who skipped one, who says that the texts stand as they
are, and notes to the adjudicator. The question's kind stands in brackets, and a note behind the date::

    A 1 2|||R:VERB|||adores|||REQUIRED|||skipped (uncovered) by Ms Kim on 2026-11-22|||0
    A 1 2|||R:VERB|||loves|||REQUIRED|||note (uncovered) by Mr Roy on 2026-11-22: too strong?|||1

An answer that somebody else's later one replaces is kept there too, with its kind in brackets, and comes back when the
later one is taken back::

    A 1 2|||R:VERB|||loves|||REQUIRED|||replaced (accepted) by Mr Roy on 2026-11-22: by Ms Kim on 2026-11-23|||2

That a student's mark is final, whatever nobody has decided in it, stands in ``decisions.m2`` under the student's name.
The exercise stands in brackets, and behind the date what tells the text from a later version of it::

    S mei
    A 0 1|||UNK|||mei|||REQUIRED|||final lowest (week 3) by Ms Kim on 2026-11-26: 5d41402abc|||0

``course-decisions.m2`` holds what a teacher decided for all exercises of a course. Its ``S`` line is not a sentence but
a phrase of the source, and what is decided holds wherever these words follow each other::

    S needs not any
    A 0 3|||R:OTHER|||doesn't need any|||REQUIRED|||accepted by Ms Kim on 2026-11-22|||0

M2 has no line about a place as such. ``not counted`` is written as M2 writes an error that nobody corrected: type
``UNK``, and the source's own words as the correction (none for a place between two tokens). ERRANT's ``compare_m2``
reads such a line and counts no correction there. A hand-written line may have another correction and type, which are
ignored.
"""

import datetime
import re
from collections.abc import Callable, Collection, Iterable
from functools import partial
from pathlib import Path

import attrs

from markscheme.exercises.decisions.decision import Decision, DecisionKind, Subject
from markscheme.exercises.decisions.line_edits import with_line, without_lines
from markscheme.formats.m2.sentences import NO_CORRECTION, Annotation, read_annotations
from markscheme.formats.parallel import DETECTION
from markscheme.text.errors import DocumentError
from markscheme.text.reading import decode


@attrs.frozen
class Signed:
    """What a comment says; see :class:`markscheme.exercises.decisions.decision.Decision`."""

    kind: DecisionKind
    author: str = ""
    date: datetime.date | None = None
    question: str = ""
    note: str = ""


_ACCEPTED = re.compile(r"accepted(?: by (.+))? on ([0-9]{4}-[0-9]{2}-[0-9]{2})")
_DECIDED = re.compile(r"([a-z ]+?)(?: by (.+?))?(?: on ([0-9]{4}-[0-9]{2}-[0-9]{2}))?")
_FINAL = re.compile(r"(final[a-z ]*?) \((.+?)\)(?: by (.+?))?(?: on ([0-9]{4}-[0-9]{2}-[0-9]{2}))?: ([0-9a-f]+)")
_ANSWERED = re.compile(
    r"([a-z]+)(?: \(([a-z -]+)\))?(?: by (.+?))?(?: on ([0-9]{4}-[0-9]{2}-[0-9]{2}))?(?:: (?P<note>.*))?"
)
_BARS = re.compile(r"\|{2,}|\|$")
"""What would end a part of a line."""
_UNTYPED = ("", "noop", DETECTION)
_WITHOUT_CORRECTION = (Subject.PLACE, Subject.MARK)
_FINAL_KINDS = {kind.value: kind for kind in DecisionKind if kind.subject is Subject.MARK}


@attrs.frozen
class DecisionFile:
    """A file of decisions.

    Attributes
    ----------
    name
        The file's name in the folder of the references.
    kinds
        The decisions that it holds.
    contents, description
        What it holds, for people: after "these are", and in a list of files.
    rejection
        Why ``{words}`` can't be written, as the problem of a :class:`DocumentError`.
    read_comment
        Reads a comment; raises :class:`ValueError` with a sentence for people if it has another form.
    always
        Whether its decisions hold in all exercises of a course.
    """

    name: str
    kinds: tuple[DecisionKind, ...]
    contents: str
    description: str
    rejection: str
    read_comment: Callable[[str], Signed]
    always: bool = False


def _accepted_comment(comment: str) -> Signed:
    match = _ACCEPTED.fullmatch(comment)
    try:
        author, day = (match[1] or "", datetime.date.fromisoformat(match[2])) if match else (comment, None)
    except ValueError:
        author, day = comment, None
    return Signed(DecisionKind.ACCEPTED, author, day)


def _decision_comment(comment: str) -> Signed:
    final = _FINAL.fullmatch(comment)
    if final is not None and final[1] in _FINAL_KINDS:
        return Signed(_FINAL_KINDS[final[1]], final[3] or "", _day(final[4]), final[2], final[5])
    return _decided_comment(comment, DECISIONS_FILE.kinds)


def _course_comment(comment: str) -> Signed:
    return _decided_comment(comment, COURSE_FILE.kinds)


def _decided_comment(comment: str, kinds: Collection[DecisionKind]) -> Signed:
    match = _DECIDED.fullmatch(comment)
    kind = next((item for item in kinds if match and item.value == match[1]), None)
    if match is None or kind is None or kind.subject is Subject.MARK:
        raise ValueError(f"the comment {comment!r} is no decision")
    return Signed(kind, match[2] or "", _day(match[3]))


def _question_comment(comment: str) -> Signed:
    match = _ANSWERED.fullmatch(comment)
    kind = next((item for item in QUESTIONS_FILE.kinds if match and item.value == match[1]), None)
    if match is None or kind is None:
        raise ValueError(f"the comment {comment!r} is no answer to a question")
    return Signed(kind, match[3] or "", _day(match[4]), match[2] or "", match["note"] or "")


def _day(text: str | None) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text) if text else None
    except ValueError:
        raise ValueError(f"{text} is no date") from None


ACCEPTED_FILE = DecisionFile(
    "accepted.m2",
    (DecisionKind.ACCEPTED,),
    "accepted alternatives",
    "the alternatives that teachers accepted",
    "the correction {words!r} can't be accepted",
    _accepted_comment,
)
DECISIONS_FILE = DecisionFile(
    "decisions.m2",
    tuple(kind for kind in DecisionKind if kind is not DecisionKind.ACCEPTED and kind.subject is not Subject.QUESTION),
    "teachers' decisions",
    "the decisions of teachers about single places",
    "the decision about {words!r} can't be kept",
    _decision_comment,
)
QUESTIONS_FILE = DecisionFile(
    "questions.m2",
    tuple(kind for kind in DecisionKind if kind.subject is Subject.QUESTION),
    "answers to questions",
    "the answers of annotators that change no mark",
    "the answer about {words!r} can't be kept",
    _question_comment,
)
DECISION_FILES = (ACCEPTED_FILE, DECISIONS_FILE, QUESTIONS_FILE)
"""The files beside an exercise's references."""
COURSE_FILE = DecisionFile(
    "course-decisions.m2",
    tuple(kind for kind in DecisionKind if kind.subject in (Subject.CHANGE, Subject.REFERENCE_EDIT, Subject.PLACE)),
    "a teacher's decisions for all exercises",
    "the decisions of a teacher for all exercises of a course",
    "the decision about {words!r} can't be kept",
    _course_comment,
    always=True,
)


def read_accepted(text: str, path: Path | None = None) -> tuple[Decision, ...]:
    """Return the decisions of an ``accepted.m2``, as :func:`read`."""
    return read(ACCEPTED_FILE, text, path)


def read_decisions(text: str, path: Path | None = None) -> tuple[Decision, ...]:
    """Return the decisions of a ``decisions.m2``, as :func:`read`."""
    return read(DECISIONS_FILE, text, path)


def read(file: DecisionFile, text: str, path: Path | None = None) -> tuple[Decision, ...]:
    """Return the decisions of a file's text, sorted, each once; none if the text is empty.

    Raises
    ------
    DocumentError
        If it is no sound M2 file, or a line is no decision, with the line.
    """
    return tuple(decision_lines(file, text, path))


def decision_lines(file: DecisionFile, text: str, path: Path | None = None) -> dict[Decision, int]:
    """Return the decisions of a file's text, as :func:`read`, each with its line, from 1."""
    if not text.strip():
        return {}
    decisions: dict[tuple[object, ...], tuple[Decision, int]] = {}
    for source, annotation in read_annotations(text, path):
        for item in _of_line(file, source, annotation, path):
            decisions.setdefault((item.kind, item.topic), (item, annotation.line))
    return dict(sorted(decisions.values(), key=lambda pair: pair[0].order))


def _of_line(
    file: DecisionFile, source: tuple[str, ...], annotation: Annotation, path: Path | None
) -> Iterable[Decision]:
    try:
        signed = file.read_comment(annotation.comment)
    except ValueError as error:
        raise DocumentError(str(error), path=path, line=annotation.line, remedy=_comment_form(file)) from None
    kind, start, end = signed.kind, annotation.start, annotation.end
    signature = (signed.author, signed.date, signed.question, signed.note)
    if kind.subject in _WITHOUT_CORRECTION or (kind.subject is Subject.QUESTION and not annotation.corrects):
        yield Decision(kind, source, start, end, source[start:end], DETECTION, *signature, always=file.always)
        return
    if not annotation.corrects:
        what = "an accepted alternative" if kind is DecisionKind.ACCEPTED else f"what is {kind.value!r}"
        raise DocumentError(f"{what} must be a correction, and this line has none", path=path, line=annotation.line)
    for replacement in (annotation.replacement, *annotation.alternatives):
        yield Decision(kind, source, start, end, replacement, annotation.type, *signature, always=file.always)


def _comment_form(file: DecisionFile) -> str:
    *others, last = [repr(kind.value) for kind in file.kinds if kind.subject is not Subject.MARK]
    elsewhere = " ".join(
        f"What is {kind.value!r} stands in {other.name}."
        for other in DECISION_FILES
        for kind in other.kinds
        if kind.subject is not Subject.MARK and kind not in file.kinds and QUESTIONS_FILE not in (file, other)
    )
    word = "KIND (QUESTION)" if file is QUESTIONS_FILE else "KIND"
    form = f"Write '{word} by NAME on YYYY-MM-DD', where KIND is {', '.join(others)} or {last}"
    return f"{form}. {elsewhere}".rstrip(". ")


def with_decision(file: DecisionFile, text: str, decision: Decision, path: Path | None = None) -> str:
    """Return a file's text after a decision: without the contrary ones, and with this one if its kind stands there.

    If the same was decided before, that line stays, with the person who decided first. ``path`` is for messages.

    Raises
    ------
    DocumentError
        If the text is broken, or M2 can't hold the decision.
    ValueError
        If its place is outside its source.
    """
    if not 0 <= decision.start <= decision.end <= len(decision.source):
        raise ValueError("the place of the decision is outside its source")
    added = _normalised(decision)
    if added.changes_nothing and added.kind.subject in (Subject.CHANGE, Subject.REFERENCE_EDIT):
        verb = "accept" if added.kind is DecisionKind.ACCEPTED else "decide"
        raise DocumentError(f"this changes nothing: there is nothing to {verb}", path=path)
    before = read(file, text, path)
    kept = tuple(item for item in before if not item.contradicts(added))
    is_new = added.kind in file.kinds and not any(item.equals(added) for item in kept)
    if kept == before and not is_new:
        return text
    after = tuple(sorted((*kept, added), key=lambda item: item.order)) if is_new else kept
    new_text = _rewritten(file, text, before, after, path)
    return _checked(file, new_text, after, added, path) if is_new else new_text


def without_decision(file: DecisionFile, text: str, decision: Decision, path: Path | None = None) -> str:
    """Return a file's text without a decision, whoever made it; empty if there is no other.

    Raises
    ------
    DocumentError
        If the text is broken.
    """
    before = read(file, text, path)
    after = tuple(item for item in before if not item.equals(decision))
    return text if after == before else _rewritten(file, text, before, after, path)


def _rewritten(
    file: DecisionFile, text: str, before: tuple[Decision, ...], after: tuple[Decision, ...], path: Path | None
) -> str:
    """Return a file's text with other decisions; one that a person has formatted is changed line by line if it can be.

    Parameters
    ----------
    before, after
        The text's decisions, and those that it shall have: without some, and with at most one other.
    """
    if not after or _written(before) == text:
        return _written(after)
    changed = _changed_lines(file, text, after, tuple(item for item in after if item not in before), path)
    try:
        return changed if read(file, changed, path) == after else _written(after)
    except DocumentError:
        return _written(after)


def _changed_lines(
    file: DecisionFile, text: str, after: tuple[Decision, ...], added: tuple[Decision, ...], path: Path | None
) -> str:
    """Return a text without the lines that say anything but some decisions, and with lines for others."""
    kept = {(item.content, item.topic) for item in after}
    dropped = {
        annotation.line
        for source, annotation in read_annotations(text, path)
        if any((item.content, item.topic) not in kept for item in _of_line(file, source, annotation, path))
    }
    changed = without_lines(text, dropped.__contains__)
    for item in added:
        changed = with_line(changed, item.source, (item.start, item.end), partial(_line, item))
    return changed


def _normalised(item: Decision) -> Decision:
    """Return a decision as it is written: with a type, for a place with the source's words, and a note on one line.

    Two bars in a note, which part a line of M2, are written as broken bars.
    """
    note = _BARS.sub(lambda match: "¦" * len(match[0]), " ".join(item.note.split()))
    item = attrs.evolve(item, note=note)
    subject = item.kind.subject
    if subject in _WITHOUT_CORRECTION or (subject is Subject.QUESTION and item.changes_nothing):
        return attrs.evolve(item, replacement=item.source[item.start : item.end], type=DETECTION)
    if item.type not in _UNTYPED:
        return item
    kind = "M:OTHER" if item.start == item.end else "R:OTHER" if item.replacement else "U:OTHER"
    return attrs.evolve(item, type=kind)


def _written(decisions: Iterable[Decision]) -> str:
    """Return decisions as M2: sentences in order, overlapping lines under different annotators."""
    by_source: dict[tuple[str, ...], list[Decision]] = {}
    for item in decisions:
        by_source.setdefault(item.source, []).append(item)
    return "\n".join(
        "\n".join([f"S {' '.join(source)}", *_lines(sentence), ""]) for source, sentence in by_source.items()
    )


def _lines(decisions: Iterable[Decision]) -> Iterable[str]:
    annotators: list[list[Decision]] = []
    for item in decisions:
        number = next((n for n, own in enumerate(annotators) if not any(_overlap(item, o) for o in own)), None)
        if number is None:
            number = len(annotators)
            annotators.append([])
        annotators[number].append(item)
        yield _line(item, number)


def _overlap(one: Decision, other: Decision) -> bool:
    at_one_place = (one.start, one.end) == (other.start, other.end)
    return at_one_place or (one.start < other.end and other.start < one.end)


def _line(item: Decision, annotator: int) -> str:
    words = " ".join(item.replacement)
    return f"A {item.start} {item.end}|||{item.type}|||{words}|||REQUIRED|||{_comment(item)}|||{annotator}"


def _comment(item: Decision) -> str:
    if item.kind is DecisionKind.ACCEPTED and item.date is None and not item.always:
        return item.author or NO_CORRECTION
    by, on = f" by {item.author}" if item.author else "", f" on {item.date}" if item.date else ""
    question, note = f" ({item.question})" if item.question else "", f": {item.note}" if item.note else ""
    return f"{item.kind.value}{question}{by}{on}{note}"


def _checked(file: DecisionFile, text: str, meant: tuple[Decision, ...], new: Decision, path: Path | None) -> str:
    """Return the text if this reader, and ERRANT's, which parts lines at ``|||``, read these decisions from it."""
    try:
        sound = read(file, decode(text.encode(), path or Path(file.name)), path) == meant
    except (DocumentError, UnicodeEncodeError):
        sound = False
    words = " ".join(new.replacement)
    if not sound or _line(new, 0).split("|||")[2:3] != [words]:
        raise DocumentError(
            file.rejection.format(words=words),
            path=path,
            remedy="Its words, or its sentence's, have what an M2 file can't hold",
        )
    return text
