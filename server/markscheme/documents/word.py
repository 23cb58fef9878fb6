"""Word documents: a text, and what each author changed in it where changes are tracked (ISO/IEC 29500-1, 17.13.5).

The source is the document with every change rejected. A correction is the source with the changes of an author, or of
authors who share the work (:attr:`WordDocument.groups`), accepted and all others rejected. Moved text is
deleted where it was and inserted where it is. What one author inserted and another deleted is in the first one's
correction alone. A document without tracked changes is a text.

The text is that of the body: paragraphs, in tables cell by cell, joined by line ends. Tabs are tabs, line breaks are
line ends, a no-break hyphen is ``-``, and optional hyphens and page breaks are nothing. Links, content controls, smart
tags and the results of fields are text. Headers, footers, footnotes, comments, text boxes, equations, pictures, field
codes and the numbers of lists are not, and changes of format are not changes. What is left out is counted for
conversions.

Word keeps everybody's changes in one text, and an author sees those that are there already. Colleagues who share the
work therefore change different words, and all their changes together are one correction. Authors who each corrected the
whole text change the same words time and again, and their corrections are alternatives: two authors are if at least
:data:`_SAME_WORDS` of the changes of each are at words that the other changes too. They never are if one revised what
the other inserted: they have read each other.

A Word document is a zip archive whose ``_rels/.rels`` names the part with the text (ISO/IEC 29500-2), and that part has
a file of its own that names the part with the comments. Only these files are unpacked.
"""

import datetime
import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from io import BytesIO
from itertools import groupby, islice, permutations
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

import attrs

from markscheme.documents.corpus import Corpus, Correction, Document, Entry, MarginComment
from markscheme.documents.files import ARCHIVE_DAMAGE, COMPOUND_FILE, PackedXml
from markscheme.documents.formats import FORMATS, TOGETHER, CorpusFormat, DocumentFile, DocumentFormat, Outline, Texts
from markscheme.documents.places import TextEdit
from markscheme.documents.rewriting import HypothesisFile
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

if TYPE_CHECKING:
    from lxml.etree import _Element


@attrs.frozen
class Piece:
    """Text that the same authors inserted and the same authors deleted."""

    text: str
    inserted: frozenset[str] = frozenset()
    deleted: frozenset[str] = frozenset()

    @property
    def in_source(self) -> bool:
        return not self.inserted

    def is_visible(self, authors: Collection[str]) -> bool:
        """Return whether it is there with the changes of some authors accepted and all others rejected."""
        return self.inserted <= set(authors) and self.deleted.isdisjoint(authors)


