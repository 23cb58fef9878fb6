"""Settings of the encoder. This module imports nothing heavy, so that a client may use it."""

from pathlib import Path
from typing import Any, Literal

import attrs

from markscheme.settings import Setting, setting

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


def _setting(text: str, default: Any, minimum: float | None = None) -> Any:
    return setting(Setting(text, default, minimum=minimum, place="engine", is_of_machine=True))


@attrs.frozen
class EncoderSettings:
    """Which encoder to use, and how to run it; without ``download`` nothing leaves the machine."""

    name: str = _setting(
        "The sentence encoder: `bundled`, a folder, or the id of a Hugging Face model in the local cache.", BUNDLED
    )
    pooling: Pooling = _setting("How the vectors of tokens become one vector.", "mean")
    device: Device = _setting("The device of the encoder; `auto` takes `cuda`, else `mps`, else `cpu`.", "auto")
    precision: Precision = _setting("Precision of the encoder. 16 bits need CUDA.", "float32")
    download: bool = False
    layer: int | None = _setting(
        "The encoder's layer for the weighting `similarity`, from 0 for the embeddings. Not set: the last but one.",
        None,
        minimum=0,
    )
