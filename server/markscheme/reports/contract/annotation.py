"""What clients send about adjudication."""

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from markscheme.exercises.adjudicated_file import SentenceKey
from markscheme.research.adjudication import RestoredSentence, State

AdjudicationAction = TypeAliasType(
    "AdjudicationAction", Literal["take", "own", "leave", "majority", "withdraw", "restore"]
)
"""What ``markscheme.adjudicate`` does."""


class TokenSpan(TypedDict):
    """Source tokens of a sentence, half-open; an insertion's are empty."""

    start: int
    """The first token, from 0."""
    end: int
    """The token behind the last one."""


class AdjudicationParams(TypedDict):
    """The parameters of ``markscheme/adjudication``."""

    uri: str
    """A document of the exercise, its folder, or the file of decisions."""
    states: NotRequired[list[State] | None]
    """The states of the sentences that are wanted; all without it."""
    key: NotRequired[SentenceKey | None]
    """The only sentence that is wanted."""
    offset: NotRequired[int | None]
    """How many of the wanted sentences the page leaves out; 0 without it."""
    limit: NotRequired[int | None]
    """The most sentences of the page; 50 without it."""
    after: NotRequired[int | None]
    """The ``index`` of a sentence: the page begins with the first wanted one behind it, or, behind the last one, with
    the first of all."""
    workDoneToken: NotRequired[int | str | None]
    """A token of the client's own for the progress; without it the server creates one."""


class AdjudicationDecision(TypedDict):
    """The second argument of ``markscheme.adjudicate``."""

    action: AdjudicationAction
    """What to do."""
    key: NotRequired[SentenceKey | None]
    """The sentence; without it, ``majority`` is about all open sentences."""
    place: NotRequired[TokenSpan | None]
    """The place; without it, the whole sentence."""
    annotator: NotRequired[str | None]
    """Whose version ``take`` takes."""
    words: NotRequired[str | None]
    """The words that ``own`` puts there, as a person writes them; empty to delete."""
    reason: NotRequired[str | None]
    """Why, in the person's words."""
    restore: NotRequired[list[RestoredSentence] | None]
    """What ``restore`` puts back: the ``undo`` of an earlier result."""
    dryRun: NotRequired[bool | None]
    """Whether nothing is written; the result says what would be."""


class AdjudicationExport(TypedDict):
    """The second argument of ``markscheme.exportAdjudication``."""

    target: str
    """The URI of the file to write; of a format with several files, that of the source."""
    format: NotRequired[str | None]
    """The name of a format; decided by the file's name without it."""
    open: NotRequired[str | None]
    """What stands at open places: ``majority``, ``leave`` or ``first`` with an annotator's name behind a space."""
    overwrite: NotRequired[bool | None]
    """Whether other files than ``target`` may be replaced, where a format writes several."""
    workDoneToken: NotRequired[int | str | None]
    """A token of the client's own for the progress; without it the server creates one."""