@attrs.frozen(slots=False)
class WordDocument:
    """A document's text, its last paragraph's end left out, and the authors of its changes by first appearance."""

    pieces: tuple[Piece, ...]
    authors: tuple[str, ...]

    @cached_property
    def source(self) -> str:
        return "".join(piece.text for piece in self.pieces if piece.in_source)

    def edits(self, groups: Sequence[Collection[str]]) -> tuple[tuple[TextEdit, ...], ...]:
        """Return what the authors of each group (disjoint) changed together. Changes that touch are one edit, and what
        changes nothing is none.
        """
        number_of = {author: number for number, authors in enumerate(groups) for author in authors}
        changes = [_Changes() for _ in groups]
        place = 0
        for piece in self.pieces:
            deleting = {number_of[author] for author in piece.deleted if author in number_of}
            inserting = {number_of.get(author) for author in piece.inserted}
            if piece.in_source:
                for number in deleting:
                    changes[number].add(place, piece.text, "")
                place += len(piece.text)
            elif len(inserting) == 1 and not inserting & deleting:
                [inserted_by] = inserting
                if inserted_by is not None:
                    changes[inserted_by].add(place, "", piece.text)
        return tuple(item.edits() for item in changes)

    @cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The authors in groups that each share the work; several groups are alternatives.

        An author joins the first group that holds no alternative to them. One who changes nothing is an alternative
        where there are others, and else a member of the only group.
        """
        if len(self.authors) < 2:
            return (self.authors,) if self.authors else ()
        comparison = _Comparison(self)
        idle = [author for author in self.authors if comparison.is_idle(author)]
        shared: list[list[str]] = []
        for author in self.authors:
            if author in idle:
                continue
            for group in shared:
                if not any(comparison.are_alternatives(author, other) for other in group):
                    group.append(author)
                    break
            else:
                shared.append([author])
        if len(shared) < 2:
            return (self.authors,)
        return (*map(tuple, shared), *((author,) for author in idle))

    def corrections(self, groups: Sequence[Collection[str]]) -> tuple[Correction, ...]:
        """Return the source with all changes of each group of authors, under their names; nobody is in two groups."""
        return tuple(
            Correction.of(_joined_names(authors), self.source, edits)
            for authors, edits in zip(groups, self.edits(groups), strict=True)
        )


class _Changes:
    def __init__(self) -> None:
        self._changes: list[tuple[int, list[str], list[str]]] = []
        self._end = -1

    def add(self, place: int, old: str, new: str) -> None:
        if place != self._end:
            self._changes.append((place, [], []))
        self._changes[-1][1].append(old)
        self._changes[-1][2].append(new)
        self._end = place + len(old)

    def edits(self) -> tuple[TextEdit, ...]:
        texts = ((start, "".join(old), "".join(new)) for start, old, new in self._changes)
        return tuple(TextEdit(Span(start, start + len(old)), new) for start, old, new in texts if old != new)


_SAME_WORDS = 0.15
"""Share of an author's changes. CoNLL-2014's annotators, who each corrected the whole text, have more in all stretches
of 20 sentences and in 97 % of those of 10; one annotator's changes that are dealt out to two people never have."""
_MOST_CHANGES = 20_000
"""Changes that are compared: the first ones of the text. A book of a thousand pages that is edited closely has them."""
_Pair = tuple[str, str]


class _Comparison:
    def __init__(self, text: WordDocument) -> None:
        by_author = text.edits([(author,) for author in text.authors])
        edits = [(edit, author) for author, own in zip(text.authors, by_author, strict=True) for edit in own]
        edits.sort(key=lambda item: (item[0].span.start, item[0].span.end))
        compared = edits[:_MOST_CHANGES]
        self._changes = Counter(author for _, author in compared)
        self._common = _common_changes(compared)
        self._revised = set(_revised_pairs(text.pieces))

    def is_idle(self, author: str) -> bool:
        """Return whether an author neither changes the source nor revises anybody's insertion."""
        return not self._changes[author] and not any(author in pair for pair in self._revised)

    def are_alternatives(self, one: str, other: str) -> bool:
        pairs = ((one, other), (other, one))
        return not any(pair in self._revised for pair in pairs) and all(
            self._common[pair] > _SAME_WORDS * self._changes[pair[0]] for pair in pairs
        )


@attrs.define
class _Latest:
    edit: TextEdit
    others: set[str] = attrs.Factory(set)


def _common_changes(edits: Iterable[tuple[TextEdit, str]]) -> Mapping[_Pair, int]:
    """Count the changes of each author at words that another author changes too; edits are in the order of the text."""
    latest: dict[str, _Latest] = {}
    common: Counter[_Pair] = Counter()
    for edit, author in edits:
        latest = {name: item for name, item in latest.items() if item.edit.span.end >= edit.span.start}
        current = _Latest(edit)
        for other, before in latest.items():
            if other != author and _meet(before.edit, edit):
                common[author, other] += 1
                common[other, author] += author not in before.others
                before.others.add(author)
                current.others.add(other)
        latest[author] = current
    return common


def _meet(one: TextEdit, other: TextEdit) -> bool:
    """Insertions also meet behind text that the other replaces: Word may keep both insertions and one deletion."""
    overlap = one.span.start < other.span.end and other.span.start < one.span.end
    return overlap or one.span == other.span or _replaces_twice(one, other) or _replaces_twice(other, one)


