r"""UA-GEC's in-text annotation: a text and one annotator's correction of it in one document (Syvokon et al., 2023).

``I {likes=>like:::error_type=G/Number} turtles.`` is an annotation: the error, its correction, and metadata as
``key=value``. The dialect is that of the corpus and of its package ``ua_gec``:

- an insertion has an empty error, ``{=>,}``; a deletion an empty correction, ``{the =>}``;
- ``|`` parts several acceptable corrections, and ``NO_SUGGESTIONS`` marks an error without one;
- the last ``=>`` of an annotation parts error and correction;
- the metadata begin at the first ``:::`` that no further colon follows; ``error_type`` is the type, in UA-GEC's scheme
  or another;
- ``\n`` in an error or a correction is a line end.

The dialect has no escapes: an annotation holds no braces, a correction no ``|``, ``=>`` or ``:::``. What can't be
written is refused. Braces without ``=>`` between them are text, and so is ``=>`` outside of braces.

Another annotator's correction of the same text is another file.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import NoReturn

import attrs

from markscheme.formats.base import CorpusFormat, DocumentFile, DocumentFormat, Outline, Texts
from markscheme.formats.corpus import (
    Corpus,
    Correction,
    Document,
    Entry,
    TextEdit,
    corrections_by_annotator,
    everybody,
    joined,
    only_entry,
    sound_edits,
)
from markscheme.formats.plain_text import ALL_SIDES, names_in_files, people_files
from markscheme.formats.rewriting import Exchange, Replacement, WordsFile, closed, line_end, pieces, reach, trimmed
from markscheme.text.errors import DocumentError
from markscheme.text.files import newlines
from markscheme.text.places import LineIndex, Places, Run, Span

ARROW = "=>"
TYPE_FIELD = "error_type"
NO_SUGGESTIONS = "NO_SUGGESTIONS"
LINE_END = r"\n"
"""A line end inside an annotation: a backslash and an ``n``."""
_RAW_LINE_END = re.compile(r"\r\n|\n|\r")
_FIELD = ":::"
_ALTERNATIVE = "|"
_METADATA = re.compile(r":::(?!:|\Z)")
_BRACE = re.compile("[{}]")
_TYPED = f"{_FIELD}{TYPE_FIELD}="
_CODE_ARROW = re.compile(r"\s=>\s")
_FORM = "An annotation reads {error=>correction:::error_type=Type}, without further braces"
_UNWRITABLE = ("{", "}", ARROW, _FIELD, _ALTERNATIVE, LINE_END)


@attrs.frozen
class Written:
    """An annotation as it stands in a file, braces included. ``suggestions``: none where the error is only marked."""

    span: Span
    error: Span
    suggestions: tuple[Span, ...]
    fields: Mapping[str, str]


def annotations_in(text: str, path: Path | None = None) -> Iterator[Written]:
    """Yield the annotations of a text, in linear time.

    Raise DocumentError at an annotation that is not closed or holds another one, and at a type outside of annotations.
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
    """Return an annotation as it is written. ``correction``: ``None`` where the error is only marked.

    ``line_end``: that of the file, which is written as a backslash and an ``n``. Raise DocumentError if the dialect
    can't express it.
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
    r"""Return a part of an annotation as the text that it stands for. ``line_end``: what ``\n`` stands for."""
    return text.replace(LINE_END, line_end)


def _escaped(text: str) -> str:
    return _RAW_LINE_END.sub(lambda _: LINE_END, text)


def _unwritable(error: str, correction: str, kind: str) -> str:
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


MOST_CHOICES = 16
"""Corrections of one annotation that are read as texts of their own."""


@attrs.frozen
class Annotation:
    """An annotation of a document. ``span``: in the file, braces included. ``source``, ``corrected``: in either text.

    ``edit``: its ``replacement`` is ``None`` where it only marks an error. ``choices``: the number of corrections that
    it offers. ``keeps_text``: whether the error is only marked, or corrected to itself.
    """

    span: Span
    source: Span
    corrected: Span
    edit: TextEdit
    fields: Mapping[str, str]
    choices: int
    keeps_text: bool

    @property
    def is_blank(self) -> bool:
        """Whether it is neither a change nor a mark of an error: ``{=>}``."""
        return self.edit.replacement == "" and self.source.start == self.source.end


@attrs.frozen
class AnnotatedText:
    """The content of a document with annotations, for one choice among corrections that annotations offer.

    ``source``, ``corrected``: the text with every annotation replaced by its error, and by its correction.
    ``source_places``, ``corrected_places``: where the characters of either stand in the file.
    """

    source: str
    corrected: str
    annotations: tuple[Annotation, ...]
    source_places: Places
    corrected_places: Places

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        return tuple(item.edit for item in self.annotations if not item.is_blank)

    @property
    def choices(self) -> int:
        """The most corrections that an annotation offers, up to a bound; at least 1."""
        return min(max((item.choices for item in self.annotations), default=1) or 1, MOST_CHOICES)

    def left_out(self) -> tuple[str, ...]:
        fields = Counter(key for item in self.annotations for key in item.fields if key != TYPE_FIELD)
        several = sum(item.choices > 1 for item in self.annotations)
        lines = [f"the further corrections of edits that have several ({several})"] if several else []
        lines += [f"the metadata {', '.join(f'{key} ({count})' for key, count in fields.items())}"] if fields else []
        return tuple(lines)


def read_annotated(text: str, path: Path | None = None, choice: int = 0) -> AnnotatedText:
    """Read a document, in linear time; a text without annotations is its own correction.

    ``choice``: which correction to make of each annotation that offers several; its last one where it offers fewer.
    Raise DocumentError at an annotation that is not closed or holds another one, and at a type outside of annotations.
    """
    ends = line_end(text)
    source, corrected = _Side(text, ends), _Side(text, ends)
    annotations: list[Annotation] = []
    position = 0
    for item in annotations_in(text, path):
        for side in (source, corrected):
            side.copy(Span(position, item.span.start))
        annotations.append(_annotation(item, source, corrected, choice))
        position = item.span.end
    for side in (source, corrected):
        side.copy(Span(position, len(text)))
    return AnnotatedText(source.text, corrected.text, tuple(annotations), source.places, corrected.places)


class _Side:
    def __init__(self, file_text: str, line_end: str) -> None:
        self._file_text = file_text
        self._line_end = line_end
        self._pieces: list[str] = []
        self._runs: list[Run] = []
        self.length = 0

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    @property
    def places(self) -> Places:
        return Places(tuple(self._runs), len(self._file_text))

    def copy(self, span: Span) -> str:
        text = span.of(self._file_text)
        self._add(text, span.start)
        return text

    def unescape(self, span: Span) -> tuple[Span, str]:
        start, place = self.length, span.start
        added: list[str] = []
        for number, line in enumerate(span.of(self._file_text).split(LINE_END)):
            if number:
                self._add(self._line_end, place)
                added.append(self._line_end)
                place += len(LINE_END)
            self._add(line, place)
            added.append(line)
            place += len(line)
        return Span(start, self.length), "".join(added)

    def _add(self, text: str, place: int) -> None:
        if not text:
            return
        last = self._runs[-1] if self._runs else None
        if last is not None and last.file_start + last.length == place:
            self._runs[-1] = Run(last.start, last.file_start, last.length + len(text))
        else:
            self._runs.append(Run(self.length, place, len(text)))
        self._pieces.append(text)
        self.length += len(text)


def _annotation(item: Written, source: _Side, corrected: _Side, choice: int) -> Annotation:
    before, error = source.unescape(item.error)
    offered = item.suggestions
    after, words = corrected.unescape(offered[min(choice, len(offered) - 1)] if offered else item.error)
    kind = item.fields.get(TYPE_FIELD, "")
    edit = TextEdit(before, words if offered else None, kind)
    return Annotation(item.span, before, after, edit, item.fields, len(offered), words == error)


def corrections_of(text: str, path: Path | None = None) -> Iterator[AnnotatedText]:
    """Yield the document for each choice of corrections. Raise DocumentError as :func:`read_annotated`."""
    first = read_annotated(text, path)
    yield first
    for choice in range(1, first.choices):
        yield read_annotated(text, path, choice)


_BLANK = "{=>}"


class AnnotatedFile(WordsFile):
    """A document with annotations whose corrected text is the hypothesis. Raise DocumentError if it is malformed."""

    def __init__(self, path: Path | None, text: str, *, tokenised: bool) -> None:
        super().__init__(path, text, tokenised=tokenised)
        self._content = read_annotated(text, path)

    @property
    def hypothesis(self) -> str:
        return self._content.corrected

    def replacement(self, span: Span, words: str) -> Replacement:
        return rewritten_annotations(self.text, self._content, span, words)

    def checked(self, text: str) -> str:
        """Return the text; one whose last change was undone gets an annotation that changes nothing, which keeps it."""
        if not recognises(text):
            words = text.rstrip()
            text = f"{words}{_BLANK}{text[len(words) :]}"
        if read_annotated(text, self.path).source != self._content.source:
            raise DocumentError(
                "with this change the text before the corrections would be another one",
                path=self.path,
                remedy="Make it by hand, without braces and '=>' in the words",
            )
        return text


def rewritten_annotations(text: str, document: AnnotatedText, span: Span, words: str) -> Replacement:
    """Return the change of a document after which its corrected text has ``words`` in place of ``span``.

    The stretch that is rewritten begins and ends outside of annotations and includes those that it touches. The source
    stays the same. Words that are the same on both sides stand there without an annotation. An annotation that stays as
    it was keeps its metadata; one of an error that is only marked stays where nothing of it is changed. Raise
    DocumentError if the annotation can't hold the words.
    """
    exchange = trimmed(document.corrected, span, words)
    if exchange.is_empty:
        place = document.corrected_places.span(span)
        return Replacement(place, place.of(text))
    region = _region(document, exchange)
    before, after = region.texts(document, exchange)
    written = "".join(_rewriting_written(text, region, before, after))
    return Replacement(region.place(document), written)


@attrs.frozen
class _Region:
    source: Span
    corrected: Span
    inside: tuple[Annotation, ...]
    before: Annotation | None
    behind: Annotation | None

    def texts(self, document: AnnotatedText, exchange: Exchange) -> tuple[str, str]:
        return self.source.of(document.source), exchange.applied_to(document.corrected, self.corrected)

    def place(self, document: AnnotatedText) -> Span:
        start, end, places = self.corrected.start, self.corrected.end, document.corrected_places
        file_start, file_end = places.span(Span(start, start)).start, places.span(Span(end, end)).end
        if self.before is not None and self.before.corrected.end == start:
            file_start = self.before.span.end
        if self.behind is not None and self.behind.corrected.start == end:
            file_end = self.behind.span.start
        return Span(file_start, file_end)


def _region(document: AnnotatedText, exchange: Exchange) -> _Region:
    items = document.annotations
    returns = exchange.applied(document.corrected) == document.source
    reached = Span(0, len(document.corrected)) if returns else reach(document.corrected, exchange)
    extent = closed(reached, exchange.span, [item.corrected for item in items])
    first = bisect_left(items, extent.start, key=lambda item: item.corrected.start)
    last = bisect_right(items, extent.end, lo=first, key=lambda item: item.corrected.end)
    before = items[first - 1] if first else None
    until = items[last - 1] if last else None
    source = Span(
        extent.start + (before.source.end - before.corrected.end if before else 0),
        extent.end + (until.source.end - until.corrected.end if until else 0),
    )
    return _Region(source, extent, items[first:last], before, items[last] if last < len(items) else None)


def _rewriting_written(text: str, region: _Region, before: str, after: str) -> Iterator[str]:
    kept = {(item.edit.span, item.edit.replacement): item.span.of(text) for item in region.inside}
    unchanged = [item for item in region.inside if item.keeps_text]
    ends = line_end(text)
    place = region.source.start
    for piece in pieces(before, after):
        span = Span(place, place + len(piece.old))
        place = span.end
        if piece.is_change:
            yield kept.get((span, piece.new)) or annotation(piece.old, piece.new, line_end=ends)
        else:
            yield from _unchanged(text, piece.old, span, [item for item in unchanged if _holds(span, item.source)])


def _unchanged(text: str, words: str, span: Span, marked: list[Annotation]) -> Iterator[str]:
    position = span.start
    for item in marked:
        yield words[position - span.start : item.source.start - span.start]
        yield item.span.of(text)
        position = item.source.end
    yield words[position - span.start :]


def _holds(span: Span, other: Span) -> bool:
    return span.start <= other.start < other.end <= span.end


def write_corpus(corpus: Corpus, name: str, title: str) -> dict[str, bytes]:
    """Return the one text of a corpus with each correction, by the file's name.

    Tokenised sentences become the lines of one text. One correction stands in the file of that name; several have a
    file each, named as exercises find them: ``STEM.ref.NAME.uagec``. Read again, a document has the same texts and
    edits. Raise DocumentError if the corpus has not one text, or nobody corrected it; a correction's edits are missing
    or don't lead to its text; an edit or the text has characters that the annotation gives a meaning; or two people's
    files would have the same name.
    """
    entry = only_entry(joined(corpus) if corpus.tokenised else corpus, title)
    corrections = corrections_by_annotator(entry)
    if not corrections:
        raise DocumentError(f"{title} holds one correction of a text, and there are 0")
    if len(corrections) == 1:
        return {name: written(entry, entry.corrections[0]).encode()}
    names = people_files(corrections, PurePath(name).stem, PurePath(name).suffix)
    return {file: written(entry, corrections[person]).encode() for person, file in names.items()}


def written(entry: Entry, correction: Correction) -> str:
    """Return a text with one correction of it.

    Raise DocumentError if its edits are missing or don't lead to it, or characters have a meaning in the annotation.
    """
    edits = tuple(
        edit for edit in sound_edits(entry, correction) if edit.replacement != "" or edit.span.of(entry.source)
    )
    text = "".join(_writer_parts(entry.source, edits))
    try:
        document = read_annotated(text)
        is_same = (document.source, document.corrected, document.edits) == (entry.source, correction.text, edits)
    except DocumentError:
        is_same = False
    if not is_same:
        raise DocumentError(
            "the text has braces, '=>' or ':::error_type=' where UA-GEC's annotation gives them a meaning",
            remedy="It has no way to write them as text",
        )
    return text


def _writer_parts(source: str, edits: Sequence[TextEdit]) -> Iterator[str]:
    position = 0
    for edit in edits:
        yield source[position : edit.span.start]
        yield annotation(edit.span.of(source), edit.replacement, edit.type)
        position = edit.span.end
    yield source[position:]


class UagecFormat(DocumentFormat, CorpusFormat):
    """UA-GEC's annotation. Any text with an annotation is in it; the corpus itself calls its files ``.ann``.

    A correction that changes nothing has no annotation: only the suffix ``.uagec`` says what it is.
    """

    name = "uagec"
    title = "UA-GEC's annotation"
    label = "UA-GEC"
    suffixes = (".uagec",)
    shared_suffixes = (".ann",)
    carries = frozenset({*ALL_SIDES, "edits", "types", "detections", "paragraphs"})
    carries_source = True
    is_annotators_work = True

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in (*self.suffixes, *self.shared_suffixes)

    def recognises(self, file: DocumentFile) -> bool:
        return file.path.suffix.lower() in self.suffixes or recognises(file.text)

    def left_out(self, file: DocumentFile) -> tuple[str, ...]:
        return read_annotated(file.text, file.path).left_out()

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        """Return the correction, and as alternatives what the annotations' further corrections make of the text."""
        first, *others = corrections_of(file.text, file.path)
        return Texts(
            (self._document(first, name, file.path),),
            Document("source", first.source, file.path, first.source_places, format=self.name),
            tuple(
                self._document(item, f"{name} ({choice + 1})", file.path, choice)
                for choice, item in enumerate(others, 1)
            ),
        )

    def _document(self, content: AnnotatedText, name: str, path: Path, choice: int = 0) -> Document:
        places, edits = content.corrected_places, content.edits
        return Document(name, content.corrected, path, places, edits=edits, format=self.name, choice=choice)

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> AnnotatedFile:
        return AnnotatedFile(document.path, text, tokenised=tokenised)

    def outline(self, file: DocumentFile) -> Outline:
        """Return the source; of a malformed document, the file's text."""
        try:
            return Outline(read_annotated(file.text).source, corrects=True)
        except DocumentError:
            return Outline(file.text, corrects=True)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        content = read_annotated(newlines(file.text), file.path)
        reference = Correction(file.path.stem, content.corrected, content.edits)
        entry = Entry("", content.source, references=(reference,))
        return Corpus((entry,), tokenised=False, left_out=content.left_out())

    def check_texts(self, corpus: Corpus) -> None:
        """Let tokenised sentences pass: they become the lines of one text."""
        if not corpus.tokenised:
            super().check_texts(corpus)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        if len({item.name for entry in corpus.entries for item in entry.corrections}) > 1:
            yield from names_in_files(everybody(corpus.entries))
        elif any(entry.hypotheses for entry in corpus.entries):
            yield "which corrections are hypotheses; read back, all are references"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return write_corpus(corpus, name, self.title)


UAGEC = UagecFormat()
