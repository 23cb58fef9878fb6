"""A tiny causal language model with random weights."""

from pathlib import Path

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from markscheme.metrics.base import ModelQuestion

WORDS = [*ModelQuestion("She go home .", "go", "goes").prompt.split(), *["1", "2", "3", "4", "5", "(", ")", "-"]]


def write_model(folder: Path, seed: int = 1, words: list[str] = WORDS, template: str | None = None) -> Path:
    """A Llama of two layers and 32 dimensions that knows the prompt's words."""
    folder.mkdir(parents=True)
    vocabulary = {word: number for number, word in enumerate(["<unk>", "<s>", "</s>", *dict.fromkeys(words)])}
    inner = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    marks = {"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"}
    PreTrainedTokenizerFast(tokenizer_object=inner, chat_template=template, **marks).save_pretrained(folder)
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        LlamaForCausalLM(LlamaConfig(vocab_size=len(vocabulary), **sizes)).save_pretrained(folder)
    return folder
