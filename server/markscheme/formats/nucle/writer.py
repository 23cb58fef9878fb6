"""NUCLE's SGML written."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from markscheme.formats.corpus import Corpus, Correction, Entry, TextEdit
from markscheme.formats.nucle.tags import encoded
from markscheme.formats.single_text import sound_edits
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Span


def write_corpus(corpus: Corpus) -> str:
    """Return the corpus's texts as essays, a line a paragraph, and everybody as a teacher.

    A text without an id gets its number. Read again, the texts and edits are the same.

    Raises
    ------
    DocumentError
        If a correction's edits are missing or don't lead to its text, or an essay has two corrections of one name.
    """
    return "".join(line for number, entry in enumerate(corpus.entries, 1) for line in _essay(entry, number))


def _essay(entry: Entry, number: int) -> Iterator[str]:
    yield f'<DOC nid="{encoded(entry.id or str(number))}">\n<TEXT>\n'
    for line in entry.source.split("\n"):
        yield f"<P>\n{encoded(line)}\n</P>\n"
    yield "</TEXT>\n"
    names: set[str] = set()
    for item in entry.corrections:
        if item.name in names:
            raise DocumentError(
                f"two corrections of a text are called {item.name!r}, and a teacher stands once in an essay",
                remedy="Give each another name",
            )
        names.add(item.name)
        yield from _annotation(entry, item)
    yield "</DOC>\n"


def _annotation(entry: Entry, correction: Correction) -> Iterator[str]:
    starts = list(accumulate((len(line) + 1 for line in entry.source.split("\n")), initial=0))[:-1]
    yield f'<ANNOTATION teacher_id="{encoded(correction.name)}">\n'
    for edit in sound_edits(entry, correction):
        yield f"<MISTAKE {_places(edit.span, starts)}>\n<TYPE>{encoded(edit.type)}</TYPE>\n"
        yield f"{_correction(edit)}</MISTAKE>\n"
    yield "</ANNOTATION>\n"


def _correction(edit: TextEdit) -> str:
    return "" if edit.replacement is None else f"<CORRECTION>{encoded(edit.replacement)}</CORRECTION>\n"


def _places(span: Span, starts: list[int]) -> str:
    first, last = (bisect_right(starts, place) - 1 for place in (span.start, span.end))
    return (
        f'start_par="{first}" start_off="{span.start - starts[first]}" '
        f'end_par="{last}" end_off="{span.end - starts[last]}"'
    )
