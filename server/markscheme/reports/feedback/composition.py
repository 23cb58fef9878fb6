"""From a reviewed document to the feedback for its student."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import count

import attrs

from markscheme.languages.catalogue import find_language
from markscheme.marking.document_review import PassageReview
from markscheme.marking.findings import Finding
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.whole_words import widened
from markscheme.marking.wording.mark_words import mark_title, signed, sum_rows
from markscheme.marking.wording.people import person_name, teacher_name
from markscheme.marking.wording.place_words import group_of, remainder, to_do, versions
from markscheme.marking.wording.words import NOTHING_TO_MARK, mark, points
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
    Replacement,
    Step,
)
from markscheme.reports.feedback.kinds import KINDS, OWN_SENTENCE
from markscheme.reports.feedback.modes import DIRECT, Mode
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

    A student's documents are steps of one way: each feedback has the points of all of them.
    """
    steps: dict[str, list[Step]] = {}
    for document in report.documents:
        steps.setdefault(document.student, []).append(_step(document))
    return tuple(document_feedback(document, settings, tuple(steps[document.student])) for document in report.documents)


def unknown_focus(report: Report, focus: Sequence[str]) -> str:
    """Return what is wrong with the kinds of errors that a person names; empty where they are known."""
    known = {group for item in report.documents for group in _known_groups(item)}
    for name in focus:
        if known and name.casefold() not in {group.casefold() for group in known}:
            likely = get_close_matches(name, known, 1)
            remedy = f"Did you mean {likely[0]!r}?" if likely else f"The kinds are {', '.join(sorted(known))}"
            return f"{name!r} is no kind of error. {remedy}"
    return ""


def _known_groups(document: ReviewedDocument) -> set[str]:
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
    notes = tuple(
        attrs.evolve(
            _note(None if item.verdict is Verdict.CORRECT else next(numbers), item, document, settings.mode),
            comment=comments.get(item, ""),
        )
        for item in findings
    )
    return Feedback(
        person_name(document.student),
        document.assignment,
        tuple(dict.fromkeys(teacher_name(item.name) for item in document.review.references)),
        document.words,
        notes,
        _mark_sheet(document),
        remark=_remark(document),
        practice=tuple(_practice(findings, document, settings.mode)),
        steps=tuple(steps) if len(steps) > 1 else (),
        key=_key(notes),
    )


def _comments(document: ReviewedDocument, mode: Mode) -> dict[Finding, str]:
    """Return the comments on findings, without those that hold what the mode keeps back."""
    if document.comments is None:
        return {}
    return {
        finding: comment.text
        for finding, comment in zip(document.review.findings, document.comments.findings, strict=True)
        if comment is not None and (mode.shows_advice or not comment.gives_away)
    }


def _remark(document: ReviewedDocument) -> str:
    """Return the teachers' comments on the whole text; empty without one."""
    whole = document.comments.whole if document.comments is not None else ()
    return "\n".join(comment.text for comment, _ in whole)


def _is_marked(finding: Finding, document: ReviewedDocument, settings: FeedbackSettings) -> bool:
    if finding.place is None or finding.verdict is Verdict.OPTIONAL:
        return False
    return finding.place.rewritten or settings.is_in_focus(_group(finding, document))


def _group(finding: Finding, document: ReviewedDocument) -> str:
    return group_of(finding, document.language, document.groups)


def _note(number: int | None, finding: Finding, document: ReviewedDocument, mode: Mode) -> Note:
    if finding.place is not None and finding.place.rewritten:
        return Note(number, OWN_SENTENCE, finding.text_span, "", "", "")
    kind, group = KINDS[finding.verdict or Verdict.MISSED], _group(finding, document)
    shows = mode.shows_advice and kind.asks
    return Note(
        number,
        kind,
        _place(finding, document.words),
        group,
        find_language(document.language).error_types.code(group),
        student_words.deed(finding),
        tuple(Advice(names, text) for names, text in versions(finding)) if shows else (),
        remainder(finding.place) if shows and finding.place is not None else "",
        _replacement(finding) if shows else None,
    )


def _replacement(finding: Finding) -> Replacement | None:
    suggestions = () if finding.place is None else finding.place.suggestions
    return Replacement(suggestions[0].text_span, suggestions[0].text) if suggestions else None


def _place(finding: Finding, words: str) -> Span:
    """Return a finding's place in whole words, where it is a part of one."""
    return finding.text_span if finding.whole is None else widened(finding.text_span, words)


def _mark_sheet(document: ReviewedDocument) -> MarkSheet:
    marks, scheme_mark = document.review.marks, document.mark
    if scheme_mark is not None and scheme_mark.points is None:
        return MarkSheet(student_words.NO_MARK)
    if scheme_mark is not None:
        lines = (MarkLine(row.words, signed(row.points)) for row in sum_rows(scheme_mark, document.review.findings))
        remark = scheme_mark.band.text if scheme_mark.band is not None else ""
        return MarkSheet(mark_title(scheme_mark), remark, tuple(lines))
    if marks is None:
        return MarkSheet(NOTHING_TO_MARK)
    return MarkSheet(mark(marks.verdicts) or NOTHING_TO_MARK, student_words.tally(marks.verdicts))


def _step(document: ReviewedDocument) -> Step:
    marks = document.review.marks
    counts = None if marks is None or not marks.verdicts.is_comparable else marks.verdicts.points
    if counts is None or not counts.due:
        return Step(document.assignment, "", None)
    return Step(document.assignment, points(counts), counts.share)


def _practice(findings: Iterable[Finding], document: ReviewedDocument, mode: Mode) -> Iterable[Practice]:
    """Yield the kinds of errors with the most places that ask for something, each with sentences of the student's.

    What is in no group can't be practised, so it is left out where there are others.
    """
    places: dict[str, list[Finding]] = {}
    for item in findings:
        if item.type and item.verdict in _TO_PRACTISE:
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


def _key(notes: Sequence[Note]) -> tuple[KeyEntry, ...]:
    """Return the short forms of the notes, in alphabetical order."""
    meanings = {note.code: note.group for note in notes if note.kind.asks and note.code != note.group}
    return tuple(KeyEntry(code, meanings[code]) for code in sorted(meanings, key=str.casefold))
