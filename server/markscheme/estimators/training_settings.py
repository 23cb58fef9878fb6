"""Settings of training; they import nothing heavy."""

import attrs

from markscheme.encoders.settings import EncoderSettings


@attrs.frozen
class TrainingSettings:
    """How a quality estimator is trained; the defaults are those of IMPARA's Section 3.1.1.

    Attributes
    ----------
    encoder
        What is fine-tuned. Its pooling has no part in it: Equation 2 takes the first token's state.
    instances
        So many are taken from the supervision data, by chance; ``None`` for all.
    epochs
        Most epochs; the one that is best on the validation split is kept.
    batch
        Instances a step.
    learning_rate
        AdamW's. An adapter wants a higher one than a whole encoder does, about 1e-3.
    rank
        Of a low-rank adapter beside every linear layer, all that is trained but w; 0 to train the whole encoder.
    seed
        Of everything that is drawn by chance: the split, the order, dropout and the first weights.
    checkpoint_every
        Steps between checkpoints; there is also one at the end of every epoch.
    """

    encoder: EncoderSettings = EncoderSettings(pooling="cls")
    instances: int | None = 4096
    epochs: int = 10
    batch: int = 32
    learning_rate: float = 1e-5
    rank: int = 0
    seed: int = 1
    checkpoint_every: int = 50
