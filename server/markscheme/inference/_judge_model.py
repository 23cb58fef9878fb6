"""A causal language model on this machine, through transformers; nothing is downloaded."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer
from transformers.utils import logging as transformers_logging

from markscheme.errors import JudgeError
from markscheme.inference.judge import SCORES, parse_score
from markscheme.metrics.base import ModelQuestion


class LocalModel:
    """A loaded model that writes a score and nothing else.

    The paper decodes freely; here the next token is sampled among those of the five answers, so that none is
    malformed. The seed is a digest of the prompt, so that a prompt always gets the same score.
    """

    def __init__(self, folder: Path, temperature: float, device: str = "cpu") -> None:
        """Raise JudgeError without a causal model, tokenizer or tokens for answers, or if memory is too small."""
        self._folder = folder
        self._device = device
        self._temperature = temperature
        transformers_logging.disable_progress_bar()
        with self._explained("holds no causal language model that transformers can load"):
            self._tokenizer: Any = AutoTokenizer.from_pretrained(folder, local_files_only=True)
            loaded: Any = AutoModelForCausalLM.from_pretrained(folder, local_files_only=True, dtype="auto")
            self._model = loaded.eval().to(device)
            self._answers = [self._tokenizer.encode(score, add_special_tokens=False) for score in SCORES]
        unknown = self._tokenizer.unk_token_id
        if len(set(map(tuple, self._answers))) < len(SCORES) or any(
            not answer or unknown in answer for answer in self._answers
        ):
            raise JudgeError(f"the model in {folder} has no tokens for the numbers from 1 to 5")

    @torch.inference_mode()
    def score(self, question: ModelQuestion) -> int:
        """Return a score from 1 to 5; raise JudgeError if the model or its template fails, or memory is full."""
        with self._explained("holds a language model that can't be asked"):
            prompt = self._prompt_tokens(question)
            generator = torch.Generator().manual_seed(_seed(question.prompt))
            return parse_score(self._tokenizer.decode(self._sample(prompt, generator), skip_special_tokens=True))

    @contextmanager
    def _explained(self, wrong: str) -> Iterator[None]:
        """Raise a JudgeError in place of any error: an error's own message may hold the prompt."""
        try:
            yield
        except (torch.OutOfMemoryError, MemoryError):
            raise JudgeError(
                f"the language model in {self._folder} does not fit into the memory of the device {self._device}; "
                "take a smaller model or another device"
            ) from None
        except Exception as error:
            raise JudgeError(f"{self._folder} {wrong} ({type(error).__name__})") from None

    def _sample(self, prompt: list[int], generator: torch.Generator) -> list[int]:
        written: list[int] = []
        while written not in self._answers:
            inputs = torch.tensor([prompt + written], device=self._model.device)
            logits = self._model(input_ids=inputs).logits[0, -1].float().cpu()
            allowed = sorted({answer[len(written)] for answer in self._answers if _begins(answer, written)})
            odds = torch.softmax(logits[allowed] / self._temperature, dim=0)
            written.append(allowed[int(torch.multinomial(odds, 1, generator=generator))])
        return written

    def _prompt_tokens(self, question: ModelQuestion) -> list[int]:
        if self._tokenizer.chat_template is None:
            return list(self._tokenizer.encode(question.prompt))
        messages = [{"role": "user", "content": question.prompt}]
        text = self._tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
        return list(self._tokenizer.encode(text, add_special_tokens=False))


def _begins(answer: Sequence[int], written: Sequence[int]) -> bool:
    return len(answer) > len(written) and list(answer[: len(written)]) == list(written)


def _seed(prompt: str) -> int:
    return int.from_bytes(hashlib.sha256(prompt.encode()).digest()[:7], "big")
