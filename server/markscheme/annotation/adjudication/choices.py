"""What an adjudicator can do with a sentence or a place, by name: take, write own words, leave, withdraw."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.annotation.adjudication.differences import Sentence
from markscheme.annotation.adjudication.taking import (
    Decider,
    Wording,
    left_place,
    left_sentence,
    own_place,
    own_sentence,
    place_of,
    taken_majority,
    taken_place,
    taken_sentence,
    version_of,
    withdrawn_place,
)
from markscheme.exercises.adjudication.adjudicated_file import AdjudicatedFile
from markscheme.exercises.adjudication.adjudicated_folder import rewrite
from markscheme.exercises.adjudication.ruling import Record, SentenceKey
from markscheme.text.errors import DocumentError


@attrs.frozen
class Choice:
    """What is to be done.

    Attributes
    ----------
    action
        A name of :data:`ACTIONS`.
    place
        The source tokens of a place; ``None`` for the whole sentence.
    annotator
        Whose version is taken.
    own
        The adjudicator's own words.
    """

    action: str
    place: tuple[int, int] | None = None
    annotator: str = ""
    wording: Wording | None = None


Action = Callable[[Sentence, Record | None, Choice, Decider], Record | None]


def _take(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    if choice.place is None:
        return taken_sentence(sentence, choice.annotator, decider)
    place = place_of(sentence, *choice.place)
    return taken_place(sentence, record, place, version_of(sentence, place, choice.annotator), decider)


def _own(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    if choice.wording is None:
        raise DocumentError("there are no words to put there")
    if choice.place is None:
        return own_sentence(sentence, choice.wording.edits, decider)
    return own_place(sentence, record, place_of(sentence, *choice.place), choice.wording, decider)


def _leave(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    if choice.place is None:
        return left_sentence(sentence, decider)
    return left_place(sentence, record, place_of(sentence, *choice.place), decider)


def _majority(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    del choice
    return taken_majority(sentence, record, decider)[0]


def _withdraw(sentence: Sentence, record: Record | None, choice: Choice, decider: Decider) -> Record | None:
    del decider
    return None if choice.place is None else withdrawn_place(sentence, record, place_of(sentence, *choice.place))


ACTIONS: Mapping[str, Action] = {
    "take": _take,
    "own": _own,
    "leave": _leave,
    "majority": _majority,
    "withdraw": _withdraw,
}
"""What can be done, by name: ``take`` an annotator's version, put ``own`` words, ``leave`` the source, take the
``majority``'s versions of all open places, and ``withdraw`` what was decided."""

Bodies = tuple[tuple[SentenceKey, str | None], ...]
"""What stood behind sentences' ``S`` lines, to be put back."""


@attrs.frozen
class Decided:
    """A file after a decision, and what stood there before."""

    file: AdjudicatedFile
    before: Bodies


def decide(
    path: Path, keys: Sequence[SentenceKey], sentences: Sequence[Sentence], choice: Choice, decider: Decider
) -> Decided:
    """Do the same with some sentences, and write the file.

    Parameters
    ----------
    keys
        All sentences of the exercise, in order.

    Raises
    ------
    DocumentError
        If a sentence has no such place or annotator, the file is broken or can't be written, or M2 can't hold the
        decision; then it is as it was.
    """
    before: list[tuple[SentenceKey, str | None]] = []

    def change(file: AdjudicatedFile) -> str:
        changes: dict[SentenceKey, Record | None] = {}
        for sentence in sentences:
            record = file.records.get(sentence.key)
            new = ACTIONS[choice.action](sentence, record, choice, decider)
            if new != record:
                changes[sentence.key] = new
                before.append((sentence.key, file.body(sentence.key)))
        return file.with_records(changes, keys) if changes else file.text

    return Decided(rewrite(path, change), tuple(before))


def restore(path: Path, keys: Sequence[SentenceKey], bodies: Bodies) -> Decided:
    """Put back what stood in the file before a decision; what stands there now comes back in turn.

    Raises
    ------
    DocumentError
        If the file is broken, before or after, or can't be written; then it is as it was.
    """
    before: list[tuple[SentenceKey, str | None]] = []

    def change(file: AdjudicatedFile) -> str:
        before.extend((key, file.body(key)) for key, _ in bodies)
        return file.with_bodies(dict(bodies), keys)

    return Decided(rewrite(path, change), tuple(before))
