"""A tiny encoder with random weights, and supervision data of sentences of our own."""

import random
from pathlib import Path

import torch
from transformers import BertConfig, BertModel, BertTokenizerFast

from markscheme.inference.supervision import Instance, write_supervision

WORDS = tuple(
    "the a cat dog bird child sees likes hears small old quick in on near house garden street".split()  # noqa: SIM905
)


def write_encoder(folder: Path, seed: int = 1) -> Path:
    """A BERT of two layers and 32 dimensions."""
    folder.mkdir()
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *WORDS]
    BertTokenizerFast(vocab={word: number for number, word in enumerate(vocabulary)}).save_pretrained(folder)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
        BertModel(BertConfig(vocab_size=len(vocabulary), **sizes)).save_pretrained(folder)
    return folder


def sentence(generator: random.Random) -> list[str]:
    return [generator.choice(WORDS) for _ in range(generator.randint(3, 9))]


def write_data(path: Path, sources: int = 60, each: int = 3, signature: str = "made by a test") -> Path:
    """Instances whose worse side has one word twice."""
    generator = random.Random(3)
    found = []
    for source in range(sources):
        for _ in range(each):
            words = sentence(generator)
            at = generator.randrange(len(words))
            worse = [*words[: at + 1], *words[at:]]
            found.append(Instance(source, source, f"{' '.join(worse)} .", f"{' '.join(words)} .", 0.1))
    write_supervision(path, signature, found)
    return path
