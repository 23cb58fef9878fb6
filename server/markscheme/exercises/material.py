"""What an exercise's files hold: the texts that are lined up and marked.

A file may hold more than one text: CriticMarkup a source and a hypothesis, a Word document a source and a
correction an author, M2 a source and a correction an annotator.
"""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import attrs

from markscheme.exercises.exercises import Exercise, Participant
from markscheme.formats import critic_markup
from markscheme.formats.document import Document
from markscheme.formats.m2 import annotators_named, looks_like_m2
from markscheme.text.errors import DocumentError, MissingDocument
from markscheme.text.reading import TextSource, read_data

WORD = ".docx"


@attrs.frozen
class Material:
    """One document to be marked, and what it is marked against.

    Attributes
    ----------
    source
        The learner's text; ``None`` where M2 files carry it.
    hypothesis
        The correction to be marked; ``None`` marks the source as the hypothesis that changed nothing.
    references
        Those that could be read, at least one; none in an exercise that names none.
    problems
        Why the others could not.
    accepted
        The file of accepted alternatives, if it is there.
    """

    source: Document | None
    hypothesis: Document | None
    references: tuple[Document, ...]
    problems: tuple[DocumentError, ...]
    accepted: Document | None = None

    @property
    def documents(self) -> tuple[Document, ...]:
        """All of them."""
        given = (self.source, self.hypothesis, *self.references, self.accepted)
        return tuple(document for document in given if document is not None)

    @property
    def marked(self) -> Document:
        """The document to be marked; an M2 file that is all there is, is marked as its own source."""
        return self.hypothesis or self.source or self.references[0]


@attrs.frozen
class Texts:
    """The texts of one file: corrections, and the source if the file has it."""

    corrections: tuple[Document, ...]
    source: Document | None = None


def read_texts(participant: Participant, read: TextSource) -> Texts:
    """The texts of a participant's file; of its author alone, where one is asked for.

    Raises
    ------
    DocumentError
        If the file can't be used, or has nothing by that author.
    """
    path = participant.path
    if path.suffix.lower() == WORD:
        return _word_texts(participant)
    text = read(path)
    if looks_like_m2(text) or not critic_markup.recognises(text):
        return Texts((Document(participant.name, text, path, author=participant.author),))
    found = critic_markup.read_critic_markup(text, path)
    return Texts(
        (Document(participant.name, found.hypothesis, path, found.hypothesis_places, edits=found.edits),),
        Document("source", found.source, path, found.source_places),
    )


def _word_texts(participant: Participant) -> Texts:
    from markscheme.formats import word

    path = participant.path
    [entry] = word.read_corpus(read_data(path), path).entries
    wanted = [item for item in entry.references if participant.author in (None, item.name)]
    if participant.author is not None and not wanted:
        raise DocumentError(
            f"{participant.author!r} tracked no change in this document",
            path=path,
            remedy=f"Its authors: {', '.join(item.name for item in entry.references) or 'none'}",
        )
    alone = len(wanted) == 1 and participant.author is None
    corrections = [
        Document(participant.name if alone else item.name, item.text, path, edits=item.edits) for item in wanted
    ]
    return Texts(
        tuple(corrections) or (Document(participant.name, entry.source, path),), Document("source", entry.source, path)
    )


def texts_by_author(participant: Participant, read: TextSource) -> Texts:
    """The texts of a participant's file, each annotator of an M2 file by itself.

    Raises
    ------
    DocumentError
        As :func:`read_texts`.
    """
    texts = read_texts(participant, read)
    [first, *others] = texts.corrections
    if others or first.author is not None or first.places is not None or not looks_like_m2(first.text):
        return texts
    numbers = annotators_named(first.text)
    if len(numbers) == 1:
        return texts
    return Texts(tuple(attrs.evolve(first, name=f"{first.name}#{one}", author=str(one)) for one in numbers))


