"""The words of a passage's side as they stand in its text, and where they stand."""

from markscheme.alignment.passages import Passage
from markscheme.formats.document import Document
from markscheme.formats.parallel import Side
from markscheme.marking.review.document_review import PassageText
from markscheme.marking.verdicts.verdict import Stretch
from markscheme.text.positions import Span


def in_file(document: Document, span: Span) -> Span:
    """Return a span of a document as a span of its file."""
    return span if document.places is None else document.places.span(span)


def is_absent(passage: Passage, side: Side) -> bool:
    """Return whether a reference has nothing to say of a passage."""
    return side.absent or (passage.parallel and not side.segment.tokens)


def passage_text(document: Document, side: Side) -> PassageText:
    """Return a passage's side as its document has it."""
    return PassageText(in_file(document, side.segment.extent), side.segment.tokens, all_words(side, document.text))


def all_words(side: Side, text: str) -> str:
    """Return a side's words as they stand in its text."""
    return words_of(side, Stretch(0, len(side.segment.tokens)), text)


def words_of(side: Side, tokens: Stretch, text: str) -> str:
    """Return some of a side's words as they stand in its text."""
    return side.words(tokens.start, tokens.end, text)


def characters(side: Side, tokens: Stretch) -> Span | None:
    """Return the place of some of a side's words in its text; ``None`` where it has edits in place of a text."""
    return None if side.states_edits else side.segment.characters(tokens.start, tokens.end)


def place_of(side: Side, source: Stretch, target: Stretch) -> Span:
    """Return the place of target tokens that correct source tokens."""
    return side.place((source.start, source.end), (target.start, target.end))
