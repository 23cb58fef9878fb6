"""Comments for a student: which comment of a bank belongs to a place, and where the teachers' own are. Pure.

The comment of a bank that belongs to a finding is the most specific one whose conditions hold there. An entry with
words comes before one without. Then the one with more parts of a type counts (``R:VERB:TENSE`` before ``*:DET`` before
none), then one with a group before one without, then the one that names fewer verdicts (naming none comes last). Of
equal ones the first in the bank counts, and a teacher's stand before the language's.

An entry is passed over where one of its placeholders has no words, or the words of the correction do not show its kind
of error (:attr:`markscheme.languages.language.Language.is_evident`). An answer that waits for a decision may be right,
so it is given no comment; a teacher may choose one.

Each finding has one comment: a teacher's on its place, in the source or the student's text, or else the bank's. For one
student comes before for all, on one correction before on any, and then the newest counts. A comment on another place
stands there by itself. For points the same holds, each place and each criterion of the whole text by itself.

A comment in the margin of a reference is for every student, and on the source: on the one change that its words have,
or else on all that they stand for. A teacher's comment in the file comes before it.
"""

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import accumulate

import attrs

from markscheme.contract import shape
from markscheme.documents.corpus import Document
from markscheme.errors import DocumentError
from markscheme.exercises.comment_bank import (
    DEFAULT_VERDICTS,
    PLACEHOLDERS,
    REWRITTEN,
    SOLUTIONS,
    VERDICTS,
    BankEntry,
    CommentBank,
    Quote,
    QuotedPlace,
    Squeezed,
    filled,
    find_quote,
    matches_type,
    placeholders_in,
    squeezed,
)
from markscheme.exercises.given_comments import GivenComment, Subject
from markscheme.exercises.material import ExerciseComments, ReferenceComment
from markscheme.exercises.schemes import ErrorGroups, ErrorKinds
from markscheme.grouping import grouped
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.languages.segments import Span
from markscheme.marking.findings import Finding, FindingReference
from markscheme.marking.review import DocumentReview, PassageReview, TextFile
from markscheme.marking.verdict import Verdict
from markscheme.wording import (
    amount,
    counted,
    first_name,
    one_line,
    person_name,
    shortened,
    teacher_names,
    without_common_words,
)


@shape("code", "text", "key", "given", "author", "date", renamed={"author": "by"}, nullable=("key", "author"))
@attrs.frozen
class Comment:
    """What a student reads at a place, or of the whole text.

    ``origin`` is what a teacher gave; ``None`` for a bank's, which has no author and no date.
    """

    code: str
    """The code for the margin; empty where a teacher gave none."""
    text: str
    """The comment."""
    template: str
    """The comment with its placeholders, as ``markscheme.comment`` takes it."""
    key: str = ""
    """The entry of the bank that it is, else ``null``."""
    author: str = ""
    """The teacher who gave it, else ``null``."""
    date: datetime.date | None = None
    """The day on which it was given, such as ``2026-11-22``, else ``null``."""
    origin: GivenComment | None = None

    @property
    def given(self) -> bool:
        """Whether a teacher gave it here; ``false`` where it is the bank's for such a place."""
        return self.origin is not None

    @property
    def line(self) -> str:
        """The comment on one line: its code, its text, and the teacher who gave it.

        >>> Comment("Art", "A or the?", "A or the?", author="ms-kim").line
        'Art: A or the? (Ms Kim)'
        """
        code = f"{self.code}: " if self.code else ""
        by = f" ({person_name(self.author)})" if self.author else ""
        return f"{code}{one_line(self.text)}{by}"

    @property
    def title(self) -> str:
        return shortened(self.line)

    @property
    def gives_away(self) -> bool:
        return not SOLUTIONS.isdisjoint(placeholders_in(self.template))


@shape(
    "comment.code",
    "comment.text",
    "comment.key",
    "comment.given",
    "comment.author",
    "comment.date",
    "span",
    renamed={"comment.author": "by", "span": "range"},
    nullable=("comment.key", "comment.author"),
)
@attrs.frozen
class PlaceComment:
    """A teacher's comment on a place that is no finding; ``text_span`` is the place without a file's markup."""

    span: Span
    """The place in the hypothesis."""
    comment: Comment
    text_span: Span


