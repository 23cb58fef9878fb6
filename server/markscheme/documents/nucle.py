"""NUCLE's SGML: essays with teachers' corrections, as the CoNLL shared tasks have them (Dahlmeier et al., 2013).

::

    <DOC nid="7">
    <TEXT>
    <TITLE>
    My dog
    </TITLE>
    <P>
    I has a dog.
    </P>
    </TEXT>
    <ANNOTATION teacher_id="kim">
    <MISTAKE start_par="1" start_off="2" end_par="1" end_off="5">
    <TYPE>SVA</TYPE>
    <CORRECTION>have</CORRECTION>
    </MISTAKE>
    </ANNOTATION>
    </DOC>

Paragraphs are numbered from 0 on, a title first. Offsets count characters of the paragraph, from its first character
that is no white space on, with references such as ``&lt;`` counted as the character that they stand for. Elements and
attributes may be in capitals or not.

- An empty ``CORRECTION`` deletes the words. Without a ``CORRECTION``, or with an empty one of the type ``Um`` ("unclear
  meaning"), an error is marked and not corrected.
- Inside a ``REFERENCE``, a second ``<P>`` ends the paragraph: NUCLE writes it for ``</P>``.
- The elements of the file that have no meaning here are left out, a document type among them. No entity that a file
  declares is expanded.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NoReturn

import attrs

from markscheme.documents.corpus import Corpus, Correction, Entry, Fault, counted, disjoint, sound_edits
from markscheme.documents.files import newlines
from markscheme.documents.formats import DETAILED_EDITS, AnnotatedCorpusFormat, DocumentFile
from markscheme.documents.places import Details, TextEdit, error_at
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

_TAG = re.compile(r"<(?P<slash>/?)(?P<name>[A-Za-z][A-Za-z0-9_]*)(?P<rest>[^<>]*)>")
_ATTRIBUTE = re.compile(r"""([A-Za-z_][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""")
_REFERENCE = re.compile(r"&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
_CHARACTERS = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_SPECIAL = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "\r": "&#13;"})


@attrs.frozen
class _Tag:
    """A tag of a file, by its name in capitals and its place. ``rest``: what stands behind the name."""

    name: str
    start: int
    end: int
    closes: bool
    rest: str

    @property
    def attributes(self) -> Mapping[str, str]:
        return {
            match[1].lower(): _decoded(match[2] or match[3] or match[4] or "")
            for match in _ATTRIBUTE.finditer(self.rest)
        }


def _tags_in(text: str) -> Iterator[_Tag]:
    for match in _TAG.finditer(text):
        yield _Tag(match["name"].upper(), match.start(), match.end(), bool(match["slash"]), match["rest"])


def _decoded(text: str) -> str:
    """Return a text with the characters that its references stand for; a reference to no character stays.

    >>> _decoded("R&amp;D &lt; &#8364;5")
    'R&D < €5'
    """
    return _REFERENCE.sub(_character, text)


def _encoded(text: str) -> str:
    """Return a text as it is written between tags and in attributes; white space at its ends is kept by references."""
    first = len(text) - len(text.lstrip())
    last = max(first, len(text.rstrip()))
    before, behind = ("".join(f"&#{ord(item)};" for item in space) for space in (text[:first], text[last:]))
    return before + text[first:last].translate(_SPECIAL) + behind


def _character(match: re.Match[str]) -> str:
    name, decimal, hexadecimal = match.groups()
    if name:
        return _CHARACTERS[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    is_character = 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
    return chr(code) if is_character else match[0]


_UNCLEAR = "Um"
_OVERLAPPING = "mistakes that overlap another one of the same teacher"
_PLACES = ("start_par", "start_off", "end_par", "end_off")
_ID = "id"
_NAME = re.compile(r"[A-Za-z_][\w-]*")
_PARAGRAPHS = ("TITLE", "P")
_FIELDS = ("TYPE", "CORRECTION", "COMMENT")
_CONTAINERS = ("DOC", "TEXT", "REFERENCE", "ANNOTATION", "MISTAKE")
_KNOWN = frozenset((*_CONTAINERS, *_PARAGRAPHS, *_FIELDS))
_PARENTS = {
    "TEXT": ("DOC",),
    "REFERENCE": ("TEXT",),
    "ANNOTATION": ("DOC",),
    "MISTAKE": ("ANNOTATION",),
    **dict.fromkeys(_PARAGRAPHS, ("TEXT", "REFERENCE")),
    **dict.fromkeys(_FIELDS, ("MISTAKE",)),
}


@attrs.define
class _Mistake:
    tag: _Tag
    fields: dict[str, str] = attrs.Factory(dict)


@attrs.define(slots=False)
class _Essay:
    tag: _Tag
    paragraphs: list[str] = attrs.Factory(list)
    teachers: dict[str, list[_Mistake]] = attrs.Factory(dict)

    @cached_property
    def starts(self) -> list[int]:
        return list(accumulate((len(item) + 1 for item in self.paragraphs), initial=0))


def _no_clash(one: TextEdit, other: TextEdit) -> Exception:
    return AssertionError(f"{one} and {other} overlap")


class _Reader:
    def __init__(self, text: str, path: Path | None) -> None:
        self._text = text
        self._path = path
        self._open: list[_Tag] = []
        self._essays: list[_Essay] = []
        self._others: Counter[str] = Counter()
        self._dropped: Counter[str] = Counter()

    def entries(self) -> list[Entry]:
        for tag in _tags_in(self._text):
            self._take(tag)
        if self._open:
            tag = self._open[-1]
            self._refuse(tag, f"<{tag.name}> is never closed", f"Write </{tag.name}> where it ends")
        if not self._essays:
            raise DocumentError(
                "the file has no essay", path=self._path, line=1, remedy='An essay stands in <DOC nid="..."> and </DOC>'
            )
        return [self._entry(essay) for essay in self._essays]

    def left_out(self) -> tuple[str, ...]:
        others = counted(self._others)
        return (
            *((f"the elements {', '.join(others)}",) if others else ()),
            *counted(self._dropped),
        )

    @property
    def _inside(self) -> str:
        return self._open[-1].name if self._open else ""

    def _take(self, tag: _Tag) -> None:
        if tag.name not in _KNOWN:
            if self._inside == "DOC" and not tag.closes:
                self._others[tag.name] += 1
        elif tag.closes or self._ends_reference(tag):
            self._close(tag)
        else:
            self._begin(tag)

    def _ends_reference(self, tag: _Tag) -> bool:
        return [item.name for item in self._open[-2:]] == ["REFERENCE", "P"] and tag.name == "P"

    def _begin(self, tag: _Tag) -> None:
        parents = _PARENTS.get(tag.name, ("",))
        if self._inside not in parents:
            where = " or ".join(f"<{name}>" for name in parents if name)
            place = f"stands in <{self._inside}>" if self._inside else "stands outside of its element"
            belongs = f"It belongs in {where}" if where else "Close the essay before it with </DOC>"
            self._refuse(tag, f"<{tag.name}> {place}", belongs)
        self._open.append(tag)
        if tag.name == "DOC":
            self._essays.append(_Essay(tag))
        elif tag.name == "ANNOTATION":
            teacher = tag.attributes.get("teacher_id", "")
            if teacher in self._essays[-1].teachers:
                self._refuse(tag, f"the teacher {teacher!r} stands twice in this essay")
            self._essays[-1].teachers[teacher] = []
        elif tag.name == "MISTAKE":
            self._mistakes.append(_Mistake(tag))

    @property
    def _mistakes(self) -> list[_Mistake]:
        return next(reversed(self._essays[-1].teachers.values()))

    def _close(self, tag: _Tag) -> None:
        if self._inside != tag.name:
            instead = f"stands where <{self._inside}> is open" if self._inside else "closes nothing"
            remedy = f"Write </{self._inside}> before it" if self._inside else ""
            self._refuse(tag, f"</{tag.name}> {instead}", remedy)
        begin = self._open.pop()
        content = self._text[begin.end : tag.start]
        if tag.name in _PARAGRAPHS:
            self._essays[-1].paragraphs.append(_decoded(content.strip()))
        elif tag.name in _FIELDS:
            self._mistakes[-1].fields[tag.name] = _decoded(content.strip(None if tag.name == "TYPE" else "\n"))

    def _entry(self, essay: _Essay) -> Entry:
        source = "\n".join(essay.paragraphs)
        references: list[Correction] = []
        for teacher, items in essay.teachers.items():
            edits = self._kept(essay, items)
            references.append(Correction.of(teacher, source, edits))
        return Entry(essay.tag.attributes.get("nid", ""), source, references=tuple(references))

    def _kept(self, essay: _Essay, items: list[_Mistake]) -> tuple[TextEdit, ...]:
        stated = [self._edit(essay, item) for item in items]
        corrections: list[TextEdit] = []
        for edit in sorted((item for item in stated if item.corrects), key=lambda item: (item.start, item.end)):
            if not corrections or corrections[-1].end <= edit.start:
                corrections.append(edit)
        kept = disjoint([*corrections, *(item for item in stated if not item.corrects)], _no_clash)
        if len(kept) < len(stated):
            self._dropped[_OVERLAPPING] += len(stated) - len(kept)
        return kept

    def _edit(self, essay: _Essay, item: _Mistake) -> TextEdit:
        first, first_offset, last, last_offset = self._places(item.tag)
        start = self._offset(essay, item.tag, first, first_offset)
        end = self._offset(essay, item.tag, last, last_offset)
        if end < start:
            self._refuse(item.tag, "this mistake ends before it begins")
        kind, correction = item.fields.get("TYPE", ""), item.fields.get("CORRECTION")
        is_marked = correction is None or (kind == _UNCLEAR and not correction.strip())
        return TextEdit(Span(start, end), None if is_marked else correction, kind, _details(item))

    def _places(self, tag: _Tag) -> list[int]:
        values = [tag.attributes.get(name, "") for name in _PLACES]
        wrong = next((name for name, value in zip(_PLACES, values, strict=True) if not _is_number(value)), None)
        if wrong is not None:
            remedy = '<MISTAKE start_par="0" start_off="0" end_par="0" end_off="0"> names paragraphs and characters'
            self._refuse(tag, f"{wrong} of this mistake is missing or is no number", remedy)
        return [int(value) for value in values]

    def _offset(self, essay: _Essay, tag: _Tag, paragraph: int, offset: int) -> int:
        if paragraph >= len(essay.paragraphs):
            count = len(essay.paragraphs)
            self._refuse(tag, f"this mistake is in paragraph {paragraph}, and the essay has {count}, from 0 on")
        length = len(essay.paragraphs[paragraph])
        if offset > length:
            self._refuse(
                tag, f"this mistake is at character {offset} of paragraph {paragraph}, which has {length} characters"
            )
        return essay.starts[paragraph] + offset

    def _refuse(self, tag: _Tag, problem: str, remedy: str = "") -> NoReturn:
        raise error_at(self._text, Span(tag.start, tag.end), problem, self._path, remedy)


_ESSAY_BEGINS = re.compile(r"<DOC\b", re.IGNORECASE)
_CORRECTIONS_BEGIN = re.compile(r"<ANNOTATION\b", re.IGNORECASE)


def _essay_or_fault(text: str, path: Path, line: int, left_out: list[str]) -> Entry:
    """Return the one essay of a part of a file, whose first line has this number; else its source with the fault."""
    reader = _Reader(text, path)
    try:
        [entry] = reader.entries()
    except DocumentError as problem:
        fault = Fault.of(problem, part="essay")
        fault = attrs.evolve(fault, line=line + fault.line - 1)
        corrections = _CORRECTIONS_BEGIN.search(text)
        try:
            bare = f"{text[: corrections.start()]}</DOC>" if corrections else text
            [entry] = _Reader(bare, path).entries()
        except DocumentError:
            return Entry("", "", fault=fault)
        return Entry(entry.id, entry.source, fault=fault)
    left_out += reader.left_out()
    return entry


def _details(item: _Mistake) -> Details:
    others = {
        match[1]: _decoded(match[2] or match[3] or match[4] or "")
        for match in _ATTRIBUTE.finditer(item.tag.rest)
        if match[1].lower() not in _PLACES
    }
    name = others.pop(_ID, "")
    return Details(name, " ".join(item.fields.get("COMMENT", "").split()), tuple(others.items()))


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) < 10


def _essay(entry: Entry, number: int) -> Iterator[str]:
    yield f'<DOC nid="{_encoded(entry.id or str(number))}">\n<TEXT>\n'
    for line in entry.source.split("\n"):
        yield f"<P>\n{_encoded(line)}\n</P>\n"
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
    yield f'<ANNOTATION teacher_id="{_encoded(correction.name)}">\n'
    for edit in sound_edits(entry, correction):
        details = edit.details
        named = {**({_ID: details.id} if details.id else {}), **_writable(details)}
        others = "".join(f' {name}="{_encoded(value)}"' for name, value in named.items())
        yield f"<MISTAKE {_places(edit.span, starts)}{others}>\n<TYPE>{_encoded(edit.type)}</TYPE>\n"
        if edit.replacement is not None:
            yield f"<CORRECTION>{_encoded(edit.replacement)}</CORRECTION>\n"
        if details.note:
            yield f"<COMMENT>{_encoded(details.note)}</COMMENT>\n"
        yield "</MISTAKE>\n"
    yield "</ANNOTATION>\n"


def _writable(details: Details) -> dict[str, str]:
    """Return the attributes whose names SGML has; one without a value has its name."""
    return {
        name: value or name
        for name, value in details.attributes
        if _NAME.fullmatch(name) and name.lower() not in (*_PLACES, _ID)
    }


def _places(span: Span, starts: list[int]) -> str:
    first, last = (bisect_right(starts, place) - 1 for place in (span.start, span.end))
    return (
        f'start_par="{first}" start_off="{span.start - starts[first]}" '
        f'end_par="{last}" end_off="{span.end - starts[last]}"'
    )


class _NucleFormat(AnnotatedCorpusFormat):
    """NUCLE's SGML. Its files are ``.sgml`` or ``.sgm``; in files of other names, an essay's tag comes first."""

    name = "nucle"
    title = "NUCLE's SGML"
    label = "NUCLE"
    suffixes = claimed = (".sgml", ".sgm")
    carries = frozenset({"texts", "people", "names", "absences", "uncorrected", "ids", "paragraphs", *DETAILED_EDITS})

    def recognises(self, file: DocumentFile) -> bool:
        if self.claims(file.path):
            return True
        if not file.text.lstrip()[:4].upper().startswith("<DOC"):
            return False
        return next(_tags_in(file.text)).name == "DOC" if "<TEXT>" in file.text[:10_000].upper() else False

    def read_corpus(self, file: DocumentFile) -> Corpus:
        """Return the essays, each teacher a reference, a paragraph a line; edits are put in source order.

        Of a teacher's overlapping edits the first correction, or else the first mark, is kept; the rest are counted.
        """
        reader = _Reader(newlines(file.text), file.path)
        return Corpus(tuple(reader.entries()), tokenised=False, left_out=reader.left_out())

    def read_tolerantly(self, file: DocumentFile) -> Corpus:
        """Return the essays; those with a fault between their ``<DOC>`` and the next one have it, and no reference."""
        try:
            return self.read_corpus(file)
        except DocumentError:
            text = newlines(file.text)
            starts = [match.start() for match in _ESSAY_BEGINS.finditer(text)]
            if not starts or text[: starts[0]].strip():
                raise
        entries: list[Entry] = []
        left_out: list[str] = []
        line = 1 + text.count("\n", 0, starts[0])
        for start, end in pairwise([*starts, len(text)]):
            entries.append(_essay_or_fault(text[start:end], file.path, line, left_out))
            line += text.count("\n", start, end)
        return Corpus(tuple(entries), tokenised=False, left_out=tuple(dict.fromkeys(left_out)))

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        edits = [edit for entry in corpus.entries for item in entry.corrections for edit in item.edits or ()]
        if lost := sum(len(edit.details.attributes) - len(_writable(edit.details)) for edit in edits):
            yield f"attributes whose names SGML can't have ({lost})"
        unclear = sum(edit.replacement == "" and edit.type == _UNCLEAR for edit in edits)
        if unclear:
            yield f"deletions of the type {_UNCLEAR} ({unclear}): read back, they only mark an error"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return essays, a line a paragraph, everybody a teacher; a text without an id gets its number."""
        essays = (line for number, entry in enumerate(corpus.entries, 1) for line in _essay(entry, number))
        return {name: "".join(essays).encode()}


NUCLE = _NucleFormat()
