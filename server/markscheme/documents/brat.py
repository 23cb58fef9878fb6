"""brat's standoff annotations of a text (brat.nlplab.org/standoff.html), as projects of learner corpora use them.

``essay.ann`` holds one annotator's annotations of ``essay.txt``, a line each:

===========================================  ===================================================
``T1<TAB>R_VERB_SVA 3 6<TAB>was``            an error at characters 3 to 6, with its type
``#1<TAB>AnnotatorNotes T1<TAB>were``        its correction
``A1<TAB>Delete T1``                         its correction is nothing: the words are deleted
``A2<TAB>Correction T1 were``                its correction, in projects that keep it in an attribute
``N1<TAB>Correction T1 DB:id<TAB>were``      its correction, in projects that keep it as a normalisation
===========================================  ===================================================

An error with none of these has been marked and not corrected. Notes and the attribute ``Delete`` are the form of
REALEC (Kuzmenko and Kutuzov, 2014), a corpus of learner English that was annotated in brat. Offsets count code points.
Relations, events and other attributes are not kept.
"""

import re
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, pairwise
from pathlib import Path, PurePath

import attrs

from markscheme.documents.corpus import (
    ERRANT_TYPE,
    MAX_FAULTS,
    Corpus,
    Correction,
    Fault,
    Faults,
    all_with_space,
    counted,
    disjoint,
    joined,
    only_correction,
    only_entry,
    repetitions,
    sound_edits,
    with_space,
    without_shared_space,
    without_space,
)
from markscheme.documents.files import newlines
from markscheme.documents.formats import DETAILED_EDITS, CorpusFormat, CorrectedTextFormat, DocumentFile
from markscheme.documents.places import (
    Anchor,
    CorrectedText,
    Details,
    LineIndex,
    StandoffPlaces,
    TextEdit,
    corrected_text,
)
from markscheme.errors import DocumentError, MissingDocument
from markscheme.languages.segments import Span

_UNTYPED = "Error"
"""Stands for an error whose type nobody gave; brat has no annotation without a type."""

_STORED = re.compile(r"[MRU](?:_[A-Z]+){1,2}(?:-[MRU](?:_[A-Z]+){1,2})*")
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


def _brat_type(kind: str) -> str:
    """Return the name of an error type in brat.

    >>> _brat_type("R:VERB:SVA"), _brat_type(""), _brat_type("word choice")
    ('R_VERB_SVA', 'Error', 'word_choice')
    """
    if ERRANT_TYPE.fullmatch(kind):
        return kind.replace(":", "_").replace("+", "-")
    return _FOREIGN.sub("_", kind) or _UNTYPED


def _error_type(name: str) -> str:
    """Return the error type that a name in brat stands for.

    >>> _error_type("R_VERB_SVA"), _error_type("Error"), _error_type("Articles")
    ('R:VERB:SVA', '', 'Articles')
    """
    if _STORED.fullmatch(name):
        return name.replace("_", ":").replace("-", "+")
    return "" if name == _UNTYPED else name


_CORRECTION_NAMES = frozenset({"correct", "corrected", "correction", "normalisation", "normalization", "suggestion"})
_DELETION_NAMES = frozenset({"delete", "deleted", "deletion"})
_NOTE = "AnnotatorNotes"