@attrs.frozen
class TeacherPoints:
    """Points that a teacher gave: for a finding (by index), for other words, or for the whole text.

    ``words`` are the student's at another place, or the criterion of points for the whole text.
    """

    points: Fraction
    words: str = ""
    author: str = ""
    finding: int | None = None
    span: Span | None = None
    origin: GivenComment | None = None

    @property
    def is_whole(self) -> bool:
        return self.finding is None and self.span is None


@shape("whole", "places", "unplaced", name="Comments")
@attrs.frozen
class DocumentComments:
    """The comments of a document, and the points that teachers gave. JSON shows those that are on no finding.

    ``findings`` and ``given`` follow the review's findings. ``given`` may say that nothing stands there; ``None`` where
    a margin or the bank decides. ``points`` are those of findings, then of other places, then of the whole text.
    ``problems`` say why a file can't be read; the others count. ``in_margin`` are findings with a comment in a
    reference's margin, whether it is shown or not.
    """

    findings: tuple[Comment | None, ...] = ()
    given: tuple[GivenComment | None, ...] = ()
    places: tuple[PlaceComment, ...] = ()
    """The teachers' comments on other places, in the order of the text."""
    whole: tuple[Comment, ...] = ()
    """The teachers' comments on the whole text."""
    points: tuple[TeacherPoints, ...] = ()
    unplaced: tuple[GivenComment, ...] = ()
    """The teachers' comments and points whose places are no longer there. They stay in their file."""
    problems: tuple[DocumentError, ...] = ()
    codes: tuple[tuple[str, str], ...] = ()
    in_margin: frozenset[int] = frozenset()

    @property
    def unplaced_lines(self) -> Iterator[str]:
        for item in self.unplaced:
            by = f" by {person_name(item.author)}" if item.author else ""
            words = shortened(item.quote.words)
            about = f"“{words}”" if words else "a gap between words"
            if item.points is not None:
                yield f"The points{by} for {about} no longer fit the student's text: {amount(item.points)}"
            else:
                text = f": {shortened(one_line(item.text))}" if item.text else ""
                yield f"The comment{by} on {about} no longer fits the student's text{text}"

    @property
    def uses(self) -> Iterator["CommentUse"]:
        """Each comment that is shown, as used once."""
        return (CommentUse(item.code, item.template, item.key, 1) for item in self)

    def __iter__(self) -> Iterator[Comment]:
        yield from (item for item in self.findings if item is not None)
        yield from (item.comment for item in self.places)
        yield from self.whole


@attrs.frozen
class Reader:
    """Who reads comments, and in which words: the student's name, and the kinds of errors."""

    student: str = ""
    language: str = DEFAULT_LANGUAGE
    groups: ErrorGroups = ErrorGroups()

    def values(self, finding: Finding | None) -> dict[str, str]:
        """Return the words for each placeholder that has any; ``None`` stands for a place without a finding."""
        name = person_name(self.student) if self.student else ""
        values = {"student": first_name(name), "full_name": name}
        if finding is not None and finding.place is not None:
            followed = finding.references if finding.place.rewritten else finding.corrections
            values |= {
                "student_words": one_line(finding.shown.after),
                "source_words": one_line(finding.shown.before),
                "teacher_words": next(map(_teacher_words, followed), ""),
                "change": finding.did(),
                "correction": "" if finding.place.rewritten else finding.due(),
                "still_to_do": finding.place.remainder(),
                "group": ErrorKinds(self.language, self.groups).group(finding.error_type),
                "teacher": teacher_names(item.reference for item in followed[:1]),
            }
        return {name: words for name, words in values.items() if words}

    def suggestions(self, finding: Finding, bank: CommentBank) -> tuple[Comment, ...]:
        """Return the comments of a bank that fit a finding, the most specific first; none for a chunk and an
        estimate."""
        if finding.place is None:
            return ()
        values = self.values(finding)
        fitting = [
            entry for entry in bank.entries if _fits(entry, finding, self) and set(entry.placeholders) <= values.keys()
        ]
        fitting.sort(key=specificity, reverse=True)
        return tuple(Comment(entry.code, filled(entry.text, values), entry.text, entry.key) for entry in fitting)

    def chosen(self, finding: Finding, bank: CommentBank) -> Comment | None:
        """Return the comment of a bank that belongs to a finding; ``None`` where none fits, or a decision is to be
        made."""
        if finding.is_undecided:
            return None
        return next(iter(self.suggestions(finding, bank)), None)


