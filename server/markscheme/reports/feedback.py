"""Feedback for a student from a reviewed document; places are half-open code point ranges of :attr:`Feedback.text`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import count
from types import MappingProxyType
from typing import Any

import attrs

from markscheme.documents.places import for_xml
from markscheme.documents.rewriting import Replacement
from markscheme.exercises.material import language_bank
from markscheme.exercises.schemes import ErrorKinds
from markscheme.languages.language import find_language
from markscheme.languages.segments import Span
from markscheme.marking.comments import Comment
from markscheme.marking.findings import Finding, widened
from markscheme.marking.mark import signed
from markscheme.marking.review import NOTHING_TO_MARK, PassageReview
from markscheme.marking.verdict import Verdict
from markscheme.registry import Registry
from markscheme.reports.report import Report, ReviewedDocument
from markscheme.wording import counted, one_line, percent, person_name, teacher_name, to_do


@attrs.frozen
class NoteKind:
    """A kind of place; ``name`` is for a page's style, ``title`` for a student, and ``counted``, by default the title,
    follows a number of places. ``asks`` is whether something is left for the student to do.
    """

    name: str
    title: str
    sign: str
    asks: bool = True
    counted: str = attrs.field(default=attrs.Factory(lambda self: self.title.lower(), takes_self=True))


RIGHT = NoteKind("correct", "Right", "✓", asks=False)
OTHER_VERSION = NoteKind("other-version", "Your teacher has another version", "≈", counted="answered in another way")
"""An answer that no reference has and nobody has decided: it may be right."""
OWN_SENTENCE = NoteKind(
    "own-sentence", "Your own sentence: your teacher will read it", "▸", counted="in your own sentence"
)
FROM_SOURCE = NoteKind("from-source", "As in the text that you corrected", "=", asks=False)
"""A sentence that a student left as it was in a text that is largely written anew."""
KINDS: Mapping[Verdict, NoteKind] = MappingProxyType(
    {
        Verdict.CORRECT: RIGHT,
        Verdict.PARTLY: NoteKind("partly-correct", "Partly right", "◐"),
        Verdict.DIFFERENT: NoteKind("different", "Not yet right", "≠"),
        Verdict.MISSED: NoteKind("missed", "Still to correct", "○"),
        Verdict.NOT_NEEDED: NoteKind("not-needed", "Not needed", "×"),
    }
)
"""The kinds of places that are judged; an optional place asks nothing of a student and has none."""
TEACHERS_COMMENT = NoteKind("remark-at-place", "Comment", "※", asks=False)
"""A teacher's own comment on a place that is not judged."""
ALL_KINDS = (*KINDS.values(), OTHER_VERSION, OWN_SENTENCE, FROM_SOURCE, TEACHERS_COMMENT)


def kind_of(finding: Finding) -> NoteKind | None:
    """Return what a student is told that a place is; ``None`` for an optional one, and without a verdict."""
    if finding.rewritten:
        return OWN_SENTENCE
    if finding.is_undecided:
        return OTHER_VERSION
    return None if finding.verdict is None else KINDS.get(finding.verdict)


@attrs.frozen
class Advice:
    """What one or several teachers have at a place."""

    teachers: str
    words: str


