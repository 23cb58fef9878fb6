"""M2 as a corpus, read a stretch of sentences at a time."""

from collections.abc import Iterator
from pathlib import Path

import attrs

from markscheme.conversion.streams.corpus_stream import CorpusStream
from markscheme.formats.annotators import Annotator
from markscheme.formats.corpus import Corpus
from markscheme.formats.m2.corpora import entries_of, left_out_choices, several_choices
from markscheme.formats.m2.sentences import (
    ALTERNATIVE,
    MAX_ANNOTATORS,
    begins_sentence,
    has_malformed_lines,
    named_annotators,
    read_m2,
)
from markscheme.formats.streams.stream import Stretch, cut
from markscheme.formats.streams.survey import UnreadableInStretches, look_through
from markscheme.text.compression import opened_text


@attrs.frozen
class M2CorpusStream(CorpusStream):
    """An M2 file whose annotators have these numbers, ascending."""

    path: Path
    numbers: tuple[int, ...]

    def corpora(self, size: int) -> Iterator[Corpus]:
        with opened_text(self.path) as lines:
            for stretch in cut(lines, size, begins_sentence):
                sentences = read_m2(stretch.text, self.path, stretch.line)
                yield Corpus(entries_of(sentences, self.numbers), tokenised=True)


def m2_corpus_stream(path: Path) -> M2CorpusStream:
    """Return the stream of an M2 file.

    Raises
    ------
    DocumentError
        If a line is malformed by its looks.
    UnreadableInStretches
        If the file is not text in UTF-8, or has no sentence or too many annotators.
    """
    appearances = _Appearances()
    size = choices = 0
    for stretch in look_through(path, begins_sentence):
        appearances.add(stretch)
        size += stretch.size
        if stretch.size and (ALTERNATIVE in stretch.text.replace("|||", "") or has_malformed_lines(stretch.text)):
            choices += several_choices(read_m2(stretch.text, path, stretch.line))
    numbers = tuple(sorted(appearances.numbers)) or (0,)
    if not size or len(numbers) > MAX_ANNOTATORS:
        raise UnreadableInStretches
    people: tuple[Annotator, ...] = tuple(("reference", str(one)) for one in appearances.in_order(numbers))
    return M2CorpusStream(size, people, left_out_choices(choices), path, numbers)


class _Appearances:
    """The annotators of a file by the first sentence that they have seen."""

    def __init__(self) -> None:
        self.numbers: dict[int, None] = {}
        self._before_all: int | None = None

    def add(self, stretch: Stretch) -> None:
        """Add the annotators of a stretch."""
        if self._before_all is not None:
            self.numbers |= dict.fromkeys(sorted(named_annotators(stretch.text)))
            return
        for sentence in cut(stretch.text.splitlines(keepends=True), 1, begins_sentence):
            numbers = named_annotators(sentence.text)
            if sentence.size and not numbers and self._before_all is None:
                self._before_all = len(self.numbers)
            self.numbers |= dict.fromkeys(sorted(numbers))

    def in_order(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return all annotators; the first sentence without any line has been seen by all of them."""
        first = tuple(self.numbers)[: self._before_all]
        return tuple(dict.fromkeys((*first, *numbers)))