def _teacher_words(reference: FindingReference) -> str:
    before, after = one_line(reference.shown.before), one_line(reference.shown.after)
    removed, added = without_common_words(before.lower(), after.lower())
    return "" if removed and not added else after


def filled_or_bare(template: str, values: dict[str, str]) -> str:
    """Return a teacher's text with its placeholders filled; those without words at the place are left out."""
    return filled(template, {**dict.fromkeys(PLACEHOLDERS, ""), **values})


_WORD = re.compile(r"\w+(?:['’]\w+)*")
_CONFUSED = "/"
"""Stands between words of which one takes another's place."""


def specificity(entry: BankEntry) -> tuple[bool, int, bool, int]:
    """Return how specific an entry is; a larger value is chosen first.

    >>> general = BankEntry("", "T", "text", group="tense")
    >>> specificity(BankEntry("", "T", "text", type="R:VERB:TENSE")) > specificity(general)
    True
    """
    parts = [part for part in entry.type.split(":") if part not in ("", "*")]
    verdicts = len(VERDICTS) + 1 - len(entry.verdicts) if entry.verdicts else 0
    return bool(entry.words), len(parts), bool(entry.group), verdicts


def _fits(entry: BankEntry, finding: Finding, reader: Reader) -> bool:
    place = finding.place
    verdict = REWRITTEN if place is not None and place.rewritten else finding.code
    if verdict not in (entry.verdicts or DEFAULT_VERDICTS):
        return False
    if not all(_is_of_kind(entry, kind, reader) for kind in _kinds(finding)):
        return False
    if (entry.group or entry.type) and not finding.is_evident(reader.language):
        return False
    is_possible = _OPERATIONS.get(entry.type.partition(":")[0], _is_any)
    if not is_possible(finding):
        return False
    return not entry.words or any(_has(finding, phrase) for phrase in entry.words)


def _kinds(finding: Finding) -> set[str]:
    """Return the error's types and those of a correct change, which may differ from most teachers'."""
    return {finding.error_type, finding.type} if finding.verdict is Verdict.CORRECT else {finding.error_type}


def _is_of_kind(entry: BankEntry, kind: str, reader: Reader) -> bool:
    if entry.group and entry.group not in _groups(kind, reader):
        return False
    return not entry.type or any(matches_type(entry.type, code) for code in kind.split("+"))


def _groups(kind: str, reader: Reader) -> tuple[str, str]:
    return ErrorKinds(reader.language, reader.groups).group(kind), ErrorKinds(reader.language).group(kind)


