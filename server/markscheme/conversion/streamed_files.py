"""A corpus to the files of a format, a stretch of entries at a time: memory does not grow with it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import attrs

from markscheme.conversion.census import Census
from markscheme.conversion.losses import counted_losses
from markscheme.conversion.preparation import change_losses, prepared
from markscheme.conversion.streams.corpus_stream import CorpusStream
from markscheme.conversion.token_edits import Change
from markscheme.formats.annotators import Annotator, everybody
from markscheme.formats.corpus import Corpus
from markscheme.formats.streams.streamed_format import StreamedFormat
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models
from markscheme.text.compression import bare_path, is_compressed, packing
from markscheme.text.writing import all_written_whole, check_replaceable

STRETCH = 1024
"""Entries that are converted at a time."""


@attrs.frozen
class StreamedFiles:
    """The files that were written, and what the format could not carry, a line each."""

    paths: tuple[Path, ...]
    losses: tuple[str, ...]


@attrs.frozen
class StreamedConversion:
    """Writes a corpus in a format.

    Attributes
    ----------
    stretch
        Entries that are converted at a time.
    """

    corpus: CorpusStream
    form: StreamedFormat
    models: Models
    stretch: int = STRETCH

    def write(self, into: Path, *, overwrite: bool, progress: Progress = silent) -> StreamedFiles:
        """Write the files, all whole or none of them; packed, if the name of the first one says so.

        Sentences are parted and tokenised, and edits extracted by ERRANT, where the format needs them.

        Parameters
        ----------
        into
            The file to write; for a format with a file for each side, the source's.

        Raises
        ------
        DocumentError
            If the format can't hold the corpus, a file is malformed or there already, or the folder can't be written.
        """
        people = self.corpus.people
        while True:
            end = into.suffix if is_compressed(into) else ""
            paths = [into.with_name(f"{name}{end}") for name in self.form.file_names(bare_path(into).name, people)]
            for path in paths:
                check_replaceable(path, overwrite=overwrite)
            attempt = _Attempt(self, progress)
            try:
                attempt.write(paths, people)
            except _OtherPeople:
                # Somebody's only texts are blank, and so no sentence has their correction.
                people = tuple(attempt.people)
            else:
                return StreamedFiles(tuple(paths), attempt.losses())


class _OtherPeople(Exception):
    """Others have corrections of what is written than were taken for the files' layout."""


class _Attempt:
    """One pass through the corpus: what is counted in it before and after its preparation."""

    def __init__(self, conversion: StreamedConversion, progress: Progress) -> None:
        self._corpus, self._form = conversion.corpus, conversion.form
        self._models, self._stretch = conversion.models, conversion.stretch
        self._progress = progress
        self._census = Census()
        self._counts: Counter[str] = Counter()
        self._later_counts: Counter[str] = Counter()
        self._changes: Counter[Change] = Counter()
        self.people: dict[Annotator, None] = {}

    def write(self, paths: Sequence[Path], people: Sequence[Annotator]) -> None:
        with all_written_whole(paths) as streams:
            with ExitStack() as packs:
                outputs = [
                    packs.enter_context(packing(path, stream)) for path, stream in zip(paths, streams, strict=True)
                ]
                for pieces in self._form.written(self._prepared(), people):
                    for output, piece in zip(outputs, pieces, strict=True):
                        output.write(piece)
            if self._form.depends_on_people and tuple(self.people) != tuple(people):
                raise _OtherPeople

    def _prepared(self) -> Iterator[Corpus]:
        size = self._corpus.size
        done = 0
        for corpus in self._corpus.corpora(self._stretch):
            self._progress("corpus", done, size)
            self._census.add(corpus)
            self._counts.update(self._form.counted_losses(corpus))
            preparation = prepared(corpus, self._form, self._models, self._within(done, len(corpus.entries)))
            self._changes.update(preparation.changes)
            self._later_counts.update(self._form.counted_losses(preparation.corpus))
            self.people |= dict.fromkeys(everybody(preparation.corpus.entries))
            done += len(corpus.entries)
            yield preparation.corpus
        self._progress("corpus", size, size)

    def _within(self, begin: int, size: int) -> Progress:
        def report(_stage: str, done: int, total: int) -> None:
            self._progress("corpus", begin + size * done // max(total, 1), self._corpus.size)

        return report

    def losses(self) -> tuple[str, ...]:
        """Return what the format could not carry of the corpus."""
        first = (
            *self._corpus.left_out,
            *counted_losses(self._census, self._form),
            *self._form.summed_losses(self._census.people, self._counts),
        )
        later = self._form.summed_losses(self.people, self._later_counts)
        return (*first, *(item for item in later if item not in first), *change_losses(self._changes))