@attrs.frozen
class Note:
    """A place with what a student is shown of it; ``number`` is from 1, ``None`` for a correct place; the span is empty
    where words are missing. ``group`` and its short form ``code`` are empty for a passage that is rewritten freely.
    ``rest``: what is still to do at a partly correct place; ``replacement``: the words of the teacher that the verdict
    follows. The mode may keep back advice, rest and replacement. ``commenter`` is empty for a bank's comment, and where
    nobody says it.
    """

    number: int | None
    kind: NoteKind
    span: Span
    group: str
    code: str
    deed: str
    advice: tuple[Advice, ...] = ()
    rest: str = ""
    replacement: Replacement | None = None
    comment: str = ""
    commenter: str = ""

    @property
    def heading(self) -> str:
        """Its sign, its verdict and its kind of error.

        >>> from markscheme.marking.verdict import Verdict
        >>> Note(1, KINDS[Verdict.MISSED], Span(0, 2), "tense", "T", "").heading
        '○ Still to correct (tense)'
        """
        return f"{self.kind.sign} {self.kind.title}{f' ({self.group})' if self.group else ''}"

    @property
    def explanation(self) -> tuple[str, ...]:
        """What the student did, what teachers have, and what is to do, in sentences."""
        advice = (sentence(f"{one.teachers[:1].upper()}{one.teachers[1:]}: {one.words}") for one in self.advice)
        rest = sentence(f"Still to do: {self.rest}") if self.rest else ""
        return tuple(filter(None, [self.deed, *advice, rest]))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The explanation and the comment, which begins with a teacher's name.

        >>> from markscheme.marking.verdict import Verdict
        >>> advice = (Advice("Kim", "went"),)
        >>> Note(1, KINDS[Verdict.MISSED], Span(0, 2), "tense", "T", "You kept “go”.", advice).sentences
        ('You kept “go”.', 'Kim: went.')
        """
        return (*self.explanation, *filter(None, [Remark(self.comment, self.commenter).signed]))

    def sign(self, *, with_code: bool) -> str:
        r"""Return what stands behind the words of a note: its sign, on request its short form, and its number.

        >>> from markscheme.marking.verdict import Verdict
        >>> Note(3, KINDS[Verdict.MISSED], Span(0, 2), "tense", "T", "").sign(with_code=True)
        '○T\u20093'
        """
        code = self.code if with_code and self.kind.asks else ""
        number = "" if self.number is None else f"{_THIN_SPACE}{self.number}"
        return f"{self.kind.sign}{code}{number}"


@attrs.frozen
class Remark:
    """A teacher's comment; the name is empty where nobody says it."""

    text: str
    commenter: str = ""

    @property
    def signed(self) -> str:
        """The comment, with the name of the teacher who wrote it if there is one.

        >>> Remark("Look again.", "Ms Kim").signed, Remark("Look again.").signed
        ('Ms Kim: Look again.', 'Look again.')
        """
        return f"{self.commenter}: {self.text}" if self.text and self.commenter else self.text


@attrs.frozen
class Segment:
    """A part of the text without a line end, empty where words are missing. ``note``: the narrowest one around it, a
    judged one before a teacher's comment. ``closes``: whether the note's place ends here, so that its sign and its
    number do.
    """

    text: str
    note: Note | None = None
    closes: bool = False


@attrs.frozen
class MarkLine:
    """One summand of a mark: what it is for, and what it earns."""

    label: str
    points: str


@attrs.frozen
class MarkSheet:
    """A mark, such as ``7.5 of 10``, and what it means; the lines add up to it, and are empty without a mark scheme."""

    headline: str
    remark: str = ""
    lines: tuple[MarkLine, ...] = ()


@attrs.frozen
class PracticeSentence:
    """A sentence of the student's with a place to practise: the words before it, the place, and the words behind."""

    before: str
    place: str
    after: str
    advice: str = ""


@attrs.frozen
class Practice:
    """A kind of error to practise, with how many places ask for it and some of the student's own sentences."""

    group: str
    places: int
    sentences: tuple[PracticeSentence, ...]

    @property
    def title(self) -> str:
        return f"{self.group} ({counted(self.places, 'place')})"


@attrs.frozen
class Step:
    """What a student reached in one assignment; the share is in [0, 1], ``None`` without any points due."""

    assignment: str
    points: str
    share: float | None


@attrs.frozen
class KeyEntry:
    """The meaning of a short form in the margin."""

    code: str
    meaning: str


@attrs.frozen
class Feedback:
    """What one student is given back for one text; the notes are in its order. ``teachers``: whose corrections it was
    marked against. The most frequent kind of error to practise comes first. ``steps``: the student's assignments in
    order, this one among them; empty where there is only one.
    """

    student: str
    assignment: str
    teachers: tuple[str, ...]
    text: str
    notes: tuple[Note, ...]
    mark: MarkSheet
    remarks: tuple[Remark, ...] = ()
    practice: tuple[Practice, ...] = ()
    steps: tuple[Step, ...] = ()
    key: tuple[KeyEntry, ...] = ()

    @property
    def listed(self) -> tuple[Note, ...]:
        return tuple(note for note in self.notes if note.number is not None)

    @property
    def title(self) -> str:
        return f"{self.student}: {self.assignment}" if self.assignment else self.student

    @property
    def basis(self) -> str:
        """The assignment and whose corrections the text was marked with; empty where both are unknown."""
        by = f"with corrections by {' and '.join(self.teachers)}" if self.teachers else ""
        return ", ".join(filter(None, [self.assignment, by]))

    @property
    def sum_rows(self) -> tuple[tuple[str, str], ...]:
        """The lines of the mark and their sum; empty without lines."""
        lines = tuple((line.label, line.points) for line in self.mark.lines)
        return (*lines, ("Together", self.mark.headline)) if lines else ()

    @property
    def step_rows(self) -> tuple[tuple[str, str, str], ...]:
        """The student's assignments, with points and the share in percent."""
        return tuple(
            (step.assignment, step.points or "–", "" if step.share is None else percent(step.share))
            for step in self.steps
        )

    @property
    def short_forms(self) -> str:
        return "   ".join(f"{item.code} = {item.meaning}" for item in self.key)

    @property
    def paragraphs(self) -> tuple[tuple[Segment, ...], ...]:
        """The segments of each line of the text; a line without words has none."""
        lines: list[list[Segment]] = [[]]
        for segment in _segments(self.text, self.notes):
            first, *others = segment.text.split("\n")
            closes = segment.closes and not others
            if first or segment.closes:
                lines[-1].append(attrs.evolve(segment, text=first, closes=closes))
            for number, line in enumerate(others, start=1):
                is_last = number == len(others)
                wanted = line or (is_last and segment.closes)
                lines.append([attrs.evolve(segment, text=line, closes=segment.closes and is_last)] if wanted else [])
        return tuple(map(tuple, lines))


