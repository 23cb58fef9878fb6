"""Edit vectors as the official UOT-ERRANT makes them: a side at a time, every sentence padded to 128 tokens."""

from pathlib import Path

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

from markscheme.edits.edit import Correction, apply_edits
from markscheme.inference.encoder import find_encoder
from markscheme.inference.settings import EncoderSettings

PADDED = 128


class PlainEncoder:
    """The bundled encoder without anything that Markscheme adds to it."""

    def __init__(self) -> None:
        folder = Path(find_encoder(EncoderSettings()).location)
        self._tokenizer = AutoTokenizer.from_pretrained(folder)
        self._model = AutoModel.from_pretrained(folder).eval()

    def edit_vectors(self, side: Correction) -> np.ndarray:
        edits = side.edits
        kept = [edits, *(edits[:index] + edits[index + 1 :] for index in range(len(edits)))]
        texts = [" ".join(apply_edits(side.source, some)) for some in kept]
        options = {"padding": "max_length", "truncation": True, "max_length": PADDED, "return_tensors": "pt"}
        batch = self._tokenizer(texts, **options)
        with torch.inference_mode():
            states = self._model(**batch).last_hidden_state
        mask = batch["attention_mask"].unsqueeze(-1)
        vectors = ((states * mask).sum(1) / mask.sum(1)).numpy()
        return vectors[0] - vectors[1:]
