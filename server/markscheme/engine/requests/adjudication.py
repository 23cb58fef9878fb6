"""The requests about adjudication: where annotators differ, and the edits of an adjudicator's own words."""

from functools import partial
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


DIFFERENCES = Request("engine/differences", DifferencesParams, DifferencesReply, _differences, reports_progress=True)
"""Returns where the annotators of some texts differ."""
WORDING = Request("engine/wording", WordsQuestion, WordingReply, _wording)
"""Returns the edits that lead to an adjudicator's own words."""
