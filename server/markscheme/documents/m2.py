"""M2: one source sentence (``S``) and its edits by annotator (``A``), blank lines between sentences.

The format of the CoNLL-2014 shared task (Dahlmeier and Ng, 2012), with ERRANT's types:
``A start end|||type|||correction|||required|||comment|||annotator``. Its dialects are read alike:

- one space parts tokens, and a token may be blank (:func:`~markscheme.documents.places.spaced_segment`);
- a deletion's correction is ``-NONE-`` or empty;
- an annotator who left a sentence as it was has a ``noop`` line there. One without a line, where others have one, has
  not seen the sentence. A sentence without any line was left as it was by everybody, as ``errant_compare`` reads it;
- ``||`` parts several acceptable corrections (NUCLE, CoNLL);
- an error that was detected and not corrected has type ``UNK`` (ERRANT; its correction repeats the source),
  or ``Um``, "unclear meaning", without a correction (NUCLE);
- ``T0-A0`` lines repeat the target (ChERRANT, Zhang et al., 2022) and are ignored; so are the edits
  under ``T0-A1`` and so on, other alignments of the same target.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from io import StringIO
from pathlib import Path

import attrs

from markscheme.documents.corpus import (
    DETECTION,
    Document,
    Fault,
    Faults,
    ParallelText,
    Side,
    StatedEdit,
    TokenEdit,
    disjoint,
)
from markscheme.documents.places import LINE_END, Details
from markscheme.documents.streams import TextFile
from markscheme.errors import DocumentError
from markscheme.languages.segments import Segment, Span, spaced_segment, spaced_tokens

NO_CORRECTION = "-NONE-"
ALTERNATIVE = "||"
FIELD_END = "|||"
NOOP = "noop"
UNCLEAR = "Um"

MAX_ANNOTATORS = 64
MAX_LINES = 5_000
"""``A`` lines of a sentence, those of all annotators together."""
MAX_TOKENS = 20_000
"""Tokens of a sentence."""
CORRECTIONS_IN_MEMORY = 4096
"""Corrections whose tokens are kept: three of four in CoNLL-2014 repeat another."""

_EDIT = re.compile(
    r"A (-?[0-9]{1,18}) (-?[0-9]{1,18})"
    r"\|\|\|([^|]*+)\|\|\|([^|]*+)\|\|\|[^|]*+\|\|\|([^|]*+)\|\|\|([0-9]{1,18})"
)
"""An ``A`` line without further bars: span, type, correction, comment, annotator."""
_HEAD = re.compile(r"A (-?[0-9]{1,18}) (-?[0-9]{1,18})")
_BARS = 5 * len(FIELD_END)
"""Bars of an ``A`` line without one in a field."""
_SENTENCE = re.compile(r"\nS(?= |$)", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]{1,18}")
_TARGET = re.compile(r"T[0-9]+(?:-A([0-9]+))?(?: |$)")
_UNUSUAL = re.compile(
    r"\n(?!S |S?(?:\n|\Z)"
    r"|A -?[0-9]{1,18}+ -?[0-9]{1,18}+(?>\|\|\|[^|\n]*+(?:\|\|?[^|\n]++)*+){4}\|\|\|[0-9]{1,18}+(?:\n|\Z)"
    r"|T[0-9])"
)
"""The end of a line before one that does not look as most do."""
_ANNOTATOR = re.compile(r"^A .*\|\|\|(.*)$", re.MULTILINE)


@attrs.frozen
class Annotation(StatedEdit):
    """One ``A`` line (numbered from 1), with the first of its corrections; ``noop`` at -1 to -1 is of it all.

    ``is_read``: false under another alignment of a target, which is ignored. ``comment``: empty for ``-NONE-``.
    ``alternatives``: further corrections. ``detected``: the line's type and correction, where it only marks an error.
    """

    line: int
    annotator: int
    is_read: bool = True
    alternatives: tuple[tuple[str, ...], ...] = ()
    comment: str = ""
    detected: tuple[str, tuple[str, ...]] | None = None

    @property
    def as_written(self) -> StatedEdit:
        if self.detected is None:
            return self
        kind, replacement = self.detected
        return StatedEdit(self.start, self.end, replacement, kind, self.correction)

    @property
    def tags(self) -> tuple[str, ...]:
        name = self.detected[0] if self.detected else self.type
        return () if name in ("", DETECTION) else (name,)

    @property
    def details(self) -> Details:
        return Details(note=self.comment)

    @property
    def is_noop(self) -> bool:
        return self.type == NOOP


@attrs.frozen
class M2Sentence:
    """An ``S`` line with each annotator's edits, in source order and disjoint.

    ``stated``: the same in the file's order, as often as each stands there. ``lines``: all its ``A`` lines. ``fault``:
    the first that is wrong in it, where it was read all the same; edits that overlap or lie outside are only stated.
    """

    source: Segment
    line: int
    annotations: Mapping[int, tuple[Annotation, ...]]
    stated: Mapping[int, tuple[Annotation, ...]]
    lines: tuple[Annotation, ...]
    fault: Fault | None = None

    def is_seen_by(self, annotator: int) -> bool:
        """Return whether an annotator of the file has seen the sentence: by a line, or where nobody has one."""
        return not self.annotations or annotator in self.annotations


def sentence_starts(text: str) -> list[int]:
    r"""Return where sentences begin in whole lines, which end in ``\n``.

    >>> sentence_starts("S a\nA b\n\nS\nSo\n")
    [0, 9]
    """
    starts = [match.start() + 1 for match in _SENTENCE.finditer(text)]
    if text[:2] in ("S ", "S\n", "S"):
        starts.insert(0, 0)
    return starts


def looks_like_m2(text: str) -> bool:
    """Return whether the first line that is not blank is an ``S`` line followed by an ``A``, ``T`` or blank line."""
    lines = LINE_END.split(text.lstrip(), maxsplit=2)[:2]
    return re.match(r"S( |$)", lines[0]) is not None and (
        len(lines) == 1
        or not lines[1].strip()
        or (lines[1].startswith("A ") and "|||" in lines[1])
        or _TARGET.match(lines[1]) is not None
    )


def read_m2(text: str, path: Path | None = None, line: int = 1, *, strict: bool = True) -> tuple[M2Sentence, ...]:
    """Return the sentences of an M2 file, or of a part of it that begins at a 1-based line.

    A detection that overlaps a correction of the same annotator is left out, and of a correction that stands twice one
    is kept. :attr:`M2Sentence.stated` has them all. At the first malformed line, or two corrections by one annotator
    that overlap, raise DocumentError with its number; unless ``strict`` their sentence has a fault, and is countable if
    ``errant_compare`` can read each of its lines.
    """
    sentences = tuple(block.sentence() for block in _blocks(text, path, line, strict=strict))
    _check_annotators({number for sentence in sentences for number in sentence.annotations}, path)
    return sentences


def _check_annotators(numbers: Collection[int], path: Path | None) -> None:
    if len(numbers) > MAX_ANNOTATORS:
        raise DocumentError(
            f"the file has {len(numbers)} annotators, more than {MAX_ANNOTATORS}",
            path=path,
            line=1,
            remedy="Write several files, each with some of them",
        )


@attrs.frozen
class Survey:
    """What only the whole of an M2 file shows.

    ``annotators``: ascending, ``(0,)`` where nobody is named. ``most``: the most corrections that an annotator gives of
    an edit, where they are several. ``several_choices``: the number of edits with several corrections.
    """

    size: int
    annotators: tuple[int, ...]
    most: Mapping[int, int]
    several_choices: int

    @classmethod
    def of(cls, file: TextFile, *, strict: bool = True) -> "Survey":
        """Look a file through; only stretches that look unusual are read in full.

        Raise DocumentError if such a stretch is malformed and the look ``strict``, or there is no sentence, or there
        are too many annotators.
        """
        people: set[int] = set()
        most: dict[int, int] = {}
        if size := _usual_size(file, people):
            return cls(size, tuple(sorted(people)) or (0,), most, 0)
        size = several = 0
        for stretch in file.look_through(sentence_starts):
            people |= named_annotators(stretch.text)
            size += stretch.size
            if not stretch.size or is_unusual(stretch.text):
                sentences = read_m2(stretch.text, file.path, stretch.line, strict=strict)
                for number, count in most_choices(sentences).items():
                    most[number] = max(most.get(number, 1), count)
                several += _several_choices(sentences)
        if not size:
            read_m2("", file.path)  # raises
        _check_annotators(people, file.path)
        return cls(size, tuple(sorted(people)) or (0,), most, several)

    def by_appearance(self, file: TextFile) -> tuple[int, ...]:
        """Return the annotators by the first sentence that they have seen: all see one that has no line."""
        if len(self.annotators) == 1:
            return self.annotators
        numbers: dict[int, None] = {}
        for sentence in file.stretches(1, sentence_starts):
            named = named_annotators(sentence.text)
            numbers |= dict.fromkeys(sorted(named or self.annotators))
            if len(numbers) == len(self.annotators):
                break
        return tuple(numbers)


def _several_choices(sentences: Iterable[M2Sentence]) -> int:
    return sum(
        bool(annotation.alternatives)
        for item in sentences
        for annotations in item.annotations.values()
        for annotation in annotations
    )


def read_annotations(text: str, path: Path | None = None) -> Iterator[tuple[tuple[str, ...], Annotation]]:
    """Yield each sentence's source tokens with each of its ``A`` lines, in the file's order; ``noop`` is left out.

    For files whose lines are independent: they may overlap. Raise DocumentError at a malformed line.
    """
    for block in _blocks(text, path):
        for item in block.lines:
            if item.is_read and not item.is_noop:
                yield block.source.tokens, item


def annotators(sentences: tuple[M2Sentence, ...]) -> tuple[int, ...]:
    """Return every annotator's number in the file, ascending; ``(0,)`` where nobody is named."""
    numbers = sorted({number for sentence in sentences for number in sentence.annotations})
    return tuple(numbers) or (0,)


