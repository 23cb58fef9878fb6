"""The adjudicator's own words as edits with ERRANT's types."""

from typing import TYPE_CHECKING

from markscheme.annotation.adjudication.taking import Wording, WordsQuestion
from markscheme.edits.edit import Correction, Edit
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.scoring.models import Models


def wording_of(question: WordsQuestion, models: "Models") -> Wording:
    """Return the tokens of some words, and the edits that lead to them, all of them within the place.

    Raises
    ------
    DocumentError
        If the words are more than one line.
    """
    text = question.words.strip()
    if len(text.splitlines()) > 1:
        raise DocumentError("these words are more than one line")
    source = question.source
    # In tokenised texts a space ends a token, and what the source has as one token stays one.
    parts = text.split() if question.is_tokenised else [text]
    source_tokens = frozenset(source) if question.is_tokenised else frozenset()
    words = tuple(token for part in parts for token in ((part,) if part in source_tokens else _tokens(part, models)))
    start, end = question.place or (0, len(source))
    if words == source[start:end]:
        return Wording(words, ())
    [edits] = models.edits([(source, (*source[:start], *words, *source[end:]))])
    if not all(start <= edit.start and edit.end <= end for edit in edits):
        [edits] = models.typed([Correction(source, (Edit(start, end, words),))])
    return Wording(words, edits)


def _tokens(text: str, models: "Models") -> tuple[str, ...]:
    return tuple(token for segment in models.split(text, 0) for token in segment.tokens)
