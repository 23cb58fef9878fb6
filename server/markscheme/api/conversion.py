"""Corpora in other formats."""

from collections.abc import Mapping
from pathlib import Path

import attrs

from markscheme.api.inputs import AnyPath, engine_of
from markscheme.conversion.corpus_files import CorpusFiles, corpus_files
from markscheme.conversion.source_corpus import open_any
from markscheme.conversion.streamed_files import StreamedConversion
from markscheme.formats.base import CorpusFormat
from markscheme.formats.registry import corpus_format, format_to_write
from markscheme.formats.streams.streamed_format import StreamedFormat
from markscheme.marking.local_engine import Engine
from markscheme.progress import Progress, silent
from markscheme.scoring.settings import EngineSettings
from markscheme.text.compression import bare_path, is_compressed
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
    source has not got them. From and to M2, parallel lines, JSON lines and Parquet, memory does not grow with the
    files.

    Parameters
    ----------
    source
        A file that holds sources and corrections, perhaps packed (``.gz``, ``.zst``) where it is M2 or JSON lines; or a
        document or the folder of an exercise.
    target
        The file to write; M2, lines and JSON lines are packed if the name ends in ``.gz`` or ``.zst``. For a format
        with a file for each side, the source's: ``STEM.src`` (parallel lines), ``STEM.src.txt`` (essays); the others
        are written beside it.
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
    corpus = open_any(Path(source).absolute(), corpus_format(read_as) if read_as else None, columns)
    models = engine_of(engine).models
    if isinstance(form, StreamedFormat):
        written = StreamedConversion(corpus, form, models).write(into, overwrite=overwrite, progress=progress)
        return Conversion(written.paths, form.title, written.losses)
    texts = corpus_files(corpus.whole(), form, into.name, models, progress)
    return write_files(texts, form, into, overwrite=overwrite)


def format_of_target(into: Path, name: str | None) -> CorpusFormat:
    """Return the format in which to write a file, by the format's name or else by the file's.

    Raises
    ------
    DocumentError
        If the file is a folder, or there is no such format, or none that can be packed as the name says.
    """
    if is_folder(into):
        raise DocumentError("this is a folder, not a file", path=into, remedy="Name the file to write in it")
    form = corpus_format(name) if name else format_to_write(bare_path(into))
    if is_compressed(into) and not (isinstance(form, StreamedFormat) and form.can_be_packed):
        raise DocumentError(
            f"{form.title} can't be written packed", path=into, remedy=f"Leave out the {into.suffix} of the name"
        )
    return form


def write_files(texts: CorpusFiles, form: CorpusFormat, into: Path, *, overwrite: bool) -> Conversion:
    """Write the files of a corpus beside each other."""
    paths = {into.with_name(name): data for name, data in texts.files.items()}
    write_all(paths, overwrite=overwrite)
    return Conversion(tuple(paths), form.title, texts.losses)