def wanted_annotators(
    sentences: tuple[M2Sentence, ...], author: str | None, path: Path | None = None
) -> tuple[int, ...]:
    """Return the annotators, ascending, or the one who is ``author``; raise DocumentError if there is none."""
    numbers = annotators(sentences)
    kept = tuple(number for number in numbers if author in (None, str(number)))
    if not kept:
        remedy = f"It has {', '.join(map(str, numbers))}"
        raise DocumentError(f"there is no annotator {author!r} in this file", path=path, remedy=remedy)
    return kept


def annotators_in(text: str) -> tuple[int, ...]:
    """Return the annotators of a sound M2 file, as :func:`annotators` does, without reading their edits."""
    return tuple(sorted(named_annotators(text))) or (0,)


def is_unusual(text: str) -> bool:
    r"""Return whether M2 with line ends ``\n`` may have several corrections of an edit, or a malformed line.

    One search, a hundredth of the time of reading. Spans outside of their sentences and overlaps are not seen.
    """
    return ALTERNATIVE in text.replace(FIELD_END, "") or _UNUSUAL.search(f"\n{text}") is not None


def _usual_size(file: TextFile, people: set[int]) -> int:
    """Return the number of sentences of a file, and add its annotators; 0 if it must be looked through as text.

    In most files no field of an ``A`` line has a bar, and one blank line ends each sentence: then counting bytes shows
    as much, in a tenth of the time.
    """
    sentences = lines = ends = 0
    for piece in file.pieces():
        if b"\r" in piece or b"\0" in piece or not _is_utf_8(piece):
            return 0
        here, further = divmod(piece.count(b"|"), _BARS)
        if further:
            return 0
        if _lines_of(people, piece) != here:
            people |= named_annotators(piece.decode())
            if _lines_of(people, piece) != here:
                return 0
        lines += here
        sentences += piece.count(b"\nS ")
        ends += piece.count(b"\n") - 1
    return sentences if lines + 2 * sentences - ends in (0, 1) else 0


