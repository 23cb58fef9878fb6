"""Where the teachers' comments and points are in a document, and what stands at each of its findings.

A comment on a place that is a finding, in the source or in the student's text, is that finding's. Each finding has one:
the teacher's, or else the bank's. For one student comes before for all, on one correction before on any, and then the
newest counts. A comment on another place stands there by itself. For points the same holds, each place and each
criterion of the whole text by itself.

A comment in the margin of a reference is for every student, and on the source: on the one change that its words have,
or else on all that they stand for. A teacher's comment in the file comes before it.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate

import attrs

from markscheme.exercises.comments.bank import CommentBank
from markscheme.exercises.comments.exercise_comments import ExerciseComments, ReferenceComment
from markscheme.exercises.comments.given_comment import GivenComment, Subject
from markscheme.exercises.comments.quotes import Quote, QuotedPlace, Squeezed, find_quote, squeezed
from markscheme.formats.document import Document
from markscheme.marking.comments.choice import chosen
from markscheme.marking.comments.comment import Comment, DocumentComments, PlaceComment, TeacherPoints
from markscheme.marking.comments.filling import Reader, filled_or_bare, placeholder_values
from markscheme.marking.review.document_review import DocumentReview, PassageReview, Version
from markscheme.marking.review.findings import Finding
from markscheme.text.positions import Span

_WORD = re.compile(r"\w+|[^\w\s]")


@attrs.frozen
class CommentedText:
    """A document whose comments are wanted.

    Attributes
    ----------
    marked
        The document that the review is of.
    exercise
        The assignment's name.
    reader
        The student.
    """

    review: DocumentReview
    marked: Document
    exercise: str
    reader: Reader


def document_comments(document: CommentedText, comments: ExerciseComments) -> DocumentComments:
    """Return the comments of a document."""
    return _Placer(document).placed(comments)


def source_sentences(review: DocumentReview) -> tuple[Squeezed, ...]:
    """Return the source of each passage: its words as they stand, or its tokens where these have other characters."""
    return tuple(_source_sentence(passage) for passage in review.passages)


def _source_sentence(passage: PassageReview) -> Squeezed:
    tokens = " ".join(passage.source.tokens)
    same = squeezed(passage.source.words) == squeezed(tokens)
    return Squeezed.of(passage.source.words if same else tokens)


def source_place(finding: Finding, review: DocumentReview) -> tuple[int, int]:
    """Return a finding's range in its passage's source, in characters without white space."""
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


class _Placer:
    def __init__(self, document: CommentedText) -> None:
        self._review, self._reader, self._exercise = document.review, document.reader, document.exercise
        self._passages = document.review.passages
        self._sources = source_sentences(document.review)
        self._sentences = student_sentences(document.review, document.marked)
        self._places = document.marked.places
        self._findings: dict[tuple[int, int, int], list[int]] = {}
        for number, finding in enumerate(document.review.findings):
            place = (finding.passage, *source_place(finding, document.review))
            self._findings.setdefault(place, []).append(number)

    def placed(self, comments: ExerciseComments) -> DocumentComments:
        items = [item for item in comments.given if item.concerns(self._exercise, self._reader.student)]
        texts = self._located(item for item in items if item.text is not None)
        margin = self._located(filter(None, map(self._from_margin, comments.margin)))
        given = tuple(
            max(texts.findings[number], key=_precedence) if number in texts.findings else None
            for number in range(len(self._review.findings))
        )
        decided = {span for span, _ in texts.places}
        places = (
            PlaceComment(span, self._comment(item, None), item, self._free_text_span(item))
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
                (self._comment(item, None), item)
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
        """Return a comment of a reference's margin as one on the source; ``None`` where the reference has no part."""
        said, text = item.comment, item.reference.text
        version = Version(item.reference.name, item.reference.path)
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
        around = [found for found in self._review.findings if found.passage == index and _holds(found, source)]
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
        """Yield the points that count: one number for each finding, each other place, and each criterion."""
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
                yield chosen(finding, bank, self._reader)
            else:
                yield self._comment(item, finding) if item.text else None

    def _comment(self, item: GivenComment, finding: Finding | None) -> Comment:
        template = item.text or ""
        text = filled_or_bare(template, placeholder_values(finding, self._reader))
        return Comment(item.code, text, template, item.key, item.author, item.date, given=True)

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
        """Return the place of a comment on no finding; ``None`` where it is gone, or about another correction."""
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
        """Return the place of a comment on no finding in the student's text; the sentence where its words are gone."""
        span = self._text_span(find_quote(item.quote, self._sentences))
        if item.subject is Subject.STUDENT and span is not None:
            return span
        place = find_quote(item.quote, self._sources)
        if place is None:
            return Span(0, 0)
        span = self._text_span(self._inside(item.quote, place))
        return self._passages[place.sentence].text_span if span is None else span

    def _inside(self, quote: Quote, place: QuotedPlace) -> QuotedPlace | None:
        """Return the place of the source's words in the student's sentence; ``None`` where the student changed them."""
        number = place.sentence
        student, source = self._sentences[number], self._sources[number]
        inside = find_quote(quote, [student])
        if inside is not None:
            return attrs.evolve(inside, sentence=number)
        words = _WORD.findall(student.text)
        start, end = _characters(words, _counterpart(words, _WORD.findall(source.text), place.start, place.end))
        is_there = start < end and student.characters[start:end] == source.characters[place.start : place.end]
        return QuotedPlace(number, start, end, is_exact=False) if is_there else None

    def _student_span(self, place: QuotedPlace | None) -> Span | None:
        """Return the span of a place of the student's words in the file."""
        span = self._text_span(place)
        return span if self._places is None or span is None else self._places.span(span)

    def _text_span(self, place: QuotedPlace | None) -> Span | None:
        if place is None:
            return None
        start, end = self._sentences[place.sentence].in_text(place.start, place.end)
        return Span(start, end).shifted(self._passages[place.sentence].text_span.start)


