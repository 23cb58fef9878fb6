"""Each text crosses a channel once."""

import json
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents.corpus import Document
from markscheme.exercises.material import Material
from markscheme.inference.settings import EngineSettings
from markscheme.marking.driver import Task
from markscheme.server.engine.process import Call
from markscheme.server.engine.protocol import (
    MIN_LENGTH,
    KeptTexts,
    Request,
    SentTexts,
    TextsMissing,
    detach,
    make_converter,
)
from server.engine.conftest import Join
from server.engine.local_engine import local_engine


@attrs.frozen
class Texts:
    texts: tuple[str, ...]


async def _read(call: Call, task: Task) -> Texts:
    return Texts(tuple(document.text for document in task.material.documents))


READ = Request("toy/read", Task, Texts)


def essay(name: str) -> Task:
    """Four long texts: a source, a hypothesis and two references."""
    source, hypothesis, *references = (
        Document(each, f"{name} {each} \ud800é " * 50) for each in ("source", "student", "kim", "lee")
    )
    return Task(Material(source, hypothesis, tuple(references), ()))


def after_keystroke(task: Task) -> Task:
    hypothesis = attrs.evolve(task.marked, text=task.marked.text + "x")
    return attrs.evolve(task, material=attrs.evolve(task.material, hypothesis=hypothesis))


def expected(task: Task) -> Texts:
    return Texts(tuple(document.text for document in task.material.documents))


async def test_a_keystroke_sends_one_text_once(client: Join, settings: EngineSettings):
    one, task = client(), essay("essay")
    async with local_engine(settings, {READ: _read}) as engine:
        for version in (task, after_keystroke(task)):
            for with_vectors in (False, True):
                reply = await one.ask(READ, attrs.evolve(version, with_vectors=with_vectors))
                assert reply == expected(version)
    assert engine.received == [4, 0, 1, 0]


async def test_a_new_engine_gets_all_texts_again(client: Join, settings: EngineSettings):
    one, task = client(), essay("essay")
    for _ in range(2):
        async with local_engine(settings, {READ: _read}) as engine:
            assert await one.ask(READ, task) == expected(task)
            assert await one.ask(READ, task) == expected(task)
        assert engine.received == [4, 0]


async def test_a_text_that_the_engine_has_dropped_is_sent_again(client: Join, settings: EngineSettings):
    one, first, second = client(), essay("first"), essay("second")
    size = sum(len(document.text) for document in second.material.documents)
    async with local_engine(settings, {READ: _read}, kept=size) as engine:
        for task in (first, second, first):
            assert await one.ask(READ, task) == expected(task)
    assert engine.received == [4, 4, 0, 4]


async def test_texts_larger_than_the_engine_keeps_arrive(client: Join, settings: EngineSettings):
    one, task = client(), essay("essay")
    async with local_engine(settings, {READ: _read}, kept=10) as engine:
        for _ in range(2):
            assert await one.ask(READ, task) == expected(task)
    assert engine.received == [4, 0, 4]


async def test_two_clients_share_the_kept_texts(client: Join, settings: EngineSettings):
    one, two = client(), client()
    first, second = essay("first"), essay("second")
    size = sum(len(document.text) for document in second.material.documents)
    async with local_engine(settings, {READ: _read}, kept=size) as engine:
        assert await one.ask(READ, first) == expected(first)
        assert await two.ask(READ, first) == expected(first)
        assert engine.received == [4, 4]
        assert await two.ask(READ, second) == expected(second)
        # The other client's texts have replaced those that this client has sent.
        assert await one.ask(READ, first) == expected(first)
    assert engine.received == [4, 4, 4, 0, 4]


def test_a_client_remembers_a_bounded_number_of_texts():
    sent = SentTexts(2)
    assert list(sent.unsent({"a": "A", "b": "B"})) == ["a", "b"]
    assert list(sent.unsent({"b": "B", "c": "C"})) == ["c"]
    assert list(sent.unsent({"a": "A", "c": "C"})) == ["a"]


def test_short_texts_and_other_strings_stay_in_place():
    long = "x" * 1000
    document = Document(long, "y" * MIN_LENGTH, Path(long))
    packed, texts = detach(make_converter().unstructure(document))
    assert texts == {}
    assert packed["name"] == long


@given(st.lists(st.text(st.characters(), min_size=100, max_size=200), max_size=4))
def test_attached_texts_equal_the_detached_ones(texts: list[str]):
    converter = make_converter()
    documents = tuple(Document("name", text) for text in texts)
    packed, detached = detach(converter.unstructure(documents, tuple[Document, ...]))
    message, sent = json.loads(json.dumps([packed, detached]))
    kept = KeptTexts()
    assert converter.structure(kept.attach(message, sent), tuple[Document, ...]) == documents
    assert converter.structure(kept.attach(message, {}), tuple[Document, ...]) == documents
    if detached:
        with pytest.raises(TextsMissing):
            KeptTexts().attach(message, {})
