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
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath

import attrs

from markscheme.documents.corpus import (
    MAX_FAULTS,
    Corpus,
    Correction,
    Entry,
    Fault,
    Faults,
    joined,
    only_entry,
    sound_edits,
)
from markscheme.documents.files import newlines
from markscheme.documents.formats import (
    ALL_SIDES,
    DETAILED_EDITS,
    CorpusFormat,
    CorrectedTextFormat,
    DocumentFile,
    names_in_files,
    people_files,
)
from markscheme.documents.places import LINE_END, NO_DETAILS, Details, PlacedText, TextEdit, error_at
from markscheme.documents.rewriting import Mark, MarkedFile, MarkedText, Region, Replacement, line_end, pieces
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

_ARROW = "=>"
_TYPE_FIELD = "error_type"
_NOTE_FIELDS = _NOTE_FIELD, _ = "comment", "note"
_ID_FIELD = "id"
_FIELD_NAME = re.compile(r"[^\s{}=:|]+")
_NO_VALUE = re.compile(r"[{}\r\n]|=>|:::|::\Z")
"""What metadata can't hold, and a colon at the end of a value would be part of what parts it from the next one."""
_NO_SUGGESTIONS = "NO_SUGGESTIONS"
_ESCAPED_LINE_END = r"\n"
_FIELD = ":::"
_ALTERNATIVE = "|"
_METADATA = re.compile(r":::(?!:|\Z)")
_BRACE = re.compile("[{}]")
_TYPED = f"{_FIELD}{_TYPE_FIELD}="
_CODE_ARROW = re.compile(r"\s=>\s")
_FORM = "An annotation reads {error=>correction:::error_type=Type}, without further braces"
_UNWRITABLE = ("{", "}", _ARROW, _FIELD, _ALTERNATIVE, _ESCAPED_LINE_END)


@attrs.frozen
class _Written:
    """An annotation as it stands in a file, braces included. ``suggestions``: none where the error is only marked."""

    span: Span
    error: Span
    suggestions: tuple[Span, ...]
    fields: Mapping[str, str]


def _annotations_in(text: str, path: Path | None = None) -> Iterator[_Written]:
    """Yield annotations, in linear time. Raise DocumentError at an unclosed or nested one, or a type outside of any."""
    end = 0
    for start, closing in _bodies(text):
        if closing is None:
            remedy = f"Write '}}' where it ends. {_FORM}"
            raise error_at(text, Span(start, start), "this annotation is not closed", path, remedy)
        _check_outside(text, end, start, path)
        end = closing + 1
        yield _written(text, start, end)
    _check_outside(text, end, len(text), path)


def recognises(text: str) -> bool:
    """Return whether a text has an annotation of this kind, well placed or not.

    Without metadata, one with spaces on both sides of its arrow, or a line end, may be program code and is none.
    """
    if _TYPED in text:
        return True
    for start, closing in _bodies(text):
        body = text[start:closing] if closing is not None else ""
        if _METADATA.search(body) or (body and not LINE_END.search(body) and not _CODE_ARROW.search(body)):
            return True
    return False


def _annotation(
    error: str, correction: str | None, kind: str = "", line_end: str = "\n", details: Details = NO_DETAILS
) -> str:
    """Return an annotation; ``correction``: ``None`` if only marked. Raise DocumentError if it can't be expressed."""
    fields = {**({_TYPE_FIELD: kind} if kind else {}), **_fields_of(details)}
    written = "{" + _escaped(error) + _ARROW
    written += _NO_SUGGESTIONS if correction is None else _escaped(correction)
    written += "".join(f"{_FIELD}{name}={value}" for name, value in fields.items()) + "}"
    items = list(_bodies(written))
    if items == [(0, len(written) - 1)] and _FIELD not in (correction or ""):
        item = _written(written, 0, len(written))
        error_read, *corrections = (
            span.of(written).replace(_ESCAPED_LINE_END, line_end) for span in (item.error, *item.suggestions)
        )
        is_same = (error_read, corrections) == (error, [] if correction is None else [correction])
        if is_same and item.fields == fields:
            return written
    raise DocumentError(
        f"the correction of {error!r} to {correction or ''!r}{f' of type {kind!r}' if kind else ''} "
        "can't be written in UA-GEC's annotation",
        remedy=f"It has no way to write {_unwritable(error, correction or '', kind)} there",
    )


