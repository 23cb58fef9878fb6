"""Files of one tokenised sentence a line, and parts of them."""

from collections.abc import Sequence
from pathlib import Path

import attrs

from markscheme.formats.parallel import ParallelText, text_of_lines
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text


def lines_text(path: Path, name: str = "") -> ParallelText:
    """Return a file of one tokenised sentence a line, by the file's name without its ending or another name.

    Raises
    ------
    DocumentError
        If the file can't be read.
    """
    return text_of_lines(read_text(path), name or path.stem, path)


def selected(text: ParallelText, sentences: Sequence[int]) -> ParallelText:
    """Return a text's sentences of these indices.

    Raises
    ------
    DocumentError
        If the text has fewer sentences.
    """
    if len(text.sides) <= max(sentences):
        raise DocumentError(
            f"it has {len(text.sides)} sentences, and judgements name sentence {max(sentences) + 1}", path=text.path
        )
    return attrs.evolve(
        text,
        sides=tuple(text.sides[number] for number in sentences),
        lines=tuple(text.lines[number] for number in sentences),
        sources=None if text.sources is None else tuple(text.sources[number] for number in sentences),
    )
