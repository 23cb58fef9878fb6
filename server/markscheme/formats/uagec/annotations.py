"""Annotations as they stand in a file: where they are, their parts, and how one is written."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NoReturn

import attrs

from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, Span

ARROW = "=>"
TYPE_FIELD = "error_type"
NO_SUGGESTIONS = "NO_SUGGESTIONS"
"""Stands for the correction of an error that is marked and not corrected."""
LINE_END = r"\n"
"""A line end inside an annotation: a backslash and an ``n``."""
_RAW_LINE_END = re.compile(r"\r\n|\n|\r")
_FIELD = ":::"
_ALTERNATIVE = "|"
_METADATA = re.compile(r":::(?!:|\Z)")
_BRACE = re.compile("[{}]")
_TYPED = f"{_FIELD}{TYPE_FIELD}="
"""What stands before a type."""
_CODE_ARROW = re.compile(r"\s=>\s")
_FORM = "An annotation reads {error=>correction:::error_type=Type}, without further braces"
_UNWRITABLE = ("{", "}", ARROW, _FIELD, _ALTERNATIVE, LINE_END)
"""What a correction can't hold."""


@attrs.frozen
class Written:
    """An annotation as it stands in a file.

    Attributes
    ----------
    span
        Its characters, braces included.
    error
        The characters of the error.
    suggestions
        The characters of each correction; none where the error is only marked.
    fields
        The metadata by key.
    """

    span: Span
    error: Span
    suggestions: tuple[Span, ...]
    fields: Mapping[str, str]


def annotations_in(text: str, path: Path | None = None) -> Iterator[Written]:
    """Yield the annotations of a text, in linear time.

    Raises
    ------
    DocumentError
        At an annotation that is not closed or holds another one, and at a type outside of annotations.
    """
    end = 0
    for start, closing in _bodies(text):
        if closing is None:
            _refuse(text, start, path, "this annotation is not closed", f"Write '}}' where it ends. {_FORM}")
        _check_outside(text, end, start, path)
        end = closing + 1
        yield _written(text, start, end)
    _check_outside(text, end, len(text), path)


def recognises(text: str) -> bool:
    """Return whether a text has an annotation of this kind, well placed or not.

    Without metadata, one with spaces on both sides of its arrow, or with a line end, may be program code and shows
    nothing.
    """
    if _TYPED in text:
        return True
    for start, closing in _bodies(text):
        body = text[start:closing] if closing is not None else ""
        if _METADATA.search(body) or (body and not _RAW_LINE_END.search(body) and not _CODE_ARROW.search(body)):
            return True
    return False


def annotation(error: str, correction: str | None, kind: str = "", line_end: str = "\n") -> str:
    """Return an annotation as it is written.

    Parameters
    ----------
    correction
        ``None`` where the error is only marked.
    line_end
        The line end of the file, which is written as a backslash and an ``n``.

    Raises
    ------
    DocumentError
        If the dialect can't express it.
    """
    written = "{" + _escaped(error) + ARROW
    written += NO_SUGGESTIONS if correction is None else _escaped(correction)
    written += (f"{_TYPED}{kind}" if kind else "") + "}"
    items = list(_bodies(written))
    if items == [(0, len(written) - 1)] and _FIELD not in (correction or ""):
        item = _written(written, 0, len(written))
        corrections = [unescaped(span.of(written), line_end) for span in item.suggestions]
        expected = [] if correction is None else [correction]
        is_same = (unescaped(item.error.of(written), line_end), corrections) == (error, expected)
        if is_same and item.fields == ({TYPE_FIELD: kind} if kind else {}):
            return written
    raise DocumentError(
        f"the correction of {error!r} to {correction or ''!r}{f' of type {kind!r}' if kind else ''} "
        "can't be written in UA-GEC's annotation",
        remedy=f"It has no way to write {_unwritable(error, correction or '', kind)} there",
    )


def unescaped(text: str, line_end: str) -> str:
    r"""Return a part of an annotation as the text that it stands for.

    Parameters
    ----------
    line_end
        What ``\n`` stands for.
    """
    return text.replace(LINE_END, line_end)


def _escaped(text: str) -> str:
    return _RAW_LINE_END.sub(lambda _: LINE_END, text)


def _unwritable(error: str, correction: str, kind: str) -> str:
    """Return what keeps an annotation from being written, in words for people."""
    in_error = [item for item in ("{", "}", LINE_END) if item in error]
    in_correction = [item for item in _UNWRITABLE if item in correction]
    in_type = [item for item in ("{", "}", ARROW, _FIELD) if item in kind]
    items = list(dict.fromkeys([*in_error, *in_correction, *in_type])) or [correction or error]
    return ", ".join(f"'{item}'" for item in items)


def _bodies(text: str) -> Iterator[tuple[int, int | None]]:
    """Yield the places of the opening and the closing brace of each annotation, ``None`` for one that isn't closed."""
    opening: int | None = None
    for match in _BRACE.finditer(text):
        place = match.start()
        if opening is not None:
            is_closed = match[0] == "}"
            if text.find(ARROW, opening, place if is_closed else _line_end(text, opening, place)) >= 0:
                yield opening, place if is_closed else None
        opening = place if match[0] == "{" else None
    if opening is not None and text.find(ARROW, opening, _line_end(text, opening, len(text))) >= 0:
        yield opening, None


def _line_end(text: str, start: int, end: int) -> int:
    """Return the end of the line at ``start``, at most ``end``."""
    match = _RAW_LINE_END.search(text, start, end)
    return match.start() if match else end


def _written(text: str, start: int, end: int) -> Written:
    arrow = text.rindex(ARROW, start, end)
    first = arrow + len(ARROW)
    metadata = _METADATA.search(text, first, end - 1)
    last = metadata.start() if metadata else end - 1
    fields = (item.partition("=") for item in text[last : end - 1].split(_FIELD)[1:])
    suggestions = () if text[first:last] == NO_SUGGESTIONS else tuple(_parts(text, first, last))
    return Written(Span(start, end), Span(start + 1, arrow), suggestions, {key: value for key, _, value in fields})


def _parts(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of the corrections between two places."""
    for part in text[start:end].split(_ALTERNATIVE):
        yield Span(start, start + len(part))
        start += len(part) + len(_ALTERNATIVE)


def _check_outside(text: str, start: int, end: int, path: Path | None) -> None:
    place = text.find(_TYPED, start, end)
    if place >= 0:
        _refuse(text, place, path, "this type stands outside of an annotation", _FORM)


def _refuse(text: str, place: int, path: Path | None, problem: str, remedy: str) -> NoReturn:
    at = LineIndex(text).position(place, "utf-32")
    raise DocumentError(problem, path=path, line=at.line + 1, column=at.character + 1, remedy=remedy)