_LINE = re.compile(r"(?:[TAMNRE#][^\s\t]*|\*)\t")
_NUMBERED = re.compile(r"[TAMNRE#][0-9]+\t|\*\tEquiv ")
_SPAN = "[0-9]{1,9} [0-9]{1,9}"
_PATTERNS = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "T": rf"(?P<id>T\S*)\t(?P<type>\S+) (?P<spans>{_SPAN}(?:;{_SPAN})*) *(?:\t(?P<value>.*))?",
        "#": r"#\S*\t(?P<name>\S+) (?P<target>\S+) *(?:\t(?P<value>.*))?",
        "A": r"A\S*\t(?P<name>\S+) (?P<target>\S+)(?: (?P<value>.*))?",
        "M": r"M\S*\t(?P<name>\S+) (?P<target>\S+)(?: (?P<value>.*))?",
        "N": r"N\S*\t(?P<name>\S+) (?P<target>\S+) \S+ *(?:\t(?P<value>.*))?",
    }.items()
}
_FORMS = {
    "T": "An annotation reads T1<TAB>Type start end<TAB>text",
    "#": "A note reads #1<TAB>AnnotatorNotes T1<TAB>correction",
    "A": "An attribute reads A1<TAB>Name T1, with a value behind it or none",
    "M": "An attribute reads M1<TAB>Name T1, with a value behind it or none",
    "N": "A normalisation reads N1<TAB>Name T1 database:id<TAB>text",
}
_OTHERS = {"R": "relations", "*": "relations", "E": "events"}
_UNREAD_ATTRIBUTES, _UNREAD_NORMALISATIONS = "attributes of other annotations", "normalisations"
_UNREAD_NOTES = "notes on other annotations"


@attrs.frozen
class _Statement:
    """What a line (numbered from 1) says of an error: a correction, with its place in the file."""

    text: str
    place: Span
    line: int
    start: int


@attrs.frozen
class _MarkedError:
    """An error, as its line states it.

    ``spans``: its fragments, in offsets of the annotated text. ``words``: those that the line repeats; ``None`` where
    it repeats none. ``place``, ``start``: where the words, and the line, stand in the file. ``correction``: empty to
    delete the words; ``None`` where the error is only marked.
    """

    id: str
    type: str
    spans: tuple[Span, ...]
    words: str | None
    place: Span
    line: int
    start: int
    correction: _Statement | None = None
    note: str = ""
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def starts(self) -> tuple[int, ...]:
        """Where the lines begin that are about the error."""
        return (self.start, *((self.correction.start,) if self.correction is not None else ()))


