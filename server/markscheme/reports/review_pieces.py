"""A review written a document at a time, in a format: memory does not grow with the documents."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO

import attrs

from markscheme.reports.report import Remarks, Report, ReviewedDocument


@attrs.frozen
class Piece:
    """A document as it is written, and whether it has an estimate in place of marks."""

    text: str
    is_estimate: bool


class ReviewFormat(ABC):
    """A format of reviews. It can be sent to other processes, which make the pieces."""

    @abstractmethod
    def piece(self, document: ReviewedDocument) -> Piece:
        """Return a document as it is written."""

    @abstractmethod
    def written(self, pieces: Iterable[Piece], remarks: Callable[[], Remarks]) -> Iterator[str]:
        """Yield the text of a review, as the documents come; those without marks wait for its end.

        Parameters
        ----------
        remarks
            Return what is said beside the documents; called when all have come.
        """

    def whole(self, report: Report) -> str:
        """Return a report that is there."""
        return "".join(self.written(map(self.piece, report.reviewed), lambda: report.remarks))


class KeptTexts:
    """Texts that wait in a temporary file. They are added, and then read, in one order."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._lengths: list[int] = []

    def __bool__(self) -> bool:
        return bool(self._lengths)

    def add(self, text: str) -> None:
        """Add a text."""
        data = text.encode()
        self._stream.write(data)
        self._lengths.append(len(data))

    def __iter__(self) -> Iterator[str]:
        self._stream.seek(0)
        for length in self._lengths:
            yield self._stream.read(length).decode()


@contextmanager
def kept_texts() -> Iterator[KeptTexts]:
    """Yield a place for texts; it is gone when the block ends."""
    with TemporaryFile() as stream:
        yield KeptTexts(stream)