def _replaces_twice(replacement: TextEdit, insertion: TextEdit) -> bool:
    if not (replacement.span.start < replacement.span.end == insertion.span.start == insertion.span.end):
        return False
    words = insertion.replacement or ""
    return _has_letters(words) and not words[0].isspace() and _has_letters(replacement.replacement or "")


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))


def _revised_pairs(pieces: Sequence[Piece]) -> Iterator[_Pair]:
    """Yield an inserting author with each who deletes some of the insertion, or inserts in the middle of it."""
    for inserted, deleted in {(piece.inserted, piece.deleted) for piece in pieces if piece.inserted}:
        yield from ((one, other) for one in inserted for other in deleted if one != other)
        yield from permutations(inserted, 2)
    for is_inserted, run in groupby(pieces, key=lambda piece: bool(piece.inserted)):
        if is_inserted:
            yield from _enclosed([next(iter(piece.inserted)) for piece in run])


def _enclosed(authors: Sequence[str]) -> Iterator[_Pair]:
    """Yield, of the authors of adjacent insertions, those who insert on both sides of another's insertion."""
    first = {author: place for place, author in reversed([*enumerate(authors)])}
    for author, last in {author: place for place, author in enumerate(authors)}.items():
        between = set(authors[first[author] : last]) - {author} if last > first[author] else ()
        yield from ((author, other) for other in between)


def _joined_names(names: Collection[str]) -> str:
    """Return several authors' names as one.

    >>> _joined_names(["Ms Kim", "Mr Roy", "Ms Lee"])
    'Ms Kim, Mr Roy and Ms Lee'
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


_WORD_NAMESPACES = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_SAVE_AS_WORD = "Open it in Word and save it as .docx"
_RELATIONSHIPS = "_rels/.rels"


def _document_root(data: bytes, path: Path | None = None) -> "_Element":
    """Return the ``w:document`` element; raise DocumentError if it is no Word file, damaged, encrypted or too large."""
    document = _packed(path=path)
    if data.startswith(COMPOUND_FILE):
        document.refuse(
            "this is a Word document of the old kind, or one with a password", "Save it as .docx without one"
        )
    if not data:
        document.refuse("this file is empty", "Save the document again, or ask for it again")
    try:
        with ZipFile(BytesIO(data)) as archive:
            root = document.root(archive, _text_part(document, archive))
    except BadZipFile:
        document.refuse("this is not a Word document, or it is damaged", _SAVE_AS_WORD)
    except ARCHIVE_DAMAGE:
        document.refuse("this Word document is damaged", document.save_again)
    if root.tag not in {f"{{{namespace}}}document" for namespace in _WORD_NAMESPACES}:
        document.refuse("this is a document of another kind than Word's", _SAVE_AS_WORD)
    return root


def _comments_root(data: bytes, path: Path | None = None) -> "_Element | None":
    document = _packed(path=path)
    try:
        with ZipFile(BytesIO(data)) as archive:
            text = PurePosixPath(_text_part(document, archive))
            relationships = str(text.parent / "_rels" / f"{text.name}.rels")
            names = archive.namelist()
            if relationships not in names:
                return None
            name = _target(document.root(archive, relationships), "/comments", text.parent)
            return document.root(archive, name) if name in names else None
    except ARCHIVE_DAMAGE:
        document.refuse("this Word document is damaged", document.save_again)


_packed = partial(PackedXml, "Word document", "Open it in Word and save it again")


def _target(relationships: "_Element", kind: str, folder: PurePosixPath) -> str:
    """Return the name of the first related part of a kind; the folder's where there is none."""
    stated = (
        item.get("Target", "")
        for item in relationships
        if item.get("Type", "").endswith(kind) and item.get("TargetMode") != "External"
    )
    return posixpath.normpath(posixpath.join("/", folder, next(stated, ""))).lstrip("/")


