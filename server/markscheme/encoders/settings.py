"""Settings of the encoder. This module imports nothing heavy, so that a client may use it."""

from pathlib import Path
from typing import Literal

import attrs

Pooling = Literal["mean", "cls"]
Precision = Literal["float32", "bfloat16", "float16"]
Device = Literal["auto", "cpu", "cuda", "mps"]
Vectorisation = Literal["removing", "adding"]
"""Enc(all edits) - Enc(all but this one), or Enc(this one alone) - Enc(source) (UOT-ERRANT, Table 2)."""

BUNDLED = "bundled"


class EncoderError(Exception):
    """The encoder is missing, or can't be loaded or trusted; the message says what to do."""


def encoder_folder(name: str) -> Path | None:
    """Return the folder that an encoder's name stands for; ``None`` if it stands for none."""
    try:
        folder = Path(name).expanduser()
    except RuntimeError:  # ~NAME of no user
        return None
    return folder if name != BUNDLED and folder.is_dir() else None


@attrs.frozen
class EncoderSettings:
    """Which encoder to use, and how to run it.

    Attributes
    ----------
    name
        ``bundled`` (the language's default), a folder, or a Hugging Face model id in the local cache.
    pooling
        Mean over the attention mask, or the first token's state.
    device
        ``auto`` takes ``cuda``, else ``mps``, else ``cpu``.
    precision
        ``float32`` everywhere; the 16-bit ones on CUDA only.
    layer
        The layer whose token states are compared (0: the embeddings); ``None`` for the last but one.
    download
        Whether to download a model id from the hub. If off, nothing leaves the machine.
    """

    name: str = BUNDLED
    pooling: Pooling = "mean"
    device: Device = "auto"
    precision: Precision = "float32"
    download: bool = False
    layer: int | None = None