def _looks_like_standoff(text: str) -> bool:
    """Return whether a text has no line, or one that begins as annotations do, with a number: lines of running text may
    begin with a letter and a tab.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    return not lines or any(_NUMBERED.match(line) for line in lines)


def _read_standoff(text: str, path: Path) -> tuple[tuple[_MarkedError, ...], tuple[str, ...]]:
    """Return the errors of an ``.ann`` file, in file order, and what the other lines hold, in words for people.

    In a file with attributes or normalisations for corrections, notes are comments. Raise DocumentError at the first
    line that can't be read, names an unknown error, gives a second correction, or repeats an identifier.
    """
    reading = _Reading(path)
    index = LineIndex(text)
    for number in range(len(index)):
        span = index.line_span(number)
        if span.of(text).strip():
            reading.add(span.of(text), span.start, number + 1)
    return reading.finished()


class _Reading:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._errors: dict[str, _MarkedError] = {}
        self._notes: list[tuple[str, _Statement]] = []
        self._corrections: list[tuple[str, _Statement]] = []
        self._deletions: list[tuple[str, _Statement]] = []
        self._attributes: list[tuple[str, tuple[str, str]]] = []
        self._others: Counter[str] = Counter()

    def add(self, line: str, start: int, number: int) -> None:
        kind = line[0]
        if kind in _OTHERS and _LINE.match(line):
            self._others[_OTHERS[kind]] += 1
            return
        match = _PATTERNS[kind].fullmatch(line) if kind in _PATTERNS else None
        spans = _spans(match["spans"]) if match and kind == "T" else ()
        if match is None or any(span.start > span.end for span in spans):
            remedy = _FORMS.get(kind, "Lines begin with T, #, A, M, N, R, E or *, and a tab behind the identifier")
            raise DocumentError("this line is no annotation of brat's", path=self._path, line=number, remedy=remedy)
        if kind == "T":
            self._add_error(match, spans, start, number)
        else:
            self._add_statement(kind, match, start, number)

    def finished(self) -> tuple[tuple[_MarkedError, ...], tuple[str, ...]]:
        is_noted = not self._corrections
        deletions = {target for target, _ in self._deletions}
        statements = [*self._deletions, *(item for item in self._corrections if item[0] not in deletions)]
        comments: list[tuple[str, _Statement]] = []
        for target, note in self._notes:
            if not target.startswith("T"):
                self._others[_UNREAD_NOTES] += 1
            elif is_noted and target not in deletions:
                statements.append((target, note))
            else:
                comments.append((target, note))
        for target, statement in statements:
            self._state(target, statement)
        for target, comment in comments:
            error = self._error(target, comment.line)
            self._errors[target] = attrs.evolve(error, note="; ".join(filter(None, (error.note, comment.text))))
        for target, attribute in self._attributes:
            if target in self._errors:
                error = self._errors[target]
                self._errors[target] = attrs.evolve(error, attributes=(*error.attributes, attribute))
            else:
                self._others[_UNREAD_ATTRIBUTES] += 1
        return tuple(self._errors.values()), counted(self._others)

    def _state(self, target: str, statement: _Statement) -> None:
        error = self._error(target, statement.line)
        if error.correction is None:
            self._errors[target] = attrs.evolve(error, correction=statement)
        elif error.correction.text.strip() != statement.text.strip():
            first = error.correction.line
            raise DocumentError(
                f"{target} has another correction in line {first}",
                path=self._path,
                line=statement.line,
                remedy="Keep one of the two",
            )

    def _error(self, name: str, line: int) -> _MarkedError:
        if name not in self._errors:
            raise DocumentError(
                f"there is no annotation {name} in this file",
                path=self._path,
                line=line,
                remedy="Delete this line, or restore that one",
            )
        return self._errors[name]

    def _add_error(self, match: re.Match[str], spans: tuple[Span, ...], start: int, number: int) -> None:
        name, words = match["id"], match["value"] or None
        if name in self._errors:
            raise DocumentError(
                f"{name} stands in line {self._errors[name].line} already",
                path=self._path,
                line=number,
                remedy="Give each annotation an identifier of its own",
            )
        begin = match.start("value") if match["value"] is not None else match.end()
        place = Span(start + begin, start + match.end())
        self._errors[name] = _MarkedError(name, match["type"], spans, words, place, number, start)

    def _add_statement(self, kind: str, match: re.Match[str], start: int, number: int) -> None:
        name, value = match["name"].lower(), match["value"]
        column = match.start("value") if value is not None else match.end()
        statement = match["target"], _statement(value or "", column, start, number)
        if kind == "#":
            if match["name"] == _NOTE:
                self._notes.append(statement)
            else:
                self._others[_UNREAD_NOTES] += 1
        elif kind in "AM" and name in _DELETION_NAMES:
            whole = _Statement("", Span(start, start + match.end()), number, start)
            self._deletions.append((match["target"], whole))
        elif name in _CORRECTION_NAMES and value is not None:
            self._corrections.append(statement)
        elif kind == "N":
            self._others[_UNREAD_NORMALISATIONS] += 1
        else:
            self._attributes.append((match["target"], (match["name"], value or "")))


def _spans(pairs: str) -> tuple[Span, ...]:
    return tuple(Span(*map(int, pair.split(" "))) for pair in pairs.split(";"))


def _statement(text: str, column: int, start: int, line: int) -> _Statement:
    words = text.strip()
    begin = start + column + len(text) - len(text.lstrip())
    return _Statement(words, Span(begin, begin + len(words)), line, start)


class _Overlap(DocumentError):
    """Two annotations correct the same words; ``first``: the line of the one, ``line`` that of the other."""

    first: int = 0


_ID_IN_LINE = re.compile(r"(?:(T\S*)\t|[#AMN]\S*\t\S+ (T\S*))")


def _id_in(line: str) -> str:
    """Return which annotation a line is about; empty if it does not say."""
    match = _ID_IN_LINE.match(line)
    return (match[1] or match[2]) if match else ""


class _SoundLines:
    """The lines of an ``.ann`` file without those that can't be read, or don't fit, and whatever is about the same."""

    def __init__(self, annotations: str, text: str, path: Path, text_path: Path) -> None:
        self._lines = newlines(annotations).split("\n")
        self._text = text
        self._paths = path, text_path
        self._faults: list[Fault] = []

    def content(self) -> tuple[CorrectedText, Faults]:
        """Raise DocumentError if more is left out than stays, there are too many faults, or the text is at fault."""
        path, text_path = self._paths
        first: DocumentError | None = None
        while True:
            try:
                content = _read_annotated("\n".join(self._lines), self._text, path, text_path)
            except DocumentError as problem:
                if problem.line is None or problem.path != path or len(self._faults) == MAX_FAULTS:
                    raise
                first = first or problem
                self._leave_out(problem, problem.line)
                if len(self._faults) > sum(line.startswith("T") for line in self._lines):
                    raise first from None
            else:
                return content, Faults.of(self._faults)

    def _leave_out(self, problem: DocumentError, line: int) -> None:
        at_fault = {line, problem.first} if isinstance(problem, _Overlap) else {line}
        names = {name for number in at_fault if (name := _id_in(self._lines[number - 1]))}
        about = [index for index, own in enumerate(self._lines) if index + 1 in at_fault or _id_in(own) in names]
        place = self._place([self._lines[index] for index in about])
        self._faults.append(Fault.of(problem, part="annotation", place=place))
        for index in about:
            self._lines[index] = ""

    def _place(self, lines: Sequence[str]) -> Span | None:
        """Return the words that annotations are on; ``None`` if not all of these say, or they are not there."""
        places: list[Span] = []
        for line in filter(re.compile(r"T\S*\t").match, lines):
            match = _PATTERNS["T"].fullmatch(line)
            spans = _spans(match["spans"]) if match else ()
            whole = Span(spans[0].start, spans[-1].end) if spans else Span(0, 0)
            if match is None or not match["value"] or whole.of(self._text) != match["value"]:
                return None
            places.append(whole)
        if not places or "\r" in self._text:
            return None
        return Span(min(place.start for place in places), max(place.end for place in places))


_WHITE_SPACE = re.compile(r"\s")
_SHOWN = 40
"""Characters of the text that a message shows."""

_Offsets = Callable[[int], int | None]
"""Gives an offset of the text for an offset of the file; ``None`` where the text has no such place."""


def _read_annotated(annotations: str, text: str, path: Path, text_path: Path) -> CorrectedText:
    r"""Return the text with the annotator's edits, its lines ended by ``\n``. The paths are for messages.

    A detection that overlaps a correction is left out. Raise DocumentError if a line can't be read or does not fit the
    text, or two corrections overlap.
    """
    errors, left_out = _read_standoff(annotations, path)
    source = newlines(text)
    placed = _placed(errors, text, source, path, text_path)

    def clash(one: _Placed, other: _Placed) -> DocumentError:
        first, second = sorted((one.error, other.error), key=lambda error: error.line)
        overlap = _Overlap(
            f"{second.id} overlaps {first.id} in line {first.line}, and both have a correction",
            path=path,
            line=second.line,
            remedy="Correct the words in one annotation, or write one .ann file for each correction",
        )
        overlap.first = first.line
        return overlap

    separate = disjoint(placed, clash)
    edits = all_with_space(source, separate)
    pairs = [(edit, item.error) for edit, item in zip(edits, separate, strict=True)]
    return CorrectedText(
        source=source,
        corrected=corrected_text(source, edits),
        edits=_with_insertions(source, edits),
        source_places=StandoffPlaces(tuple(Anchor(edit.span, error.place, error.starts) for edit, error in pairs)),
        corrected_places=_corrected_places(pairs),
        left_out=left_out + counted(repetitions(placed, separate, "annotations that stand twice")),
    )


@attrs.frozen
class _Placed(TextEdit):
    error: _MarkedError = attrs.field(kw_only=True)


def _placed(errors: Sequence[_MarkedError], text: str, source: str, path: Path, text_path: Path) -> list[_Placed]:
    """Take the first way of counting that fits all words: programs count a Windows line end as one character or two."""
    faults: list[DocumentError] = []
    for offsets in _countings(text, source):
        fitting = _Fitting(source, offsets, path, text_path)
        try:
            return [fitting.placed(error) for error in errors]
        except DocumentError as fault:
            faults.append(fault)
    raise max(faults, key=lambda fault: fault.line or 0)


def _countings(text: str, source: str) -> Iterator[_Offsets]:
    yield _without((), len(source))
    ends = [match.start() for match in re.finditer("\n", source)]
    if ends:
        returns = [match.start() for match in re.finditer("\r\n", text)]
        if returns and len(returns) < len(ends):
            yield _without(returns, len(text))
        yield _without([place + number for number, place in enumerate(ends)], len(source) + len(ends))


def _without(left_out: Sequence[int], length: int) -> _Offsets:
    return lambda offset: offset - bisect_left(left_out, offset) if offset <= length else None


@attrs.frozen
class _Fitting:
    source: str
    offsets: _Offsets
    path: Path
    text_path: Path

    def placed(self, error: _MarkedError) -> _Placed:
        name = self.text_path.name
        fragments: list[Span] = []
        for span in error.spans:
            start, end = self.offsets(span.start), self.offsets(span.end)
            if start is None or end is None:
                place = f"{span.start}-{span.end}"
                raise self._misfit(error, f"is at {place}, outside {name} of {len(self.source)} characters")
            fragments.append(Span(start, end))
        if any(
            one.end > other.start or self.source[one.end : other.start].strip() for one, other in pairwise(fragments)
        ):
            raise DocumentError(
                f"{error.id} has several parts with other words between them, which can't be one correction",
                path=self.path,
                line=error.line,
                remedy="Mark all the words in one piece, or each part by itself",
            )
        whole = Span(fragments[0].start, fragments[-1].end)
        if error.words is not None and not any(self._reads(error.words, fragments, joint) for joint in (" ", "")):
            words, place = error.words.rstrip(), f"{error.spans[0].start}-{error.spans[-1].end}"
            there = f"{name} has {_shown(self.source, whole)} at {place}"
            raise self._misfit(error, f"is on {_shown(words, Span(0, len(words)))}, and {there}")
        correction = error.correction.text if error.correction is not None else None
        details = Details(error.id, error.note, error.attributes)
        return _Placed(whole, correction, _error_type(error.type), details, error=error)

    def _reads(self, words: str, fragments: Sequence[Span], joint: str) -> bool:
        """Return whether the text reads so; brat writes white space as spaces, and may lose it at a line's end."""
        text = joint.join(span.of(self.source) for span in fragments)
        rest = words[len(text) :] + text[len(words) :]
        flat, flat_words = (_WHITE_SPACE.sub(" ", part) for part in (text[: len(words)], words[: len(text)]))
        return flat == flat_words and not rest.strip()

    def _misfit(self, error: _MarkedError, problem: str) -> DocumentError:
        return DocumentError(
            f"{error.id} {problem}",
            path=self.path,
            line=error.line,
            remedy=f"Put the text that was annotated in {self.text_path.name}, unchanged",
        )


