"""Files to streams: which are read in stretches, and which as a whole."""

from collections.abc import Mapping
from pathlib import Path

import attrs

from markscheme.formats.base import DocumentFile
from markscheme.formats.m2.m2_format import M2
from markscheme.formats.records.jsonl import JSONL
from markscheme.formats.records.parquet import PARQUET
from markscheme.formats.registry import corpus_formats, format_to_read, text_format
from markscheme.formats.streams.line_stream import line_stream
from markscheme.formats.streams.m2_stream import m2_stream
from markscheme.formats.streams.stream import HeldStream, TextStream
from markscheme.formats.streams.survey import UnreadableInStretches, head_lines
from markscheme.scoring.blocks.parquet_stream import parquet_stream
from markscheme.scoring.blocks.record_stream import record_stream
from markscheme.scoring.models import Models
from markscheme.scoring.record_texts import Role, texts_of_file
from markscheme.text.compression import bare_path, is_compressed
from markscheme.text.errors import DocumentError
from markscheme.text.reading import is_file


@attrs.frozen
class Opening:
    """Opens the files of a corpus.

    Attributes
    ----------
    columns
        The names of a table's columns by their roles.
    models
        Tokenise the sentences of a file that is read as a whole.
    """

    columns: Mapping[str, str]
    models: Models

    def stream(self, role: Role, name: str, path: Path) -> TextStream:
        """Return the stream of a file: M2, lines and JSON lines in UTF-8, and Parquet, are read in stretches.

        Raises
        ------
        DocumentError
            If the file can't be used.
        """
        try:
            return self._in_stretches(role, name, path)
        except UnreadableInStretches:
            if is_compressed(path) and is_file(path):
                raise DocumentError(
                    "a compressed file holds M2, lines or JSON lines in UTF-8, and this one does not",
                    path=path,
                    remedy="Unpack it",
                ) from None
        return HeldStream.of(texts_of_file(role, name, path, self.columns, self.models))

    def _in_stretches(self, role: Role, name: str, path: Path) -> TextStream:
        if not is_file(path):  # a pipe can be read only once
            raise UnreadableInStretches
        if PARQUET.claims(path):
            return parquet_stream(path, name, role)
        head = head_lines(path)
        bare = bare_path(path)
        file = DocumentFile(bare, lambda _: head)
        if any(form.claims(bare) for form in corpus_formats()):
            is_lines = JSONL.claims(bare) and not head.lstrip().startswith("[")
            if not is_lines or self.columns or format_to_read(file) is not JSONL:
                raise UnreadableInStretches
            return record_stream(path, name, role)
        form = text_format(head, bare)
        if form is M2:
            return m2_stream(path, name)
        if form.is_tokenised:
            raise UnreadableInStretches
        return line_stream(path, name)