def _fields_of(details: Details) -> dict[str, str]:
    """Return the metadata of an annotation besides its type, as far as they can be written."""
    fields = {**dict(details.attributes), _NOTE_FIELD: details.note, _ID_FIELD: details.id}
    kept = {name: value for name, value in fields.items() if value or name in dict(details.attributes)}
    return {name: value for name, value in kept.items() if _is_field(name, value)}


def _is_field(name: str, value: str) -> bool:
    return bool(_FIELD_NAME.fullmatch(name)) and name != _TYPE_FIELD and not _NO_VALUE.search(f"{value}:")


def _details(fields: Mapping[str, str]) -> Details:
    others = {name: value for name, value in fields.items() if name not in (_TYPE_FIELD, _ID_FIELD, *_NOTE_FIELDS)}
    note = "; ".join(fields[name] for name in _NOTE_FIELDS if fields.get(name))
    return Details(fields.get(_ID_FIELD, ""), note, tuple(others.items()))


def _escaped(text: str) -> str:
    return LINE_END.sub(lambda _: _ESCAPED_LINE_END, text)


def _unwritable(error: str, correction: str, kind: str) -> str:
    in_error = [item for item in ("{", "}", _ESCAPED_LINE_END) if item in error]
    in_correction = [item for item in _UNWRITABLE if item in correction]
    in_type = [item for item in ("{", "}", _ARROW, _FIELD) if item in kind]
    items = list(dict.fromkeys([*in_error, *in_correction, *in_type])) or [correction or error]
    return ", ".join(f"'{item}'" for item in items)


def _bodies(text: str) -> Iterator[tuple[int, int | None]]:
    """Yield the places of the opening and the closing brace of each annotation, ``None`` for one that isn't closed."""
    opening: int | None = None
    for match in _BRACE.finditer(text):
        place = match.start()
        if opening is not None:
            is_closed = match[0] == "}"
            if text.find(_ARROW, opening, place if is_closed else _line_end(text, opening, place)) >= 0:
                yield opening, place if is_closed else None
        opening = place if match[0] == "{" else None
    if opening is not None and text.find(_ARROW, opening, _line_end(text, opening, len(text))) >= 0:
        yield opening, None


def _line_end(text: str, start: int, end: int) -> int:
    match = LINE_END.search(text, start, end)
    return match.start() if match else end


def _written(text: str, start: int, end: int) -> _Written:
    arrow = text.rindex(_ARROW, start, end)
    first = arrow + len(_ARROW)
    metadata = _METADATA.search(text, first, end - 1)
    last = metadata.start() if metadata else end - 1
    fields = (item.partition("=") for item in text[last : end - 1].split(_FIELD)[1:])
    suggestions = () if text[first:last] == _NO_SUGGESTIONS else tuple(_parts(text, first, last))
    return _Written(Span(start, end), Span(start + 1, arrow), suggestions, {key: value for key, _, value in fields})


def _parts(text: str, start: int, end: int) -> Iterator[Span]:
    for part in text[start:end].split(_ALTERNATIVE):
        yield Span(start, start + len(part))
        start += len(part) + len(_ALTERNATIVE)


def _check_outside(text: str, start: int, end: int, path: Path | None) -> None:
    place = text.find(_TYPED, start, end)
    if place >= 0:
        raise error_at(text, Span(place, place), "this type stands outside of an annotation", path, _FORM)


_MOST_CHOICES = 16
"""Corrections of one annotation that are read as texts of their own."""


