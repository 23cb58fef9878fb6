"""q(Y), Equation 2 of IMPARA, as a module that can be trained, and q(Y) with a detector of wrong tokens."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs
import torch
from torch import nn

from markscheme.encoders.encoder import Encoder
from markscheme.estimators.adapter import adapt, merge

if TYPE_CHECKING:
    from markscheme.estimators.training_settings import TrainingSettings

INITIAL_DEVIATION = 0.02
"""Standard deviation of w before training."""
INITIAL_BIAS = -2.0
"""The detector's log odds of a wrong token before training."""
INITIAL_SHARE = 0.5
"""The detector's weight in q before training."""


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
            return self.read(batch)

    def read(self, batch: Any) -> torch.Tensor:
        """Return q of each sentence of a padded batch of the tokeniser, shape (sentences,), float32."""
        first: torch.Tensor = self.model(**batch).last_hidden_state[:, 0].float()
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


@attrs.frozen(eq=False)
class Reading:
    """A batch as a scorer with a detector reads it.

    Attributes
    ----------
    whole
        Equation 2, shape (sentences,): w times the first token's state.
    wrong
        The log odds that each token is wrong, shape (sentences, tokens).
    words
        Whether each token belongs to the text, shape (sentences, tokens): 1 or 0.
    """

    whole: torch.Tensor
    wrong: torch.Tensor
    words: torch.Tensor

    @property
    def right(self) -> torch.Tensor:
        """The log probability that no token is wrong, shape (sentences,), at most 0."""
        return -(nn.functional.softplus(self.wrong) * self.words).sum(1)


class DetectingScorer(Scorer):
    """An encoder with an adapter, w, and a detector of wrong tokens on the last layer.

    q(Y) is Equation 2, plus a trained share of the log probability that no token is wrong, plus an offset. By the log
    probability a single wrong word counts as much in a long sentence as in a short one. The offset is the same for both
    versions of a pair, so that pairs can't teach it; the recipe sets it. Grammatical error detection by a linear layer
    on every token is as in Bell, Yannakoudakis and Rei, *Context is Key: Grammatical Error Detection with Contextual
    Word Representations*, BEA 2019.
    """

    def __init__(self, encoder: Encoder, rank: int, seed: int) -> None:
        super().__init__(encoder, rank, seed)
        self._special = [encoder.tokenizer.cls_token_id, encoder.tokenizer.sep_token_id, encoder.tokenizer.pad_token_id]
        self.detector = nn.Parameter(torch.zeros(encoder.dimension, device=encoder.device))
        self.bias = nn.Parameter(torch.tensor(INITIAL_BIAS, device=encoder.device))
        self.share = nn.Parameter(torch.tensor(INITIAL_SHARE, device=encoder.device))
        self.offset = nn.Parameter(torch.tensor(0.0, device=encoder.device))

    def read(self, batch: Any) -> torch.Tensor:
        reading = self.reading(batch)
        return reading.whole + self.share * reading.right + self.offset

    def reading(self, batch: Any) -> Reading:
        """Return the three parts of q of a padded batch of the tokeniser, float32."""
        states = self.model(**batch).last_hidden_state.float()
        ids = batch["input_ids"]
        words = torch.stack([ids != number for number in self._special]).all(0).float()
        return Reading(states[:, 0] @ self.w, states @ self.detector + self.bias, words)


def untrained_scorer(encoder: Encoder, settings: "TrainingSettings") -> Scorer:
    """Return a scorer before training."""
    return Scorer(encoder, settings.rank, settings.seed)
