"""From a reviewed document to the feedback for its student."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import count

import attrs

from markscheme.exercises.comments.exercise_comments import language_bank
from markscheme.languages.catalogue import find_language
from markscheme.marking.comments.comment import Comment
from markscheme.marking.review.document_review import PassageReview
from markscheme.marking.review.findings import Finding
from markscheme.marking.review.whole_words import widened
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.mark_words import mark_title, signed, sum_rows
from markscheme.marking.wording.people import person_name, teacher_name
from markscheme.marking.wording.place_words import group_of, is_evident, remainder, to_do, versions
from markscheme.marking.wording.words import NOTHING_TO_MARK, mark, one_line, points
from markscheme.reports.feedback import student_words
from markscheme.reports.feedback.feedback import (
    Advice,
    Feedback,
    KeyEntry,
    MarkLine,
    MarkSheet,
    Note,
    Practice,
    PracticeSentence,
    Remark,
    Replacement,
    Step,
)
from markscheme.reports.feedback.modes import DIRECT, Mode
from markscheme.reports.feedback.place_kinds import (
    FROM_SOURCE,
    KINDS,
    OTHER_VERSION,
    OWN_SENTENCE,
    RIGHT,
    TEACHERS_COMMENT,
    kind_of,
)
from markscheme.reports.report import Report, ReviewedDocument
from markscheme.text.positions import Span

MOST_PRACTICE = 3
"""Largest number of kinds of errors to practise."""
MOST_SENTENCES = 3
"""Largest number of sentences for one kind of error."""


@attrs.frozen
class FeedbackSettings:
    """What the feedback of a class has in common.

    Attributes
    ----------
    mode
        How much it gives away.
    focus
        The only kinds of errors that are marked, in a teacher's words; all of them where it is empty.
    """

    mode: Mode = DIRECT
    focus: tuple[str, ...] = ()

    def is_in_focus(self, group: str) -> bool:
        """Return whether places of a kind of error are marked; capital letters do not matter."""
        return not self.focus or group.casefold() in {name.casefold() for name in self.focus}


def feedback_of(report: Report, settings: FeedbackSettings = FeedbackSettings()) -> tuple[Feedback, ...]:
    """Return the feedback for each document that has marks, in the order of the report.

    A student's documents are steps of one way: each feedback has the points of all of them, of several versions of one
    text those of the one that counts.
    """
    steps: dict[str, list[Step]] = {}
    for document in report.counting:
        steps.setdefault(document.person, []).append(_step(document))
    return tuple(
        document_feedback(document, settings, tuple(steps.get(document.person, ()))) for document in report.documents
    )


def unknown_focus(report: Report, focus: Sequence[str]) -> str:
    """Return what is wrong with the kinds of errors that a person names; empty where they are known."""
    known = {group for item in report.documents for group in known_groups(item)}
    for name in focus:
        if known and name.casefold() not in {group.casefold() for group in known}:
            likely = get_close_matches(name, known, 1)
            remedy = f"Did you mean {likely[0]!r}?" if likely else f"The kinds are {', '.join(sorted(known))}"
            return f"{name!r} is no kind of error. {remedy}"
    return ""


def known_groups(document: ReviewedDocument) -> set[str]:
    """Return the names of the kinds of errors of a document: the teacher's groups and the language's."""
    own = {group for _, group in document.groups.entries}
    error_types = find_language(document.language).error_types
    return own | {*error_types.groups.values(), error_types.other}


def document_feedback(
    document: ReviewedDocument, settings: FeedbackSettings = FeedbackSettings(), steps: Sequence[Step] = ()
) -> Feedback:
    """Return the feedback for a document that has marks.

    Parameters
    ----------
    steps
        What the student reached in each assignment; shown where there are several.
    """
    findings = [item for item in document.review.findings if _is_marked(item, document, settings)]
    findings.sort(key=lambda item: (item.text_span.start, item.text_span.end))
    numbers = count(1)
    comments = _comments(document, settings.mode)
    codes = _Codes(document)
    drafts: list[tuple[Note, Comment | None]] = []
    for item in findings:
        code = codes.of(item, comments.get(item), names_kind=_names_kind(item, document))
        drafts.append((attrs.evolve(_note(item, document, settings.mode), code=code), comments.get(item)))
    drafts += _free_comments(document, settings.mode)
    drafts += ((note, None) for note in _kept_sentences(document))
    drafts.sort(key=lambda pair: (pair[0].span.start, pair[0].span.end))
    notes = tuple(
        attrs.evolve(_commented(note, comment), number=next(numbers) if _is_listed(note, comment) else None)
        for note, comment in drafts
    )
    return Feedback(
        person_name(document.student),
        document.assignment,
        tuple(dict.fromkeys(teacher_name(item.name) for item in document.review.references)),
        document.words,
        notes,
        _mark_sheet(document),
        remarks=tuple(_remarks(document)),
        practice=tuple(_practice(findings, document, settings.mode)),
        steps=tuple(steps) if len(steps) > 1 else (),
        key=codes.key(notes),
    )


def _comments(document: ReviewedDocument, mode: Mode) -> dict[Finding, Comment]:
    """Return the comments on findings, without those that hold what the mode keeps back.

    A text that is largely written anew has only what a teacher said of it.
    """
    if document.comments is None:
        return {}
    is_judged = _is_comparable(document)
    return {
        finding: comment
        for finding, comment in zip(document.review.findings, document.comments.findings, strict=True)
        if comment is not None and (is_judged or comment.given) and (mode.shows_advice or not comment.gives_away)
    }


def _commented(note: Note, comment: Comment | None) -> Note:
    """Return a note with the comment on its place; a teacher's own bears the teacher's name."""
    if comment is None:
        return note
    return attrs.evolve(note, comment=comment.text, commenter=_commenter(comment))


def _commenter(comment: Comment) -> str:
    return person_name(comment.author) if comment.given and comment.author else ""


def _is_listed(note: Note, comment: Comment | None) -> bool:
    """Return whether a note is listed below the text: all but what is right, unless a teacher says something of it."""
    return note.kind is not RIGHT or (comment is not None and comment.given)


def _free_comments(document: ReviewedDocument, mode: Mode) -> Iterable[tuple[Note, Comment | None]]:
    """Yield the teachers' comments on places that are not judged."""
    for item in document.comments.places if document.comments is not None else ():
        if mode.shows_advice or not item.comment.gives_away:
            yield Note(None, TEACHERS_COMMENT, item.text_span, "", "", ""), item.comment


