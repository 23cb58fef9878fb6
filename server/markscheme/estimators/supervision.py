"""Supervision data: pairs of partly corrected sentences, one better than the other (IMPARA, Section 2.4).

A file is JSON lines in UTF-8. The first line says what the file is and how it was built::

    {"schema": 1, "data": "impara-supervision", "signature": "..."}

and every other line is an instance, with ``margin`` the difference of the overall impacts::

    {"pair": 17, "source": 17, "worse": "She like music .", "better": "She likes music .", "margin": 0.031}
"""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs

from markscheme.edits.edit import Edits, apply_edits
from markscheme.encoders.encoder import Vectors
from markscheme.estimators.training_settings import SupervisionSettings
from markscheme.metrics.impara import impacts, ordered, overall_impact, random_subsets
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_data, read_text
from markscheme.text.writing import written_whole

SCHEMA = 1
KIND = "impara-supervision"


@attrs.frozen
class Instance:
    """Two versions of a sentence.

    Attributes
    ----------
    pair
        The number of the sentence pair in the parallel text, from 0.
    source
        The number of the first pair with the same source sentence. Pairs of one source stay together in a split.
    worse, better
        S- and S+: tokens with spaces between them.
    margin
        I(T, E+) - I(T, E-), above 0.
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
        """Return the source with the edits of these indices applied."""
        return " ".join(apply_edits(self.tokens, tuple(self.edits[index] for index in sorted(chosen))))

    @property
    def variants(self) -> tuple[str, ...]:
        """T, and T without each edit: the sentences whose vectors Equation 5 compares."""
        every = range(len(self.edits))
        return (self.corrected(every), *(self.corrected(set(every) - {left}) for left in every))


def instances(pair: SentencePair, vectors: Vectors, settings: SupervisionSettings) -> Iterator[Instance]:
    """Yield the instances of one sentence pair.

    Parameters
    ----------
    vectors
        The vectors of :attr:`SentencePair.variants`, shape (1 + edits, d).
    """
    own = impacts(vectors[0], vectors[1:])
    for first, second in random_subsets(len(pair.edits), settings.most, settings.seed, pair.pair):
        if chosen := ordered(first, second, own):
            worse, better = chosen
            margin = overall_impact(own, better) - overall_impact(own, worse)
            yield Instance(pair.pair, pair.source, pair.corrected(worse), pair.corrected(better), margin)


def write_supervision(path: Path, signature: str, found: Iterable[Instance]) -> int:
    """Write a file, instance by instance: whole, or not at all.

    Returns
    -------
    The number of instances.

    Raises
    ------
    DocumentError
        If the folder can't be written, or there is no instance.
    """
    count = 0
    with written_whole(path) as stream:
        stream.write(_line({"schema": SCHEMA, "data": KIND, "signature": signature}))
        for instance in found:
            stream.write(_line(attrs.asdict(instance)))
            count += 1
        if not count:
            raise DocumentError("the parallel text gives no instance", remedy="Do its two sides differ?")
    return count


def read_supervision(path: Path) -> Supervision:
    """Read a file.

    Raises
    ------
    DocumentError
        If it holds no supervision data, or a line is not an instance.
    """
    first, *rest = read_text(path).removesuffix("\n").split("\n")
    header = _object(first, path, 1)
    if header.get("data") != KIND or header.get("schema") != SCHEMA:
        remedy = "Make it with: markscheme impara build-data"
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
