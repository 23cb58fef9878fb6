"""What an engine remembers makes it faster and nothing else."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markscheme.documents.corpus import Document
from markscheme.exercises.material import Material
from markscheme.inference.models import Models
from markscheme.inference.settings import EngineSettings
from markscheme.marking._placement import PassagePlacer
from markscheme.marking.driver import Task
from markscheme.marking.local import Engine
from markscheme.marking.marks import PassageMarks
from markscheme.marking.settings import MarkSettings

SOURCE = "Last summer we has went to a lake.\n\nIt were cold there. Nobody swimmed, nobody fished.\nWe was sad.\n"
TEACHERS = (
    "Last summer we went to a lake.\n\nIt was cold there. Nobody swam, nobody fished.\nWe were sad.\n",
    "Last summer we went to a lake. It was cold there.\n\nNobody swam and nobody fished. We were very sad.\n",
)
WORDS = ["", "cold", "Cold", "it is", "swam. Nobody", "swam\n\nNobody", "we", "🏊", "é"]


@pytest.fixture(scope="module")
def cache_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache") / "cache.sqlite"


def task(text: str) -> Task:
    references = tuple(Document(name, text) for name, text in zip(("kim", "lee"), TEACHERS, strict=True))
    return Task(Material(Document("source", SOURCE), Document("mei", text), references, ()), with_vectors=False)


@cache
def engine(file: Path) -> Engine:
    """One that remembers all that it was asked in this process."""
    return Engine(EngineSettings(cache=str(file)))


def typed(changes: list[tuple[int, str]]) -> Iterator[str]:
    """The text after each change of a word."""
    words = TEACHERS[0].split(" ")
    for place, word in changes:
        words[place % len(words)] = word
        yield " ".join(words)


@settings(max_examples=settings().max_examples // 5)  # each marks documents anew
@given(changes=st.lists(st.tuples(st.integers(0, 30), st.sampled_from(WORDS)), min_size=1, max_size=6))
def test_a_text_is_marked_as_if_it_had_never_been_otherwise(cache_file: Path, changes: list[tuple[int, str]]):
    texts = list(typed(changes))
    seen = [engine(cache_file).documents.mark(task(text)).review for text in texts]
    assert seen[-1] == Engine(EngineSettings(cache=str(cache_file))).documents.mark(task(texts[-1])).review


VERSIONS = (
    "We has went to the lakes. It don't rain. It don't rain.\n\nShe can't swim, she say. We was sad.\n",
    "We went to a lakes. It doesn't rains. It didn't rain.\n\nShe can't swims, she say. We were sad.\n",
    "We went to a lake. It doesn't rain. It doesn't rain.\n\nShe couldn't swim, she said. We were sad.\n",
    "We went to the lake. It didn't rain. It didn't rain.\n\nShe cannot swim, she says. We were sad.\n",
)
PIECES = [
    "'",
    "’",
    "not",
    "can't ",
    " ",
    "\n",
    "\n\n",
    "(",
    "it.It",
    "...",
    "x" * 400,
    " " * 400,
    "",
    "It don't rain. ",
]
"""What stands beside a passage decides how words at its ends are shown."""


@settings(max_examples=settings().max_examples // 5)  # each marks documents anew
@given(
    changes=st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 90), st.integers(0, 4), st.sampled_from(PIECES)),
        min_size=1,
        max_size=5,
    )
)
def test_passages_that_move_are_placed_as_new_ones_are(cache_file: Path, changes: list[tuple[int, int, int, str]]):
    texts = list(VERSIONS)
    engine(cache_file).documents.mark(task_of(texts))
    for version, place, length, piece in changes:
        text = texts[version]
        texts[version] = text[:place] + piece + text[place + length :]
        seen = engine(cache_file).documents.mark(task_of(texts)).review
        assert seen == Engine(EngineSettings(cache=str(cache_file))).documents.mark(task_of(texts)).review


def task_of(texts: list[str]) -> Task:
    source, own, *others = texts
    references = tuple(Document(name, text) for name, text in zip(("kim", "lee"), others, strict=True))
    return Task(Material(Document("source", source), Document("mei", own), references, ()), with_vectors=False)


def test_only_the_changed_passage_is_placed_again(cache_file: Path, monkeypatch: pytest.MonkeyPatch):
    placed: list[int] = []
    place = PassagePlacer.placed

    def counted(self: PassagePlacer, marks: PassageMarks, own: MarkSettings) -> Any:
        placed.append(self.index)
        return place(self, marks, own)

    monkeypatch.setattr(PassagePlacer, "placed", counted)
    documents = Engine(EngineSettings(cache=str(cache_file))).documents
    documents.mark(task_of(list(VERSIONS)))
    assert placed == [0, 1, 2, 3, 4]
    text = VERSIONS[1]
    for before, after, passages in (("went to a", "walked to some", [0]), ("lakes.", "seas.", [0, 1])):
        placed.clear()
        text = text.replace(before, after)
        documents.mark(task_of([VERSIONS[0], text, *VERSIONS[2:]]))
        assert placed == passages, "a passage with another text, or with another word beside it"


def test_a_paragraph_has_its_sentences_wherever_it_stands(cache_file: Path):
    models = Models(EngineSettings(cache=str(cache_file)))
    here, there = models.split("One. Two  three.", 0), models.split("One. Two  three.", 7)
    assert [segment.tokens for segment in there] == [segment.tokens for segment in here]
    assert [span.shifted(-7) for segment in there for span in segment.spans] == [
        span for segment in here for span in segment.spans
    ]
    assert [segment.start for segment in there] == [7, 12]
