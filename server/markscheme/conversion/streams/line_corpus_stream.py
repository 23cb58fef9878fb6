"""An exercise in parallel lines as a corpus, read a stretch of lines at a time."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.alignment.parallel import Tokenisation
from markscheme.conversion.streams.corpus_stream import CorpusStream
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.formats.annotators import Annotator, everybody
from markscheme.formats.corpus import Corpus
from markscheme.formats.document import PLAIN_TEXT
from markscheme.formats.parallel import ParallelText, text_of_lines
from markscheme.formats.plain_text.lines import entries_of_lines
from markscheme.formats.registry import corpus_formats, text_format
from markscheme.formats.sections import has_headings
from markscheme.formats.streams.stream import cut
from markscheme.formats.streams.survey import STRETCH, UnreadableInStretches, head_lines, look_through
from markscheme.text.compression import opened_text
from markscheme.text.reading import is_file


@attrs.frozen
class Side:
    """A file of lines, with the name of whose it is."""

    name: str
    path: Path


@attrs.frozen
class LineCorpusStream(CorpusStream):
    """Files with a line for each sentence of the source."""

    source: Side
    hypotheses: tuple[Side, ...]
    references: tuple[Side, ...]

    def corpora(self, size: int) -> Iterator[Corpus]:
        yield from _corpora(self.source, self.hypotheses, self.references, size)


def line_corpus_stream(exercise: Exercise, path: Path | None, *, is_lines: bool) -> LineCorpusStream:
    """Return the stream of an exercise, or of the corrections of one file of it.

    Parameters
    ----------
    path
        The one file; ``None``, or the source's, for all corrections.
    is_lines
        Whether the exercise is known to be one sentence a line; if not, its source's look decides.

    Raises
    ------
    UnreadableInStretches
        If a file of the exercise is something else than text in UTF-8 with a sentence a line, has nothing in it yet,
        or has another number of lines than the source; or if two people have one name.
    """
    if exercise.source is None or (exercise.tokenised is False and not is_lines):
        raise UnreadableInStretches
    source = Side("source", exercise.source)
    hypotheses, references = _sides(exercise.hypotheses), _sides(exercise.references)
    size = _check_lines(source.path, is_lines=is_lines or bool(exercise.tokenised))
    if any(_check_lines(side.path, is_lines=True) != size for side in (*hypotheses, *references)):
        raise UnreadableInStretches
    if path not in (None, source.path):
        hypotheses, references = (tuple(one for one in side if one.path == path) for side in (hypotheses, references))
    people: dict[Annotator, None] = {}
    for corpus in _corpora(source, hypotheses, references, STRETCH):
        people |= dict.fromkeys(everybody(corpus.entries))
        if len(people) == len(hypotheses) + len(references):
            break
    return LineCorpusStream(size, tuple(people), (), source, hypotheses, references)


def _sides(participants: Sequence[Participant]) -> tuple[Side, ...]:
    names = {item.name for item in participants}
    if len(names) < len(participants) or any(item.author is not None for item in participants):
        raise UnreadableInStretches
    return tuple(Side(item.name, item.path) for item in participants)


def _check_lines(path: Path, *, is_lines: bool) -> int:
    """Return the number of lines of a file.

    Raises
    ------
    UnreadableInStretches
        If it is no plain text in UTF-8, or, unless ``is_lines``, does not look as if it had a tokenised sentence a
        line.
    """
    if not is_file(path) or any(form.claims(path) for form in corpus_formats()):
        raise UnreadableInStretches
    if has_headings(head_lines(path)):
        raise UnreadableInStretches
    look = Tokenisation()
    size = 0
    for stretch in look_through(path, _begins_line):
        if text_format(stretch.text, path).name != PLAIN_TEXT:
            raise UnreadableInStretches
        look.add(f"\n{stretch.text}" if size else stretch.text)
        size += stretch.size
    if not (is_lines or look.is_tokenised):
        raise UnreadableInStretches
    return size


def _corpora(source: Side, hypotheses: Sequence[Side], references: Sequence[Side], size: int) -> Iterator[Corpus]:
    sides = (source, *hypotheses, *references)
    for texts in zip(*(_texts(side, size) for side in sides), strict=True):
        segments = tuple(side.segment for side in texts[0].sides)
        count = 1 + len(hypotheses)
        yield Corpus(entries_of_lines(segments, texts[1:count], texts[count:]), tokenised=True)


def _texts(side: Side, size: int) -> Iterator[ParallelText]:
    with opened_text(side.path) as lines:
        for stretch in cut(lines, size, _begins_line):
            yield text_of_lines(stretch.text, side.name, side.path)


def _begins_line(line: str) -> bool:  # noqa: ARG001  # every line is a sentence
    return True
