"""The requests about adjudication: where annotators differ, the edits of own words, and the result as files."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from markscheme.annotation.adjudication.differences import Differences
from markscheme.annotation.adjudication.taking import Wording, WordsQuestion
from markscheme.annotation.pooled_texts import PooledTexts
from markscheme.engine.requests.request import Call, Request
from markscheme.progress import Progress
from markscheme.text.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.marking.documents import DocumentMarker


@attrs.frozen
class DifferencesParams:
    """The texts of the exercises that share a file of decisions."""

    texts: tuple[PooledTexts, ...]


@attrs.frozen
class DifferencesReply:
    """Where annotators differ; ``None`` where the installation (``failure``) prevents it.

    Attributes
    ----------
    problems
        Why texts can't be used.
    """

    differences: Differences | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class WordingReply:
    """The edits of some words; ``None`` where the words (``problems``) or the installation (``failure``) prevent it."""

    wording: Wording | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


@attrs.frozen
class ExportParams:
    """What is written of an adjudication.

    Attributes
    ----------
    texts
        The texts of the exercises that share a file of decisions.
    path
        This file, there or not.
    target
        The file that the client will write.
    format
        The name of a format.
    fill_open
        What stands at open places: ``majority``, ``leave`` or ``first NAME``. ``None`` refuses open sentences.
    """

    texts: tuple[PooledTexts, ...]
    path: Path
    target: Path
    format: str
    fill_open: str | None = None


@attrs.frozen
class ExportReply:
    """Files to write; none where the texts (``problems``) or the installation (``failure``) prevent it.

    Attributes
    ----------
    files
        Contents by name.
    format
        The format's name for people.
    filled
        The number of open sentences in which ``fill_open`` decided what stands.
    losses
        What the format can't hold, a line each.
    """

    files: Mapping[str, bytes]
    format: str = ""
    filled: int = 0
    losses: tuple[str, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


async def _differences(call: Call, params: DifferencesParams) -> DifferencesReply:
    def work(documents: "DocumentMarker", progress: Progress) -> DifferencesReply:
        from markscheme.annotation.adjudication.pooling import pooled_differences

        pool, differences = pooled_differences(params.texts, documents.models, progress)
        return DifferencesReply(differences, pool.problems)

    return await call.run(work, partial(DifferencesReply, None))


async def _wording(call: Call, question: WordsQuestion) -> WordingReply:
    def work(documents: "DocumentMarker", _: Progress) -> WordingReply:
        from markscheme.annotation.adjudication.adjudicator_words import wording_of

        return WordingReply(wording_of(question, documents.models))

    return await call.run(work, partial(WordingReply, None))


async def _export(call: Call, params: ExportParams) -> ExportReply:
    def work(documents: "DocumentMarker", progress: Progress) -> ExportReply:
        from markscheme.annotation.adjudication.adjudicated_texts import adjudication_of
        from markscheme.annotation.adjudication.export import adjudicated_files
        from markscheme.annotation.adjudication.pooling import pooled_differences
        from markscheme.formats.registry import corpus_format
        from markscheme.text.reading import read_text

        form, models = corpus_format(params.format), documents.models
        pool, differences = pooled_differences(params.texts, models, progress)
        adjudication = adjudication_of(params.path, differences, read_text)
        texts, result = adjudicated_files(pool, adjudication, params.target, form, params.fill_open, models, progress)
        return ExportReply(texts.files, form.title, result.filled, texts.losses)

    return await call.run(work, partial(ExportReply, {}, "", 0, ()))


DIFFERENCES = Request("engine/differences", DifferencesParams, DifferencesReply, _differences, reports_progress=True)
"""Returns where the annotators of some texts differ."""
WORDING = Request("engine/wording", WordsQuestion, WordingReply, _wording)
"""Returns the edits that lead to an adjudicator's own words."""
EXPORT = Request("engine/adjudicatedFiles", ExportParams, ExportReply, _export, reports_progress=True)
"""Returns an adjudicated text as the files of a format."""