def _remarks(document: ReviewedDocument) -> Iterable[Remark]:
    """Yield the teachers' comments on the whole text."""
    for comment, _ in document.comments.whole if document.comments is not None else ():
        yield Remark(comment.text, _commenter(comment))


def _is_marked(finding: Finding, document: ReviewedDocument, settings: FeedbackSettings) -> bool:
    if finding.place is None or finding.verdict is Verdict.OPTIONAL:
        return False
    if not _is_comparable(document):
        return finding.place.rewritten
    return finding.place.rewritten or settings.is_in_focus(_group(finding, document))


def _is_comparable(document: ReviewedDocument) -> bool:
    """Return whether enough of a text follows the one that was to be corrected: else no place of it is judged."""
    marks = document.review.marks
    return marks is None or marks.verdicts.is_comparable


def _kept_sentences(document: ReviewedDocument) -> Iterable[Note]:
    """Yield the sentences that stayed as they were in a text that is largely written anew."""
    if not _is_comparable(document):
        for passage in document.review.passages:
            if passage.text and one_line(passage.text) == one_line(passage.source.words):
                yield Note(None, FROM_SOURCE, passage.text_span, "", "", _quoted(passage.text))


def _quoted(sentence: str) -> str:
    return f"“{one_line(sentence)}”"


def _group(finding: Finding, document: ReviewedDocument) -> str:
    return group_of(finding, document.language, document.groups)


def _note(finding: Finding, document: ReviewedDocument, mode: Mode) -> Note:
    if finding.place is not None and finding.place.rewritten:
        words = "" if _is_comparable(document) else _quoted(finding.hypothesis)
        return Note(None, OWN_SENTENCE, finding.text_span, "", "", words)
    kind = kind_of(finding) or KINDS[Verdict.MISSED]
    group = _group(finding, document) if _names_kind(finding, document) else ""
    shows = mode.shows_advice and kind.asks
    return Note(
        None,
        kind,
        _place(finding, document.words),
        group,
        "",
        student_words.deed(finding),
        tuple(Advice(names, text) for names, text in versions(finding)) if shows else (),
        remainder(finding.place) if shows and kind is not OTHER_VERSION and finding.place is not None else "",
        _replacement(finding) if shows else None,
    )


def _names_kind(finding: Finding, document: ReviewedDocument) -> bool:
    """Return whether a student is told a place's kind of error: something is wrong there, and the words show it."""
    return not finding.is_undecided and is_evident(finding, document.language)


def _replacement(finding: Finding) -> Replacement | None:
    suggestions = () if finding.place is None else finding.place.suggestions
    return Replacement(suggestions[0].text_span, suggestions[0].text) if suggestions else None


def _place(finding: Finding, words: str) -> Span:
    """Return a finding's place in whole words, where it is a part of one."""
    return finding.text_span if finding.whole is None else widened(finding.text_span, words)


