"""A block's texts: what the readers of its files make of it, whichever process reads them."""

from collections.abc import Sequence

import attrs

from markscheme.formats.parallel import ParallelText, sources_of
from markscheme.formats.streams.stream import Stretch, StretchReader
from markscheme.scoring.blocks.block import Block, CorpusFiles
from markscheme.scoring.models import Models
from markscheme.scoring.record_texts import tokenised_segment
from markscheme.scoring.sentences import seen_by
from markscheme.text.segments import Segment

Seen = tuple[int, ...]


@attrs.frozen
class BlockTexts:
    """The texts of a block, and its source sentences."""

    sources: tuple[Segment, ...]
    hypotheses: list[ParallelText]
    references: list[ParallelText]

    def seen(self) -> tuple[Seen, ...]:
        """Return the references whose authors have seen each sentence; empty where they have seen all."""
        if not any(side.absent for text in self.references for side in text.sides):
            return ()
        return tuple(seen_by([text.sides[number] for text in self.references]) for number in range(len(self.sources)))


@attrs.frozen
class BlockReaders:
    """Make texts of the stretches of each file. They can be sent to another process."""

    hypotheses: tuple[StretchReader, ...]
    references: tuple[StretchReader, ...]
    source: StretchReader | None

    @classmethod
    def of(cls, files: CorpusFiles) -> "BlockReaders":
        """Return the readers of a corpus's files."""
        hypotheses, references = (
            tuple(stream.reader for stream in streams) for streams in (files.hypotheses, files.references)
        )
        return cls(hypotheses, references, files.source.reader if files.source else None)

    def texts(self, block: Block, models: Models) -> BlockTexts:
        """Return a block's texts.

        Raises
        ------
        DocumentError
            If a file is malformed there, or carries another source than the others.
        """

        def read(readers: Sequence[StretchReader], stretches: Sequence[Stretch]) -> list[ParallelText]:
            pairs = zip(readers, stretches, strict=True)
            return [text for reader, stretch in pairs for text in reader.texts(stretch, tokenise)]

        def tokenise(text: str) -> Segment:
            return tokenised_segment(text, models)

        hypotheses, references = read(self.hypotheses, block.hypotheses), read(self.references, block.references)
        source = self.source.texts(block.source, tokenise)[0] if self.source and block.source else None
        sources = sources_of([*hypotheses, *references], source, block.first)
        return BlockTexts(sources, hypotheses, references)
