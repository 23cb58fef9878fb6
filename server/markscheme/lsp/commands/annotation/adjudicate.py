"""``markscheme.adjudicate``: decide between annotators about a sentence or a place, or take that back.

Decisions stand in ``adjudicated.m2`` beside the references.
"""

import asyncio
import datetime
from collections.abc import Sequence
from typing import Any

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.annotation.adjudication import (
    ACTIONS,
    Adjudication,
    Bodies,
    Choice,
    Decided,
    Decider,
    Wording,
    WordsQuestion,
    decide,
    majority,
    open_places,
    place_of,
    progress_of,
    restore,
)
from markscheme.annotation.differences import Sentence
from markscheme.exercises.adjudicated_file import SentenceKey
from markscheme.lsp.arguments import argument, file_path
from markscheme.lsp.commands.command import Command
from markscheme.lsp.editor import uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.adjudication import file_places
from markscheme.lsp.session.annotation.adjudications import OpenAdjudication
from markscheme.reports.adjudication import counts_json, key_json, sentence_json, undo_json
from markscheme.reports.contract import annotation as shapes
from markscheme.text.errors import DocumentError

MAX_SENTENCES = 50
"""Changed sentences of a result."""
RESTORE, MAJORITY = "restore", "majority"


@attrs.frozen
class KeyArgument:
    """A sentence as commands name it."""

    source: tuple[str, ...]
    number: int = 1

    @property
    def key(self) -> SentenceKey:
        return self.source, self.number


@attrs.frozen
class SpanArgument:
    """Source tokens."""

    start: int
    end: int


@attrs.frozen
class RestoreArgument:
    """What stood in the file about a sentence."""

    key: KeyArgument
    body: str | None = None


@attrs.frozen
class AdjudicationArgument:
    """The command's second argument; see :class:`~markscheme.reports.contract.annotation.AdjudicationDecision`."""

    action: str
    key: KeyArgument | None = None
    place: SpanArgument | None = None
    annotator: str | None = None
    words: str | None = None
    reason: str | None = None
    restore: tuple[RestoreArgument, ...] | None = None
    dryRun: bool | None = None  # noqa: N815 - the protocol's name


async def adjudicate(ls: MarkschemeServer, arguments: Sequence[Any]) -> shapes.AdjudicationResult:
    """Decide; the arguments are the URI of a document of the exercise, or its folder, and the decision."""
    opened = await ls.adjudications.of(file_path(argument(arguments, 0, str)))
    wanted = argument(arguments, 1, AdjudicationArgument)
    if wanted.action == RESTORE:
        return await _restored(ls, opened, wanted)
    if wanted.action not in ACTIONS:
        raise JsonRpcInvalidParams(f"there is no action {wanted.action!r}")
    sentences = _sentences(opened, wanted)
    place = (wanted.place.start, wanted.place.end) if wanted.place is not None else None
    wording = await _wording(ls, opened, sentences[0], wanted, place) if wanted.words is not None else None
    choice = Choice(wanted.action, place, wanted.annotator or "", wording)
    adjudication = opened.adjudication
    places = sum(_majorities(adjudication, item) for item in sentences) if wanted.action == MAJORITY else 0
    if wanted.dryRun:
        changed = [item for item in sentences if _majorities(adjudication, item)]
        return _result(ls, adjudication, changed, (), places)
    decider = Decider(opened.options.person, datetime.date.today(), wanted.reason or "")
    keys = adjudication.differences.keys
    decided = await asyncio.to_thread(decide, adjudication.path, keys, sentences, choice, decider)
    return _written(ls, opened, decided, places, sentences if wanted.key is not None else ())


async def _restored(
    ls: MarkschemeServer, opened: OpenAdjudication, wanted: AdjudicationArgument
) -> shapes.AdjudicationResult:
    bodies: Bodies = tuple((item.key.key, item.body) for item in wanted.restore or ())
    adjudication = opened.adjudication
    decided = await asyncio.to_thread(restore, adjudication.path, adjudication.differences.keys, bodies)
    return _written(ls, opened, decided, 0)


def _sentences(opened: OpenAdjudication, wanted: AdjudicationArgument) -> Sequence[Sentence]:
    if wanted.key is None:
        if wanted.action != MAJORITY:
            raise JsonRpcInvalidParams("key is missing")
        return opened.adjudication.open_sentences
    sentence = opened.adjudication.differences.sentence(wanted.key.key)
    if sentence is None:
        raise DocumentError("the exercise has no such sentence", remedy="Its source has changed: read it again")
    return (sentence,)


async def _wording(
    ls: MarkschemeServer,
    opened: OpenAdjudication,
    sentence: Sentence,
    wanted: AdjudicationArgument,
    place: tuple[int, int] | None,
) -> Wording:
    if place is not None:
        place_of(sentence, *place)
    question = WordsQuestion(sentence.source, place, wanted.words or "", sentence.is_tokenised)
    return await ls.adjudications.wording(opened, question)


def _majorities(adjudication: Adjudication, sentence: Sentence) -> int:
    places = open_places(sentence, adjudication.record(sentence))
    return sum(majority(place, len(sentence.annotators)) is not None for place in places)


def _written(
    ls: MarkschemeServer, opened: OpenAdjudication, decided: Decided, places: int, about: Sequence[Sentence] = ()
) -> shapes.AdjudicationResult:
    """Return what changed, or else what the decision was ``about``: a client may send it again after a crash."""
    adjudication = attrs.evolve(opened.adjudication, records=decided.file.records)
    ls.session.files_changed([adjudication.path])
    keys = {key for key, _ in decided.before}
    changed = [item for item in opened.sentences if item.key in keys]
    return {**_result(ls, adjudication, changed or about, decided.before, places), "changed": len(changed)}


def _result(
    ls: MarkschemeServer,
    adjudication: Adjudication,
    concerned: Sequence[Sentence],
    before: Bodies,
    places: int,
) -> shapes.AdjudicationResult:
    following = adjudication.open_after(concerned[0].index if concerned else -1)
    shown = file_places(ls)
    return {
        "file": uri_of(adjudication.path),
        "changed": len(concerned),
        "places": places,
        "sentences": [sentence_json(adjudication, item, shown) for item in concerned[:MAX_SENTENCES]],
        "undo": undo_json(before),
        "next": key_json(following.key) if following is not None else None,
        "counts": counts_json(progress_of(adjudication)),
    }


COMMAND = Command("markscheme.adjudicate", adjudicate)