def counted_places(document: ReviewedDocument) -> str:
    """Return the number of places of each kind; of a text without a mark, of sentences for the teacher to read."""
    findings, is_judged = document.review.findings, _is_comparable(document)
    return student_words.tally(item for item in findings if is_judged or (item.place and item.place.rewritten))


def _mark_sheet(document: ReviewedDocument) -> MarkSheet:
    marks, scheme_mark = document.review.marks, document.mark
    if scheme_mark is not None and scheme_mark.points is None:
        return MarkSheet(student_words.NO_MARK, counted_places(document))
    if scheme_mark is not None:
        findings = document.review.findings
        lines = (
            MarkLine(row.words, signed(row.points)) for row in sum_rows(scheme_mark, findings, student_words.title)
        )
        remark = scheme_mark.certain_band.text if scheme_mark.certain_band is not None else ""
        return MarkSheet(mark_title(scheme_mark), remark, tuple(lines))
    if marks is None:
        return MarkSheet(NOTHING_TO_MARK)
    if not marks.verdicts.is_comparable:
        return MarkSheet(student_words.NO_MARK, counted_places(document))
    return MarkSheet(mark(marks.verdicts) or NOTHING_TO_MARK, counted_places(document))


def _step(document: ReviewedDocument) -> Step:
    marks = document.review.marks
    counts = None if marks is None or not marks.verdicts.is_comparable else marks.verdicts.points
    if counts is None or not counts.due:
        return Step(document.assignment, "", None)
    return Step(document.assignment, points(counts), counts.share)


def _practice(findings: Iterable[Finding], document: ReviewedDocument, mode: Mode) -> Iterable[Practice]:
    """Yield the kinds of errors with the most places that ask for something, each with sentences of the student's.

    An answer that may be right, and an error of which the words show no kind, are nothing to practise.
    What is in no group can't be practised, so it is left out where there are others.
    """
    places: dict[str, list[Finding]] = {}
    for item in findings:
        if item.error_type and item.verdict in _TO_PRACTISE and _names_kind(item, document):
            places.setdefault(_group(item, document), []).append(item)
    if len(places) > 1:
        places.pop(find_language(document.language).error_types.other, None)
    for group, items in sorted(places.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:MOST_PRACTICE]:
        sentences = {
            item.passage: _sentence(item, document.review.passages[item.passage], document.words, mode)
            for item in reversed(items)
        }
        yield Practice(group, len(items), tuple(sentences[passage] for passage in sorted(sentences))[:MOST_SENTENCES])


_TO_PRACTISE = (Verdict.MISSED, Verdict.DIFFERENT, Verdict.PARTLY)


def _sentence(finding: Finding, passage: PassageReview, words: str, mode: Mode) -> PracticeSentence:
    """Return a sentence around a place; the place's words alone where they lie outside of it."""
    span, whole = _place(finding, words), passage.text_span
    place = words[span.start : span.end] or student_words.GAP
    if not whole.start <= span.start <= span.end <= whole.end:
        return PracticeSentence("", place, "", _advice(finding, mode))
    return PracticeSentence(
        words[whole.start : span.start].lstrip(), place, words[span.end : whole.end].rstrip(), _advice(finding, mode)
    )


def _advice(finding: Finding, mode: Mode) -> str:
    """Return what is to be done at a place; empty where the mode keeps it back, and where no reference says it."""
    if not mode.shows_advice or finding.place is None or not finding.place.suggestions:
        return ""
    words = finding.place.suggestions[0].shown
    return to_do(words.before, words.after)


class _Codes:
    """The short forms of a document's places: those of the bank, as ``markscheme comments key`` lists them."""

    def __init__(self, document: ReviewedDocument) -> None:
        self._language = document.language
        self._types = find_language(document.language).error_types
        self._built_in = dict(language_bank(document.language).codes)
        own = document.comments.codes if document.comments is not None else ()
        self._meanings = {**self._built_in, **dict(own)}

    def of(self, finding: Finding, comment: Comment | None, *, names_kind: bool) -> str:
        """Return a teacher's own code for the comment on a place, or else the code of the language's kind of error."""
        if finding.place is not None and finding.place.rewritten:
            return ""
        if comment is not None and comment.code and comment.code not in self._built_in:
            return comment.code
        return self._types.code(group_of(finding, self._language)) if names_kind else ""

    def key(self, notes: Sequence[Note]) -> tuple[KeyEntry, ...]:
        """Return the short forms of the notes, in alphabetical order."""
        groups = {note.code: note.group for note in notes if note.kind.asks and note.code and note.code != note.group}
        return tuple(
            KeyEntry(code, self._meanings.get(code) or groups[code]) for code in sorted(groups, key=str.casefold)
        )
