"""Supervision data: pairs of partly corrected sentences, one better than the other (IMPARA, Section 2.4).

A file is JSON lines in UTF-8. The first line says what the file is and how it was built::

    {"schema": 1, "data": "impara-supervision", "signature": "..."}

and every other line is an instance, with ``margin`` the difference of the overall impacts::

    {"pair": 17, "source": 17, "worse": "She like music .", "better": "She likes music .", "margin": 0.031}
"""

import hashlib
import json
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.documents.files import read_data, read_text, written_whole
from markscheme.documents.plain_text import Tokens, line_pairs
from markscheme.edits.edit import Edits, apply_edits, scored
from markscheme.errors import DocumentError
from markscheme.inference.cache import digest
from markscheme.inference.settings import EncoderSettings
from markscheme.metrics.base import signature
from markscheme.metrics.impara import impacts, ordered, overall_impact, random_subsets
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    from markscheme.inference.encoder import Vectors
    from markscheme.inference.models import Models


@attrs.frozen
class TrainingSettings:
    """How a quality estimator is trained; the defaults are those of IMPARA's Section 3.1.1.

    The encoder's pooling is ignored: Equation 2 takes the first token's state. ``instances`` are drawn at random,
    ``None`` for all. The weights of the best epoch on the validation split are kept. ``rank`` is of an adapter beside
    every linear layer, 0 to train the whole encoder; an adapter needs a higher learning rate, about 1e-3. The seed is
    of the split, the order, dropout and first weights. Training also saves
    a checkpoint after every epoch.
    """

    encoder: EncoderSettings = EncoderSettings(pooling="cls")
    instances: int | None = 4096
    epochs: int = 10
    batch: int = 32
    learning_rate: float = 1e-5
    rank: int = 0
    seed: int = 1
    checkpoint_every: int = 50


@attrs.frozen
class SupervisionSettings:
    """How supervision data is made (IMPARA, Section 2.4): ``most`` instances a pair (at least 1), drawn by seed."""

    most: int = 30
    seed: int = 1


SCHEMA = 1
KIND = "impara-supervision"


@attrs.frozen
class Instance:
    """Two versions of a sentence, S- and S+: tokens with spaces between them.

    ``pair`` is the pair's number in the parallel text, from 0, and ``source`` that of the first one with the same
    source, whose pairs stay together in a split. The margin, I(T, E+) - I(T, E-), is above 0.
    """

    pair: int
    source: int
    worse: str
    better: str
    margin: float


@attrs.frozen
class Supervision:
    """A file's instances. ``digest`` is 12 digits of its SHA-256."""

    instances: tuple[Instance, ...]
    signature: str
    digest: str


@attrs.frozen
class SentencePair:
    """A source sentence, the edits that correct it, and its numbers (see :class:`Instance`)."""

    pair: int
    source: int
    tokens: tuple[str, ...]
    edits: Edits

    def corrected(self, chosen: Iterable[int]) -> str:
        return " ".join(apply_edits(self.tokens, tuple(self.edits[index] for index in sorted(chosen))))

    @property
    def variants(self) -> tuple[str, ...]:
        """T, and T without each edit: the sentences whose vectors Equation 5 compares."""
        every = range(len(self.edits))
        return (self.corrected(every), *(self.corrected(set(every) - {left}) for left in every))


def instances(pair: SentencePair, vectors: "Vectors", settings: SupervisionSettings) -> Iterator[Instance]:
    """Yield a pair's instances from the vectors of :attr:`SentencePair.variants`, shape (1 + edits, d)."""
    own = impacts(vectors[0], vectors[1:])
    for first, second in random_subsets(len(pair.edits), settings.most, settings.seed, pair.pair):
        if chosen := ordered(first, second, own):
            worse, better = chosen
            margin = overall_impact(own, better) - overall_impact(own, worse)
            yield Instance(pair.pair, pair.source, pair.corrected(worse), pair.corrected(better), margin)


def write_supervision(path: Path, signature: str, found: Iterable[Instance]) -> int:
    """Write a file whole or not at all, return its instances' number; DocumentError if it fails or there is none."""
    count = 0
    with written_whole(path) as [stream]:
        stream.write(_line({"schema": SCHEMA, "data": KIND, "signature": signature}))
        for instance in found:
            stream.write(_line(attrs.asdict(instance)))
            count += 1
        if not count:
            raise DocumentError("the parallel text gives no instance", remedy="Do its two sides differ?")
    return count


