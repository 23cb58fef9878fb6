"""Parallel lines, one tokenised sentence a line, read a stretch at a time."""

from pathlib import Path

import attrs

from markscheme.formats.parallel import ParallelText, text_of_lines
from markscheme.formats.streams.stream import FileStream, Stretch, StretchReader, Tokenise
from markscheme.formats.streams.survey import look_through


@attrs.frozen
class LineReader(StretchReader):
    """Makes the text of a stretch of lines."""

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        text = text_of_lines(stretch.text, self.names[0], self.path)
        return (attrs.evolve(text, lines=tuple(range(stretch.line, stretch.line + stretch.size))),)


@attrs.frozen
class LineStream(FileStream):
    """A file of lines."""

    @staticmethod
    def begins_sentence(line: str) -> bool:  # noqa: ARG004  # every line is one
        return True


def line_stream(path: Path, name: str) -> LineStream:
    """Return the stream of a file of lines.

    Raises
    ------
    UnreadableInStretches
        If the file is not text in UTF-8.
    """
    size = sum(stretch.size for stretch in look_through(path, LineStream.begins_sentence))
    return LineStream(LineReader(path, (name,), False), size, path)
