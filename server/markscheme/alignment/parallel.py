"""Documents whose sentences are numbered line up by number."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.alignment.passages import Passage
from markscheme.formats.document import Document
from markscheme.formats.parallel import ParallelText
from markscheme.formats.registry import format_of, text_format
from markscheme.text.segments import Segment

_ATTACHED = re.compile(r"\w[.,!?;:](?=\s|$)")
_SPACED = re.compile(r"\s[.,!?;:](?=\s|$)")


@attrs.define
class Tokenisation:
    """Counts, in a text that comes in parts, how often punctuation stands apart from words and how often it does not.

    A part must not begin or end between a word and its punctuation.
    """

    spaced: int = 0
    attached: int = 0

    def add(self, text: str) -> None:
        self.spaced += len(_SPACED.findall(text))
        self.attached += len(_ATTACHED.findall(text))

    @property
    def is_tokenised(self) -> bool:
        """Whether punctuation stands apart more often, as in corpora, and not as people write."""
        return self.spaced > self.attached


def looks_tokenised(text: str) -> bool:
    """Return whether punctuation stands apart from words, as in corpora, and not as people write."""
    look = Tokenisation()
    look.add(text)
    return look.is_tokenised


def are_tokenised(documents: Sequence[Document]) -> bool:
    """Return whether an exercise's documents are tokenised sentences, by their formats or by the first one's look."""
    return any(format_of(document).is_tokenised for document in documents) or looks_tokenised(documents[0].text)


def parallel_texts(document: Document) -> tuple[ParallelText, ...]:
    """Return the parallel texts of a document; see :meth:`DocumentFormat.parallel_texts`.

    Raises
    ------
    DocumentError
        If the document is malformed.
    """
    return format_of(document).parallel_texts(document)


def read_parallel(
    text: str, name: str, path: Path | None = None, author: str | None = None
) -> tuple[ParallelText, ...]:
    """Return the parallel texts of a file: its lines; or each annotator's, where its format has tokenised sentences.

    Parameters
    ----------
    author
        The one annotator to return; all if ``None``.

    Raises
    ------
    DocumentError
        If the file is malformed, or has no such annotator.
    """
    document = Document(name, text, path, author=author)
    form = text_format(text, path)
    return parallel_texts(attrs.evolve(document, format=form.name) if form.is_tokenised else document)


def parallel_passages(
    sources: Sequence[Segment],
    hypothesis: ParallelText,
    references: Sequence[ParallelText],
    begin: int = 0,
    end: int | None = None,
) -> Iterator[Passage]:
    """Yield passages by sentence number, from ``begin`` up to ``end``.

    :func:`~markscheme.formats.parallel.sources_of` has checked the texts.
    """
    for number in range(begin, len(sources) if end is None else end):
        sides = tuple(text.sides[number] for text in references)
        yield Passage(sources[number], hypothesis.sides[number], sides, parallel=True)