@attrs.frozen
class Mode:
    """What a student is shown; ``tracks_changes``: the teachers' words are tracked changes in a student's Word file."""

    name: str
    title: str
    shows_advice: bool = True
    tracks_changes: bool = False


DIRECT = Mode("direct", "with the teachers' words")
TRACKED = Mode("tracked", "with the teachers' words, in Word as tracked changes too", tracks_changes=True)
HINT = Mode("hint", "with hints only", shows_advice=False)

MODES: Registry[Mode] = Registry(
    "feedback mode",
    {"direct": f"{__name__}:DIRECT", "tracked": f"{__name__}:TRACKED", "hint": f"{__name__}:HINT"},
    group="markscheme.feedback_modes",
)


NO_MARK = "No mark yet: your teacher reads this text"
_THIN_SPACE = "\u2009"
GAP = "‸"
"""Stands in the text where words are missing."""


def deed(finding: Finding) -> str:
    before, after = one_line(finding.shown.before), one_line(finding.shown.after)
    if before == after:
        return f"You kept “{before}”." if before else "Something is missing here."
    if not before:
        return f"You added “{after}”."
    return f"You wrote “{after}” for “{before}”." if after else f"You took out “{before}”."


def title(finding: Finding) -> str:
    kind = kind_of(finding)
    return kind.counted if kind is not None else "as you like"


def sentence(text: str) -> str:
    """Return a text with a full stop at its end, unless a sentence ends there already.

    >>> sentence("Kim: went"), sentence("Well done."), sentence("Why?"), sentence("Kim: “Go!”")
    ('Kim: went.', 'Well done.', 'Why?', 'Kim: “Go!”')
    """
    return text if text.rstrip("”’\"')")[-1:] in ("", *".!?…") else f"{text}."


def tally(findings: Iterable[Finding]) -> str:
    """Return the number of places of each kind on one line; kinds that no place has are left out."""
    numbers = Counter(map(kind_of, findings))
    parts = [f"{numbers[kind]} {kind.counted}" for kind in ALL_KINDS if kind is not OWN_SENTENCE and numbers[kind]]
    own = numbers[OWN_SENTENCE]
    return " · ".join([*parts, *([counted(own, "sentence") + " of your own"] if own else [])])


MOST_PRACTICE = 3
"""Largest number of kinds of errors to practise."""
MOST_SENTENCES = 3
"""Largest number of sentences for one kind of error."""


@attrs.frozen
class FeedbackSettings:
    """What the feedback of a class has in common; only the kinds of errors in ``focus``, if any, are marked."""

    mode: Mode = DIRECT
    focus: tuple[str, ...] = ()

    def is_in_focus(self, group: str) -> bool:
        """Return whether places of a kind of error are marked; capital letters do not matter."""
        return not self.focus or group.casefold() in {name.casefold() for name in self.focus}


def feedback_of(report: Report, settings: FeedbackSettings = FeedbackSettings()) -> tuple[Feedback, ...]:
    """Return the feedback for each marked document, in order; its points are of all a student's texts that count."""
    steps: dict[str, list[Step]] = {}
    for document in report.counting:
        steps.setdefault(document.person, []).append(_step(document))
    return tuple(
        document_feedback(document, settings, tuple(steps.get(document.person, ()))) for document in report.documents
    )