def _deeds(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield the student's words where a change is right or not needed, or else the teachers'."""
    if finding.verdict in (Verdict.CORRECT, Verdict.NOT_NEEDED):
        yield without_common_words(finding.source.lower(), finding.hypothesis.lower())
    else:
        yield from ((item.source, item.text) for item in finding.corrections)


def _is_removal(finding: Finding) -> bool:
    return any(removed and not added for removed, added in _deeds(finding))


def _is_addition(finding: Finding) -> bool:
    return any(added and not removed for removed, added in _deeds(finding))


def _is_any(finding: Finding) -> bool:
    del finding
    return True


_OPERATIONS = {"U": _is_removal, "M": _is_addition}


def _has(finding: Finding, phrase: str) -> bool:
    """Return whether one side has the phrase and another does not, or one word of it takes another's place."""
    if _CONFUSED in phrase:
        return any(_is_confused(pair, phrase) for pair in _corrected(finding))
    wanted = _words(phrase)
    sides = [finding.shown.before, finding.shown.after, *(item.shown.after for item in finding.corrections)]
    return len({_holds(_words(side), wanted) for side in sides}) > 1


def _is_confused(pair: tuple[str, str], phrase: str) -> bool:
    wanted = {_words(item) for item in phrase.split(_CONFUSED)}
    before, after = map(_words, without_common_words(*map(str.lower, pair)))
    return before != after and {before, after} <= wanted


def _corrected(finding: Finding) -> Iterator[tuple[str, str]]:
    if finding.verdict is Verdict.CORRECT:
        yield finding.shown.before, finding.shown.after
    for reference in finding.corrections:
        yield from ((item.shown.before, item.shown.after) for item in reference.changes)


def _holds(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    last = len(words) - len(phrase)
    return any(words[start : start + len(phrase)] == phrase for start in range(last + 1))


def _words(text: str) -> tuple[str, ...]:
    return tuple(_iterate_words(text))


def _iterate_words(text: str) -> Iterator[str]:
    return (match[0].lower().replace("’", "'") for match in _WORD.finditer(text))


_PLACING_WORD = re.compile(r"\w+|[^\w\s]")


def source_sentences(review: DocumentReview) -> tuple[Squeezed, ...]:
    return tuple(_source_sentence(passage) for passage in review.passages)


def _source_sentence(passage: PassageReview) -> Squeezed:
    tokens = " ".join(passage.source.tokens)
    same = squeezed(passage.source.words) == squeezed(tokens)
    return Squeezed.of(passage.source.words if same else tokens)


def source_place(finding: Finding, review: DocumentReview) -> tuple[int, int]:
    tokens, place = review.passages[finding.passage].source.tokens, finding.source_tokens
    return _characters(tokens, (place.start, place.end))


def quote_of(sentences: Sequence[Squeezed], number: int, start: int, end: int) -> Quote:
    """Return the quote of a range of a sentence, in characters without white space."""
    sentence = sentences[number]
    earlier = sum(other.characters == sentence.characters for other in sentences[:number])
    quote = Quote.of(sentence.text, *sentence.in_text(start, end))
    return attrs.evolve(quote, occurrence=earlier + 1)


@attrs.frozen
class _Located:
    """Teachers' comments, or points, by what they are about; findings by index."""

    findings: dict[int, list[GivenComment]] = attrs.field(factory=dict)
    places: list[tuple[Span, GivenComment]] = attrs.field(factory=list)
    whole: list[GivenComment] = attrs.field(factory=list)
    unplaced: list[GivenComment] = attrs.field(factory=list)


class CommentedText:
    """A document whose comments are wanted, in the reader's words."""

    def __init__(self, review: DocumentReview, marked: Document, exercise: str, reader: Reader) -> None:
        self._review, self._reader, self._exercise = review, reader, exercise
        self._passages = review.passages
        self._sources = source_sentences(review)
        self._sentences = student_sentences(review, marked)
        self._places = marked.places
        findings = review.findings
        places = [(finding.passage, *source_place(finding, review)) for finding in findings]
        self._findings = grouped(range(len(findings)), places.__getitem__)

    def comments(self, comments: ExerciseComments) -> DocumentComments:
        items = [item for item in comments.given if item.concerns(self._exercise, self._reader.student)]
        texts = self._located(item for item in items if item.text is not None)
        margin = self._located(filter(None, map(self._from_margin, comments.margin)))
        given = tuple(
            max(texts.findings[number], key=_precedence) if number in texts.findings else None
            for number in range(len(self._review.findings))
        )
        decided = {span for span, _ in texts.places}
        places = (
            PlaceComment(span, self._comment(item, None), self._free_text_span(item))
            for span, item in (*texts.places, *((span, item) for span, item in margin.places if span not in decided))
            if item.text
        )
        own = tuple(
            item or (_together(margin.findings[number]) if number in margin.findings else None)
            for number, item in enumerate(given)
        )
        points = self._located(item for item in items if item.points is not None)
        return DocumentComments(
            tuple(self._on_findings(own, comments.bank)),
            given,
            tuple(sorted(places, key=lambda place: place.span)),
            tuple(
                self._comment(item, None)
                for item in sorted((*texts.whole, *margin.whole), key=_precedence)
                if item.text
            ),
            tuple(self._points(points)),
            (*texts.unplaced, *points.unplaced),
            comments.problems,
            codes=comments.bank.decoder_key(),
            in_margin=frozenset(margin.findings),
        )

    def _from_margin(self, item: ReferenceComment) -> GivenComment | None:
        said, text = item.comment, item.reference.text
        version = TextFile(item.reference.name, item.reference.path)
        if version not in self._review.references:
            return None
        number = self._review.references.index(version)
        sides = [(index, passage.references[number]) for index, passage in enumerate(self._passages)]
        inside = [(index, side) for index, side in sides if side is not None and _overlap(side.span, said.span)]
        given = GivenComment(Subject.WHOLE, said.text, author=said.author, date=said.date)
        if not inside or (len(inside) > 1 and not (text[: said.span.start] + text[said.span.end :]).strip()):
            return given if inside else None
        index, side = inside[0]
        start, end = (len(squeezed(text[side.span.start : place])) for place in (said.span.start, said.span.end))
        source = _counterpart(self._passages[index].source.tokens, side.tokens, start, end)
        around = [found for found in self._review.findings if found.passage == index and _placing_holds(found, source)]
        if around:
            place = source_place(min(around, key=_width), self._review)
        else:
            place = _characters(self._passages[index].source.tokens, source)
        quote = quote_of(self._sources, index, *place)
        return attrs.evolve(given, subject=Subject.SOURCE, quote=quote)

    def _located(self, items: Iterable[GivenComment]) -> "_Located":
        located = _Located()
        for item in items:
            if item.subject is Subject.WHOLE:
                located.whole.append(item)
            elif numbers := self._findings_of(item):
                for number in numbers:
                    located.findings.setdefault(number, []).append(item)
            elif (span := self._free_place(item)) is not None:
                located.places.append((span, item))
            elif item.student and item.exercise:
                located.unplaced.append(item)
        return located

    def _points(self, located: "_Located") -> Iterator[TeacherPoints]:
        """Yield one number for each finding, each other place, and each criterion."""
        for number, items in sorted(located.findings.items()):
            yield _teacher_points(max(items, key=_precedence), finding=number)
        for span in sorted({span for span, _ in located.places}):
            item = max((item for other, item in located.places if other == span), key=_precedence)
            yield attrs.evolve(_teacher_points(item, span=span), words=item.quote.words)
        criteria = {item.criterion.casefold() for item in located.whole}
        for criterion in sorted(criteria):
            of_criterion = (item for item in located.whole if item.criterion.casefold() == criterion)
            item = max(of_criterion, key=_precedence)
            yield attrs.evolve(_teacher_points(item), words=item.criterion)

    def _on_findings(self, given: Sequence[GivenComment | None], bank: CommentBank) -> Iterator[Comment | None]:
        for finding, item in zip(self._review.findings, given, strict=True):
            if item is None:
                yield self._reader.chosen(finding, bank)
            else:
                yield self._comment(item, finding) if item.text else None

    def _comment(self, item: GivenComment, finding: Finding | None) -> Comment:
        template = item.text or ""
        text = filled_or_bare(template, self._reader.values(finding))
        return Comment(item.code, text, template, item.key, item.author, item.date, item)

    def _findings_of(self, item: GivenComment) -> list[int]:
        """Return the index of the finding that a comment is about; none where it is about no finding."""
        if item.subject is Subject.STUDENT:
            span = self._text_span(find_quote(item.quote, self._sentences))
            numbers = [number for number, found in enumerate(self._review.findings) if found.text_span == span]
        else:
            place = find_quote(item.quote, self._sources)
            numbers = self._findings.get((place.sentence, place.start, place.end), []) if place is not None else []
        if item.change is not None:
            change = squeezed(item.change)
            numbers = [number for number in numbers if squeezed(self._review.findings[number].hypothesis) == change]
        return numbers[:1]

    def _free_place(self, item: GivenComment) -> Span | None:
        """Return ``None`` where the place is gone, or about another correction."""
        if item.subject is Subject.STUDENT:
            return self._student_span(find_quote(item.quote, self._sentences))
        if item.change is not None:
            return None
        place = find_quote(item.quote, self._sources)
        if place is None:
            return None
        inside = self._inside(item.quote, place)
        return self._passages[place.sentence].span if inside is None else self._student_span(inside)

    def _free_text_span(self, item: GivenComment) -> Span:
        """Return the sentence's span where the words are gone."""
        span = self._text_span(find_quote(item.quote, self._sentences))
        if item.subject is Subject.STUDENT and span is not None:
            return span
        place = find_quote(item.quote, self._sources)
        if place is None:
            return Span(0, 0)
        span = self._text_span(self._inside(item.quote, place))
        return self._passages[place.sentence].text_span if span is None else span

    def _inside(self, quote: Quote, place: QuotedPlace) -> QuotedPlace | None:
        """Return ``None`` where the student changed the words."""
        number = place.sentence
        student, source = self._sentences[number], self._sources[number]
        inside = find_quote(quote, [student])
        if inside is not None:
            return attrs.evolve(inside, sentence=number)
        words = _PLACING_WORD.findall(student.text)
        start, end = _characters(words, _counterpart(words, _PLACING_WORD.findall(source.text), place.start, place.end))
        is_there = start < end and student.characters[start:end] == source.characters[place.start : place.end]
        return QuotedPlace(number, start, end) if is_there else None

    def _student_span(self, place: QuotedPlace | None) -> Span | None:
        span = self._text_span(place)
        return span if self._places is None or span is None else self._places.span(span)

    def _text_span(self, place: QuotedPlace | None) -> Span | None:
        if place is None:
            return None
        start, end = self._sentences[place.sentence].in_text(place.start, place.end)
        return Span(start, end).shifted(self._passages[place.sentence].text_span.start)


def student_sentences(review: DocumentReview, marked: Document) -> tuple[Squeezed, ...]:
    return tuple(Squeezed.of(passage.text_span.of(marked.text)) for passage in review.passages)


def _teacher_points(item: GivenComment, finding: int | None = None, span: Span | None = None) -> TeacherPoints:
    assert item.points is not None
    return TeacherPoints(item.points, "", item.author, finding, span, item)


def _precedence(item: GivenComment) -> tuple[bool, bool, bool, datetime.date]:
    return bool(item.student), bool(item.exercise), item.change is not None, item.date or datetime.date.min


def _characters(tokens: Sequence[str], stretch: tuple[int, int]) -> tuple[int, int]:
    start, end = (sum(len(squeezed(token)) for token in tokens[:place]) for place in stretch)
    return start, end


def _counterpart(tokens: Sequence[str], others: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """Return the tokens of the one change that a range is on; of none or several, all that its words stand for.

    >>> _counterpart("He go to school .".split(), "He went to school .".split(), 2, 8)
    (1, 2)
    >>> _counterpart("He go to school .".split(), "He went to school .".split(), 6, 14)
    (2, 4)
    """
    ends = [*accumulate(len(squeezed(token)) for token in others)]
    words = [number for number, last in enumerate(ends) if last > start and last - len(others[number]) < end]
    first, last = (words[0], words[-1] + 1) if words else (len(others), len(others))
    parts = SequenceMatcher(None, tokens, others, autojunk=False).get_opcodes()
    touched = [part for part in parts if part[3] < last and first < part[4]]
    changes = [part for part in touched if part[0] != "equal"]
    if len(changes) == 1:
        return changes[0][1], changes[0][2]
    if not touched:
        return len(tokens), len(tokens)
    (opening, begin, _, begin_there, _), (closing, _, finish, _, finish_there) = touched[0], touched[-1]
    return (
        begin + (first - begin_there if opening == "equal" else 0),
        finish - (finish_there - last if closing == "equal" else 0),
    )


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _placing_holds(finding: Finding, source: tuple[int, int]) -> bool:
    return finding.source_tokens.start <= source[0] and source[1] <= finding.source_tokens.end


def _width(finding: Finding) -> int:
    return finding.source_tokens.end - finding.source_tokens.start


def _together(items: Sequence[GivenComment]) -> GivenComment:
    """Return everything that margins say of one place, in the name of those who say it."""
    people = list(dict.fromkeys(item.author for item in items if item.author))
    text = " ".join(dict.fromkeys(item.text for item in items if item.text))
    return attrs.evolve(items[0], text=text, author=", ".join(people))


@shape(nullable=("key",))
@attrs.frozen
class CommentUse:
    """A comment, and how often students are given it."""

    code: str
    """The code for the margin."""
    text: str
    """The comment, with its placeholders."""
    key: str
    """The entry of the bank that it is, else ``null``."""
    count: int
    """The number of places and texts that have it."""

    @property
    def line(self) -> str:
        """How often the comment is used.

        >>> CommentUse("Art", "A or the?", "article", 3).line
        '3 places  Art: A or the?'
        """
        return f"{counted(self.count, 'place')}  {f'{self.code}: ' if self.code else ''}{one_line(self.text)}"


def summed_uses(uses: Iterable[CommentUse]) -> tuple[CommentUse, ...]:
    """Return each comment once, the most frequent first, then by code and text; a reworded one is one of its own."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for item in uses:
        counts[item.code, item.text, item.key] += item.count
    summed = (CommentUse(*comment, count) for comment, count in counts.items())
    return tuple(sorted(summed, key=lambda item: (-item.count, item.code, item.text, item.key)))
