"""q(Y), Equation 2 of IMPARA, as a module that can be trained."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import nn

from markscheme.encoders.encoder import Encoder
from markscheme.estimators.adapter import adapt, merge

if TYPE_CHECKING:
    from markscheme.estimators.training_settings import TrainingSettings

INITIAL_DEVIATION = 0.02
"""Standard deviation of w before training."""


class Scorer(nn.Module):
    """An encoder, whole or with an adapter, and the parameter vector w."""

    def __init__(self, encoder: Encoder, rank: int, seed: int) -> None:
        super().__init__()
        self._tokenizer = encoder.tokenizer
        self._longest = encoder.longest
        self._rank = rank
        self._device = encoder.device
        generator = torch.Generator().manual_seed(seed)
        first = torch.randn(encoder.dimension, generator=generator) * INITIAL_DEVIATION
        self.model: nn.Module = encoder.model
        self.w = nn.Parameter(first.to(encoder.device))
        if rank:
            adapt(self.model, rank, generator)
        else:
            self.model.requires_grad_(True)

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Return each text's token ids, cut off at the encoder's longest input."""
        if not texts:
            return []
        ids: list[list[int]] = self._tokenizer(list(texts), truncation=True, max_length=self._longest)["input_ids"]
        return ids

    def forward(self, tokens: Sequence[list[int]]) -> torch.Tensor:
        """Return q of each sentence, shape (sentences,), float32. Padding is masked."""
        batch = self._tokenizer.pad({"input_ids": list(tokens)}, return_tensors="pt").to(self._device)
        with torch.autocast("cuda", torch.bfloat16, enabled=self._device == "cuda"):
            hidden = self.model(**batch).last_hidden_state
        first: torch.Tensor = hidden[:, 0].float()
        return first @ self.w

    def trained(self) -> dict[str, nn.Parameter]:
        """Return the trained parameters by name."""
        return {name: value for name, value in self.named_parameters() if value.requires_grad}

    def load(self, tensors: dict[str, torch.Tensor]) -> None:
        """Set the trained parameters.

        Raises
        ------
        ValueError
            If names or shapes are not those of this scorer's parameters.
        """
        own = self.trained()
        shapes = {name: tuple(value.shape) for name, value in own.items()}
        if shapes != {name: tuple(value.shape) for name, value in tensors.items()}:
            raise ValueError("these are another estimator's weights")
        with torch.no_grad():
            for name, value in own.items():
                value.copy_(tensors[name])

    def merged(self) -> nn.Module:
        """Merge the adapter into the encoder and return it. Don't use the scorer afterwards."""
        merge(self.model)
        return self.model


def new_scorer(encoder: Encoder, settings: "TrainingSettings") -> Scorer:
    """Return a scorer before training."""
    return Scorer(encoder, settings.rank, settings.seed)
