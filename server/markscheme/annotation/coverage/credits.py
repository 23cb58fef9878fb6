"""How near the references' corrections are to each correction of the hypotheses; needs the encoder."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs

from markscheme.annotation.coverage.corrections import PooledCorrection, PooledCorrections, ReferenceEdit
from markscheme.annotation.pool import Pool, PooledSentence
from markscheme.edits.edit import Correction, Edit
from markscheme.marking.verdicts.spots import changes
from markscheme.metrics.credit import gains
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models

SENTENCES_PER_BLOCK = 512
"""Sentences whose vectors are in memory at a time."""

_Sentence = tuple[int, tuple[PooledCorrection, ...]]


def with_credit(
    pool: Pool,
    corrections: PooledCorrections,
    models: Models,
    progress: Progress = silent,
) -> PooledCorrections:
    """Return the corrections with the credit of each, and the references' correction that it is for.

    An edit's vector depends on the other edits of its sentence. Here each correction is the only one, so that it has
    the same credit whoever makes it. The settings are those of the sentence's text.

    Raises
    ------
    Cancelled
        If ``progress`` raises it.
    """
    sentences = [
        (number, tuple(own)) for number, own in groupby(corrections.corrections, key=lambda item: item.sentence)
    ]
    credited: list[PooledCorrection] = []
    for start in range(0, len(sentences), SENTENCES_PER_BLOCK):
        credited += _credited(pool, sentences[start : start + SENTENCES_PER_BLOCK], models, progress)
    return attrs.evolve(corrections, corrections=tuple(credited))


def reference_edits(sentence: PooledSentence) -> tuple[ReferenceEdit, ...]:
    """Return the distinct corrections of a sentence's references, by place and words, each with who makes it."""
    edits: dict[tuple[int, int, tuple[str, ...]], ReferenceEdit] = {}
    for number, version in enumerate(sentence.references):
        for change in changes(sentence.source, version.edits):
            before = edits.get(change.key, ReferenceEdit(change.edit, ()))
            edits[change.key] = attrs.evolve(before, references=(*before.references, number))
    return tuple(edits[key] for key in sorted(edits))


def _credited(
    pool: Pool, sentences: Sequence[_Sentence], models: Models, progress: Progress
) -> Iterator[PooledCorrection]:
    import numpy as np

    edits = [reference_edits(pool.sentences[number]) for number, _ in sentences]
    alone: dict[tuple[int, Edit], Correction] = {}
    for (number, own), others in zip(sentences, edits, strict=True):
        for edit in (*(item.edit for item in own), *(item.edit for item in others)):
            alone[number, edit] = Correction(pool.sentences[number].source, (edit,))
    computed = models.vectors(list(alone.values()), progress=progress)
    vectors = dict(zip(alone, computed, strict=True))
    for (number, own), others in zip(sentences, edits, strict=True):
        if not others:
            yield from (attrs.evolve(item, credit=0.0) for item in own)
            continue
        sides = [item.edit for item in own], [item.edit for item in others]
        u, v = (np.concatenate([vectors[number, edit] for edit in side]) for side in sides)
        sentence = pool.sentences[number]
        gain = gains(sentence.source, sides[0], u, sides[1], v, pool.texts[sentence.text].settings.credit)
        for item, row in zip(own, gain.tolist(), strict=True):
            best = max(range(len(row)), key=lambda column: (row[column], len(others[column].references), -column))
            yield attrs.evolve(item, credit=row[best], nearest=others[best] if row[best] else None)