def _lines_of(people: Collection[int], piece: bytes) -> int:
    return sum(piece.count(f"{FIELD_END}{number}\n".encode()) for number in people)


def _is_utf_8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def named_annotators(text: str) -> set[int]:
    lines = LINE_END.sub("\n", text) if "\r" in text else text
    ends = map(str.strip, set(_ANNOTATOR.findall(lines)))
    return {int(end) for end in ends if _NUMBER.fullmatch(end)}


@attrs.define
class _SentenceLines:
    """``repeated`` under a target's second alignment."""

    source: Segment
    line: int
    path: Path | None
    strict: bool = True
    lines: list[Annotation] = attrs.Factory(list)
    repeated: bool = False
    faults: list[Fault] = attrs.Factory(list)

    def wrong(self, problem: DocumentError, *, is_countable: bool = False) -> None:
        """Raise a problem if the reading is strict; else remember it."""
        if self.strict:
            raise problem
        self.faults.append(Fault.of(problem, is_countable=is_countable))

    def add(self, line: str, offset: int, number: int) -> None:
        if len(self.lines) == MAX_LINES:
            raise DocumentError(
                f"the sentence of line {self.line} has more than {MAX_LINES} A lines",
                path=self.path,
                line=number,
                remedy="Write one sentence in each S line",
            )
        usual = _EDIT.fullmatch(line)
        if usual is not None:
            self.lines.append(self._annotation(usual.groups(), offset + usual.start(4), offset, number))
            return
        try:
            fields: tuple[str, ...] | None = _fields(line, number, self.path)
        except DocumentError as problem:
            fields = None if self.strict else _counted_fields(line)
            self.wrong(problem, is_countable=fields is not None)
        if fields is not None:
            at = offset + line.index(FIELD_END) + len(fields[2]) + 2 * len(FIELD_END)
            self.lines.append(self._annotation(fields, at, offset, number))

    def _annotation(self, fields: tuple[str, ...], at: int, offset: int, number: int) -> Annotation:
        """Return the annotation of a line's fields; ``at``: where its correction stands."""
        source, is_read = self.source.tokens, not self.repeated
        first, last, kind, correction, comment, who = fields
        start, end, annotator = int(first), int(last), int(who)
        if comment == NO_CORRECTION:
            comment = ""
        if kind == NOOP or start == end == -1:
            return Annotation(start, end, (), NOOP, Span(offset, offset), number, annotator, is_read, comment=comment)
        if not 0 <= start <= end <= len(source):
            problem = f"the span {start} {end} is outside its sentence of {len(source)} tokens"
            self.wrong(DocumentError(problem, path=self.path, line=number), is_countable=True)
        alternatives: tuple[tuple[str, ...], ...] = ()
        if ALTERNATIVE in correction:
            correction, *others = correction.split(ALTERNATIVE)
            alternatives = tuple(map(correction_tokens, others))
        replacement, detected = correction_tokens(correction), None
        if kind == DETECTION or (kind == UNCLEAR and replacement in ((), source[start:end])):
            detected = kind, spaced_tokens(correction)
            kind, replacement = DETECTION, source[start:end]
        place = Span(at, at + len(correction))
        return Annotation(
            start, end, replacement, kind, place, number, annotator, is_read, alternatives, comment, detected
        )

    def sentence(self) -> M2Sentence:
        by_annotator: dict[int, list[Annotation]] = {}
        for item in self.lines:
            edits = by_annotator.setdefault(item.annotator, [])
            if item.is_read and not item.is_noop:
                edits.append(item)
        stated = {annotator: tuple(edits) for annotator, edits in by_annotator.items()}
        in_order = {annotator: self._disjoint(edits) for annotator, edits in stated.items()}
        return M2Sentence(self.source, self.line, in_order, stated, tuple(self.lines), self._fault)

    @property
    def _fault(self) -> Fault | None:
        return next((fault for fault in self.faults if not fault.is_countable), next(iter(self.faults), None))

    def _disjoint(self, edits: Sequence[Annotation]) -> tuple[Annotation, ...]:
        """Return no edit where some have no place in a text; such a sentence has a fault."""
        if self.faults and any(not 0 <= item.start <= item.end <= len(self.source.tokens) for item in edits):
            return ()
        try:
            return disjoint(edits, self._clash)
        except DocumentError as problem:
            self.wrong(problem, is_countable=True)
            return ()

    def _clash(self, one: Annotation, other: Annotation) -> DocumentError:
        first, second = sorted((one.line, other.line))
        return DocumentError(
            f"this edit overlaps the same annotator's edit in line {first}", path=self.path, line=second
        )


