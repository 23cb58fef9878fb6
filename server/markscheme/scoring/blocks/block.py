"""A block: the same consecutive sentences of all files of a corpus. It is read, sent and marked as one."""

from collections.abc import Iterator
from itertools import zip_longest

import attrs

from markscheme.formats.streams.stream import Stretch, TextStream, Tokenise
from markscheme.text.errors import DocumentError


@attrs.frozen
class Block:
    """A stretch of every file.

    Attributes
    ----------
    number
        Its 0-based place among the corpus's blocks.
    source
        The source file's stretch; ``None`` where other files carry the source.
    """

    number: int
    hypotheses: tuple[Stretch, ...]
    references: tuple[Stretch, ...]
    source: Stretch | None

    @property
    def first(self) -> int:
        """The 0-based number of its first sentence."""
        return self.hypotheses[0].first

    @property
    def size(self) -> int:
        """The number of its sentences."""
        return self.hypotheses[0].size


@attrs.frozen
class CorpusFiles:
    """The files of a corpus, at least one hypothesis."""

    hypotheses: tuple[TextStream, ...]
    references: tuple[TextStream, ...] = ()
    source: TextStream | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The hypotheses' names."""
        return tuple(name for stream in self.hypotheses for name in stream.reader.names)

    @property
    def reference_count(self) -> int:
        """The number of references."""
        return sum(len(stream.reader.names) for stream in self.references)

    @property
    def streams(self) -> tuple[TextStream, ...]:
        """Every file: hypotheses, references, source."""
        return (*self.hypotheses, *self.references, *filter(None, [self.source]))

    @property
    def carrier(self) -> TextStream:
        """The file that gives the source sentences: the source's, or else the first that carries them.

        Raises
        ------
        DocumentError
            If there is none.
        """
        carrying = (stream for stream in self.streams if stream.reader.carries_source)
        carrier = self.source or next(carrying, None)
        if carrier is None:
            raise DocumentError("there is no source text", remedy="Name one with --source, or give M2 files")
        return carrier

    def check(self, tokenise: Tokenise) -> None:
        """Check that all files have the same number of sentences.

        Raises
        ------
        DocumentError
            If they don't, or have none.
        """
        carrier = self.carrier
        for stream in (*self.hypotheses, *self.references):
            if stream.size != carrier.size:
                number = carrier.size if stream.size > carrier.size else stream.size - 1
                raise DocumentError(
                    f"it has {stream.size} sentences where its source {carrier.title} has {carrier.size}",
                    path=stream.reader.path,
                    line=stream.line_of(number, tokenise),
                    remedy="Parallel texts need the same number of lines, one sentence a line",
                )
        if not carrier.size:
            given = self.source or self.hypotheses[0]
            raise DocumentError("the document has no sentence", path=given.reader.path, line=1)

    def blocks(self, size: int) -> Iterator[Block]:
        """Yield the files in blocks of ``size`` sentences; :meth:`check` has passed.

        Raises
        ------
        DocumentError
            If a file can't be read, or has changed since it was looked through.
        """
        count = len(self.hypotheses)
        rows = zip_longest(*(stream.stretches(size) for stream in self.streams))
        for number, stretches in enumerate(rows):
            if any(stretch is None or stretch.size != stretches[0].size for stretch in stretches):
                raise DocumentError("a file changed while it was read", remedy="Run the command again")
            references = stretches[count : count + len(self.references)]
            source = stretches[-1] if self.source is not None else None
            yield Block(number, stretches[:count], references, source)


def source_sentences(stream: TextStream, step: int, tokenise: Tokenise) -> Iterator[str]:
    """Yield every ``step``-th source sentence of a file that gives them; only these are parsed."""
    for stretch in stream.stretches(1):
        if stretch.first % step:
            continue
        text = stream.reader.texts(stretch, tokenise)[0]
        segments = text.sources if text.sources is not None else [side.segment for side in text.sides]
        for segment in segments:
            yield " ".join(segment.tokens)
