"""The training of the estimator that ships: pairs of versions, and which of their words are wrong.

The loss of a pair is the logarithm of the logistic function of q(S+) - q(S-), where IMPARA's Equation 4 takes the
function itself: so a difference of q is a log odds, and a pair that is ordered wrongly by far counts more. Half of the
same loss is added for Equation 2 alone, so that it stands without the detector, and four times the detector's mean loss
on a token.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import torch
from errors import Maker, Sentence
from torch import nn
from versions import Version, VersionPair, pair_of

from markscheme.inference.encoder import Encoder
from markscheme.inference.estimator_training import INITIAL_DEVIATION, Adapted, DetectingScorer, Reading

BATCH = 32
POOLED_BATCHES = 8
"""Batches whose pairs are sorted by length together, so that little is padded."""
WARM_UP = 100
LAST_RATE = 0.02
"""Share of the learning rate at the end."""
WEIGHT_DECAY = 0.01
CLIP = 1.0
WHOLE_WEIGHT = 0.5
TOKEN_WEIGHT = 4.0
LONGEST = 128
VALIDATION_BATCH = 64


@attrs.frozen
class Settings:
    """The settings of the estimator that ships.

    Attributes
    ----------
    steps
        Steps that are trained. AdamW's learning rate falls evenly to its end over them.
    rank
        The adapter's rank.
    seed, data_seed
        The seeds of the weights and dropout, and of the errors.
    """

    steps: int = 3000
    rank: int = 32
    learning_rate: float = 1e-3
    seed: int = 1
    data_seed: int = 7


@attrs.frozen
class Losses:
    """The loss of the pairs and of the tokens of a batch, or means of several."""

    pairs: float
    tokens: float


@attrs.frozen
class Accuracy:
    """The shares of validation pairs whose better version is estimated above the worse one.

    Attributes
    ----------
    whole, right
        By Equation 2 alone, and by the log probability that no token is wrong alone.
    """

    estimate: float
    whole: float
    right: float


def new_scorer(encoder: Encoder, settings: Settings) -> DetectingScorer:
    """Return a scorer with its first weights: the adapters', then w, then the detector."""
    scorer = DetectingScorer(encoder, settings.rank, settings.seed)
    generator = torch.Generator().manual_seed(settings.seed)
    with torch.no_grad():
        for layer in scorer.model.modules():
            if isinstance(layer, Adapted):
                size = layer.base.in_features
                layer.down.copy_(torch.randn(settings.rank, size, generator=generator) / size**0.5)
        for vector in (scorer.w, scorer.detector):
            vector.copy_(torch.randn(encoder.dimension, generator=generator) * INITIAL_DEVIATION)
    return scorer


def train(
    scorer: DetectingScorer,
    tokenizer: Any,
    sentences: Sequence[Sentence],
    shares: Mapping[Maker, int],
    settings: Settings,
) -> Iterator[Losses]:
    """Train, and yield each step's losses. The model runs in bfloat16."""
    parameters = list(scorer.trained().values())
    optimizer = torch.optim.AdamW(parameters, lr=settings.learning_rate, weight_decay=WEIGHT_DECAY)

    def rate(step: int) -> float:
        return min(1, (step + 1) / WARM_UP) * max(LAST_RATE, 1 - step / settings.steps)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    pairs = batches(sentences, shares, random.Random(settings.data_seed))
    scorer.train()
    for _ in range(settings.steps):
        batch = next(pairs)
        versions = [pair.better for pair in batch] + [pair.worse for pair in batch]
        inputs, wrong = padded(tokenizer, versions)
        with torch.autocast("cpu", torch.bfloat16):
            reading = scorer.reading(inputs)
        of_pairs, of_tokens = _losses(reading, scorer.share, wrong)
        optimizer.zero_grad()
        (of_pairs + TOKEN_WEIGHT * of_tokens).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(parameters, CLIP)
        optimizer.step()
        schedule.step()
        yield Losses(float(of_pairs.detach()), float(of_tokens.detach()))


def _losses(reading: Reading, share: torch.Tensor, wrong: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    better, worse = (reading.whole + share * reading.right).chunk(2)
    better_whole, worse_whole = reading.whole.chunk(2)
    of_pairs = nn.functional.softplus(worse - better).mean()
    of_whole = nn.functional.softplus(worse_whole - better_whole).mean()
    of_tokens = nn.functional.binary_cross_entropy_with_logits(reading.wrong, wrong, reduction="none")
    return of_pairs + WHOLE_WEIGHT * of_whole, (of_tokens * reading.words).sum() / reading.words.sum()


def batches(
    sentences: Sequence[Sentence], shares: Mapping[Maker, int], rng: random.Random
) -> Iterator[list[VersionPair]]:
    """Yield batches of pairs for ever: every sentence before any again, each time with other errors."""
    order: list[Sentence] = []
    while True:
        pairs: list[VersionPair] = []
        while len(pairs) < BATCH * POOLED_BATCHES:
            order = order or rng.sample(sentences, len(sentences))
            if pair := pair_of(order.pop(), shares, rng):
                pairs.append(pair)
        pairs.sort(key=lambda pair: len(pair.better.words))
        pool = [pairs[begin : begin + BATCH] for begin in range(0, len(pairs), BATCH)]
        rng.shuffle(pool)
        while pool:
            yield pool.pop()


def padded(tokenizer: Any, versions: Sequence[Version]) -> tuple[Any, torch.Tensor]:
    """Return the model's inputs, and whether each token is wrong, shape (versions, tokens), float32."""
    words = [list(version.words) for version in versions]
    inputs = tokenizer(
        words, is_split_into_words=True, truncation=True, max_length=LONGEST, padding=True, return_tensors="pt"
    )
    wrong = torch.zeros(inputs["input_ids"].shape)
    for row, version in enumerate(versions):
        for column, word in enumerate(inputs.word_ids(row)):
            if word is not None:
                wrong[row, column] = version.wrong[word]
    return inputs, wrong


def centre(scorer: DetectingScorer, tokenizer: Any, pairs: Sequence[VersionPair]) -> None:
    """Set the offset so that the mean q of all versions is 0."""
    scorer.eval()
    total = 0.0
    with torch.no_grad():
        for begin in range(0, len(pairs), VALIDATION_BATCH):
            batch = pairs[begin : begin + VALIDATION_BATCH]
            inputs, _ = padded(tokenizer, [pair.better for pair in batch] + [pair.worse for pair in batch])
            total += float(scorer.read(inputs).sum())
        scorer.offset -= total / (2 * len(pairs))


def accuracy(scorer: DetectingScorer, tokenizer: Any, pairs: Sequence[VersionPair]) -> Accuracy:
    """Return how often the better version of a pair is estimated above the worse one."""
    scorer.eval()
    right = torch.zeros(3)
    with torch.no_grad():
        for begin in range(0, len(pairs), VALIDATION_BATCH):
            batch = pairs[begin : begin + VALIDATION_BATCH]
            inputs, _ = padded(tokenizer, [pair.better for pair in batch] + [pair.worse for pair in batch])
            reading = scorer.reading(inputs)
            rows = torch.stack([reading.whole + scorer.share * reading.right, reading.whole, reading.right])
            better, worse = rows.chunk(2, dim=1)
            right += (better > worse).sum(1)
    return Accuracy(*(right / len(pairs)).tolist())