def _blocks(text: str, path: Path | None, first_line: int = 1, *, strict: bool = True) -> Iterator[_SentenceLines]:
    block: _SentenceLines | None = None
    before: list[Fault] = []
    for number, (start, line) in enumerate(_lines(text), first_line):
        if block is not None and line.startswith("A "):
            block.add(line, start, number)
        elif line.startswith("S ") or line == "S":
            if block is not None:
                yield block
            block = _SentenceLines(_sentence(line, start, number, path), number, path, strict)
            block.faults, before = before, []
        elif line.strip():
            target = _TARGET.match(line)
            if block is not None and target is not None:
                block.repeated = int(target[1][:18] if target[1] else 0) > 0
                continue
            problem = _misplaced(line, number, path, is_target=target is not None)
            if strict:
                raise problem
            (before if block is None else block.faults).append(Fault.of(problem))
    if block is None:
        Faults.of(before).check()
        raise DocumentError("the M2 file has no sentence", path=path, line=first_line)
    yield block


def _misplaced(line: str, number: int, path: Path | None, *, is_target: bool) -> DocumentError:
    """Return what is wrong with a line that begins as no other, or stands before any sentence."""
    if not is_target and not line.startswith("A "):
        return DocumentError("this M2 line begins with neither 'S ' nor 'A '", path=path, line=number)
    name = "an A" if line.startswith("A") else "a T"
    return DocumentError(f"{name} line stands before any S line", path=path, line=number)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines, without their ends, and where they begin."""
    start = 0
    if "\r" not in text:
        for line in text.split("\n"):
            yield start, line
            start += len(line) + 1
        return
    for whole_line in StringIO(text, newline=""):
        yield start, whole_line.rstrip("\r\n")
        start += len(whole_line)


def _sentence(line: str, start: int, number: int, path: Path | None) -> Segment:
    segment = spaced_segment(line[2:], start + 2)
    if len(segment.tokens) > MAX_TOKENS:
        problem = f"the sentence has {len(segment.tokens)} tokens, more than {MAX_TOKENS}"
        raise DocumentError(problem, path=path, line=number, remedy="Write one sentence in each S line")
    return segment


def _fields(line: str, number: int, path: Path | None) -> tuple[str, ...]:
    fields = line.split(FIELD_END, 2)
    fields += fields.pop().rsplit(FIELD_END, 3)  # from the right: a correction may begin or end with |
    head = _HEAD.fullmatch(fields[0].strip())
    if len(fields) != 6 or head is None or FIELD_END in fields[2]:
        raise DocumentError(
            "an A line reads 'A start end|||type|||correction|||required|||comment|||annotator', and this one does not",
            path=path,
            line=number,
        )
    annotator = _NUMBER.fullmatch(fields[5].strip())
    if annotator is None:
        raise DocumentError("this A line does not end with an annotator's number", path=path, line=number)
    return head[1], head[2], fields[1], fields[2], fields[4], annotator[0]


def _counted_fields(line: str) -> tuple[str, ...] | None:
    """Return what ``errant_compare`` reads of a malformed line: its first fields and its last; ``None`` if it can't."""
    fields = line[2:].split(FIELD_END)
    places = fields[0].split()[:2]
    if len(places) < 2 or len(fields) < 3:
        return None
    annotator = _NUMBER.fullmatch(fields[-1].strip())
    if annotator is None or not all(re.fullmatch(r"[+-]?[0-9]{1,18}", place) for place in places):
        return None
    return *places, fields[1], fields[2], "", annotator[0]


