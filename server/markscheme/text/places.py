"""The places of a text's characters in the file that holds the text.

A CriticMarkup document holds a student's text and her correction between marks. What is said about either is shown in
the document, so every character of either has a place in it.
"""

from bisect import bisect_right

import attrs

from markscheme.text.positions import Span


@attrs.frozen
class Run:
    """Characters that stand together in text and file: ``text[start:start + length]`` is
    ``file[file_start:file_start + length]``."""

    start: int
    file_start: int
    length: int


@attrs.frozen
class Places:
    """The places of a text's characters in its file, by offsets of code points.

    Attributes
    ----------
    runs
        Ascending in text and file, none empty; end to end they are the whole text. None for an empty text.
    file_length
        Characters of the file.

    Raises
    ------
    ValueError
        If the runs leave out a character of the text, overlap in the file or reach beyond it.
    """

    runs: tuple[Run, ...]
    file_length: int

    def __attrs_post_init__(self) -> None:
        end = file_end = 0
        for run in self.runs:
            if run.length <= 0 or run.start != end or run.file_start < file_end:
                raise ValueError(f"{run} does not follow on offset {end} of the text and {file_end} of its file")
            end, file_end = run.start + run.length, run.file_start + run.length
        if file_end > self.file_length:
            raise ValueError(f"the last run ends at {file_end}, beyond a file of {self.file_length} characters")

    def __len__(self) -> int:
        """Return the number of the text's characters."""
        return self.runs[-1].start + self.runs[-1].length if self.runs else 0

    def span(self, span: Span) -> Span:
        """Return the span of the file for a span of the text; offsets outside the text are moved to its nearest end.

        Characters stretch from the first one's place to behind the last one's, and over whatever of the file stands
        between them. No characters are the gap between their neighbours: what the file has there and the text has
        not, a ``{--deletion--}`` for example; empty where it has nothing there.

        >>> places = Places((Run(0, 0, 4), Run(4, 13, 4)), 17)  # "I am home" of "I am {--at --}home"
        >>> places.span(Span(4, 8)), places.span(Span(4, 4)), places.span(Span(2, 2))
        (Span(start=13, end=17), Span(start=4, end=13), Span(start=2, end=2))
        """
        start = min(max(span.start, 0), len(self))
        end = min(max(span.end, start), len(self))
        if start == end:
            return Span(self._behind(start), self._place(start))
        return Span(self._place(start), self._behind(end))

    def text_span(self, span: Span) -> Span:
        """Return the span of the text whose characters stand in a span of the file.

        >>> places = Places((Run(0, 0, 4), Run(4, 13, 4)), 17)
        >>> places.text_span(Span(2, 15)), places.text_span(Span(6, 9))
        (Span(start=2, end=6), Span(start=4, end=4))
        """
        return Span(self._first_from(span.start), self._first_from(span.end))

    def _first_from(self, file_offset: int) -> int:
        """Return the offset of the text's first character at or behind an offset of the file."""
        number = bisect_right(self.runs, file_offset, key=lambda run: run.file_start) - 1
        if number < 0:
            return 0
        run = self.runs[number]
        return run.start + min(file_offset - run.file_start, run.length)

    def _place(self, offset: int) -> int:
        """Return the place of the character at an offset; the file's end for the text's."""
        if offset == len(self):
            return self.file_length
        run = self._run(offset)
        return run.file_start + offset - run.start

    def _behind(self, offset: int) -> int:
        """Return the place behind the character before an offset; the file's start for the text's."""
        return self._place(offset - 1) + 1 if offset else 0

    def _run(self, offset: int) -> Run:
        return self.runs[bisect_right(self.runs, offset, key=_start) - 1]


def _start(run: Run) -> int:
    return run.start
