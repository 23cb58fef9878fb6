"""Texts that several annotators corrected: an M2 file with several annotators, or lines with several references."""

from pathlib import Path

from markscheme.alignment.parallel import read_parallel
from markscheme.formats.parallel import ParallelText
from markscheme.formats.registry import text_format
from markscheme.text.errors import DocumentError, MissingDocument
from markscheme.text.reading import read_text

LEAST_ANNOTATORS = 2


def read_annotated(path: Path) -> tuple[ParallelText | None, tuple[ParallelText, ...]]:
    """Return the source, if it has a file of its own, and each annotator's text.

    Parameters
    ----------
    path
        An M2 file with several annotators; or a folder that has one such file, or one ``STEM.src`` with ``STEM.ref0``,
        ``STEM.ref1``, … as JFLEG has them.

    Raises
    ------
    DocumentError
        If there is no such file, or there are several.
    """
    if path.is_dir():
        return _read_folder(path)
    if not path.is_file():
        raise MissingDocument("the file does not exist", path=path)
    texts = read_parallel(read_text(path), path.stem, path)
    if len(texts) < LEAST_ANNOTATORS:
        raise DocumentError("only one annotator corrected these sentences", path=path, remedy=_REMEDY)
    return None, texts


_REMEDY = "Give an M2 file with several annotators, or a folder with STEM.src and STEM.ref0, STEM.ref1, …"


def _read_folder(folder: Path) -> tuple[ParallelText | None, tuple[ParallelText, ...]]:
    stems = {path: _references(path) for path in sorted(folder.glob("*.src"))}
    parallel = [path for path, references in stems.items() if len(references) >= LEAST_ANNOTATORS]
    annotated = [path for path in sorted(folder.iterdir()) if path.is_file() and _annotators(path) >= LEAST_ANNOTATORS]
    candidates = [*parallel, *annotated]
    if len(candidates) != 1:
        names = ", ".join(path.name for path in candidates)
        fault = (
            f"several texts have several annotators here: {names}" if candidates else "no text has several annotators"
        )
        raise DocumentError(fault, path=folder, remedy=_REMEDY)
    if annotated:
        return read_annotated(annotated[0])
    [source] = read_parallel(read_text(parallel[0]), "source", parallel[0])
    texts = [read_parallel(read_text(path), path.name, path)[0] for path in stems[parallel[0]]]
    return source, tuple(texts)


def _references(source: Path) -> list[Path]:
    return sorted(source.parent.glob(f"{source.name.removesuffix('.src')}.ref*"))


def _annotators(path: Path) -> int:
    """Return the number of annotators of an M2 file; 0 for another file."""
    try:
        text = read_text(path)
        return len(read_parallel(text, path.stem, path)) if text_format(text, path).is_tokenised else 0
    except DocumentError:
        return 0