def _text_part(document: PackedXml, archive: ZipFile) -> str:
    names = archive.namelist()
    if _RELATIONSHIPS not in names:
        document.refuse("this zip archive is not a Word document")
    name = _target(document.root(archive, _RELATIONSHIPS), "/officeDocument", PurePosixPath())
    if name not in names:
        document.refuse("this is not a Word document: it has no part with a text")
    return name


_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
TEXTS = ("t", "delText")
"""Local names of the elements that hold characters."""
PRESERVED = "{http://www.w3.org/XML/1998/namespace}space"
_INSERTIONS = frozenset({"ins", "moveTo"})
_DELETIONS = frozenset({"del", "moveFrom"})
_BLOCKS = frozenset({"document", "body", "p", "tbl", "tr", "tc"})
_INLINE = frozenset({"r", "hyperlink", "smartTag", "sdt", "sdtContent", "customXml", "fldSimple", "dir", "bdo"})
_CONTAINERS = _BLOCKS | _INLINE | {"ruby", "rubyBase", "mc:Choice", "mc:Fallback"}
_CHARACTERS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-"}
_AUTOCORRECTED = {0xF04A: "☺", 0xF04B: "😐", 0xF04C: "☹", 0xF0DF: "←", 0xF0E0: "→", 0xF0F3: "⇔"}
"""Wingdings that Word puts for ``:)`` and its like while one types."""


def visible_elements(document: "_Element", authors: Collection[str]) -> Iterator[tuple["_Element", str]]:
    """Yield the elements with the text of a correction by ``authors`` alone; a paragraph's element for its end."""
    reader = _read(document)
    for piece, element in zip(reader.pieces, reader.elements, strict=True):
        if piece.is_visible(authors):
            yield element, piece.text


def _read(document: "_Element") -> "_Reader":
    reader = _Reader()
    reader.read(document, Piece(""))
    if reader.pieces and reader.ends_paragraph:
        reader.pieces.pop()
        reader.elements.pop()
    return reader


class _Reader:
    """The pieces so far; ``Piece("")`` with its authors stands for what an element is inside of."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.elements: list[_Element] = []
        self.authors: dict[str, None] = {}
        self.ends_paragraph = False

    def read(self, element: "_Element", within: Piece) -> None:
        name = local_name(element)
        if name in _INSERTIONS or name in _DELETIONS:
            within = self._revised(element, within)
        elif name == "tr":
            within = self._marked(element.find("{*}trPr"), within)
        elif name == "mc:AlternateContent":
            if len(element):
                self.read(element[0], within)
            return
        elif name not in _CONTAINERS:
            self._add(_text(element, name), within, element)
            return
        for child in element:
            self.read(child, within)
        if name == "p":
            self._add("\n", self._marked(element.find("{*}pPr/{*}rPr"), within), element)
            self.ends_paragraph = True

    def _marked(self, properties: "_Element | None", within: Piece) -> Piece:
        for revision in properties if properties is not None else ():
            if local_name(revision) in _INSERTIONS | _DELETIONS:
                within = self._revised(revision, within)
        return within

    def _revised(self, revision: "_Element", within: Piece) -> Piece:
        author = _attribute(revision, "author")
        self.authors[author] = None
        if local_name(revision) in _INSERTIONS:
            return attrs.evolve(within, inserted=within.inserted | {author})
        return attrs.evolve(within, deleted=within.deleted | {author})

    def _add(self, text: str, within: Piece, element: "_Element") -> None:
        if text:
            self.pieces.append(attrs.evolve(within, text=text))
            self.elements.append(element)
            self.ends_paragraph = False


def local_name(element: "_Element") -> str:
    """Return the local name of a WordprocessingML element, after ``mc:`` that of markup compatibility; else empty."""
    return _local_name(str(element.tag))


@lru_cache(maxsize=4096)
def _local_name(tag: str) -> str:
    namespace, _, name = tag.removeprefix("{").rpartition("}")
    if namespace in _WORD_NAMESPACES:
        return name
    return f"mc:{name}" if namespace == _COMPATIBILITY else ""


def text_of(element: "_Element") -> str:
    text = "".join(map(str, element.itertext()))
    return text if element.get(PRESERVED) == "preserve" else text.strip(" \t\r\n")


def _text(element: "_Element", name: str) -> str:
    if name in TEXTS:
        return text_of(element).replace("\n", " ")
    if name == "br":
        return "\n" if _attribute(element, "type") in ("", "textWrapping") else ""
    if name == "sym":
        return _symbol(_attribute(element, "font"), _attribute(element, "char"))
    return _CHARACTERS.get(name, "")


def _symbol(font: str, code: str) -> str:
    """Return a character of a symbol font by its number in the font, such as ``F04A``, in Unicode's private area."""
    if not re.fullmatch("[0-9A-Fa-f]{4}", code):
        return ""
    number = int(code, 16)
    if font == "Wingdings" and number in _AUTOCORRECTED:
        return _AUTOCORRECTED[number]
    return chr(number) if 0x20 <= number < 0xFFFE and not 0xD800 <= number <= 0xDFFF else ""


