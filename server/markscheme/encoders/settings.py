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
    """Return ``None`` if the name stands for no folder."""
    try:
        folder = Path(name).expanduser()
    except RuntimeError:  # ~NAME of no user
        return None
    return folder if name != BUNDLED and folder.is_dir() else None


@attrs.frozen
class EncoderSettings:
    """Which encoder to use, and how to run it.

    ``name`` is ``bundled`` (the language's default), a folder, or a Hugging Face model id in the local cache; without
    ``download`` nothing leaves the machine. ``auto`` takes ``cuda``, else ``mps``, else ``cpu``; 16-bit precisions are
    for CUDA only. The ``layer`` is that of compared token states (0: the embeddings); ``None`` for the last but one.
    """

    name: str = BUNDLED
    pooling: Pooling = "mean"
    device: Device = "auto"
    precision: Precision = "float32"
    download: bool = False
    layer: int | None = None