@lru_cache(CORRECTIONS_IN_MEMORY)
def correction_tokens(correction: str) -> tuple[str, ...]:
    """Return the tokens of a correction as an ``A`` line has it; spaces alone are one blank token."""
    if NO_CORRECTION in correction and correction.strip() == NO_CORRECTION:
        return ()
    return spaced_tokens(correction) or ((correction,) if correction else ())


_RESERVED = frozenset({"", NOOP, DETECTION})


def annotation_line(edit: TokenEdit, source: Sequence[str], annotator: int, comment: str = NO_CORRECTION) -> str:
    """Return the ``A`` line of an edit, without a line end; ``comment``: one line without ``|||``.

    A detection (``UNK``) may be written without its words. Raise ValueError, with a sentence without a full stop, if M2
    can't express the edit: white space in a token, ``||`` or ``-NONE-`` as a correction, a type that ends a field.
    """
    words, kind = " ".join(edit.replacement), edit.type
    if kind != DETECTION:
        kind = written_type([kind], source[edit.start : edit.end], edit.replacement)
    if "|" in kind or LINE_END.search(kind):
        raise ValueError(f"the type {kind!r} has a character that ends a field")
    reserved = ALTERNATIVE in words or words == NO_CORRECTION
    if LINE_END.search(words) or (not reserved and correction_tokens(words) != tuple(edit.replacement)):
        raise ValueError(f"the correction {words!r} has white space that parts no tokens")
    if reserved and kind != DETECTION:
        raise ValueError(f"the correction {words!r} has a meaning of its own there")
    return f"A {edit.start} {edit.end}|||{kind}|||{'' if reserved else words}|||REQUIRED|||{comment}|||{annotator}"


def noop_line(annotator: int, start: int = -1, end: int = -1, comment: str = NO_CORRECTION) -> str:
    """Return the ``A`` line of an annotator who changed nothing, in the sentence or a place, without a line end."""
    return f"A {start} {end}|||noop|||{NO_CORRECTION}|||REQUIRED|||{comment}|||{annotator}"