def _shown(text: str, span: Span) -> str:
    words = text[span.start : min(span.end, span.start + _SHOWN)]
    return repr(words if span.end - span.start <= _SHOWN else f"{words}…")


def _corrected_places(annotations: Iterable[tuple[TextEdit, _MarkedError]]) -> StandoffPlaces:
    anchors: list[Anchor] = []
    shift = 0
    for edit, error in annotations:
        span, replacement, correction = edit.span, edit.replacement, error.correction
        start = span.start + shift
        if replacement is None or correction is None:
            anchors.append(Anchor(Span(start, span.end + shift), error.place, error.starts))
            continue
        lead = len(replacement) - len(replacement.lstrip()) if correction.text else 0
        words = Span(start + lead, start + lead + len(correction.text))
        anchors.append(Anchor(words, correction.place if correction.text else error.place, error.starts))
        shift += len(replacement) - (span.end - span.start)
    return StandoffPlaces(tuple(anchors))


def _with_insertions(source: str, edits: Iterable[TextEdit]) -> tuple[TextEdit, ...]:
    return tuple(_as_insertion(source, edit) for edit in edits)


def _as_insertion(source: str, edit: TextEdit) -> TextEdit:
    """Return what an edit adds before or behind words that it repeats, as people mark an insertion; else the edit.

    >>> _as_insertion("by bus", TextEdit(Span(3, 6), "the bus")).replacement
    'the '
    """
    words, replacement = edit.span.of(source), edit.replacement or ""
    added = len(replacement) - len(words)
    if not words or added < 2:
        return edit
    if replacement.startswith(words) and replacement[-added].isspace():
        return edit.at(Span(edit.end, edit.end), replacement[-added:])
    if replacement.endswith(words) and replacement[added - 1].isspace():
        return edit.at(Span(edit.start, edit.start), replacement[:added])
    return edit


