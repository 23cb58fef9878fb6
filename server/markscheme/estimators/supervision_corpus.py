"""Supervision data from parallel text, batch by batch: edits and vectors in, instances out."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Protocol

import attrs

from markscheme.edits.edit import Edits, scored
from markscheme.encoders.encoder import Vectors
from markscheme.estimators.supervision import Instance, SentencePair, instances, write_supervision
from markscheme.estimators.training_settings import SupervisionSettings
from markscheme.formats.plain_text.line_pairs import Tokens, line_pairs
from markscheme.metrics.signature import signature
from markscheme.progress import Progress, silent
from markscheme.store.cache import digest
from markscheme.text.reading import read_data

BATCH = 256
"""Sentence pairs that are in memory at a time."""


class SupervisionModels(Protocol):
    """What makes edits and vectors."""

    @property
    def language(self) -> str: ...

    @property
    def pipeline_identity(self) -> str: ...

    @property
    def encoder_identity(self) -> str: ...

    def edits(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> list[Edits]: ...

    def sentence_vectors(self, texts: Sequence[str]) -> Vectors: ...


def build_supervision(
    source: Path,
    target: Path,
    output: Path,
    settings: SupervisionSettings,
    models: SupervisionModels,
    progress: Progress = silent,
) -> int:
    """Write supervision data of two parallel files, and return the number of instances.

    Raises
    ------
    DocumentError
        If a file can't be used or written, or nothing can be learnt from them. Then nothing is written.
    """
    made_with = {
        "data": _digest(source, target),
        **attrs.asdict(settings),
        "encoder": models.encoder_identity,
        "language": models.language,
        "pipeline": models.pipeline_identity,
    }
    rows = _instances(source, target, settings, models, progress)
    return write_supervision(output, signature("impara-supervision", made_with), rows)


def _digest(*paths: Path) -> str:
    hashed = hashlib.sha256()
    for path in paths:
        hashed.update(hashlib.sha256(read_data(path)).digest())
    return hashed.hexdigest()[:12]


def _instances(
    source: Path, target: Path, settings: SupervisionSettings, models: SupervisionModels, progress: Progress
) -> Iterator[Instance]:
    total = sum(1 for _ in line_pairs(source, target))
    lines = enumerate(line_pairs(source, target))
    first: dict[str, int] = {}
    done = 0
    while batch := list(islice(lines, BATCH)):
        progress("pairs", done, total)
        done += len(batch)
        places = [first.setdefault(digest(*tokens), number) for number, (tokens, _) in batch]
        pairs = _sentence_pairs(batch, places, models)
        vectors = models.sentence_vectors([text for pair in pairs for text in pair.variants])
        begin = 0
        for pair in pairs:
            end = begin + len(pair.variants)
            yield from instances(pair, vectors[begin:end], settings)
            begin = end
    progress("pairs", total, total)


def _sentence_pairs(
    batch: list[tuple[int, tuple[Tokens, Tokens]]], places: list[int], models: SupervisionModels
) -> list[SentencePair]:
    edits = models.edits([pair for _, pair in batch])
    return [
        SentencePair(number, place, source, scored(pair_edits))
        for (number, (source, _)), place, pair_edits in zip(batch, places, edits, strict=True)
        if pair_edits
    ]