class ExerciseMaterials:
    """What an exercise's files ask to be marked; its source and its references are read once."""

    def __init__(self, exercise: Exercise, read: TextSource) -> None:
        self._exercise = exercise
        self._read = read

    @cached_property
    def _references(self) -> "_References":
        return _References(self._exercise, self._read)

    @cached_property
    def _source(self) -> Document | None:
        return source_of(self._exercise, self._read)

    def of(self, participant: Participant | None) -> tuple[Material, ...]:
        """What a hypothesis's file (``None``: the source) asks to be marked: one for each author of it.

        Raises
        ------
        DocumentError
            If the exercise has a problem, the file can't be used, there is no source, or no reference can be used.
        """
        if self._exercise.problem is not None:
            raise self._exercise.problem
        if not self._exercise.references:
            raise DocumentError("there is no reference text", path=self._exercise.source)
        return self._of(participant)

    def unreferenced(self, participant: Participant | None) -> tuple[Material, ...]:
        """The same of an exercise that names no reference.

        Raises
        ------
        DocumentError
            If the file can't be used, or there is no source.
        """
        return self._of(participant)

    def _of(self, participant: Participant | None) -> tuple[Material, ...]:
        references, source = self._references, self._source
        if participant is None:
            return (references.material(source or references.source, None),)
        texts = texts_by_author(participant, self._read)
        own = source or texts.source or references.source
        check_source(texts.source, own)
        return tuple(references.material(own, correction) for correction in texts.corrections)


def source_of(exercise: Exercise, read: TextSource) -> Document | None:
    """The text of the exercise's source file; ``None`` where it has none.

    Raises
    ------
    DocumentError
        If the file can't be used.
    """
    if exercise.source is None:
        return None
    texts = read_texts(Participant("source", exercise.source), read)
    return texts.source or texts.corrections[0]


class _References:
    """An exercise's references: those that can be read, and why the others can't."""

    def __init__(self, exercise: Exercise, read: TextSource) -> None:
        self._exercise = exercise
        self._problems: list[DocumentError] = []
        self._texts = list(self._readable(read))
        self._accepted, self._unread = _accepted(exercise, read)

    def _readable(self, read: TextSource) -> Iterator[Texts]:
        for participant in self._exercise.references:
            try:
                yield read_texts(participant, read)
            except DocumentError as problem:
                self._problems.append(problem)

    @property
    def source(self) -> Document | None:
        """The source that the first of them to have one carries."""
        return next((texts.source for texts in self._texts if texts.source), None)

    def material(self, source: Document | None, hypothesis: Document | None) -> Material:
        self._check_there_is_a_source(source, hypothesis)
        problems = list(self._problems)
        usable: list[Document] = []
        for texts in self._texts:
            try:
                check_source(texts.source, source)
            except DocumentError as problem:
                problems.append(problem)
                continue
            usable += texts.corrections
        if self._exercise.references and not usable:
            raise problems[0] if problems else DocumentError("there is no reference text", path=self._place)
        return Material(source, hypothesis, tuple(usable), (*problems, *self._unread), self._accepted)

    @property
    def _place(self) -> Path | None:
        return self._exercise.source or next(iter(sorted(self._exercise.paths)), None)

    def _check_there_is_a_source(self, source: Document | None, hypothesis: Document | None) -> None:
        given = [source, hypothesis, *(item for texts in self._texts for item in texts.corrections)]
        if source is None and not any(item and looks_like_m2(item.text) for item in given):
            suffix = self._place.suffix if self._place else ".txt"
            raise DocumentError(
                f"the exercise {self._exercise.name!r} has no source",
                path=self._place,
                remedy=f"Add the learner's text as {self._exercise.name}.src{suffix}, or name it in markscheme.toml",
            )


def _accepted(exercise: Exercise, read: TextSource) -> tuple[Document | None, tuple[DocumentError, ...]]:
    """The file of accepted alternatives, if it is there, or why it can't be read."""
    if exercise.accepted is None:
        return None, ()
    try:
        return Document("accepted", read(exercise.accepted), exercise.accepted), ()
    except MissingDocument:
        return None, ()
    except DocumentError as problem:
        return None, (problem,)


def check_source(own: Document | None, source: Document | None) -> None:
    """A file that carries the source must carry the same one."""
    if own is not None and source is not None and own.text.split() != source.text.split():
        file = source.path.name if source.path else source.name
        raise DocumentError(
            f"the text before its changes is not that of {file}",
            path=own.path,
            remedy="Every correction of an exercise starts from the same source",
        )