_WORD = r"(?:['’]?\w+(?:['’.-]\w+)*|[^\w\s]+)?"
"""What an annotation of an insertion is on: a word without the punctuation beside it, or punctuation alone."""
_WORD_BEFORE = re.compile(rf"{_WORD}[^\S\n]*\Z")
_WORD_BEHIND = re.compile(rf"[^\S\n]*{_WORD}")


_ID = re.compile(r"T[0-9]+")


def _ids(marks: Sequence[TextEdit]) -> list[str]:
    """Return each annotation's own id where brat has such, and no other annotation has it; else a number of its own."""
    ids: list[str] = []
    free = count(1)
    own = [mark.details.id if _ID.fullmatch(mark.details.id) else "" for mark in marks]
    for name in own:
        ids.append(name if name and name not in ids else next(n for n in (f"T{i}" for i in free) if n not in own))
    return ids


def _writer_lines(source: str, marks: Sequence[TextEdit]) -> Iterator[str]:
    """Yield the lines of annotations. Where a note would be read as a correction, all corrections are attributes."""
    has_notes = any(mark.details.note and mark.replacement != "" for mark in marks) and any(
        mark.replacement for mark in marks
    )
    ids = _ids(marks)
    further = count(1 + max((int(name[1:]) for name in ids), default=0))
    for name, mark in zip(ids, marks, strict=True):
        numbers = chain([name[1:]], further)
        parts = list(_fragments(source, mark.span))
        offsets = ";".join(f"{part.start} {part.end}" for part in parts)
        yield f"{name}\t{_brat_type(mark.type)} {offsets}\t{' '.join(part.of(source) for part in parts)}\n"
        if mark.replacement and has_notes:
            yield f"A{next(numbers)}\tCorrection {name} {mark.replacement}\n"
        elif mark.replacement:
            yield f"#{name[1:]}\t{_NOTE} {name}\t{mark.replacement}\n"
        elif mark.replacement is not None:
            yield f"A{next(numbers)}\tDelete {name}\n"
        if mark.details.note and (has_notes or mark.replacement == ""):
            yield f"#{name[1:]}\t{_NOTE} {name}\t{' '.join(mark.details.note.split())}\n"
        for attribute, value in mark.details.attributes:
            words = f"{_FOREIGN.sub('_', attribute)} {name} {' '.join(value.split())}"
            yield f"A{next(numbers)}\t{words.rstrip()}\n"


