"""A causal language model on this machine, through transformers; nothing is downloaded."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer
from transformers.utils import logging as transformers_logging

from markscheme.judges.errors import JudgeError
from markscheme.judges.prompt import SCORES, Question, parsed


class LocalModel:
    """Writes a score, and can write nothing else.

    The paper lets the model write what it likes and hopes for a number. Here decoding is restricted to the five
    answers, so that none is malformed: among the tokens that can begin or go on with one of them, the next is drawn
    by the model's own probabilities at the temperature. The draw's seed is made of the prompt: same prompt, same
    score.
    """

    def __init__(self, folder: Path, temperature: float, device: str = "cpu") -> None:
        """Load it.

        Raises
        ------
        JudgeError
            If the folder holds no causal model with its tokenizer, or one that can't write the answers; or it does
            not fit into the device's memory.
        """
        self._folder = folder
        self._device = device
        self._temperature = temperature
        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        with self._in_words("holds no causal language model that transformers can load"):
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
    def score(self, question: Question) -> int:
        """From 1 to 5.

        Raises
        ------
        JudgeError
            If the model fails, its template does, or the device's memory is full.
        """
        with self._in_words("holds a language model that can't be asked"):
            prompt = self._prompt_tokens(question)
            generator = torch.Generator().manual_seed(_seed(question.prompt))
            return parsed(self._tokenizer.decode(self._drawn(prompt, generator), skip_special_tokens=True))

    @contextmanager
    def _in_words(self, wrong: str) -> Iterator[None]:
        """A folder's files decide what is raised; what they raise may hold the prompt, and is not repeated."""
        try:
            yield
        except (torch.OutOfMemoryError, MemoryError):
            raise JudgeError(
                f"the language model in {self._folder} does not fit into the memory of the device {self._device}; "
                "take a smaller model or another device"
            ) from None
        except Exception as error:
            raise JudgeError(f"{self._folder} {wrong} ({type(error).__name__})") from None

    def _drawn(self, prompt: list[int], generator: torch.Generator) -> list[int]:
        written: list[int] = []
        while written not in self._answers:
            inputs = torch.tensor([prompt + written], device=self._model.device)
            logits = self._model(input_ids=inputs).logits[0, -1].float().cpu()
            allowed = sorted({answer[len(written)] for answer in self._answers if _begins(answer, written)})
            odds = torch.softmax(logits[allowed] / self._temperature, dim=0)
            written.append(allowed[int(torch.multinomial(odds, 1, generator=generator))])
        return written

    def _prompt_tokens(self, question: Question) -> list[int]:
        """With the model's own marks of who speaks, if it was trained with such."""
        if self._tokenizer.chat_template is None:
            return list(self._tokenizer.encode(question.prompt))
        messages = [{"role": "user", "content": question.prompt}]
        text = self._tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
        return list(self._tokenizer.encode(text, add_special_tokens=False))


def _begins(answer: Sequence[int], written: Sequence[int]) -> bool:
    return len(answer) > len(written) and list(answer[: len(written)]) == list(written)


def _seed(prompt: str) -> int:
    return int.from_bytes(hashlib.sha256(prompt.encode()).digest()[:7], "big")
