"""Parallel lines of two files of any size, read a line at a time."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from markscheme.formats.m2.sentences import looks_like_m2
from markscheme.text.encodings import UTF_8, encoding_of
from markscheme.text.errors import DocumentError, MissingDocument
from markscheme.text.reading import check_readable, decode

Tokens = tuple[str, ...]
_REMEDY = "Save it as UTF-8"


def line_pairs(source: Path, target: Path) -> Iterator[tuple[Tokens, Tokens]]:
    """Yield the tokens of each source line and of the line of the same number that corrects it.

    Raises
    ------
    DocumentError
        At the first such line: if a file can't be read, is not UTF-8 or is M2, or one has more lines.
    """
    for number, (wrong, right) in enumerate(zip_longest(_lines(source), _lines(target)), 1):
        if wrong is None or right is None:
            longer, shorter = (target, source) if wrong is None else (source, target)
            raise DocumentError(
                f"this line has none beside it in {shorter.name}",
                path=longer,
                line=number,
                remedy="Parallel texts need the same number of lines, one sentence a line",
            )
        yield wrong, right


def _lines(path: Path) -> Iterator[Tokens]:
    try:
        check_readable(path)
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                yield tuple(_decoded(line, path, number).split())
    except FileNotFoundError:
        raise MissingDocument("the file does not exist", path=path) from None
    except OSError as error:
        raise DocumentError(f"the file can't be read ({error.strerror})", path=path) from error


def _decoded(line: bytes, path: Path, number: int) -> str:
    encoding = encoding_of(line)
    if number == 1 and encoding.name != UTF_8.name:  # its line ends are not those of bytes
        raise DocumentError(f"the file is {encoding.name}, which is not read line by line", path=path, remedy=_REMEDY)
    try:
        text = decode(line, path)
    except DocumentError as error:
        raise DocumentError(error.problem, path=path, line=number, remedy=error.remedy) from None
    if number == 1 and looks_like_m2(text):
        remedy = f"Make it lines: markscheme convert {path.name} {path.stem}.src"
        raise DocumentError("this is M2, and not one sentence a line", path=path, line=1, remedy=remedy)
    return text