def _fragments(source: str, span: Span) -> Iterator[Span]:
    """Brat parts annotations at line ends."""
    start, has_words = span.start, False
    for line in span.of(source).split("\n"):
        if line:
            yield Span(start, start + len(line))
            has_words = True
        start += len(line) + 1
    if not has_words:
        yield span


def word_marks(source: str, edits: Iterable[TextEdit]) -> list[TextEdit]:
    """Return annotations of words, which lead to the same text when they are read with the space beside them."""
    changes = deque(edit for edit in _one_line_edits(source, edits) if edit.replacement != edit.span.of(source))
    marks: list[TextEdit] = []
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
            before.append(with_space(source, mark))
    return marks


def _one_line_edits(source: str, edits: Iterable[TextEdit]) -> Iterator[TextEdit]:
    """An edit of several lines that keeps their number becomes an edit of each; else its line breaks become spaces."""
    for edit in edits:
        if edit.replacement is None:
            yield edit
            continue
        old, new = edit.span.of(source).split("\n"), newlines(edit.replacement).split("\n")
        if len(old) != len(new):
            yield without_shared_space(source, edit.at(edit.span, " ".join(new)))
            continue
        start = edit.span.start
        for before, after in zip(old, new, strict=True):
            yield without_shared_space(source, edit.at(Span(start, start + len(before)), after))
            start += len(before) + 1


