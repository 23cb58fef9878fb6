"""``accepted.m2``: students' corrections that no reference has and a teacher accepted.

A plain M2 file beside an exercise's references. An ``S`` line is a passage's source tokens, an ``A`` line an
accepted correction, which has nothing to do with the sentence's others; who accepted it, and when, is the line's
comment. The text depends only on the alternatives, so that the additions of two people can be merged.
"""

import datetime
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import attrs

from markscheme.formats.m2.sentences import NO_CORRECTION, Annotation, M2Sentence, read_m2
from markscheme.formats.parallel import DETECTION
from markscheme.text.errors import DocumentError
from markscheme.text.reading import decode, read_text
from markscheme.text.writing import write_whole

ACCEPTED = "accepted.m2"
LOCK_TIMEOUT = 10
"""Seconds to wait while another program writes the file."""

_COMMENT = re.compile(r"accepted(?: by (.+))? on ([0-9]{4}-[0-9]{2}-[0-9]{2})")
_UNTYPED = ("", "noop", DETECTION)

Key = tuple[tuple[str, ...], int, int, tuple[str, ...]]


@attrs.frozen
class Accepted:
    """A correction that counts as a reference's wherever the source is the same.

    Attributes
    ----------
    source
        A passage's source tokens; none for what is added between two sentences.
    start, end
        The source tokens that are corrected.
    replacement
        The tokens in their place.
    type
        ERRANT's type, or several joined by ``+``; empty: ``M:OTHER``, ``U:OTHER`` or ``R:OTHER``.
    author, date
        Who accepted it, and when; empty and ``None`` where the file does not say. A comment of another form is the
        author.
    """

    source: tuple[str, ...]
    start: int
    end: int
    replacement: tuple[str, ...]
    type: str
    author: str = ""
    date: datetime.date | None = None

    @property
    def key(self) -> Key:
        """What makes two alternatives the same: place and replacement, not who accepted it."""
        return self.source, self.start, self.end, self.replacement

    @property
    def title(self) -> str:
        """Who and when, for people."""
        return ", ".join(part for part in (self.author, self.date.isoformat() if self.date else "") if part)


@attrs.frozen
class Placed:
    """An alternative at ``start`` to ``end`` of a passage's source tokens, of which its sentence may be a part."""

    alternative: Accepted
    start: int
    end: int


class Alternatives:
    """Accepted alternatives by a passage's source tokens."""

    def __init__(self, alternatives: Iterable[Accepted] = ()) -> None:
        self._by_source: dict[tuple[str, ...], list[Accepted]] = {}
        for item in alternatives:
            self._by_source.setdefault(item.source, []).append(item)
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for source in filter(None, self._by_source):
            self._by_first.setdefault(source[0], []).append(source)

    def __len__(self) -> int:
        return sum(map(len, self._by_source.values()))

    def of(self, source: tuple[str, ...]) -> tuple[Placed, ...]:
        """Return the alternatives of a passage: of its source as a whole, or of sentences in it.

        Two sentences are one passage for a student who joined them, and two passages for another.
        """
        if not source:
            return tuple(Placed(item, item.start, item.end) for item in self._by_source.get((), ()))
        return tuple(
            Placed(item, at + item.start, at + item.end)
            for at, token in enumerate(source)
            for sentence in self._by_first.get(token, ())
            if source[at : at + len(sentence)] == sentence and _is_whole(source, at, at + len(sentence))
            for item in self._by_source[sentence]
        )

    def at(self, source: tuple[str, ...], start: int, end: int, target: tuple[str, ...]) -> tuple[Accepted, ...]:
        """Return the alternatives that a passage makes with ``target`` in place of its tokens ``start`` to ``end``."""
        return tuple(
            item.alternative
            for item in self.of(source)
            if start <= item.start and item.end <= end
            if (*source[start : item.start], *item.alternative.replacement, *source[item.end : end]) == target
        )


def _is_whole(source: tuple[str, ...], start: int, end: int) -> bool:
    """Return whether a sentence may begin and end there: with the passage, or at punctuation."""
    begins = start == 0 or not _is_word(source[start - 1])
    return begins and (end == len(source) or not _is_word(source[end - 1]))


def _is_word(token: str) -> bool:
    return any(character.isalnum() for character in token)


def read_accepted(text: str, path: Path | None = None) -> tuple[Accepted, ...]:
    """Return the alternatives of a file, sorted, each once; none in an empty file.

    Raises
    ------
    DocumentError
        If it is no sound M2 file, with its line.
    """
    if not text.strip():
        return ()
    by_key: dict[Key, Accepted] = {}
    for sentence in read_m2(text, path):
        for item in _of_sentence(sentence, path):
            by_key.setdefault(item.key, item)
    return tuple(sorted(by_key.values(), key=lambda item: item.key))


def _of_sentence(sentence: M2Sentence, path: Path | None) -> Iterable[Accepted]:
    source = sentence.source.tokens
    for annotation in (item for annotations in sentence.annotations.values() for item in annotations):
        if not annotation.corrects:
            raise DocumentError(
                "an accepted alternative must be a correction, and this line has none", path=path, line=annotation.line
            )
        author, day = _author_and_date(annotation)
        for replacement in (annotation.replacement, *annotation.alternatives):
            yield Accepted(source, annotation.start, annotation.end, replacement, annotation.type, author, day)


