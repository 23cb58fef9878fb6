"""Where the teachers' comments and points are in a document, and what stands at each of its findings.

A comment on a place that is a finding, in the source or in the student's text, is that finding's. Each finding has one:
the teacher's, or else the bank's. For one student comes before for all, on one correction before on any, and then the
newest counts. A comment on another place stands there by itself. For points the same holds, each place and each
criterion of the whole text by itself.
"""

import datetime
from collections.abc import Iterable, Iterator, Sequence

import attrs

from markscheme.exercises.comments.bank import CommentBank
from markscheme.exercises.comments.exercise_comments import ExerciseComments
from markscheme.exercises.comments.given_comment import GivenComment, Subject
from markscheme.exercises.comments.quotes import Quote, QuotedPlace, Squeezed, find_quote, squeezed
from markscheme.formats.document import Document
from markscheme.marking.comments.choice import chosen
from markscheme.marking.comments.comment import Comment, DocumentComments, PlaceComment, TeacherPoints
from markscheme.marking.comments.filling import Reader, filled_or_bare, placeholder_values
from markscheme.marking.review.document_review import DocumentReview, PassageReview
from markscheme.marking.review.findings import Finding
from markscheme.text.positions import Span


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
    tokens = review.passages[finding.passage].source.tokens
    lengths = [len(squeezed(token)) for token in tokens]
    return sum(lengths[: finding.source_tokens.start]), sum(lengths[: finding.source_tokens.end])


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
        given = tuple(
            max(texts.findings[number], key=_precedence) if number in texts.findings else None
            for number in range(len(self._review.findings))
        )
        places = (
            PlaceComment(span, self._comment(item, None), item, self._free_text_span(item))
            for span, item in texts.places
            if item.text
        )
        points = self._located(item for item in items if item.points is not None)
        return DocumentComments(
            tuple(self._on_findings(given, comments.bank)),
            given,
            tuple(sorted(places, key=lambda place: place.span)),
            tuple((self._comment(item, None), item) for item in sorted(texts.whole, key=_precedence) if item.text),
            tuple(self._points(points)),
            (*texts.unplaced, *points.unplaced),
            comments.problems,
            codes=comments.bank.decoder_key(),
        )

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
        passage = self._passages[place.sentence]
        inside = find_quote(item.quote, self._sentences[place.sentence : place.sentence + 1])
        return passage.span if inside is None else self._student_span(attrs.evolve(inside, sentence=place.sentence))

    def _free_text_span(self, item: GivenComment) -> Span:
        """Return the place of a comment on no finding in the student's text; the sentence where its words are gone."""
        span = self._text_span(find_quote(item.quote, self._sentences))
        if item.subject is Subject.STUDENT and span is not None:
            return span
        place = find_quote(item.quote, self._sources)
        if place is None:
            return Span(0, 0)
        inside = find_quote(item.quote, self._sentences[place.sentence : place.sentence + 1])
        span = None if inside is None else self._text_span(attrs.evolve(inside, sentence=place.sentence))
        return self._passages[place.sentence].text_span if span is None else span

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
