"""Asking a language model what edits weigh; its answers are kept with everything else that is computed once.

An endpoint is waited for in the event loop, and a model on this machine works in a thread of its own: the worker,
whom everybody waits for, does neither.
"""

import asyncio
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from markscheme.judges.errors import JudgeError
from markscheme.judges.identity import JudgeIdentity
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.judges.prompt import Question
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models

if TYPE_CHECKING:
    from markscheme.judges.endpoint import Endpoint
    from markscheme.judges.local_model import LocalModel

STAGE = "judgements"


class Judges:
    """The language models that have been asked; each endpoint has its limit of requests, whoever asks."""

    def __init__(self) -> None:
        self._endpoints: dict[JudgeSettings, Endpoint] = {}
        self._loaded: tuple[tuple[JudgeIdentity, str], LocalModel] | None = None
        self._loading = threading.Lock()

    async def ask(
        self,
        questions: Mapping[Question, str],
        settings: JudgeSettings,
        key: str | None,
        models: Models,
        progress: Progress = silent,
    ) -> None:
        """Ask all, and keep the answers, each as soon as it is there. Cancelling the coroutine stops it.

        Parameters
        ----------
        questions
            Each with its sentence's place (:func:`markscheme.judges.inquiry.question_places`).
        key
            The endpoint's.
        progress
            Called in the event loop's thread; it must not raise.

        Raises
        ------
        JudgeError
            If the model can't be asked, or does not answer with scores.
        """
        if settings.endpoint is None:
            await self._ask_local(questions, settings, models, progress)
            return
        from markscheme.judges.endpoint import Endpoint

        identity = models.judge_identity(settings)

        async def keep(question: Question, score: int) -> None:
            # Another process may have the file for a while.
            await asyncio.to_thread(models.keep_judgement, question, score, identity)

        progress(STAGE, 0, len(questions))
        endpoint = self._endpoints.setdefault(settings, Endpoint(settings))
        await endpoint.ask(questions, key, keep, partial(progress, STAGE))

    async def _ask_local(
        self, questions: Mapping[Question, str], settings: JudgeSettings, models: Models, progress: Progress
    ) -> None:
        loop = asyncio.get_running_loop()
        stopped = threading.Event()

        def work() -> None:
            with self._loading:
                identity = models.judge_identity(settings)
                model = self._local_model(settings, identity, models)
                for number, question in enumerate(questions):
                    if stopped.is_set():
                        return
                    loop.call_soon_threadsafe(progress, STAGE, number, len(questions))
                    models.keep_judgement(question, model.score(question), identity)

        try:
            await asyncio.to_thread(work)
        finally:
            stopped.set()

    def _local_model(self, settings: JudgeSettings, identity: JudgeIdentity, models: Models) -> "LocalModel":
        """One at a time: they are large. Another one if its files have been replaced."""
        from markscheme.encoders.encoder import EncoderError, find_device
        from markscheme.judges.local_model import LocalModel

        try:
            device = find_device(models.settings.encoder.device)
        except EncoderError as error:
            raise JudgeError(str(error)) from error
        if self._loaded is None or self._loaded[0] != (identity, device):
            self._loaded = None
            model = LocalModel(Path(settings.model), settings.temperature, device)
            if models.judge_identity(settings) != identity:
                raise JudgeError(f"the files in {settings.model} were replaced while they were read; try again")
            self._loaded = (identity, device), model
        return self._loaded[1]


def ask_now(
    questions: Mapping[Question, str],
    settings: JudgeSettings,
    key: str | None,
    models: Models,
    progress: Progress = silent,
) -> None:
    """The same for a program that has no event loop, or whose own must not be used.

    Raises
    ------
    JudgeError
        As :meth:`Judges.ask`.
    """

    async def ask() -> None:
        await Judges().ask(questions, settings, key, models, progress)

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(ask())
        return
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, ask()).result()