def _mark(source: str, change: TextEdit, space: Span) -> TextEdit | None:
    """``space``: the text between the neighbouring annotations, which this one must not leave."""
    if change.replacement is None:
        return change.at(change.span, None)
    if not change.replacement:
        for span in (without_space(source, change.span), change.span):
            if with_space(source, change.at(span, "")) == change and span.of(source).strip():
                return change.at(span, "")
    bare = [
        wide
        for wide in _widened(source, change, space)
        if wide.replacement and _is_bare(wide.replacement) and _is_bare(wide.span.of(source))
    ]
    if fitting := [wide for wide in bare if _as_insertion(source, wide) == change]:
        return fitting[0]
    if change.replacement.strip() and with_space(source, change) == change:
        return change.at(change.span, change.replacement.strip())
    return bare[0] if bare else None


def _near(source: str, change: TextEdit, space: Span) -> TextEdit | None:
    for wide in reversed(tuple(_widened(source, change, space))):
        span = without_space(source, wide.span)
        if wide.replacement and wide.replacement.strip() and span.start < span.end:
            return change.at(span, wide.replacement.strip())
    words = (change.replacement or "").strip()
    has_words = words or change.span.of(source).strip()
    return change.at(change.span, words) if has_words else None


def _widened(source: str, change: TextEdit, space: Span) -> Iterator[TextEdit]:
    here, line = change.span, source[space.start : change.span.start].rpartition("\n")[2]
    before = _WORD_BEFORE.search(line)
    behind = _WORD_BEHIND.match(source, here.end, space.end)
    start = here.start - (len(before[0]) if before else 0)
    end = behind.end() if behind else here.end
    for span in (here, Span(here.start, end), Span(start, here.end), Span(start, end)):
        words = source[span.start : here.start] + (change.replacement or "") + source[here.end : span.end]
        yield change.at(span, words)


def _is_bare(words: str) -> bool:
    return bool(words) and words == words.strip()


def _joined(source: str, one: TextEdit, other: TextEdit) -> TextEdit | None:
    """``None`` where words or a line's end stand between. A mark without a correction is lost, and its words stay."""
    gap = source[one.span.end : other.span.start]
    words = gap.join(edit.span.of(source) if edit.replacement is None else edit.replacement for edit in (one, other))
    if gap.strip() or "\n" in words:
        return None
    details = Details.of_all((one.details, other.details))
    return TextEdit(Span(one.span.start, other.span.end), words, one.type or other.type, details)