def unknown_focus(report: Report, focus: Sequence[str]) -> str:
    """Return what is wrong with the kinds of errors that a person names; empty where they are known."""
    known = {group for item in report.documents for group in item.kinds.names}
    for name in focus:
        if known and name.casefold() not in {group.casefold() for group in known}:
            likely = get_close_matches(name, known, 1)
            remedy = f"Did you mean {likely[0]!r}?" if likely else f"The kinds are {', '.join(sorted(known))}"
            return f"{name!r} is no kind of error. {remedy}"
    return ""


def document_feedback(
    document: ReviewedDocument, settings: FeedbackSettings = FeedbackSettings(), steps: Sequence[Step] = ()
) -> Feedback:
    """Return the feedback for a document that has marks; ``steps`` are shown where there are several."""
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
    feedback = Feedback(
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
    shown: Feedback = _for_xml(feedback)
    return shown


def _for_xml(value: Any) -> Any:
    """Return a value whose texts, at any depth, Word documents and pages can hold; places stay, since lengths do."""
    if isinstance(value, str):
        return for_xml(value)
    if isinstance(value, tuple):
        return tuple(map(_for_xml, value))
    if not attrs.has(type(value)) or isinstance(value, NoteKind):
        return value
    members = {field.name: _for_xml(getattr(value, field.name)) for field in attrs.fields(type(value))}
    return attrs.evolve(value, **members)


def _comments(document: ReviewedDocument, mode: Mode) -> dict[Finding, Comment]:
    """Leave out what the mode keeps back; a text that is largely written anew has only what a teacher said of it."""
    if document.comments is None:
        return {}
    is_judged = _is_comparable(document)
    return {
        finding: comment
        for finding, comment in zip(document.review.findings, document.comments.findings, strict=True)
        if comment is not None and (is_judged or comment.given) and (mode.shows_advice or not comment.gives_away)
    }


def _commented(note: Note, comment: Comment | None) -> Note:
    if comment is None:
        return note
    return attrs.evolve(note, comment=comment.text, commenter=_commenter(comment))


def _commenter(comment: Comment) -> str:
    return person_name(comment.author) if comment.given and comment.author else ""


def _is_listed(note: Note, comment: Comment | None) -> bool:
    return note.kind is not RIGHT or (comment is not None and comment.given)


def _free_comments(document: ReviewedDocument, mode: Mode) -> Iterable[tuple[Note, Comment | None]]:
    for item in document.comments.places if document.comments is not None else ():
        if mode.shows_advice or not item.comment.gives_away:
            yield Note(None, TEACHERS_COMMENT, item.text_span, "", "", ""), item.comment


def _remarks(document: ReviewedDocument) -> Iterable[Remark]:
    for comment in document.comments.whole if document.comments is not None else ():
        yield Remark(comment.text, _commenter(comment))


def _is_marked(finding: Finding, document: ReviewedDocument, settings: FeedbackSettings) -> bool:
    if finding.place is None or finding.verdict is Verdict.OPTIONAL:
        return False
    if not _is_comparable(document):
        return finding.place.rewritten
    return finding.place.rewritten or settings.is_in_focus(_group(finding, document))


def _is_comparable(document: ReviewedDocument) -> bool:
    marks = document.review.marks
    return marks is None or marks.verdicts.is_comparable


def _kept_sentences(document: ReviewedDocument) -> Iterable[Note]:
    if not _is_comparable(document):
        for passage in document.review.passages:
            if passage.text and one_line(passage.text) == one_line(passage.source.words):
                yield Note(None, FROM_SOURCE, passage.text_span, "", "", _quoted(passage.text))


def _quoted(sentence: str) -> str:
    return f"“{one_line(sentence)}”"


def _group(finding: Finding, document: ReviewedDocument) -> str:
    return document.kinds.group(finding.error_type)


def _note(finding: Finding, document: ReviewedDocument, mode: Mode) -> Note:
    if finding.rewritten:
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
        deed(finding),
        tuple(Advice(names, text) for names, text in finding.versions()) if shows else (),
        finding.place.remainder() if shows and kind is not OTHER_VERSION and finding.place is not None else "",
        _replacement(finding) if shows else None,
    )


def _names_kind(finding: Finding, document: ReviewedDocument) -> bool:
    return not finding.is_undecided and finding.is_evident(document.language)


def _replacement(finding: Finding) -> Replacement | None:
    suggestions = () if finding.place is None else finding.place.suggestions
    return Replacement(suggestions[0].text_span, suggestions[0].text) if suggestions else None


def _place(finding: Finding, words: str) -> Span:
    """Return a finding's place in whole words, where it is a part of one."""
    return finding.text_span if finding.whole is None else widened(finding.text_span, words)