@attrs.frozen
class _Annotation(Mark):
    """An annotation of a document, braces included; its ``edit`` has no ``replacement`` where it only marks an error.

    ``choices``: the number of corrections that it offers. ``keeps_text``: whether it only marks, or corrects to itself.
    """

    edit: TextEdit
    fields: Mapping[str, str]
    choices: int
    keeps_text: bool

    @property
    def is_blank(self) -> bool:
        """Whether it is neither a change nor a mark of an error: ``{=>}``."""
        return self.edit.replacement == "" and self.source.start == self.source.end


def read_annotated(text: str, path: Path | None = None, choice: int = 0) -> MarkedText[_Annotation]:
    """Read a document in linear time; without annotations it is its own correction. Raises as :func:`_annotations_in`.

    ``choice``: which correction to make of each annotation that offers several; its last one where it offers fewer.
    """
    source, corrected, ends = PlacedText(), PlacedText(), line_end(text)
    annotations: list[_Annotation] = []
    position = 0
    for item in _annotations_in(text, path):
        for side in (source, corrected):
            side.add(text[position : item.span.start], position)
        offered = item.suggestions
        before, error = _unescape(text, item.error, ends, source)
        suggestion = offered[min(choice, len(offered) - 1)] if offered else item.error
        after, words = _unescape(text, suggestion, ends, corrected)
        kind = item.fields.get(_TYPE_FIELD, "")
        edit = TextEdit(before, words if offered else None, kind, _details(item.fields))
        annotations.append(_Annotation(item.span, before, after, edit, item.fields, len(offered), words == error))
        position = item.span.end
    for side in (source, corrected):
        side.add(text[position:], position)
    return MarkedText(
        source=source.text(),
        corrected=corrected.text(),
        edits=tuple(item.edit for item in annotations if not item.is_blank),
        source_places=source.places(len(text)),
        corrected_places=corrected.places(len(text)),
        left_out=tuple(_left_out(annotations)),
        marks=tuple(annotations),
    )


def _unescape(text: str, span: Span, ends: str, side: PlacedText) -> tuple[Span, str]:
    start, place, first = side.length, span.start, len(side.pieces)
    for number, line in enumerate(span.of(text).split(_ESCAPED_LINE_END)):
        if number:
            side.add(ends, place)
            place += len(_ESCAPED_LINE_END)
        side.add(line, place)
        place += len(line)
    return Span(start, side.length), "".join(side.pieces[first:])


def _left_out(annotations: Sequence[_Annotation]) -> Iterator[str]:
    several = sum(item.choices > 1 for item in annotations)
    if several:
        yield f"the further corrections of edits that have several ({several})"


_BLANK = "{=>}"


class _AnnotatedFile(MarkedFile[_Annotation]):
    """A document whose unchanged annotations keep their metadata; a marked error stays where nothing of it changes."""

    def read(self, text: str) -> MarkedText[_Annotation]:
        return read_annotated(text, self.path)

    def checked(self, text: str) -> str:
        """Return the text; one whose last change was undone gets an annotation that changes nothing, which keeps it."""
        if not recognises(text):
            words = text.rstrip()
            text = f"{words}{_BLANK}{text[len(words) :]}"
        if self.read(text).source != self.content.source:
            raise DocumentError(
                "with this change the text before the corrections would be another one",
                path=self.path,
                remedy="Make it by hand, without braces and '=>' in the words",
            )
        return text

    def written(self, stretch: Region[_Annotation], change: Replacement, span: Span) -> str:
        return "".join(self._written(stretch))

    def _written(self, stretch: Region[_Annotation]) -> Iterator[str]:
        kept = {(item.edit.span, item.edit.replacement): item.span.of(self.text) for item in stretch.marks}
        unchanged = [item for item in stretch.marks if item.keeps_text]
        ends = line_end(self.text)
        place = stretch.start
        for piece in pieces(stretch.before, stretch.after):
            span = Span(place, place + len(piece.old))
            place = span.end
            if piece.is_change:
                yield kept.get((span, piece.new)) or _annotation(piece.old, piece.new, line_end=ends)
                continue
            position = span.start
            for item in unchanged:
                if span.start <= item.source.start < item.source.end <= span.end:
                    yield piece.old[position - span.start : item.source.start - span.start]
                    yield item.span.of(self.text)
                    position = item.source.end
            yield piece.old[position - span.start :]