class _BratFormat(CorrectedTextFormat[CorrectedText], CorpusFormat):
    """brat's standoff: ``essay.ann``, whose source is ``essay.txt``. Several annotators have a folder each."""

    name = "brat"
    title = "brat's standoff"
    label = "brat"
    suffixes = claimed = (".ann",)
    carries = frozenset({*DETAILED_EDITS, "paragraphs"})
    joins_sentences = True
    is_self_contained = True
    is_annotators_work = True
    annotated_suffix = ".txt"

    def recognises(self, file: DocumentFile) -> bool:
        return self.claims(file.path) and _looks_like_standoff(file.text)

    def is_exercise(self, file: DocumentFile) -> bool:
        """Return whether the file is brat's; one that can't be read is, too."""
        try:
            return self.recognises(file)
        except DocumentError:
            return True

    def content(self, file: DocumentFile) -> CorrectedText:
        text = self._text_file(file)
        return _read_annotated(file.text, text.text, file.path, text.path)

    def source_text(self, file: DocumentFile) -> str:
        return newlines(self._text_file(file).text)

    def _text_file(self, file: DocumentFile) -> DocumentFile:
        text = file.beside(file.path.with_suffix(self.annotated_suffix).name)
        try:
            _ = text.text
        except MissingDocument:
            raise DocumentError(
                f"{text.path.name}, the text that this file annotates, is missing",
                path=file.path,
                remedy=f"Put {text.path.name} beside it",
            ) from None
        return text

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return Corpus.of(self.content(file), file.path.stem)

    def sound_content(self, file: DocumentFile) -> tuple[CorrectedText, Faults]:
        """Return the text without the annotations that can't be read or don't fit, two that overlap among them."""
        text = self._text_file(file)
        return _SoundLines(file.text, text.text, file.path, text.path).content()

    def read_tolerantly(self, file: DocumentFile) -> Corpus:
        content, faults = self.sound_content(file)
        return attrs.evolve(Corpus.of(content, file.path.stem), faults=faults)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        first = [(entry, item) for entry in corpus.entries for item in entry.corrections[:1]]
        if any(entry.hypotheses for entry, _ in first):
            yield "that the correction is a hypothesis; read back, it is a reference"
        types = dict.fromkeys(edit.type for _, item in first for edit in item.edits or ())
        renamed = [f"{kind} is now {_brat_type(kind)}" for kind in types if _error_type(_brat_type(kind)) != kind]
        if renamed:
            yield f"names of types: {', '.join(renamed)}"
        edits = [edit for _, item in first for edit in item.edits or ()]
        notes = sum(edit.replacement is None and bool(edit.details.note) for edit in edits)
        if notes and not any(edit.replacement for edit in edits):
            yield f"notes on errors without a correction ({notes}): in brat, they would be corrections"
        moved = sum(_moved_edits(entry.source, item.edits or ()) for entry, item in first)
        if moved:
            yield f"the exact places of edits ({moved}): annotations are on words"
        if any(adds_line_breaks(entry.source, item) for entry, item in first):
            yield "line breaks that corrections add: an annotation's note has one line"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return the ``.ann`` file and the text beside it, for a corpus of one correction.

        Annotations are on words, as people mark them in brat: an insertion is on the word beside it, which the note
        repeats. Edits that share such a word are one annotation, with the first one's type. Edits of white space alone
        at a line's ends are left out, and line breaks that a correction adds become spaces.
        """
        entry = only_entry(joined(corpus), self.title)
        marks = word_marks(entry.source, sound_edits(entry, only_correction(entry, self.title)))
        suffix = self.suffixes[0]
        file = PurePath(name if name.lower().endswith(suffix) else f"{name}{suffix}")
        lines = _writer_lines(entry.source, marks)
        text = file.with_suffix(self.annotated_suffix).name
        return {file.name: "".join(lines).encode(), text: entry.source.encode()}


def _moved_edits(source: str, edits: Sequence[TextEdit]) -> int:
    """Return how many edits are not read back as they are."""
    read = _with_insertions(source, all_with_space(source, word_marks(source, edits)))
    return len({(edit.span, edit.replacement) for edit in edits} - {(edit.span, edit.replacement) for edit in read})


def adds_line_breaks(source: str, correction: Correction) -> bool:
    """Return whether annotations of words, which have one line each, lose line breaks of a correction."""
    if correction.edits is None:
        return newlines(correction.text).count("\n") > source.count("\n")
    changes = ((edit.span.of(source), newlines(edit.replacement or "")) for edit in correction.edits)
    return any("\n" in new and old.count("\n") != new.count("\n") for old, new in changes)


BRAT = _BratFormat()
