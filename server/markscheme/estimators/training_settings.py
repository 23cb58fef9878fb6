"""Settings of training. This module imports nothing heavy."""

import attrs

from markscheme.encoders.settings import EncoderSettings


@attrs.frozen
class TrainingSettings:
    """How a quality estimator is trained; the defaults are those of IMPARA's Section 3.1.1.

    Attributes
    ----------
    encoder
        The encoder to fine-tune. Its pooling is ignored: Equation 2 takes the first token's state.
    instances
        Instances to draw at random from the supervision data; ``None`` for all.
    epochs
        Most epochs. The weights of the best epoch on the validation split are kept.
    batch
        Instances a step.
    learning_rate
        AdamW's learning rate. An adapter needs a higher one than a whole encoder, about 1e-3.
    rank
        The rank of a low-rank adapter beside every linear layer, trained together with w; 0 to train the whole
        encoder.
    seed
        The seed of all random choices: the split, the order, dropout and the first weights.
    checkpoint_every
        Steps between checkpoints. A checkpoint is also written at the end of every epoch.
    """

    encoder: EncoderSettings = EncoderSettings(pooling="cls")
    instances: int | None = 4096
    epochs: int = 10
    batch: int = 32
    learning_rate: float = 1e-5
    rank: int = 0
    seed: int = 1
    checkpoint_every: int = 50


@attrs.frozen
class SupervisionSettings:
    """How supervision data is made from parallel text (IMPARA, Section 2.4).

    Attributes
    ----------
    most
        Most instances of a sentence pair; at least 1.
    seed
        Of the random subsets of edits.
    """

    most: int = 30
    seed: int = 1
