"""brat's files written: a text, and its annotations with corrections in notes."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath

import attrs

from markscheme.formats.brat.error_types import brat_type
from markscheme.formats.corpus import Corpus, TextEdit, joined
from markscheme.formats.marked_words import text_edit, without_space
from markscheme.formats.single_text import only_entry, sound_edits
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines
from markscheme.text.positions import Span

TEXT_SUFFIX = ".txt"
_SUFFIX = ".ann"
_WORD_BEFORE = re.compile(r"\S*[^\S\n]*\Z")
_WORD_BEHIND = re.compile(r"[^\S\n]*\S*")


def write_corpus(corpus: Corpus, name: str) -> Mapping[str, bytes]:
    """Return the ``.ann`` file and the text beside it, for a corpus of one correction.

    Annotations are on words, as people mark them in brat: an insertion is on the word beside it, which the note
    repeats. Edits that share such a word are one annotation, with the first one's type. A deletion has the attribute
    ``Delete``. Edits of white space alone at a line's ends are left out, and line breaks that a correction adds become
    spaces.

    Raises
    ------
    DocumentError
        If there is not one correction, or its edits are missing or don't lead to its text.
    """
    entry = only_entry(joined(corpus), "brat's standoff")
    if len(entry.corrections) != 1:
        raise DocumentError(
            f"brat's standoff holds one correction of a text, and there are {len(entry.corrections)}",
            remedy="Write one file for each correction",
        )
    file = PurePath(name if name.lower().endswith(_SUFFIX) else f"{name}{_SUFFIX}")
    marks = _marks(entry.source, sound_edits(entry, entry.corrections[0]))
    lines = [line for number, mark in enumerate(marks, 1) for line in _lines(entry.source, mark, number)]
    return {file.name: "".join(lines).encode(), file.with_suffix(TEXT_SUFFIX).name: entry.source.encode()}


@attrs.frozen
class _Mark:
    """An annotation: its words, and what is to stand there; ``None`` where an error is only marked."""

    span: Span
    correction: str | None
    type: str


def _lines(source: str, mark: _Mark, number: int) -> Iterator[str]:
    parts = list(_fragments(source, mark.span))
    offsets = ";".join(f"{part.start} {part.end}" for part in parts)
    words = " ".join(part.of(source) for part in parts)
    yield f"T{number}\t{brat_type(mark.type)} {offsets}\t{words}\n"
    if mark.correction:
        yield f"#{number}\tAnnotatorNotes T{number}\t{mark.correction}\n"
    elif mark.correction is not None:
        yield f"A{number}\tDelete T{number}\n"


def _fragments(source: str, span: Span) -> Iterator[Span]:
    """Yield the parts of a span on each of its lines, since brat parts annotations at line ends."""
    start, has_words = span.start, False
    for line in span.of(source).split("\n"):
        if line:
            yield Span(start, start + len(line))
            has_words = True
        start += len(line) + 1
    if not has_words:
        yield span


def _marks(source: str, edits: Iterable[TextEdit]) -> list[_Mark]:
    """Return annotations that lead to the same words, in the text's order."""
    changes = deque(edit for edit in _one_line_edits(source, edits) if edit.replacement != edit.span.of(source))
    marks: list[_Mark] = []
    before: list[TextEdit] = []
    while changes:
        change = changes.popleft()
        space = Span(marks[-1].span.end if marks else 0, changes[0].span.start if changes else len(source))
        mark = _mark(source, change, space)
        if mark is None and changes and (both := _joined(source, change, changes[0])) is not None:
            changes[0] = both
        elif mark is None and before and (both := _joined(source, before[-1], change)) is not None:
            changes.appendleft(both)
            before.pop()
            marks.pop()
        elif (mark := mark or _near(source, change, space)) is not None:
            marks.append(mark)
            before.append(text_edit(source, mark.span, mark.correction, mark.type))
    return marks


