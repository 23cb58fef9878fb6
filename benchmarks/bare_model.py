"""Load the encoder's tokenizer and model without Markscheme's own code."""

from typing import Any

import attrs

from markscheme.inference.encoder import find_encoder
from markscheme.inference.settings import EncoderSettings


@attrs.frozen
class BareModel:
    """The tokenizer and the model of ``transformers``; the model is on ``device``."""

    tokenizer: Any
    model: Any
    device: str


def load(settings: EncoderSettings) -> BareModel:
    """Load the weights of the encoder with these settings; ``auto`` means the CPU."""
    import torch
    from transformers import AutoModel, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()
    folder = find_encoder(settings).location
    device = "cpu" if settings.device == "auto" else settings.device
    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    model: Any = AutoModel.from_pretrained(folder, local_files_only=True, dtype=getattr(torch, settings.precision))
    return BareModel(tokenizer, model.to(device).eval(), device)
