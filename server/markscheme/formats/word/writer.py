"""A corpus to a Word document."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

import docx
from docx.oxml.ns import qn
from lxml import etree

from markscheme.formats.corpus import Corpus, Entry, TextEdit, joined
from markscheme.formats.single_text import only_entry, sound_edits
from markscheme.formats.word.revisions import Piece
from markscheme.formats.word.saving import saved_undated
from markscheme.text.errors import DocumentError

_DATE = "2000-01-01T00:00:00Z"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_corpus(corpus: Corpus) -> bytes:
    """Return the one text of a corpus as a Word document, each correction as its author's tracked changes.

    Tokenised sentences become the paragraphs of one text. The same corpus gives the same bytes. A line end is a
    paragraph's end, or a line break where several authors delete it. Where several authors delete the same text, one's
    deletion stands in another's: the standard allows it and it is read back exactly, but Word itself never does so and
    may show, and on saving keep, only one of them: a file for each author is safer for people who edit it. Types and
    errors marked without a correction are not written. An author who changes nothing is kept by an empty insertion.

    Raises
    ------
    DocumentError
        If the corpus has several entries and is not tokenised, a correction's edits are missing or don't lead to its
        text, two corrections have the same name, or a text or name has a character that XML can't hold.
    """
    entry = only_entry(joined(corpus) if corpus.tokenised else corpus, "a Word document")
    edits = _edits_by_author(entry)
    draft = _Draft()
    for author, changes in edits.items():
        if not any(_changes(entry.source, edit) for edit in changes):
            draft.revise("w:ins", author)
    for piece in _pieces(entry.source, edits):
        draft.add(piece, tuple(edits))
    return _packed(draft.paragraphs)


def _edits_by_author(entry: Entry) -> dict[str, tuple[TextEdit, ...]]:
    _check_characters("the text", entry.source)
    edits: dict[str, tuple[TextEdit, ...]] = {}
    for correction in entry.corrections:
        name = correction.name
        _check_characters("a correction's name", name)
        if name in edits:
            raise DocumentError(
                f"two corrections are called {name!r}, and Word knows changes by their author's name",
                remedy="Give each another name",
            )
        edits[name] = sound_edits(entry, correction)
        _check_characters(f"the correction of {name}", correction.text)
    return edits


def _check_characters(what: str, text: str) -> None:
    if bad := _NOT_XML.search(text):
        line = text.count("\n", 0, bad.start()) + 1
        raise DocumentError(
            f"{what} has the character U+{ord(bad[0]):04X} in line {line}, which a Word document can't hold",
            remedy="Take it out",
        )


def _changes(source: str, edit: TextEdit) -> bool:
    return edit.replacement is not None and edit.replacement != edit.span.of(source)


def _pieces(source: str, edits: Mapping[str, Sequence[TextEdit]]) -> Iterator[Piece]:
    """Yield the source and every insertion, in order; an edit's new text stands behind its old."""
    insertions: defaultdict[int, list[Piece]] = defaultdict(list)
    starts: defaultdict[int, set[str]] = defaultdict(set)
    ends: defaultdict[int, set[str]] = defaultdict(set)
    for author, changes in edits.items():
        for edit in changes:
            if not _changes(source, edit):
                continue
            insertions[edit.span.end].append(Piece(edit.replacement or "", inserted=frozenset({author})))
            if edit.span.start < edit.span.end:
                starts[edit.span.start].add(author)
                ends[edit.span.end].add(author)
    deleting: frozenset[str] = frozenset()
    position = 0
    for cut in sorted({*insertions, *starts, len(source)}):
        yield Piece(source[position:cut], deleted=deleting)
        yield from insertions.get(cut, ())
        deleting = (deleting - ends[cut]) | starts[cut]
        position = cut


class _Draft:
    """The paragraphs so far, of which the last is being written."""

    def __init__(self) -> None:
        self.paragraphs = [_element("w:p")]
        self._ids = count(1)

    def revise(self, tag: str, author: str, parent: etree._Element | None = None) -> etree._Element:
        """Add a revision to an element, at first to the paragraph."""
        revision = etree.SubElement(self.paragraphs[-1] if parent is None else parent, qn(tag))
        revision.set(qn("w:id"), str(next(self._ids)))
        revision.set(qn("w:author"), author)
        revision.set(qn("w:date"), _DATE)
        return revision

    def add(self, piece: Piece, authors: Sequence[str]) -> None:
        """Add a piece; those who delete it nest in the order of ``authors``."""
        inserted = [author for author in authors if author in piece.inserted]
        deleted = [author for author in authors if author in piece.deleted]
        revisions = [*(("w:ins", author) for author in inserted), *(("w:del", author) for author in deleted)]
        for part in re.split("(\n)", piece.text):
            if part == "\n" and len(revisions) < 2:
                self._end_paragraph(revisions)
            elif part:
                parent = self.paragraphs[-1]
                for tag, author in revisions:
                    parent = self.revise(tag, author, parent)
                _add_run(parent, part, "w:delText" if deleted else "w:t")

    def _end_paragraph(self, revisions: Sequence[tuple[str, str]]) -> None:
        if revisions:
            properties = _element("w:pPr")
            mark = etree.SubElement(properties, qn("w:rPr"))
            for tag, author in revisions:
                self.revise(tag, author, mark)
            self.paragraphs[-1].insert(0, properties)
        self.paragraphs.append(_element("w:p"))


def _element(tag: str) -> etree._Element:
    return etree.Element(qn(tag), nsmap={"w": etree.QName(qn(tag)).namespace})


def _add_run(parent: etree._Element, text: str, tag: str) -> None:
    run = etree.SubElement(parent, qn("w:r"))
    for part in re.split("([\t\n])", text):
        if part == "\t":
            etree.SubElement(run, qn("w:tab"))
        elif part == "\n":
            etree.SubElement(run, qn("w:br"))
        elif part:
            content = etree.SubElement(run, qn(tag))
            content.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
            content.text = part


def _packed(paragraphs: Sequence[etree._Element]) -> bytes:
    """Return python-docx's empty document with these paragraphs."""
    document = docx.Document()
    document.core_properties.author = document.core_properties.comments = ""
    section = document.element.body[-1]
    for paragraph in paragraphs:
        section.addprevious(paragraph)
    return saved_undated(document)
