"""Low-rank adapters: train a small matrix of rank r beside each linear layer instead of the whole layer.

Hu et al., *LoRA: Low-Rank Adaptation of Large Language Models*, ICLR 2022.
"""

import torch
from torch import nn

UNUSED_PART = "pooler"
"""The part of BERT models that has no influence on the last hidden state."""


class Adapted(nn.Module):
    """A frozen linear layer with an adapter beside it. A new adapter adds zero."""

    def __init__(self, base: nn.Linear, rank: int, generator: torch.Generator) -> None:
        super().__init__()
        self.base = base
        first = torch.randn(rank, base.in_features, generator=generator) / base.in_features**0.5
        self.down = nn.Parameter(first.to(base.weight))
        self.up = nn.Parameter(base.weight.new_zeros(base.out_features, rank))

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        adapted: torch.Tensor = self.base(states) + (states @ self.down.T) @ self.up.T
        return adapted

    def merged(self) -> nn.Linear:
        """Return one linear layer that computes the same."""
        with torch.no_grad():
            self.base.weight += self.up @ self.down
        return self.base


def adapt(model: nn.Module, rank: int, generator: torch.Generator) -> None:
    """Put an adapter beside every linear layer, and freeze the rest of the model."""
    model.requires_grad_(False)
    for name, layer in list(model.named_modules()):
        if isinstance(layer, nn.Linear) and UNUSED_PART not in name:
            _put(model, name, Adapted(layer, rank, generator))


def merge(model: nn.Module) -> None:
    """Merge the adapters into their layers."""
    for name, layer in list(model.named_modules()):
        if isinstance(layer, Adapted):
            _put(model, name, layer.merged())


def _put(model: nn.Module, name: str, layer: nn.Module) -> None:
    parent, _, own = name.rpartition(".")
    setattr(model.get_submodule(parent), own, layer)
