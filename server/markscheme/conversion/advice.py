"""The command that turns a corpus into files that can be marked."""

import shlex
from pathlib import Path

from markscheme.formats.base import CorpusFormat, DocumentFile
from markscheme.formats.plain_text.essays import ESSAYS
from markscheme.formats.plain_text.lines import LINES
from markscheme.formats.plain_text.multigec import MULTIGEC
from markscheme.formats.registry import format_to_read
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource, shown_path

_LAYOUTS: tuple[tuple[CorpusFormat, str, str], ...] = (
    (ESSAYS, ".src.txt", ""),
    (MULTIGEC, ".src.md", f" --to {MULTIGEC.name}"),
)
"""Formats of an exercise's files, with the end of the source's name and what the command says besides; the first that
can hold the texts as they are is best."""
_LAST = ".src"


def conversion_command(path: Path, read: TextSource) -> str:
    """Return the command that makes an exercise of a corpus, for a shell in the current folder.

    Raises
    ------
    DocumentError
        If the file can't be used.
    """
    file = DocumentFile(path, read)
    form = format_to_read(file)
    if form is None:
        raise DocumentError("the file is of no format that can be converted", path=path)
    corpus = form.read_corpus(file)
    end, options = _LAST, f" --to {LINES.name}"
    for layout, name_end, needed in _LAYOUTS:
        try:
            layout.check_texts(corpus)
            layout.write_corpus(corpus, f"{path.stem}{name_end}")
        except DocumentError:
            continue
        end, options = name_end, needed
        break
    target = path.with_name(path.stem + end)
    return f"markscheme convert {shlex.quote(shown_path(path))} {shlex.quote(shown_path(target))}{options}"
