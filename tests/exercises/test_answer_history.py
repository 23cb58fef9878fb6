"""Answers that a session wrote are taken back in any order, and the files get back every byte."""

import datetime
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import AnswerHistory, DecisionFolder, decide
from markscheme.exercises.decisions import Decision, DecisionKind

DAY = datetime.date(2026, 11, 22)
SOURCE = ("She", "like", "music", ".")
BY_HAND = b"\xef\xbb\xbfS She like music .\r\nA 2 2|||M:DET|||the|||REQUIRED|||optional by Roy|||7\r\n"
"""A file in nobody's order, with a byte order mark."""


def about_like(kind: DecisionKind, word: str, author: str = "Kim") -> Decision:
    return Decision(kind, SOURCE, 1, 2, (word,), "R:VERB", author, DAY, "uncovered" if kind.value == "skipped" else "")


ANSWERS = (
    (about_like(DecisionKind.ACCEPTED, "likes"),),
    (about_like(DecisionKind.WRONG, "likes"), about_like(DecisionKind.OPTIONAL, "likes")),
    (about_like(DecisionKind.ACCEPTED, "loves"),),
    (about_like(DecisionKind.SKIPPED, "liked"),),
)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@settings(max_examples=settings().max_examples // 4)  # an example writes the files some thirty times
@given(st.permutations(range(len(ANSWERS))), st.permutations(range(len(ANSWERS))))
def test_taking_back_all_answers_in_any_order_restores_every_byte(
    tmp_path_factory: pytest.TempPathFactory, order: Sequence[int], undone: Sequence[int]
):
    folder = tmp_path_factory.mktemp("class")
    (folder / "decisions.m2").write_bytes(BY_HAND)
    before = contents(folder)
    history = AnswerHistory(DecisionFolder(folder))
    for number in order:
        history.answer(str(number), ANSWERS[number])
    for count, number in enumerate(undone):
        history.undo(str(number))
        left = AnswerHistory(DecisionFolder(tmp_path_factory.mktemp("other")))
        (left._folder.path / "decisions.m2").write_bytes(BY_HAND)
        for other in order:
            if other not in undone[: count + 1]:
                left.answer(str(other), ANSWERS[other])
        assert contents(folder) == contents(left._folder.path)
    assert contents(folder) == before


FORMATTED = (
    BY_HAND,
    BY_HAND.replace(b"\r\n", b"\n").rstrip(b"\n"),
    b"S We went .\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\nA 0 1|||R:PRON|||I|||REQUIRED|||optional|||3\n\n\n",
)


@pytest.mark.parametrize("text", FORMATTED)
@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_taken_back_byte_for_byte_in_another_session(
    tmp_path: Path, text: bytes, answer: tuple[Decision, ...]
):
    (tmp_path / "decisions.m2").write_bytes(text)
    folder = DecisionFolder(tmp_path)
    folder.rewrite(answer)
    assert contents(tmp_path) != {"decisions.m2": text}
    folder.rewrite((), answer)
    assert contents(tmp_path) == {"decisions.m2": text}


def test_what_somebody_else_wrote_meanwhile_stays(tmp_path: Path):
    folder = DecisionFolder(tmp_path)
    history = AnswerHistory(folder)
    history.answer("one", ANSWERS[0])
    decide(folder, about_like(DecisionKind.PARTLY, "adores", "Roy"))
    history.answer("two", ANSWERS[2])
    history.undo("one")
    assert "likes" not in (tmp_path / "accepted.m2").read_text()
    assert "loves" in (tmp_path / "accepted.m2").read_text()
    history.undo("two")
    assert list(contents(tmp_path)) == ["decisions.m2"]
    assert "adores" in (tmp_path / "decisions.m2").read_text()


def test_a_file_broken_by_hand_is_left_alone(tmp_path: Path):
    history = AnswerHistory(DecisionFolder(tmp_path))
    history.answer("one", ANSWERS[1])
    (tmp_path / "decisions.m2").write_text("no M2\n")
    with pytest.raises(DocumentError):
        history.undo("one")
    with pytest.raises(DocumentError):
        history.answer("two", ANSWERS[1])
    assert (tmp_path / "decisions.m2").read_text() == "no M2\n"
    assert len(history) == 1