def read_supervision(path: Path) -> Supervision:
    """Read a file; raise DocumentError if it holds no supervision data, or a line is not an instance."""
    first, *rest = read_text(path).removesuffix("\n").split("\n")
    header = _object(first, path, 1)
    if header.get("data") != KIND or header.get("schema") != SCHEMA:
        remedy = "Make it with: markscheme eval impara build-data"
        raise DocumentError("this is no supervision data of this version", path=path, line=1, remedy=remedy)
    found = tuple(_instance(line, path, number) for number, line in enumerate(rest, 2))
    if not found:
        raise DocumentError("there is no instance in this file", path=path, line=1)
    return Supervision(found, str(header.get("signature", "")), hashlib.sha256(read_data(path)).hexdigest()[:12])


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _object(line: str, path: Path, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise DocumentError("this line is no JSON object", path=path, line=number)
    return value


def _instance(line: str, path: Path, number: int) -> Instance:
    value = _object(line, path, number)
    texts = [value.get(name) for name in ("worse", "better")]
    places = [value.get(name) for name in ("pair", "source")]
    margin = value.get("margin")
    sound = all(isinstance(text, str) for text in texts) and all(type(place) is int for place in places)
    if not sound or not isinstance(margin, float) or not math.isfinite(margin):
        wanted = "pair and source (whole numbers), worse and better (texts) and margin (a number)"
        raise DocumentError(f"an instance has {wanted}", path=path, line=number)
    return Instance(**{field.name: value[field.name] for field in attrs.fields(Instance)})


BATCH = 256
"""Sentence pairs that are in memory at a time."""


def build_supervision(
    texts: tuple[Path, Path],
    output: Path,
    settings: SupervisionSettings,
    models: "Models",
    progress: Progress = silent,
) -> int:
    """Write supervision data, and return the number of instances; on DocumentError, nothing is written."""
    made_with = {
        "data": _digest(*texts),
        **attrs.asdict(settings),
        "encoder": models.encoder_identity,
        "language": models.language,
        "pipeline": models.pipeline_identity,
    }
    rows = _instances(texts, settings, models, progress)
    return write_supervision(output, signature("impara-supervision", made_with), rows)


def _digest(*paths: Path) -> str:
    hashed = hashlib.sha256()
    for path in paths:
        hashed.update(hashlib.sha256(read_data(path)).digest())
    return hashed.hexdigest()[:12]


def _instances(
    texts: tuple[Path, Path], settings: SupervisionSettings, models: "Models", progress: Progress
) -> Iterator[Instance]:
    total = sum(1 for _ in line_pairs(*texts))
    lines = enumerate(line_pairs(*texts))
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
    batch: list[tuple[int, tuple[Tokens, Tokens]]], places: list[int], models: "Models"
) -> list[SentencePair]:
    edits = models.edits([pair for _, pair in batch])
    return [
        SentencePair(number, place, source, scored(pair_edits))
        for (number, (source, _)), place, pair_edits in zip(batch, places, edits, strict=True)
        if pair_edits
    ]


POOLED_BATCHES = 8
"""Batches whose instances are sorted by length together, so that little is padded."""


@attrs.frozen
class Split:
    """Instances for training, validation and test, about 8:1:1 by source sentence."""

    train: tuple[Instance, ...]
    validation: tuple[Instance, ...]
    test: tuple[Instance, ...]


def split(instances: Sequence[Instance], most: int | None, seed: int) -> Split:
    """Split ``most`` random instances, a source sentence in one part only; DocumentError below ten source sentences."""
    taken = sorted(_shuffled(range(len(instances)), f"{seed}:instances")[:most])
    sources = _shuffled(sorted({instances[index].source for index in taken}), f"{seed}:split")
    tenth = len(sources) // 10
    if not tenth:
        raise DocumentError("the supervision data is of fewer than ten source sentences; that can't be split 8:1:1")
    validation, test = set(sources[:tenth]), set(sources[tenth : 2 * tenth])
    parts: dict[str, list[Instance]] = {"train": [], "validation": [], "test": []}
    for index in taken:
        source = instances[index].source
        part = "validation" if source in validation else "test" if source in test else "train"
        parts[part].append(instances[index])
    return Split(*map(tuple, parts.values()))


def batches(lengths: Sequence[int], size: int, seed: int, epoch: int) -> list[list[int]]:
    """Return one epoch's batches of indices: shuffled, with instances of similar length in a batch.

    >>> [len(batch) for batch in batches([3, 1, 2, 5, 4], 2, seed=1, epoch=0)]
    [2, 1, 2]
    """
    order = _shuffled(range(len(lengths)), f"{seed}:{epoch}:order")
    cut: list[list[int]] = []
    for begin in range(0, len(order), size * POOLED_BATCHES):
        pool = sorted(order[begin : begin + size * POOLED_BATCHES], key=lambda index: lengths[index])
        cut += [pool[at : at + size] for at in range(0, len(pool), size)]
    return [cut[index] for index in _shuffled(range(len(cut)), f"{seed}:{epoch}:batches")]


def _shuffled(items: Sequence[int], seed: str) -> list[int]:
    generator = random.Random(seed)
    return [item for _, item in sorted((generator.random(), item) for item in items)]
