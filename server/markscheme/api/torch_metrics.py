"""Metrics as objects of torchmetrics, for training loops: ``update``, ``compute``, merged over processes.

An object keeps the statistics of every sentence, as lines of exact JSON in tensors of bytes. Sums would not do: some
metrics choose a sentence's reference by the sentences before it, and GLEU draws references in order. So processes
exchange a few hundred bytes a sentence, and fold all, in the order of ``indices`` if they say it.
"""

import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import attrs
import torch

from markscheme.api.arguments import AnyMetric, metrics_of, refuse_judged
from markscheme.api.inputs import shared_engine
from markscheme.errors import installing
from markscheme.inference.models import Models
from markscheme.inference.settings import EngineSettings
from markscheme.metrics import base
from markscheme.scoring.statistics import TextStatistics

try:
    from torchmetrics import Metric
except ImportError as missing:
    raise ImportError(f"torchmetrics is not installed. {installing('torchmetrics')}", name="torchmetrics") from missing


@attrs.frozen
class _Record:
    """A sentence: its index in the corpus or ``None``, and its source's CRC-32, to tell repeated ones apart."""

    index: int | None
    source: int
    references: int
    statistics: Any

    @property
    def line(self) -> str:
        return f"{json.dumps(attrs.astuple(self, recurse=False), separators=(',', ':'))}\n"