def written(entry: Entry, correction: Correction) -> str:
    """Return a text with a correction. Raise DocumentError if its edits don't give it or can't be expressed."""
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
        yield _annotation(edit.span.of(source), edit.replacement, edit.type, details=edit.details)
        position = edit.span.end
    yield source[position:]


class _UagecFormat(CorrectedTextFormat[MarkedText[_Annotation]], CorpusFormat):
    """UA-GEC's annotation. Any text with an annotation is in it; the corpus itself calls its files ``.ann``.

    A correction that changes nothing has no annotation: only the suffix ``.uagec`` says what it is.
    """

    name = "uagec"
    title = "UA-GEC's annotation"
    label = "UA-GEC"
    suffixes = (".uagec",)
    shared_suffixes = (".ann",)
    claimed = (*suffixes, *shared_suffixes)
    carries = frozenset({*ALL_SIDES, *DETAILED_EDITS, "paragraphs"})
    joins_sentences = True
    is_annotators_work = True
    words_file = _AnnotatedFile

    def recognises(self, file: DocumentFile) -> bool:
        return file.path.suffix.lower() in self.suffixes or recognises(file.text)

    def content(self, file: DocumentFile) -> MarkedText[_Annotation]:
        return read_annotated(file.text, file.path)

    def alternatives(self, file: DocumentFile, content: MarkedText[_Annotation]) -> Iterator[MarkedText[_Annotation]]:
        most = max((item.choices for item in content.marks), default=1)
        for choice in range(1, min(most, _MOST_CHOICES)):
            yield read_annotated(file.text, file.path, choice)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return Corpus.of(read_annotated(newlines(file.text), file.path), file.path.stem)

    def read_tolerantly(self, file: DocumentFile) -> Corpus:
        """Return the text without the lines in which an annotation can't be read: their source isn't known either."""
        lines = list(enumerate(newlines(file.text).split("\n"), 1))
        faults: list[Fault] = []
        while True:
            text = "\n".join(line for _, line in lines)
            try:
                content = read_annotated(text, file.path)
            except DocumentError as problem:
                if problem.line is None or len(faults) == MAX_FAULTS:
                    raise
                number, _ = lines.pop(problem.line - 1)
                faults.append(attrs.evolve(Fault.of(problem, part="line"), line=number))
            else:
                if faults and not (content.marks and content.source.strip()):
                    return self.read_corpus(file)
                return attrs.evolve(Corpus.of(content, file.path.stem), faults=Faults.of(faults))

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        if len({item.name for entry in corpus.entries for item in entry.corrections}) > 1:
            yield from names_in_files(corpus.people)
        elif any(entry.hypotheses for entry in corpus.entries):
            yield "which corrections are hypotheses; read back, all are references"
        edits = [edit for entry in corpus.entries for item in entry.corrections for edit in item.edits or ()]
        wanted = sum(len(edit.details.attributes) + bool(edit.details.note) + bool(edit.details.id) for edit in edits)
        if lost := wanted - sum(len(_fields_of(edit.details)) for edit in edits):
            yield f"metadata with braces, '=>', ':::' or line ends ({lost})"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return the one text with each correction; read again, a document has the same texts and edits.

        One correction stands in the file of that name; several have a file each: ``STEM.ref.NAME.uagec``.
        """
        entry = only_entry(joined(corpus) if corpus.tokenised else corpus, self.title)
        corrections = entry.by_annotator()
        if not corrections:
            raise DocumentError(f"{self.title} holds one correction of a text, and there are 0")
        if len(corrections) == 1:
            return {name: written(entry, entry.corrections[0]).encode()}
        names = people_files(corrections, PurePath(name).stem, PurePath(name).suffix)
        return {file: written(entry, corrections[person]).encode() for person, file in names.items()}


UAGEC = _UagecFormat()
