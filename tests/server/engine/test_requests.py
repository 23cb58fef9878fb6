"""A request is one object: those defined here work at both ends of a real channel."""

import attrs
import pytest

from markscheme.inference.settings import EngineSettings
from markscheme.server.engine.endpoint import Endpoint, EngineError
from markscheme.server.engine.process import HANDLERS, Call
from markscheme.server.engine.protocol import REQUESTS, Priority, Request, fingerprint, protocol_version
from server.engine.conftest import Join
from server.engine.local_engine import local_engine


@attrs.frozen
class Sentence:
    words: tuple[str, ...]


@attrs.frozen
class WordCount:
    words: int
    priority: int


async def _count(call: Call, sentence: Sentence) -> WordCount:
    if not sentence.words:
        raise EngineError("the sentence is empty")
    call.progress("words", len(sentence.words), len(sentence.words))
    return WordCount(len(sentence.words), call.priority)


COUNT = Request("toy/count", Sentence, WordCount, Priority.WORKSPACE, reports_progress=True)
SILENT_COUNT = Request("toy/silentCount", Sentence, WordCount)
SENTENCE = Sentence(("She", "goes", "home"))


async def test_a_new_request_is_one_object(client: Join, settings: EngineSettings):
    stages: list[tuple[str, int, int]] = []
    async with local_engine(settings, {COUNT: _count, SILENT_COUNT: _count}):
        one = client()
        assert await one.ask(COUNT, SENTENCE, lambda *stage: stages.append(stage)) == WordCount(3, Priority.WORKSPACE)
        assert stages == [("words", 3, 3)]
        assert await one.ask_if_running(COUNT, SENTENCE) == WordCount(3, Priority.WORKSPACE)


async def test_the_caller_chooses_another_priority(client: Join, settings: EngineSettings):
    async with local_engine(settings, {COUNT: _count}):
        reply = await client().ask(COUNT, SENTENCE, priority=Priority.OPEN_DOCUMENT)
        assert reply.priority == Priority.OPEN_DOCUMENT


async def test_a_request_that_reports_no_progress_reports_none(client: Join, settings: EngineSettings):
    stages: list[tuple[str, int, int]] = []
    async with local_engine(settings, {SILENT_COUNT: _count}):
        await client().ask(SILENT_COUNT, SENTENCE, lambda *stage: stages.append(stage))
    assert stages == []


async def test_a_failing_request_raises_its_message_at_the_client(client: Join, settings: EngineSettings):
    async with local_engine(settings, {COUNT: _count}):
        one = client()
        with pytest.raises(EngineError, match=r"^the sentence is empty$"):
            await one.ask(COUNT, Sentence(()))
        assert (await one.ask(COUNT, SENTENCE)).words == 3


async def test_a_request_that_the_engine_does_not_have_is_refused(client: Join, settings: EngineSettings):
    async with local_engine(settings):
        with pytest.raises(EngineError):
            await client().ask(COUNT, SENTENCE)


async def test_ends_of_different_protocols_do_not_talk(client: Join, settings: EngineSettings):
    async with local_engine(settings):
        endpoint = Endpoint.of(settings.resolved(), protocol_version())
        announcement = endpoint.announcement()
        endpoint.announce(attrs.evolve(announcement, protocol="0"))
        with pytest.raises(EngineError, match="was updated"):
            await client().ask(COUNT, SENTENCE)
        endpoint.announce(announcement)


def test_the_fingerprint_of_the_protocol_changes_with_a_type_and_with_a_method():
    @attrs.frozen
    class Longer:
        words: tuple[str, ...]
        language: str

    longer = attrs.make_class("Sentence", {"words": attrs.field(type=tuple[Longer, ...])}, frozen=True)
    variants = [
        (),
        (COUNT,),
        (attrs.evolve(COUNT, method="toy/other"),),
        (attrs.evolve(COUNT, params=Longer),),
        (attrs.evolve(COUNT, params=longer),),
    ]
    assert len({fingerprint((*REQUESTS, *requests)) for requests in variants}) == len(variants)
    assert fingerprint(REQUESTS) == fingerprint(REQUESTS[::-1])


def test_methods_are_unique_and_have_handlers():
    assert len({request.method for request in REQUESTS}) == len(REQUESTS)
    assert set(HANDLERS) == set(REQUESTS)
