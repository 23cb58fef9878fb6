"""A client has the whole review of a document, though it is sent only the passages that it lacks."""

from functools import cache
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markscheme.documents.corpus import Document
from markscheme.errors import DocumentError
from markscheme.exercises.material import Material
from markscheme.inference.settings import EngineSettings
from markscheme.marking.driver import Outcome, Task
from markscheme.marking.local import Engine
from markscheme.marking.review import PartedReview
from markscheme.server.engine.protocol import MarkReply, ReadReviews, SentReviews, read_reply, reply_text

VERSIONS = (
    "We has went to the lakes. It don't rain. It don't rain.\n\nShe can't swim, she say. We was sad.\n",
    "We went to a lakes. It doesn't rains. It didn't rain.\n\nShe can't swims, she say. We were sad.\n",
    "We went to a lake. It doesn't rain. It doesn't rain.\n\nShe couldn't swim, she said. We were sad.\n",
    "We went to the lake. It didn't rain. It didn't rain.\n\nShe cannot swim, she says. We were sad.\n",
)
"""The source, the hypothesis and two references; a sentence stands there twice."""
PIECES = ["", " ", "not ", "\n\n", "It don't rain. ", "It doesn't rain. It doesn't rain. ", "x" * 400, "🎒"]


@pytest.fixture(scope="module")
def cache_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache") / "cache.sqlite"


@cache
def engine(file: Path) -> Engine:
    return Engine(EngineSettings(cache=str(file)))


def task_of(texts: list[str], name: str = "mei") -> Task:
    source, own, *others = texts
    references = tuple(Document(who, text) for who, text in zip(("kim", "lee"), others, strict=True))
    return Task(Material(Document("source", source), Document(name, own), references, ()), with_vectors=False)


class Exchange:
    """Both ends of a channel.

    Attributes
    ----------
    lengths
        The number of characters of each reply.
    """

    def __init__(self, documents: Engine, remembered: int = 64) -> None:
        self.lengths: list[int] = []
        self._engine = documents
        self._sent = SentReviews(remembered)
        self._read = ReadReviews(remembered)

    def check(self, task: Task, *, is_read: bool = True) -> None:
        """Send a document's review and, unless its request is cancelled, compare what is read with it."""
        basis = self._read.basis(task)
        outcome, passages = self._engine.documents.mark_in_parts(task)
        assert outcome.review is not None
        reply = MarkReply(attrs.evolve(outcome, review=PartedReview(outcome.review, passages).whole))
        text = reply_text(self._sent.parted(MarkReply(outcome, passages), basis.name))
        self.lengths.append(len(text))
        if is_read:
            again = self._read.whole(read_reply(text, MarkReply), task, basis)
            assert again == reply
            assert again.outcome.review is not None
            assert reply.outcome.review is not None
            assert again.outcome.review.origins == reply.outcome.review.origins


@settings(max_examples=25, deadline=None)
@given(
    changes=st.lists(
        st.tuples(
            st.integers(0, 3),
            st.integers(0, 90),
            st.integers(0, 4),
            st.sampled_from(PIECES),
            st.sampled_from(("mei", "tom")),
            st.booleans(),
        ),
        min_size=1,
        max_size=6,
    ),
    remembered=st.sampled_from((1, 64)),
)
def test_what_is_read_is_what_was_marked(
    cache_file: Path, changes: list[tuple[int, int, int, str, str, bool]], remembered: int
):
    """Whatever changes in which version, whether replies are read or not, and whatever either end forgets."""
    exchange = Exchange(engine(cache_file), remembered)
    texts = list(VERSIONS)
    exchange.check(task_of(texts))
    for version, place, length, piece, name, is_read in changes:
        text = texts[version]
        texts[version] = text[:place] + piece + text[place + length :]
        exchange.check(task_of(texts, name), is_read=is_read)


def test_passages_that_a_client_has_are_not_sent_again(cache_file: Path):
    exchange = Exchange(engine(cache_file))
    exchange.check(task_of(list(VERSIONS)))
    exchange.check(task_of(list(VERSIONS)))
    exchange.check(task_of([VERSIONS[0], VERSIONS[1].replace("We went", "They all went"), *VERSIONS[2:]]))
    whole, same, moved = exchange.lengths
    assert same < whole / 3
    assert same < moved < whole / 2, "one passage, and where the others stand now"


def test_a_reply_without_a_review_stays_as_it_is():
    reply = MarkReply(Outcome(None, (DocumentError("the document is empty"),)))
    sent = SentReviews().parted(reply, "")
    assert sent is reply
    reader = ReadReviews()
    task = task_of(list(VERSIONS))
    assert reader.whole(sent, task, reader.basis(task)) is reply