def student_sentences(review: DocumentReview, marked: Document) -> tuple[Squeezed, ...]:
    """Return each passage as the student has it."""
    return tuple(Squeezed.of(passage.text_span.of(marked.text)) for passage in review.passages)


def _teacher_points(item: GivenComment, finding: int | None = None, span: Span | None = None) -> TeacherPoints:
    assert item.points is not None
    return TeacherPoints(item.points, "", item.author, finding, span, item)


def _precedence(item: GivenComment) -> tuple[bool, bool, bool, datetime.date]:
    return bool(item.student), bool(item.exercise), item.change is not None, item.date or datetime.date.min


def _characters(tokens: Sequence[str], stretch: tuple[int, int]) -> tuple[int, int]:
    """Return a range of tokens in characters without white space."""
    start, end = (sum(len(squeezed(token)) for token in tokens[:place]) for place in stretch)
    return start, end


def _counterpart(tokens: Sequence[str], others: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """Return the tokens of one version that a range of another, in characters without white space, stands for.

    They are those of the one change that the range is on; of none or several, all that its words stand for.

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


def _holds(finding: Finding, source: tuple[int, int]) -> bool:
    """Return whether a finding's place has all tokens of a range of its source."""
    return finding.source_tokens.start <= source[0] and source[1] <= finding.source_tokens.end


def _width(finding: Finding) -> int:
    return finding.source_tokens.end - finding.source_tokens.start


def _together(items: Sequence[GivenComment]) -> GivenComment:
    """Return what margins say of one place: everything, in the name of those who say it."""
    people = list(dict.fromkeys(item.author for item in items if item.author))
    text = " ".join(dict.fromkeys(item.text for item in items if item.text))
    return attrs.evolve(items[0], text=text, author=", ".join(people))
