"""The requests about adjudication: where annotators differ, and the edits of an adjudicator's own words."""

from functools import partial
from typing import TYPE_CHECKING

import attrs

from markscheme.annotation.adjudication.differences import Differences
from markscheme.annotation.adjudication.taking import OwnWords, WordsQuestion
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
class OwnWordsReply:
    """The edits of some words; ``None`` where the words (``problems``) or the installation (``failure``) prevent it."""

    own: OwnWords | None
    problems: tuple[DocumentError, ...] = ()
    failure: str | None = None


async def _differences(call: Call, params: DifferencesParams) -> DifferencesReply:
    def work(documents: "DocumentMarker", progress: Progress) -> DifferencesReply:
        from markscheme.annotation.adjudication.pooling import pooled_differences

        pool, differences = pooled_differences(params.texts, documents.models, progress)
        return DifferencesReply(differences, pool.problems)

    return await call.run(work, partial(DifferencesReply, None))


async def _own_words(call: Call, question: WordsQuestion) -> OwnWordsReply:
    def work(documents: "DocumentMarker", _: Progress) -> OwnWordsReply:
        from markscheme.annotation.adjudication.own_words import own_words

        return OwnWordsReply(own_words(question, documents.models))

    return await call.run(work, partial(OwnWordsReply, None))


DIFFERENCES = Request("engine/differences", DifferencesParams, DifferencesReply, _differences, reports_progress=True)
"""Returns where the annotators of some texts differ."""
OWN_WORDS = Request("engine/ownWords", WordsQuestion, OwnWordsReply, _own_words)
"""Returns the edits that lead to an adjudicator's own words."""
