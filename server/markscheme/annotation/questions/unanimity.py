"""How many annotators agree on each sentence of a source, with the places of the sentence in everybody's files."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.annotation.pool import Pool, PooledSentence
from markscheme.edits.edit import apply_edits
from markscheme.text.positions import Span

LEAST_ANNOTATORS = 2
"""Smallest number of annotators who can agree."""


@attrs.frozen
class SentencePlace:
    """Where a sentence stands in a file; ``document`` is the name of the text in the file."""

    path: Path
    document: str
    span: Span


@attrs.frozen
class Unanimity:
    """How many annotators agree on a sentence.

    Attributes
    ----------
    agreeing
        The number of annotators who have the same words, the largest one.
    annotators
        The number of those who have seen the sentence, at least two.
    places
        Where the sentence stands in the source's file and in the references' files.
    """

    agreeing: int
    annotators: int
    places: tuple[SentencePlace, ...]

    @property
    def is_complete(self) -> bool:
        """Whether all agree."""
        return self.agreeing == self.annotators


def unanimities(pool: Pool) -> tuple[Unanimity, ...]:
    """Return the agreement on each sentence that at least two annotators have seen, in the order of the source.

    An annotator who gives several corrections agrees with everybody who has one of them.
    """
    agreements: list[Unanimity] = []
    for sentence in pool.sentences:
        texts: dict[int, set[tuple[str, ...]]] = {}
        for index, version in enumerate(sentence.references):
            if not version.is_absent:
                texts.setdefault(pool.first_choices[index], set()).add(apply_edits(sentence.source, version.edits))
        if len(texts) >= LEAST_ANNOTATORS and sentence.source:
            agreeing = max(Counter(text for own in texts.values() for text in own).values())
            agreements.append(Unanimity(agreeing, len(texts), tuple(_places(pool, sentence))))
    return tuple(agreements)


def _places(pool: Pool, sentence: PooledSentence) -> Iterator[SentencePlace]:
    text = pool.texts[sentence.text]
    if text.source.path is not None:
        yield SentencePlace(text.source.path, text.source.name, sentence.passage.source.extent)
    for version, document in zip(sentence.references, text.references, strict=True):
        if document is not None and document.path is not None and version.side.segment.tokens:
            yield SentencePlace(document.path, document.name, version.side.segment.extent)


def agreement_words(items: Sequence[Unanimity]) -> str:
    """Return how many annotators agree on some sentences, in words.

    >>> some, everybody, nobody = Unanimity(3, 4, ()), Unanimity(4, 4, ()), Unanimity(1, 3, ())
    >>> agreement_words([some]), agreement_words([everybody]), agreement_words([nobody])
    ('3 of 4 annotators agree', 'all 4 annotators agree', 'no two of 3 annotators agree')
    >>> agreement_words([everybody, some])
    'all annotators agree on 1 of 2 sentences'
    """
    if len(items) > 1:
        return f"all annotators agree on {sum(item.is_complete for item in items)} of {len(items)} sentences"
    [item] = items
    if item.is_complete:
        return f"all {item.annotators} annotators agree"
    if item.agreeing == 1:
        return f"no two of {item.annotators} annotators agree"
    return f"{item.agreeing} of {item.annotators} annotators agree"