def counted_places(document: ReviewedDocument) -> str:
    """Return the number of places of each kind; of a text without a mark, of sentences for the teacher to read."""
    findings, is_judged = document.review.findings, _is_comparable(document)
    return tally(item for item in findings if is_judged or (item.place and item.place.rewritten))


def _mark_sheet(document: ReviewedDocument) -> MarkSheet:
    marks, scheme_mark = document.review.marks, document.mark
    if scheme_mark is not None and scheme_mark.points is None:
        return MarkSheet(NO_MARK, counted_places(document))
    if scheme_mark is not None:
        findings = document.review.findings
        lines = (MarkLine(row.words, signed(row.points)) for row in scheme_mark.sum_rows(findings, title))
        remark = scheme_mark.certain_band.text if scheme_mark.certain_band is not None else ""
        return MarkSheet(scheme_mark.title, remark, tuple(lines))
    if marks is None:
        return MarkSheet(NOTHING_TO_MARK)
    if not marks.verdicts.is_comparable:
        return MarkSheet(NO_MARK, counted_places(document))
    return MarkSheet(marks.verdicts.mark or NOTHING_TO_MARK, counted_places(document))


def _step(document: ReviewedDocument) -> Step:
    marks = document.review.marks
    counts = None if marks is None or not marks.verdicts.is_comparable else marks.verdicts.points
    if counts is None or not counts.due:
        return Step(document.assignment, "", None)
    return Step(document.assignment, counts.in_words, counts.share)


def _practice(findings: Iterable[Finding], document: ReviewedDocument, mode: Mode) -> Iterable[Practice]:
    """Leave out what may be right, an error whose words show no kind, and what is in no group if others are."""
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
    span, whole = _place(finding, words), passage.text_span
    place = words[span.start : span.end] or GAP
    if not whole.start <= span.start <= span.end <= whole.end:
        return PracticeSentence("", place, "", _advice(finding, mode))
    return PracticeSentence(
        words[whole.start : span.start].lstrip(), place, words[span.end : whole.end].rstrip(), _advice(finding, mode)
    )


def _advice(finding: Finding, mode: Mode) -> str:
    if not mode.shows_advice or finding.place is None or not finding.place.suggestions:
        return ""
    words = finding.place.suggestions[0].shown
    return to_do(words.before, words.after)


class _Codes:
    """The short forms of a document's places: those of the bank, as ``markscheme class comments key`` lists them."""

    def __init__(self, document: ReviewedDocument) -> None:
        self._language = document.language
        self._types = find_language(document.language).error_types
        self._built_in = dict(language_bank(document.language).codes)
        own = document.comments.codes if document.comments is not None else ()
        self._meanings = {**self._built_in, **dict(own)}

    def of(self, finding: Finding, comment: Comment | None, *, names_kind: bool) -> str:
        if finding.rewritten:
            return ""
        if comment is not None and comment.code and comment.code not in self._built_in:
            return comment.code
        return self._types.code(ErrorKinds(self._language).group(finding.error_type)) if names_kind else ""

    def key(self, notes: Sequence[Note]) -> tuple[KeyEntry, ...]:
        groups = {note.code: note.group for note in notes if note.kind.asks and note.code and note.code != note.group}
        return tuple(
            KeyEntry(code, self._meanings.get(code) or groups[code]) for code in sorted(groups, key=str.casefold)
        )


def _segments(text: str, notes: Sequence[Note]) -> Iterator[Segment]:
    gaps = [note for note in notes if note.span.start == note.span.end]
    wide = [note for note in notes if note.span.start < note.span.end]
    ends = {0, len(text)} | {offset for note in notes for offset in (note.span.start, note.span.end)}
    offsets = sorted(ends)
    for number, start in enumerate(offsets):
        for note in gaps:
            if note.span.start == start:
                yield Segment("", note, closes=True)
        if number + 1 < len(offsets):
            end = offsets[number + 1]
            around = _narrowest(wide, start, end)
            yield Segment(text[start:end], around, closes=around is not None and around.span.end == end)
            comments = (note for note in wide if note.kind is TEACHERS_COMMENT and note.span.end == end)
            yield from (Segment("", note, closes=True) for note in comments if note is not around)


def _narrowest(notes: Sequence[Note], start: int, end: int) -> Note | None:
    around = (note for note in notes if note.span.start <= start and end <= note.span.end)
    return min(
        around,
        key=lambda note: (note.kind is TEACHERS_COMMENT, note.span.end - note.span.start),
        default=None,
    )