def _author_and_date(annotation: Annotation) -> tuple[str, datetime.date | None]:
    match = _COMMENT.fullmatch(annotation.comment)
    try:
        return (match[1] or "", datetime.date.fromisoformat(match[2])) if match else (annotation.comment, None)
    except ValueError:
        return annotation.comment, None


def accepting(text: str, alternative: Accepted, path: Path | None = None) -> str:
    """Return the file's text with one more alternative; an existing one keeps the person who accepted it first.

    Raises
    ------
    DocumentError
        If the text is broken (``path`` is for that message), or M2 can't hold the alternative.
    ValueError
        If its place is outside its source.
    """
    if not 0 <= alternative.start <= alternative.end <= len(alternative.source):
        raise ValueError("the place of the alternative is outside its source")
    if alternative.replacement == alternative.source[alternative.start : alternative.end]:
        raise DocumentError("this changes nothing: there is nothing to accept", path=path)
    before = read_accepted(text, path)
    added = attrs.evolve(alternative, type=_type(alternative))
    if any(item.key == added.key for item in before):
        return text
    after = tuple(sorted((*before, added), key=lambda item: item.key))
    return _checked(_written(after), after, added, path)


def withdrawing(text: str, alternative: Accepted, path: Path | None = None) -> str:
    """Return the file's text without an alternative, whoever accepted it; empty if there is no other.

    Raises
    ------
    DocumentError
        If the text is broken.
    """
    before = read_accepted(text, path)
    after = tuple(item for item in before if item.key != alternative.key)
    return text if after == before else _written(after)


def accept(path: Path, alternative: Accepted) -> None:
    """Add an alternative to a file, which need not be there.

    Raises
    ------
    DocumentError
        If the file is broken or can't be written, or M2 can't hold the alternative; then the file is as it was.
    """
    _rewrite(path, lambda text: accepting(text, alternative, path))


def withdraw(path: Path, alternative: Accepted) -> None:
    """Take an alternative out of a file; a file without alternatives is removed.

    Raises
    ------
    DocumentError
        If the file is broken or can't be written; then it is as it was.
    """
    _rewrite(path, lambda text: withdrawing(text, alternative, path))


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
    """Change a file's text under a lock, since two editors may change it at once."""
    from filelock import SoftFileLock, Timeout

    lock = path.with_name(f".{path.name}.lock")
    try:
        with SoftFileLock(lock, timeout=LOCK_TIMEOUT):
            before = read_text(path) if path.exists() else ""
            after = change(before)
            if not after:
                path.unlink(missing_ok=True)
            elif after != before:
                write_whole(path, after.encode())
    except Timeout:
        raise DocumentError(
            "another program is writing this file", path=path, remedy=f"If none is, remove {lock.name} beside it"
        ) from None
    except OSError as error:
        raise DocumentError(f"the file can't be written ({error.strerror})", path=path) from error


def _type(item: Accepted) -> str:
    if item.type not in _UNTYPED:
        return item.type
    return "M:OTHER" if item.start == item.end else "R:OTHER" if item.replacement else "U:OTHER"


def _written(alternatives: Iterable[Accepted]) -> str:
    """Return alternatives as M2: sentences in order, overlapping edits under different annotators."""
    by_source: dict[tuple[str, ...], list[Accepted]] = {}
    for item in alternatives:
        by_source.setdefault(item.source, []).append(item)
    return "\n".join(
        "\n".join([f"S {' '.join(source)}", *_lines(sentence), ""]) for source, sentence in by_source.items()
    )


def _lines(alternatives: Iterable[Accepted]) -> Iterable[str]:
    annotators: list[list[Accepted]] = []
    for item in alternatives:
        number = next((n for n, own in enumerate(annotators) if not any(_overlap(item, o) for o in own)), None)
        if number is None:
            number = len(annotators)
            annotators.append([])
        annotators[number].append(item)
        yield _line(item, number)


def _overlap(one: Accepted, other: Accepted) -> bool:
    at_one_place = (one.start, one.end) == (other.start, other.end)
    return at_one_place or (one.start < other.end and other.start < one.end)


def _line(item: Accepted, annotator: int) -> str:
    by = f" by {item.author}" if item.author else ""
    comment = f"accepted{by} on {item.date}" if item.date else item.author or NO_CORRECTION
    words = " ".join(item.replacement)
    return f"A {item.start} {item.end}|||{item.type}|||{words}|||REQUIRED|||{comment}|||{annotator}"


def _checked(text: str, meant: tuple[Accepted, ...], new: Accepted, path: Path | None) -> str:
    """Return the text if this reader, and ERRANT's, which parts lines at ``|||``, find these alternatives in it."""
    try:
        sound = read_accepted(decode(text.encode(), path or Path(ACCEPTED)), path) == meant
    except (DocumentError, UnicodeEncodeError):
        sound = False
    if not sound or _line(new, 0).split("|||")[2:3] != [" ".join(new.replacement)]:
        raise DocumentError(
            f"the correction {' '.join(new.replacement)!r} can't be accepted",
            path=path,
            remedy="Its words, or its sentence's, have what an M2 file can't hold",
        )
    return text