class TorchMetric(Metric):
    """A metric of Markscheme that torchmetrics can update, compute, merge, clone, pickle and put in a collection.

    ``compute`` returns ``score``, or all scores by name if ``None``. Models are loaded on first need, once in a process
    for the same settings; copies and pickles hold none. The options are those of ``torchmetrics.Metric``, such as
    ``sync_on_compute``. Raise RegistryError without such a metric, ValueError if it needs a language model.

    >>> f = TorchMetric("errant", score="f")
    >>> f.update(["He goes to school ."], [["He goes to the school ."]], sources=["He go to school ."])
    >>> round(float(f.compute()), 4)
    0.8333
    """

    is_differentiable = False
    full_state_update = False
    sentences: "list[torch.Tensor] | torch.Tensor"
    identity: torch.Tensor

    def __init__(
        self,
        metric: AnyMetric,
        *,
        score: str | None = None,
        engine: EngineSettings = EngineSettings(),
        tokenised: bool = True,
        **options: Any,
    ) -> None:
        [chosen] = metrics_of(metric)
        refuse_judged([chosen])
        super().__init__(**options)
        self.wrapped = chosen
        self.score_name = score
        self.engine_settings = engine
        self.tokenised = tokenised
        self.add_state("sentences", default=[], dist_reduce_fx="cat")
        # A collection computes once for objects whose states are equal. Statistics of two metrics may be, by chance.
        self.add_state("identity", default=torch.tensor(self._identity), dist_reduce_fx="max")

    @property
    def higher_is_better(self) -> bool:  # type: ignore[override]
        """Whether a higher score is better: true of all scores but shares of errors."""
        return self.score_name not in self.wrapped.lower_is_better

    @property
    def _identity(self) -> int:
        settings = repr((self.wrapped, self.engine_settings, self.tokenised)).encode()
        return int.from_bytes(hashlib.sha256(settings).digest()[:7], "big")

    @property
    def models(self) -> Models:
        return shared_engine(self.engine_settings).models

    def update(
        self,
        preds: Sequence[str],
        target: Sequence[str | Sequence[str]] | None = None,
        *,
        sources: Sequence[str],
        indices: Sequence[int] | torch.Tensor | None = None,
    ) -> None:
        """Add a batch of sentences; a batch of one may be strings and not lists, as in torchmetrics' own metrics.

        ``target`` has one or several references each. ``indices`` are numbers in the whole corpus: with them a score
        does not depend on how sentences were spread over batches and processes, and a sentence that comes twice counts
        once, as the last ones of a ``DistributedSampler`` may. Raise ValueError if the lists don't have the same
        length, or a sentence has no reference and the metric needs one.
        """
        preds, sources = _several(preds), _several(sources)
        targets = [()] * len(preds) if target is None else [target] if isinstance(target, str) else target
        references = [_several(item) for item in targets]
        numbers = [None] * len(preds) if indices is None else [int(number) for number in indices]
        self._check(len(preds), sources=len(sources), target=len(references), indices=len(numbers))
        if base.Need.REFERENCES in self.wrapped.needs and not all(references):
            raise ValueError(f"{self.wrapped.name} needs a reference for every sentence")
        statistics = TextStatistics(self.wrapped, self.models, self.tokenised).of(sources, preds, references)
        digests = (zlib.crc32(source.encode()) for source in sources)
        records = map(_Record, numbers, digests, map(len, references), statistics)
        self._append("".join(record.line for record in records))

    def _append(self, lines: str) -> None:
        if lines and isinstance(self.sentences, list):
            state = torch.frombuffer(bytearray(lines.encode("ascii")), dtype=torch.uint8)
            self.sentences.append(state.to(self.device))

    @staticmethod
    def _check(expected: int, **lengths: int) -> None:
        for name, length in lengths.items():
            if length != expected:
                raise ValueError(f"there are {expected} preds, but {length} {name}")

    def compute(self) -> "torch.Tensor | dict[str, torch.Tensor]":
        """Return the score, or all by name, as tensors of a number; raise ValueError without a sentence or score."""
        statistics = [record.statistics for record in self._records()]
        scores = attrs.asdict(self.wrapped.fold(statistics, keep_sentences=False).scores)
        values = {name: self._number(value) for name, value in scores.items()}
        if self.score_name is None:
            return values
        if self.score_name not in values:
            names = ", ".join(values)
            raise ValueError(f"{self.wrapped.name} has no score {self.score_name!r}. Its scores are {names}")
        return values[self.score_name]

    def result(self) -> base.AnyScore:
        """Return the score as ``Corpus.score``, of this object's sentences; in ``sync_context()``, of all."""
        records = self._records()
        references = max((record.references for record in records), default=0)
        signature = self.models.signature(self.wrapped, references)
        return attrs.evolve(self.wrapped.fold([record.statistics for record in records]), signature=signature)

    def _number(self, value: float) -> torch.Tensor:
        return torch.tensor(value, device=self.device, dtype=_FLOATS.get(self.device.type, torch.float64))

    def _records(self) -> list[_Record]:
        """Return all, each once by index; raise ValueError if only some have indices, or two sources have one."""
        records = [_Record(*json.loads(line)) for line in self._lines()]
        numbered: dict[int, _Record] = {}
        for record in records:
            if record.index is None:
                continue
            if numbered.setdefault(record.index, record).source != record.source:
                raise ValueError(
                    f"two different sources have the index {record.index}; give each sentence its number in the whole "
                    "corpus, not in its batch"
                )
        if not numbered:
            return records
        if any(record.index is None for record in records):
            raise ValueError("some sentences have indices and others have none")
        return [numbered[index] for index in sorted(numbered)]

    def _lines(self) -> Iterator[bytes]:
        # Merged over processes, the state is one tensor.
        tensors = [self.sentences] if isinstance(self.sentences, torch.Tensor) else self.sentences
        for tensor in tensors:
            yield from tensor.cpu().numpy().tobytes().splitlines()

    def set_dtype(self, dst_type: "str | torch.dtype") -> "TorchMetric":  # noqa: ARG002
        """Leave the states as they are: bytes have no other type."""
        return self

    def sync(self, *arguments: Any, **options: Any) -> None:
        """Take over the sentences of all processes, as torchmetrics does before ``compute``."""
        if isinstance(self.sentences, list) and not self.sentences:
            # torchmetrics would send floats for a process without a sentence, and the others bytes.
            self.sentences.append(torch.zeros(0, dtype=torch.uint8, device=self.device))
        super().sync(*arguments, **options)

    def merge_state(self, incoming_state: "dict[str, Any] | Metric") -> None:
        """Add another object's sentences, before this one's without indices; raise ValueError for other settings."""
        state: Any = incoming_state.metric_state if isinstance(incoming_state, TorchMetric) else incoming_state
        if isinstance(state, dict) and int(state.get("identity", self.identity)) != int(self.identity):
            raise ValueError(f"the state to be merged is not one of {self.wrapped.name} with the same settings")
        super().merge_state(incoming_state)


_FLOATS = {"mps": torch.float32}


def _several(texts: str | Sequence[str]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)
