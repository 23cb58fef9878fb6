"""Several stretches of a hypothesis that are to have other words: one change of its file, whatever its format."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby

import attrs

from markscheme.alignment.parallel import wanted_annotators
from markscheme.exercises.material import WORD
from markscheme.formats.critic_markup import CriticDocument, read_critic_markup, recognises
from markscheme.formats.document import Document
from markscheme.formats.m2 import M2Sentence, looks_like_m2, read_m2
from markscheme.formats.rewriting.annotations import rewritten_annotations
from markscheme.formats.rewriting.replacement import Replacement, line_end
from markscheme.formats.rewriting.texts import check_still_plain, rewritten
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span
from markscheme.text.spacing import spaced


@attrs.frozen
class SourcePlace:
    """Tokens ``start`` to ``end`` of the sentence of this number."""

    sentence: int
    start: int
    end: int


@attrs.frozen
class Rewording:
    """Words that are wanted.

    Attributes
    ----------
    span
        Where the hypothesis is to have them, in code points.
    words
        Without white space about them; empty: none.
    place
        The source tokens that they correct.
    """

    span: Span
    words: str
    place: SourcePlace


class HypothesisFile:
    """A hypothesis's file, read once, that is asked what to change in it so that the hypothesis reads otherwise.

    Parameters
    ----------
    document
        The hypothesis.
    text
        The text of the file that it was read from.
    tokenised
        Whether every token is parted by one space, punctuation too.

    Raises
    ------
    DocumentError
        If it is a Word document, or malformed.
    """

    def __init__(self, document: Document, text: str, *, tokenised: bool = False) -> None:
        if document.path is not None and document.path.suffix.lower() == WORD:
            raise DocumentError("a Word document is corrected in a word processor", path=document.path)
        self._text = text
        is_m2 = document.places is None and looks_like_m2(text)
        self._file = _Annotations.read(document, text) if is_m2 else _Words.read(document, text, tokenised)

    def reworded(self, wanted: Iterable[Rewording]) -> Replacement | None:
        """What to change so that it reads as wanted; ``None`` if it does already.

        Of stretches that overlap, the last in the text is reworded.

        Raises
        ------
        DocumentError
            If the words are such that its format can't hold them.
        """
        last_first = sorted(wanted, key=lambda item: (item.span, item.place.sentence, item.place.start), reverse=True)
        return _difference(self._text, self._file.reworded(last_first))


@attrs.frozen
class _Words:
    """A text or a CriticMarkup document."""

    document: Document
    text: str
    tokenised: bool
    markup: CriticDocument | None

    @classmethod
    def read(cls, document: Document, text: str, tokenised: bool) -> "_Words":
        if document.places is None:
            return cls(attrs.evolve(document, text=text), text, tokenised, None)
        found = read_critic_markup(text, document.path)
        own = attrs.evolve(document, text=found.hypothesis, places=found.hypothesis_places, edits=found.edits)
        return cls(own, text, tokenised, found)

    def reworded(self, last_first: Sequence[Rewording]) -> str:
        """The file as it is to be. It is read again only where one change touches another."""
        now = self
        changes: list[Replacement] = []
        limit = len(self.document.text)
        for item in last_first:
            if item.span.end > limit:
                continue
            limit = item.span.start
            change = now.change(item)
            if changes and change.span.end >= changes[-1].span.start:
                now, changes = now.changed(changes), []
                change = now.change(item)
            changes.append(change)
        after = _applied(now.text, changes)
        if self.markup is not None:
            return _still_markup(after)
        if after != self.text:
            check_still_plain(after, self.document.path)
        return after

    def change(self, item: Rewording) -> Replacement:
        span, words = spaced(self.document.text, item.span, item.words, tokenised=self.tokenised)
        return rewritten(self.document, self.text, span, words, self.markup)

    def changed(self, changes: Iterable[Replacement]) -> "_Words":
        return _Words.read(self.document, _applied(self.text, changes), self.tokenised)


def _applied(text: str, last_first: Iterable[Replacement]) -> str:
    for change in last_first:
        text = change.applied(text)
    return text


def _still_markup(file_text: str) -> str:
    """A document whose last change was undone must go on to say that it is its own source: an empty comment does."""
    if recognises(file_text):
        return file_text
    words = file_text.rstrip()
    backslashes = words[len(words.rstrip("\\")) :]  # they would make the mark text
    return f"{words}{backslashes}{{>><<}}{file_text[len(words) :]}"


@attrs.frozen
class _Annotations:
    """An annotator of an M2 file."""

    document: Document
    text: str
    sentences: tuple[M2Sentence, ...]
    annotator: int
    index: LineIndex

    @classmethod
    def read(cls, document: Document, text: str) -> "_Annotations":
        sentences = read_m2(text, document.path)
        annotator = wanted_annotators(sentences, document.author, document.path)[0]
        return cls(document, text, sentences, annotator, LineIndex(text))

    def reworded(self, last_first: Sequence[Rewording]) -> str:
        """The file as it is to be."""
        by_sentence = sorted(last_first, key=lambda item: (item.place.sentence, item.place.start), reverse=True)
        changes = [
            self._sentence_changed(number, own)
            for number, own in groupby(by_sentence, key=lambda item: item.place.sentence)
        ]
        return _applied(self.text, changes)

    def _sentence_changed(self, number: int, wanted: Iterable[Rewording]) -> Replacement:
        """A sentence's lines anew; blank lines stand for those before it, so that lines count as in the file."""
        span = Span(self._begin(number), self._begin(number + 1))
        before = line_end(self.text) * (self.sentences[number].line - 1)
        text = before + span.of(self.text)
        for item in wanted:
            place = item.place
            edits = tuple(_edits(self.sentences[number].source.tokens, place, tuple(item.words.split())))
            text = rewritten_annotations(
                text, self.document.path, 0, self.annotator, place.start, place.end, edits
            ).applied(text)
        return Replacement(span, text[len(before) :])

    def _begin(self, number: int) -> int:
        if number == len(self.sentences):
            return len(self.text)
        return self.index.line_span(self.sentences[number].line - 1).start


@attrs.frozen
class _Edit:
    start: int
    end: int
    replacement: tuple[str, ...]
    type: str = ""


def _edits(source: Sequence[str], place: SourcePlace, words: Sequence[str]) -> Iterator[_Edit]:
    """What makes a stretch of a source these words, each change of words that stand together by itself."""
    before = source[place.start : place.end]
    for tag, start, end, first, last in SequenceMatcher(None, before, words, autojunk=False).get_opcodes():
        if tag != "equal":
            yield _Edit(place.start + start, place.start + end, tuple(words[first:last]))


def _difference(before: str, after: str) -> Replacement | None:
    """What changed, without the ends that are equal; a line end or a character of two units stays whole."""
    if before == after:
        return None
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    if before[start - 1 : start] == "\r":
        start -= 1
    if end and before[len(before) - end] == "\n":
        end -= 1
    return Replacement(Span(start, len(before) - end), after[start : len(after) - end])


def _shared(one: str, other: str) -> int:
    """How many first characters are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
