"""Settings of the encoder and its cache; they import nothing heavy, so that a client may hold them."""

from pathlib import Path
from typing import Literal

import attrs

Pooling = Literal["mean", "cls"]
Precision = Literal["float32", "bfloat16", "float16"]
Device = Literal["auto", "cpu", "cuda", "mps"]
Vectorisation = Literal["removing", "adding"]
"""Enc(all edits) - Enc(all but this one), or Enc(this one alone) - Enc(source) (UOT-ERRANT, Table 2)."""

BUNDLED = "bundled"


def encoder_folder(name: str) -> Path | None:
    """The folder that an encoder's name means; ``None`` if it means none."""
    try:
        folder = Path(name).expanduser()
    except RuntimeError:  # ~NAME of nobody
        return None
    return folder if name != BUNDLED and folder.is_dir() else None


@attrs.frozen
class EncoderSettings:
    """Which encoder, and how it runs.

    Attributes
    ----------
    name
        ``bundled`` (the all-MiniLM-L6-v2 weights that come with the installation), a folder, or a Hugging
        Face model id that is already in the local cache.
    pooling
        Mean over the attention mask, or the first token's state.
    device
        ``auto`` takes ``cuda``, else ``mps``, else ``cpu``.
    precision
        ``float32`` everywhere; the 16-bit ones on CUDA only.
    layer
        The layer of which token states are compared (0: the embeddings); ``None``: the last but one.
    download
        Whether a model id may be fetched from the hub. Off: nothing leaves the machine.
    """

    name: str = BUNDLED
    pooling: Pooling = "mean"
    device: Device = "auto"
    precision: Precision = "float32"
    download: bool = False
    layer: int | None = None