def written_type(types: Iterable[str], before: Sequence[str], after: Sequence[str]) -> str:
    """Return the first of a correction's types that M2 can give it; else ``M:OTHER``, ``U:OTHER`` or ``R:OTHER``."""
    reserved = _RESERVED if after and list(after) != list(before) else _RESERVED | {UNCLEAR}
    return next(
        (kind for kind in types if kind not in reserved), "M:OTHER" if not before else "R:OTHER" if after else "U:OTHER"
    )


def annotators_texts(document: Document, *, strict: bool = True) -> tuple[ParallelText, ...]:
    """Return a parallel text for each annotator, or for the document's author alone; ``strict`` as :func:`read_m2`.

    An annotator who has not seen a sentence is absent there. One who gives several acceptable corrections of an edit
    (``a||b``) is several texts, the second of which has every second correction where there is one. Raise DocumentError
    if the file is malformed, or has no such annotator.
    """
    sentences = read_m2(document.text, document.path, strict=strict)
    numbers = wanted_annotators(sentences, document.author, document.path)
    names = [document.name] if len(numbers) == 1 else [annotator_name(document, number) for number in numbers]
    choices = annotator_choices(names, numbers, most_choices(sentences))
    return texts_of_choices(sentences, choices, document.path)


@attrs.frozen
class AnnotatorChoice:
    """One of the texts of an M2 file. ``choice``: which of several acceptable corrections it has; 0 for the first."""

    annotator: int
    choice: int
    name: str


def annotator_choices(
    names: Sequence[str], annotators: Sequence[int], most: Mapping[int, int]
) -> tuple[AnnotatorChoice, ...]:
    """Return the texts of annotators with these names, each with as many choices as :func:`most_choices` says."""
    return tuple(
        AnnotatorChoice(number, choice, name + (f" ({choice + 1})" if choice else ""))
        for name, number in zip(names, annotators, strict=True)
        for choice in range(most.get(number, 1))
    )


def most_choices(sentences: Iterable[M2Sentence]) -> dict[int, int]:
    """Return the most corrections that each annotator gives of an edit, 1 or more."""
    most: dict[int, int] = {}
    for sentence in sentences:
        for number, items in sentence.annotations.items():
            most[number] = max([most.get(number, 1), *(1 + len(item.alternatives) for item in items)])
    return most


def texts_of_choices(
    sentences: Sequence[M2Sentence], choices: Sequence[AnnotatorChoice], path: Path | None
) -> tuple[ParallelText, ...]:
    lines, sources = tuple(item.line for item in sentences), tuple(item.source for item in sentences)
    return tuple(
        ParallelText(
            item.name,
            path,
            tuple(_side(sentence, item.annotator, item.choice) for sentence in sentences),
            lines,
            sources,
            item.choice,
        )
        for item in choices
    )


def annotator_name(document: Document, number: int) -> str:
    """Return the name of one of several annotators of a file: the person's, or the file's with the number."""
    return dict(document.people).get(str(number), f"{document.name}#{number}")


def _side(sentence: M2Sentence, annotator: int, choice: int) -> Side:
    annotations, lines = sentence.annotations.get(annotator, ()), sentence.stated.get(annotator, ())
    if choice:
        annotations, lines = (tuple(_chosen(item, choice) for item in items) for items in (annotations, lines))
    return Side(
        _segment(sentence.source, annotations),
        edits=annotations,
        states_edits=True,
        edit_lines=annotations if lines is annotations else tuple(item.as_written for item in lines),
        absent=not sentence.is_seen_by(annotator),
        fault=sentence.fault,
    )


def _segment(source: Segment, annotations: Sequence[Annotation]) -> Segment:
    if not annotations:
        return source
    return Segment(_tokens(source, annotations), partial(_places, source, annotations), source.start)


def _tokens(source: Segment, annotations: Sequence[Annotation]) -> tuple[str, ...]:
    tokens: list[str] = []
    position = 0
    for item in annotations:
        tokens += source.tokens[position : item.start]
        tokens += item.replacement
        position = max(position, item.end)
    tokens += source.tokens[position:]
    return tuple(tokens)


def _places(source: Segment, annotations: Sequence[Annotation]) -> tuple[Span, ...]:
    spans: list[Span] = []
    position = 0
    for item in annotations:
        spans += source.spans[position : item.start]
        spans += [item.correction] * len(item.replacement)
        position = max(position, item.end)
    spans += source.spans[position:]
    return tuple(spans)


def _chosen(item: Annotation, choice: int) -> Annotation:
    if not 0 < choice <= len(item.alternatives):
        return item
    return attrs.evolve(item, replacement=item.alternatives[choice - 1])
