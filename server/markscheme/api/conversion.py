"""Corpora in other formats."""

from collections.abc import Mapping
from pathlib import Path

import attrs

from markscheme.api.inputs import AnyPath, engine_of
from markscheme.conversion.corpus_files import CorpusFiles, corpus_files
from markscheme.conversion.source_corpus import read_any
from markscheme.formats.base import CorpusFormat
from markscheme.formats.registry import corpus_format, format_to_write
from markscheme.marking.local_engine import Engine
from markscheme.progress import Progress, silent
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError
from markscheme.text.reading import is_folder
from markscheme.text.writing import write_all


@attrs.frozen
class Conversion:
    """What :func:`convert` wrote: the files, the format's name for people, and what it could not carry."""

    files: tuple[Path, ...]
    format: str
    losses: tuple[str, ...]


def convert(
    source: AnyPath,
    target: AnyPath,
    *,
    read_as: str | None = None,
    write_as: str | None = None,
    columns: Mapping[str, str] = {},
    overwrite: bool = False,
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> Conversion:
    """Convert texts with their corrections to another format.

    Sentences are parted and tokenised, and edits extracted by ERRANT, where the format needs them and the
    source has not got them.

    Parameters
    ----------
    source
        A file that holds sources and corrections; or a document or the folder of an exercise.
    target
        The file to write. For a format with a file for each side, the source's: ``STEM.src`` (parallel
        lines), ``STEM.src.txt`` (essays); the others are written beside it.
    read_as, write_as
        Names of formats (:func:`markscheme.formats.registry.corpus_format_names`), where the file's content or
        name does not say them.
    columns
        The names of a table's columns by their roles, such as ``{"source": "Text"}``, where the names don't say them.
    overwrite
        Whether files that are there may be replaced.

    Raises
    ------
    DocumentError
        If the source can't be read or is of no single exercise, the format can't hold it at all, a file is
        there already, or the folder can't be written.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.md").write_text("He {~~go~>goes~~} to school.\\n")
    >>> convert(folder / "essay.md", folder / "essay.m2").losses[0]
    'which corrections are hypotheses; read back, all are references'
    >>> print((folder / "essay.m2").read_text().strip())
    S He go to school .
    A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
    """
    into = Path(target)
    form = format_of_target(into, write_as)
    corpus = read_any(Path(source).absolute(), corpus_format(read_as) if read_as else None, columns)
    texts = corpus_files(corpus, form, into.name, engine_of(engine).models, progress)
    return write_files(texts, form, into, overwrite=overwrite)


def format_of_target(into: Path, name: str | None) -> CorpusFormat:
    """Return the format in which to write a file, by the format's name or else by the file's.

    Raises
    ------
    DocumentError
        If the file is a folder, or there is no such format.
    """
    if is_folder(into):
        raise DocumentError("this is a folder, not a file", path=into, remedy="Name the file to write in it")
    return corpus_format(name) if name else format_to_write(into)


def write_files(texts: CorpusFiles, form: CorpusFormat, into: Path, *, overwrite: bool) -> Conversion:
    """Write the files of a corpus beside each other."""
    paths = {into.with_name(name): data for name, data in texts.files.items()}
    write_all(paths, overwrite=overwrite)
    return Conversion(tuple(paths), form.title, texts.losses)