_KINDS = {
    "commentReference": "comments",
    "tbl": "the rows and columns of tables",
    "footnoteReference": "footnotes",
    "endnoteReference": "endnotes",
    "headerReference": "headers",
    "footerReference": "footers",
    "txbxContent": "text boxes",
    "numPr": "numbers and bullets of list items",
    "rPrChange": "tracked changes of formatting",
    "pPrChange": "tracked changes of formatting",
}
_FOREIGN_KINDS = {"pic": "pictures", "imagedata": "pictures", "oMath": "equations"}
"""The same of elements in the namespaces of DrawingML, VML and equations."""
_STYLES = "paragraph styles"
_FORMATTING = "formatted stretches of text"
_ORDER = tuple(dict.fromkeys([*_KINDS.values(), *_FOREIGN_KINDS.values(), _STYLES, _FORMATTING]))
_PLAIN_STYLES = frozenset({"Normal", "Standard"})
_NO_LOOK = frozenset({"lang", "noProof", "webHidden", "rStyle", "rPrChange", "ins", "del", "moveFrom", "moveTo"})
"""Properties of a run that do not change its look, and named styles, which links and notes have."""
_Look = frozenset[tuple[str, tuple[tuple[str, str], ...]]]


def _unread_contents(document: "_Element") -> tuple[str, ...]:
    """Return the kinds of contents that are not kept, such as ``comments (2)``, in a fixed order.

    Headers and footers are counted by section, and stretches of text by the change of their direct formatting, such as
    bold or a font. Of the alternatives that Word writes for older programs, only the first is counted.
    """
    counts = Counter(kind for element in _elements(document) for kind in _kinds(element))
    counts[_FORMATTING] = _formatted_stretches(document)
    return tuple(f"{kind} ({counts[kind]})" for kind in _ORDER if counts[kind])


def _elements(document: "_Element") -> Iterator["_Element"]:
    """Yield the elements in document order; of alternatives, those of the first, and nothing inside text boxes."""
    waiting = [document]
    while waiting:
        element = waiting.pop()
        yield element
        name = local_name(element)
        if name != "txbxContent":
            waiting += islice(element, 1) if name == "mc:AlternateContent" else reversed(element)


def _kinds(element: "_Element") -> Iterator[str]:
    name = local_name(element)
    if name in _KINDS:
        yield _KINDS[name]
    elif name == "pStyle":
        if _attribute(element, "val") not in _PLAIN_STYLES:
            yield _STYLES
    elif not name and (kind := _FOREIGN_KINDS.get(str(element.tag).rpartition("}")[2])):
        yield kind


def _formatted_stretches(document: "_Element") -> int:
    count = 0
    before: _Look = frozenset()
    for element in _elements(document):
        if local_name(element) not in ("p", "r"):
            continue
        look = _look(element) if local_name(element) == "r" else frozenset()
        count += bool(look) and look != before
        before = look
    return count


