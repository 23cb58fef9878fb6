"""The language models in use: questions are sent to an endpoint or a model on this machine, and answers are kept.

Requests to an endpoint run in the event loop, a model on this machine in a thread of its own, so neither blocks the
engine's worker thread.
"""

import asyncio
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from markscheme.inference.judge import JudgeError, JudgeIdentity, JudgeSettings
from markscheme.metrics.base import ModelQuestion
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    from markscheme.inference.judge_endpoint import Endpoint
    from markscheme.inference.judge_model import LocalModel
    from markscheme.inference.settings import Device


STAGE = "judgements"


class AnswerStore(Protocol):
    """Keeps answers; see :class:`markscheme.inference.models.Models`."""

    @property
    def device(self) -> "Device":
        """Where a model on this machine runs."""

    def judge_identity(self, judge: JudgeSettings) -> JudgeIdentity:
        """Return who answers."""

    def keep_judgement(self, question: ModelQuestion, score: int, judge: JudgeIdentity) -> None:
        """Keep an answer. May be called from any thread."""


class JudgePanel:
    """The language models in use. The limit of an endpoint's requests holds for all callers together."""

    def __init__(self) -> None:
        self._endpoints: dict[JudgeSettings, Endpoint] = {}
        self._loaded: tuple[tuple[JudgeIdentity, str], LocalModel] | None = None
        self._loading = threading.Lock()

    async def ask(
        self,
        questions: Mapping[ModelQuestion, str],
        settings: JudgeSettings,
        key: str | None,
        answers: AnswerStore,
        progress: Progress = silent,
    ) -> None:
        """Send the questions, with :func:`~markscheme.inference.judge.question_places`; keep each answer as it comes.

        Cancelling the coroutine stops it. Progress is called in the event loop's thread and must not raise. Raise
        JudgeError if the model can't be reached or loaded, or does not answer with scores.
        """
        if settings.endpoint is None:
            await self._ask_local(questions, settings, answers, progress)
            return
        from markscheme.inference.judge_endpoint import Endpoint

        identity = answers.judge_identity(settings)

        async def keep(question: ModelQuestion, score: int) -> None:
            # Another process may hold the file's lock for a while.
            await asyncio.to_thread(answers.keep_judgement, question, score, identity)

        progress(STAGE, 0, len(questions))
        endpoint = self._endpoints.setdefault(settings, Endpoint(settings))
        await endpoint.ask(questions, key, keep, partial(progress, STAGE))

    async def _ask_local(
        self, questions: Mapping[ModelQuestion, str], settings: JudgeSettings, answers: AnswerStore, progress: Progress
    ) -> None:
        loop = asyncio.get_running_loop()
        stopped = threading.Event()

        def work() -> None:
            with self._loading:
                identity = answers.judge_identity(settings)
                model = self._local_model(settings, identity, answers)
                for number, question in enumerate(questions):
                    if stopped.is_set():
                        return
                    loop.call_soon_threadsafe(progress, STAGE, number, len(questions))
                    answers.keep_judgement(question, model.score(question), identity)

        try:
            await asyncio.to_thread(work)
        finally:
            stopped.set()

    def _local_model(self, settings: JudgeSettings, identity: JudgeIdentity, answers: AnswerStore) -> "LocalModel":
        """Return the loaded model. One is loaded at a time, as they are large; again if its files were replaced."""
        from markscheme.inference.encoder import find_device
        from markscheme.inference.judge_model import LocalModel
        from markscheme.inference.settings import EncoderError

        try:
            device = find_device(answers.device)
        except EncoderError as error:
            raise JudgeError(str(error)) from error
        if self._loaded is None or self._loaded[0] != (identity, device):
            self._loaded = None
            model = LocalModel(Path(settings.model), settings.temperature, device)
            if answers.judge_identity(settings) != identity:
                raise JudgeError(f"the files in {settings.model} were replaced while they were read; try again")
            self._loaded = (identity, device), model
        return self._loaded[1]


def ask_now(
    questions: Mapping[ModelQuestion, str],
    settings: JudgeSettings,
    key: str | None,
    answers: AnswerStore,
    progress: Progress = silent,
) -> None:
    """Do what :meth:`JudgePanel.ask` does, and wait for it: for a program without an event loop, or inside one."""

    async def ask() -> None:
        await JudgePanel().ask(questions, settings, key, answers, progress)

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(ask())
        return
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, ask()).result()