def _one_line_edits(source: str, edits: Iterable[TextEdit]) -> Iterator[TextEdit]:
    """Yield edits without line breaks in their corrections, and without equal white space at their ends.

    An edit of several lines that keeps their number becomes an edit of each; else its line breaks become spaces.
    """
    for edit in edits:
        if edit.replacement is None:
            yield edit
            continue
        old, new = edit.span.of(source).split("\n"), newlines(edit.replacement).split("\n")
        if len(old) != len(new):
            yield _trimmed(source, TextEdit(edit.span, " ".join(new), edit.type))
            continue
        start = edit.span.start
        for before, after in zip(old, new, strict=True):
            yield _trimmed(source, TextEdit(Span(start, start + len(before)), after, edit.type))
            start += len(before) + 1


def _trimmed(source: str, edit: TextEdit) -> TextEdit:
    old, new = edit.span.of(source), edit.replacement or ""
    first = _shared_space(old, new)
    old, new = old[first:], new[first:]
    last = _shared_space(old[::-1], new[::-1])
    return TextEdit(Span(edit.span.start + first, edit.span.end - last), new[: len(new) - last], edit.type)


def _shared_space(one: str, other: str) -> int:
    """Return the number of characters of white space that both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    shorter = min(len(one), len(other))
    return next((number for number, (first, second) in pairs if first != second or not first.isspace()), shorter)


def _mark(source: str, change: TextEdit, space: Span) -> _Mark | None:
    """Return the annotation that is read as exactly this change, or as it with the words beside it.

    Parameters
    ----------
    space
        The text between the neighbouring annotations, which this one must not leave.

    Returns
    -------
    ``None`` where there is no such annotation.
    """
    if change.replacement is None:
        return _Mark(change.span, None, change.type)
    if not change.replacement:
        for span in (without_space(source, change.span), change.span):
            if text_edit(source, span, "", change.type) == change and span.of(source).strip():
                return _Mark(span, "", change.type)
    for wide in _widened(source, change, space):
        if wide.replacement and _is_bare(wide.replacement) and _is_bare(wide.span.of(source)):
            return _Mark(wide.span, wide.replacement, change.type)
    if change.replacement.strip() and text_edit(source, change.span, change.replacement, change.type) == change:
        return _Mark(change.span, change.replacement.strip(), change.type)
    return None


def _near(source: str, change: TextEdit, space: Span) -> _Mark | None:
    """Return an annotation that leads to the same words, with other white space; ``None`` where there are no words."""
    for wide in reversed(tuple(_widened(source, change, space))):
        span = without_space(source, wide.span)
        if wide.replacement and wide.replacement.strip() and span.start < span.end:
            return _Mark(span, wide.replacement.strip(), change.type)
    words = (change.replacement or "").strip()
    has_words = words or change.span.of(source).strip()
    return _Mark(change.span, words, change.type) if has_words else None


def _widened(source: str, change: TextEdit, space: Span) -> Iterator[TextEdit]:
    """Yield the change as it is, with the word behind it, with the word before it, and with both."""
    here, line = change.span, source[space.start : change.span.start].rpartition("\n")[2]
    before = _WORD_BEFORE.search(line)
    behind = _WORD_BEHIND.match(source, here.end, space.end)
    start = here.start - (len(before[0]) if before else 0)
    end = behind.end() if behind else here.end
    for span in (here, Span(here.start, end), Span(start, here.end), Span(start, end)):
        words = source[span.start : here.start] + (change.replacement or "") + source[here.end : span.end]
        yield TextEdit(span, words, change.type)


def _is_bare(words: str) -> bool:
    """Return whether there are words, with no white space about them."""
    return bool(words) and words == words.strip()


def _joined(source: str, one: TextEdit, other: TextEdit) -> TextEdit | None:
    """Return two changes as one; ``None`` where words or a line's end stand between them.

    The words of an error without a correction stay, and the mark is lost.
    """
    gap = source[one.span.end : other.span.start]
    words = gap.join(edit.span.of(source) if edit.replacement is None else edit.replacement for edit in (one, other))
    if gap.strip() or "\n" in words:
        return None
    return TextEdit(Span(one.span.start, other.span.end), words, one.type or other.type)