def _look(run: "_Element") -> _Look:
    properties = run.find("{*}rPr")
    if properties is None or (run.find("{*}t") is None and run.find("{*}delText") is None):
        return frozenset()
    return frozenset(
        (str(item.tag), tuple(sorted((str(key), str(value)) for key, value in item.attrib.items())))
        for item in properties
        if local_name(item) not in _NO_LOOK
    )


_MOST_AUTHORS = 64


def read_document(data: bytes, path: Path | None = None) -> WordDocument:
    """Raise DocumentError as :func:`_document_root`, or if there are more than :data:`_MOST_AUTHORS` authors."""
    reader = _read(_document_root(data, path))
    if len(reader.authors) > _MOST_AUTHORS:
        raise DocumentError(
            f"{len(reader.authors)} authors changed this document, more than {_MOST_AUTHORS}",
            path=path,
            remedy="Accept or reject the changes of some",
        )
    return WordDocument(tuple(reader.pieces), tuple(reader.authors))


def _margin_comments(data: bytes, authors: Collection[str], path: Path | None = None) -> tuple[MarginComment, ...]:
    """Return a document's comments that say something, in the order of their places.

    ``authors``: those whose changes the text has into which the places point.
    """
    comments = _comments_root(data, path)
    if comments is None:
        return ()
    document = _document_root(data, path)
    text = "".join(text for _, text in visible_elements(document, authors))
    places = dict(_places(document, authors))
    items = [
        MarginComment(_words_at(places[number], text), words, _attribute(item, "author").strip(), _day(item))
        for item in comments
        if (number := _attribute(item, "id")) in places and (words := _words(item))
    ]
    return tuple(sorted(items, key=lambda item: item.span))


def with_words(span: Span, text: str) -> Span:
    """Return a place that a comment can be on: an empty one grows to the word before it, or else behind it."""
    if span.start < span.end:
        return span
    start = span.start
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    end = start
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    if start < end:
        return Span(start, end)
    start = span.end
    while start < len(text) and text[start].isspace():
        start += 1
    end = start
    while end < len(text) and not text[end].isspace():
        end += 1
    return Span(start, end)


def _words_at(span: Span, text: str) -> Span:
    words = span.of(text)
    start = span.start + len(words) - len(words.lstrip())
    return with_words(Span(start, max(start, span.start + len(words.rstrip()))), text)


def _places(document: "_Element", authors: Collection[str]) -> Iterator[tuple[str, Span]]:
    from lxml import etree

    lengths = {element: len(text) for element, text in visible_elements(document, authors)}
    place, starts, ends = 0, dict[str, int](), dict[str, int]()
    for _, element in etree.iterwalk(document, events=("end",)):
        name = local_name(element)
        if name == "commentRangeStart":
            starts[_attribute(element, "id")] = place
        elif name == "commentRangeEnd":
            ends[_attribute(element, "id")] = place
        elif name == "commentReference":
            number = _attribute(element, "id")
            end = ends.get(number, place)
            yield number, Span(min(starts.get(number, end), end), end)
        place += lengths.get(element, 0)


def _words(comment: "_Element") -> str:
    paragraphs = ("".join(map(str, item.itertext("{*}t"))) for item in comment.iter("{*}p"))
    return " ".join(word for paragraph in paragraphs for word in paragraph.split())


def _day(comment: "_Element") -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(_attribute(comment, "date")[:10])
    except ValueError:
        return None


def _attribute(element: "_Element", name: str) -> str:
    """Return an attribute of the element's own namespace; an empty string where there is none."""
    namespace, _, _ = str(element.tag).rpartition("}")
    return str(element.get(f"{namespace}}}{name}", ""))


@lru_cache(maxsize=1)
def _document(file: DocumentFile) -> WordDocument:
    return read_document(file.data, file.path)


