"""Several stretches of a hypothesis that are to have other words: one change of its file, whatever its format."""

from collections.abc import Iterable

import attrs

from markscheme.documents.document import Document
from markscheme.documents.errors import DocumentError
from markscheme.documents.formats.critic_markup import read_critic_markup, recognises
from markscheme.documents.formats.m2 import looks_like_m2, read_m2
from markscheme.documents.material import WORD
from markscheme.documents.positions import Span
from markscheme.documents.rewriting.annotations import annotator_of, rewritten_annotations
from markscheme.documents.rewriting.replacement import Replacement
from markscheme.documents.rewriting.spacing import spaced
from markscheme.documents.rewriting.texts import rewritten


@attrs.frozen
class SourcePlace:
    """Tokens ``start`` to ``end`` of the sentence of this number."""

    sentence: int
    start: int
    end: int


@attrs.frozen
class Rewording:
    """Words that are wanted.

    Attributes
    ----------
    span
        Where the hypothesis is to have them, in code points.
    words
        Without white space about them; empty: none.
    place
        The source tokens that they correct.
    """

    span: Span
    words: str
    place: SourcePlace


@attrs.frozen
class _Edit:
    start: int
    end: int
    replacement: tuple[str, ...]
    type: str = ""


def reworded(
    document: Document, file_text: str, wanted: Iterable[Rewording], *, tokenised: bool = False
) -> Replacement | None:
    """What to change in a hypothesis's file so that it reads as wanted; ``None`` if it does already.

    Of stretches that overlap, the last in the text is reworded.

    Raises
    ------
    DocumentError
        If the file can't be changed so: a Word document, or words that its format can't hold.
    """
    if document.path is not None and document.path.suffix.lower() == WORD:
        raise DocumentError("a Word document is corrected in a word processor", path=document.path)
    last_first = sorted(wanted, key=lambda item: (item.span, item.place.sentence, item.place.start), reverse=True)
    changed = _annotated if looks_like_m2(file_text) else _rewritten
    after = changed(document, file_text, last_first, tokenised)
    return _difference(file_text, after)


def _rewritten(document: Document, file_text: str, last_first: Iterable[Rewording], tokenised: bool) -> str:
    limit = len(document.text)
    for item in last_first:
        if item.span.end <= limit:
            limit = item.span.start
            span, words = spaced(document.text, item.span, item.words, tokenised=tokenised)
            file_text = rewritten(document, file_text, span, words).applied(file_text)
            document = _read_again(document, file_text)
    return file_text if document.places is None else _still_markup(file_text)


def _still_markup(file_text: str) -> str:
    """A document whose last change was undone must go on to say that it is its own source: an empty comment does."""
    return file_text if recognises(file_text) else f"{file_text.rstrip()}{{>><<}}{file_text[len(file_text.rstrip()) :]}"


def _read_again(document: Document, file_text: str) -> Document:
    if document.places is None:
        return attrs.evolve(document, text=file_text)
    found = read_critic_markup(file_text, document.path)
    return attrs.evolve(document, text=found.hypothesis, places=found.hypothesis_places, edits=found.edits)


def _annotated(document: Document, file_text: str, last_first: Iterable[Rewording], tokenised: bool) -> str:
    del tokenised
    annotator = annotator_of(document)
    for item in last_first:
        place, tokens = item.place, tuple(item.words.split())
        edits = [_Edit(place.start, place.end, tokens)]
        if tokens == _source_tokens(file_text, place):
            edits = []
        found = rewritten_annotations(
            file_text, document.path, place.sentence, annotator, place.start, place.end, edits
        )
        file_text = found.applied(file_text)
    return file_text


def _source_tokens(file_text: str, place: SourcePlace) -> tuple[str, ...]:
    return read_m2(file_text)[place.sentence].source.tokens[place.start : place.end]


def _difference(before: str, after: str) -> Replacement | None:
    """What changed, without the ends that are equal; a line end or a character of two units stays whole."""
    if before == after:
        return None
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    if before[start - 1 : start] == "\r":
        start -= 1
    if end and before[len(before) - end] == "\n":
        end -= 1
    return Replacement(Span(start, len(before) - end), after[start : len(after) - end])


def _shared(one: str, other: str) -> int:
    """How many first characters are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))