class _WordFiles(DocumentFormat):
    """They are read from disk, since no editor that speaks to the server has them open."""

    suffixes = claimed = (".docx",)
    label = "Word"
    has_lines = False

    def left_out(self, file: DocumentFile) -> tuple[str, ...]:
        return _unread_contents(_document_root(file.data, file.path))

    def margin_comments(self, file: DocumentFile, document: Document) -> tuple[MarginComment, ...]:
        return _margin_comments(file.data, document.authors, file.path)

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> HypothesisFile:
        raise DocumentError("a Word document is corrected in a word processor", path=document.path)


class _WordFormat(_WordFiles, CorpusFormat):
    """Word documents with tracked changes."""

    name = "docx"
    title = "a Word document"
    carries = frozenset({"people", "names", "edits", "paragraphs"})
    joins_sentences = True
    carries_source = True
    is_self_contained = True
    has_authors = True

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether a file is a Word document with tracked changes, or can't be read."""
        try:
            return self.claims(file.path) and bool(_document(file).authors)
        except DocumentError:
            return True

    def is_exercise(self, file: DocumentFile) -> bool:
        try:
            state = file.path.stat()
        except OSError:
            return True
        return _has_changes(file.path, (state.st_mtime_ns, state.st_size))

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        """Return the correction of each author or group, by name (``name`` for an only one); TOGETHER makes one."""
        path, document = file.path, _document(file)
        groups = self._groups(document, author, path)
        source = Document("source", document.source, path, format=self.name)
        alone = len(groups) == 1 and author in (None, TOGETHER)
        corrections = tuple(
            Document(
                name if alone else correction.name,
                correction.text,
                path,
                author=None if alone else correction.name,
                authors=group,
                edits=correction.edits,
                format=self.name,
            )
            for group, correction in zip(groups, document.corrections(groups), strict=True)
        )
        return Texts(corrections or (Document(name, document.source, path, format=self.name),), source)

    def _groups(self, document: WordDocument, author: str | None, path: Path) -> tuple[tuple[str, ...], ...]:
        if author is None:
            return document.groups
        if author == TOGETHER:
            return (document.authors,)
        if author not in document.authors:
            raise DocumentError(
                f"{author!r} tracked no change in this document",
                path=path,
                remedy=f"Its authors: {', '.join(document.authors) or 'none'}",
            )
        return ((author,),)

    def outline(self, file: DocumentFile) -> Outline:
        document = _document(file)
        each = document.corrections([(author,) for author in document.authors])
        changes = {correction.name: len(correction.edits or ()) for correction in each}
        return Outline(document.source, bool(changes), changes)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        document = _document(file)
        references = document.corrections(document.groups)
        shared = [item.name for item, group in zip(references, document.groups, strict=True) if len(group) > 1]
        left_out = (
            *(f"who of {names} made which change: they share the work" for names in shared),
            *self.left_out(file),
        )
        return Corpus((Entry("", document.source, references=references),), tokenised=False, left_out=left_out)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        """Yield whose corrections are read back as one, where the corpus states its edits."""
        from markscheme.documents.word_writing import write_corpus

        try:
            groups = read_document(write_corpus(corpus)).groups
        except DocumentError:
            return
        for group in groups:
            if len(group) > 1:
                yield f"that {_joined_names(group)} each corrected the text: read back, they share the work"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        from markscheme.documents.word_writing import write_corpus

        return {name: write_corpus(corpus)}


class _WordTextFormat(_WordFiles):
    """Word documents without tracked changes: a text and nothing else."""

    name = "docx-text"
    title = "a Word document without tracked changes"

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        if author is not None:
            raise DocumentError(
                f"{author!r} tracked no change in this document", path=file.path, remedy="Its authors: none"
            )
        return Texts((Document(name, _document(file).source, file.path, format=self.name),))


WORD = _WordFormat()
WORD_TEXT = _WordTextFormat()


@lru_cache(maxsize=1024)
def _has_changes(path: Path, _version: tuple[int, int]) -> bool:
    """Return whether a file of a certain time and size is a Word document with tracked changes, or a broken one."""
    return FORMATS.recognised(DocumentFile(path)) is WORD
