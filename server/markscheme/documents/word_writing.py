"""Word documents written: tracked changes, comments in the margin; equal documents give equal bytes."""

import copy
import datetime
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import count
from typing import TYPE_CHECKING, Final, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import docx
from docx.document import Document as WordFile
from docx.opc.exceptions import PackageNotFoundError
from docx.oxml.ns import qn
from docx.oxml.parser import OxmlElement
from docx.text.run import Run
from lxml import etree

from markscheme.documents.corpus import Corpus, Document, Entry, MarginComment, joined, only_entry, sound_edits
from markscheme.documents.files import ARCHIVE_DAMAGE
from markscheme.documents.places import NOT_XML, TextEdit
from markscheme.documents.rewriting import Replacement
from markscheme.documents.word import PRESERVED, TEXTS, Piece, local_name, text_of, visible_elements, with_words
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

if TYPE_CHECKING:
    from docx.oxml.text.run import CT_R


UNDATED = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
"""The date of comments and changes, so that equal documents have equal bytes."""


def commented_document(
    data: bytes, document: Document, comments: Sequence[MarginComment], changes: Sequence[Replacement], author: str
) -> bytes:
    """Return a Word document with comments and tracked changes at places of its text.

    ``document``: the text into which places point, and whose changes it has. A comment at an empty place is on the word
    beside it. A change is left out that crosses the end of a paragraph, another change, or words that somebody has
    inserted. ``author``: whose changes, and comments without an author of their own, these are. Raise DocumentError if
    the file's text is another one, or the file can't be written again.
    """
    unwritable = DocumentError(
        "comments can't be added to this Word document",
        path=document.path,
        remedy="Open it in Word and save it again as .docx",
    )
    try:
        file = docx.Document(BytesIO(data))
    except (KeyError, PackageNotFoundError, *ARCHIVE_DAMAGE) as error:
        raise unwritable from error
    words = _Words(file.element, document.authors)
    if words.text != document.text:
        raise unwritable
    tidy = [_with_space(change, words.text) for change in changes]
    words.cut([*(item.span for item in comments), *(item.span for item in tidy)])
    for comment in comments:
        _add_comment(file, words, comment, comment.author or author)
    taken: list[Span] = []
    for change in tidy:
        if all(change.span.end <= other.start or other.end <= change.span.start for other in taken):
            taken.append(change.span)
            words.suggest(change, author)
    stream = BytesIO()
    file.save(stream)
    return stream.getvalue()


def _with_space(change: Replacement, text: str) -> Replacement:
    """Return a change that leaves one space between words: a removal takes one with it, an addition brings one."""
    start, end = change.span.start, change.span.end
    if not change.text and text[end : end + 1] == " ":
        return Replacement(Span(start, end + 1), "")
    if start < end or not change.text[:1].isalnum():
        return change
    return Replacement(change.span, f" {change.text}" if _follows_word(start, text) else f"{change.text} ")


def _follows_word(offset: int, text: str) -> bool:
    return not text[:offset].rstrip(" \t").endswith("\n") and bool(text[:offset].strip())


def _add_comment(document: WordFile, words: "_Words", comment: MarginComment, author: str) -> None:
    runs = words.runs(with_words(comment.span, words.text))
    if not runs:
        return
    first, last = (Run(cast("CT_R", run), document) for run in (runs[0], runs[-1]))
    added = document.add_comment([first, last], comment.text, author, initials(author))
    added._comment_elm.date = UNDATED  # noqa: SLF001 - no public setter


def initials(name: str) -> str:
    """Return the first letters of a name, at most three.

    >>> initials("Ms Adeyemi")
    'MA'
    """
    return "".join(word[0] for word in name.split())[:3].upper()


class _Words:
    def __init__(self, root: etree._Element, authors: Collection[str]) -> None:
        self._root = root
        self._authors = authors
        self.text = "".join(text for _, text in visible_elements(root, authors))
        taken = (int(number) for item in root.iter() if (number := item.get(qn("w:id"), "")).isdecimal())
        self._numbers = count(max(taken, default=0) + 1)
        self._runs: list[tuple[etree._Element, int, int]] = []

    def cut(self, spans: Sequence[Span]) -> None:
        wide = (with_words(span, self.text) for span in spans)
        offsets = sorted({offset for span in wide for offset in (span.start, span.end)})
        for element, start, end in [*self._elements()]:
            run = element.getparent()
            if run is None or local_name(run) != "r":
                continue
            inside = [offset - start for offset in offsets if start < offset < end]
            _isolate(run, element, inside)
        parents = ((element.getparent(), start, end) for element, start, end in self._elements())
        self._runs = [(run, start, end) for run, start, end in parents if run is not None and local_name(run) == "r"]

    def runs(self, span: Span) -> list[etree._Element]:
        """Return the runs whose text is inside a place; :meth:`cut` comes first."""
        return [run for run, start, end in self._runs if span.start <= start and end <= span.end]

    def suggest(self, change: Replacement, author: str) -> None:
        """Track a change at a place, if its words are plain text of one paragraph."""
        if change.span.start == change.span.end:
            self._add(change, author)
            return
        runs = self.runs(change.span)
        parents = {run.getparent() for run in runs}
        if len(parents) != 1 or any(local_name(parent) != "p" for parent in parents if parent is not None):
            return
        deletions = [_deleted(run, _revision("w:del", author, next(self._numbers))) for run in runs]
        if change.text:
            deletions[-1].addnext(_inserted(runs[-1], change.text, _revision("w:ins", author, next(self._numbers))))

    def _add(self, change: Replacement, author: str) -> None:
        runs = self.runs(with_words(change.span, self.text))
        follows = _follows_word(change.span.start, self.text)
        beside = runs[-1 if follows else 0] if runs else None
        parent = None if beside is None else beside.getparent()
        if beside is None or parent is None or local_name(parent) not in ("p", "del"):
            return
        anchor = beside if local_name(parent) == "p" else parent
        insertion = _inserted(beside, change.text, _revision("w:ins", author, next(self._numbers)))
        if not follows:
            anchor.addprevious(insertion)
            return
        behind = anchor.getnext()
        (behind if behind is not None and local_name(behind) == "ins" else anchor).addnext(insertion)

    def _elements(self) -> Iterator[tuple[etree._Element, int, int]]:
        start = 0
        for element, text in visible_elements(self._root, self._authors):
            yield element, start, start + len(text)
            start += len(text)


def _revision(tag: str, author: str, number: int) -> etree._Element:
    revision = OxmlElement(tag)
    revision.set(qn("w:id"), str(number))
    revision.set(qn("w:author"), author)
    revision.set(qn("w:date"), UNDATED.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return revision


def _isolate(run: etree._Element, element: etree._Element, offsets: Sequence[int]) -> None:
    """Put an element of a run into a run of its own, and a text's parts between offsets into one each."""
    contents = [child for child in run if local_name(child) != "rPr"]
    if len(contents) == 1 and not offsets:
        return
    place = contents.index(element)
    parts = _parts(element, offsets) if local_name(element) in TEXTS else [element]
    before = contents[:place]
    after = contents[place + 1 :]
    previous = run
    for group in [[part] for part in parts] + ([after] if after else []):
        new = _like(run)
        new.extend(group)
        previous.addnext(new)
        previous = new
    if element.getparent() is run:
        run.remove(element)
    if not before:
        parent = run.getparent()
        if parent is not None:
            parent.remove(run)


def _parts(element: etree._Element, offsets: Sequence[int]) -> list[etree._Element]:
    text = text_of(element)
    parts = []
    for start, end in zip([0, *offsets], [*offsets, len(text)], strict=True):
        part = OxmlElement(f"w:{local_name(element)}")
        part.set(PRESERVED, "preserve")
        part.text = text[start:end]
        parts.append(part)
    return parts


def _like(run: etree._Element) -> etree._Element:
    new = OxmlElement("w:r")
    properties = run.find(qn("w:rPr"))
    if properties is not None:
        new.append(copy.deepcopy(properties))
    return new


def _deleted(run: etree._Element, deletion: etree._Element) -> etree._Element:
    run.addprevious(deletion)
    deletion.append(run)
    for element in run.findall(qn("w:t")):
        element.tag = qn("w:delText")
    return deletion


def _inserted(like: etree._Element, text: str, insertion: etree._Element) -> etree._Element:
    run = _like(like)
    element = OxmlElement("w:t")
    element.set(PRESERVED, "preserve")
    element.text = text
    run.append(element)
    insertion.append(run)
    return insertion


_ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)


def saved_undated(document: WordFile) -> bytes:
    """Return a document as a file, whose parts all have the same date: an equal document gives equal bytes."""
    saved, packed = BytesIO(), BytesIO()
    document.save(saved)
    with ZipFile(saved) as source, ZipFile(packed, "w") as target:
        for name in source.namelist():
            target.writestr(ZipInfo(name, _ZIP_DATE), source.read(name), ZIP_DEFLATED)
    return packed.getvalue()


def write_corpus(corpus: Corpus) -> bytes:
    """Return the one text of a corpus as a Word document, each correction as its author's tracked changes.

    Tokenised sentences become the paragraphs of one text. The same corpus gives the same bytes. A line end is a
    paragraph's end, or a line break where several authors delete it. Where several authors delete the same text, one's
    deletion stands in another's: the standard allows it and it is read back exactly, but Word itself never does so and
    may show, and on saving keep, only one of them: a file for each author is safer for people who edit it. Types and
    errors marked without a correction are not written. An author who changes nothing is kept by an empty insertion.

    Raise DocumentError if the corpus has several entries and is not tokenised, a correction's edits are missing or
    don't lead to its text, two corrections have the same name, or a text or name has a character that XML can't hold.
    """
    entry = only_entry(joined(corpus) if corpus.tokenised else corpus, "a Word document")
    edits = _edits_by_author(entry)
    draft = _Draft()
    for author, changes in edits.items():
        if not any(_is_change(entry.source, edit) for edit in changes):
            draft.revise("w:ins", author)
    for piece in _pieces(entry.source, edits):
        draft.add(piece, tuple(edits))
    return _saved(draft.paragraphs)


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
    if bad := NOT_XML.search(text):
        line = text.count("\n", 0, bad.start()) + 1
        raise DocumentError(
            f"{what} has the character U+{ord(bad[0]):04X} in line {line}, which a Word document can't hold",
            remedy="Take it out",
        )


def _is_change(source: str, edit: TextEdit) -> bool:
    return edit.replacement is not None and edit.replacement != edit.span.of(source)


def _pieces(source: str, edits: Mapping[str, Sequence[TextEdit]]) -> Iterator[Piece]:
    """Yield the source and every insertion, in order; an edit's new text stands behind its old."""
    insertions: defaultdict[int, list[Piece]] = defaultdict(list)
    starts: defaultdict[int, set[str]] = defaultdict(set)
    ends: defaultdict[int, set[str]] = defaultdict(set)
    for author, changes in edits.items():
        for edit in changes:
            if not _is_change(source, edit):
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
    def __init__(self) -> None:
        self.paragraphs: list[etree._Element] = [OxmlElement("w:p")]
        self._ids = count(1)

    def revise(self, tag: str, author: str, parent: etree._Element | None = None) -> etree._Element:
        revision = _revision(tag, author, next(self._ids))
        (self.paragraphs[-1] if parent is None else parent).append(revision)
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
            properties = OxmlElement("w:pPr")
            mark = etree.SubElement(properties, qn("w:rPr"))
            for tag, author in revisions:
                self.revise(tag, author, mark)
            self.paragraphs[-1].insert(0, properties)
        self.paragraphs.append(OxmlElement("w:p"))


def _add_run(parent: etree._Element, text: str, tag: str) -> None:
    run = etree.SubElement(parent, qn("w:r"))
    for part in re.split("([\t\n])", text):
        if part == "\t":
            etree.SubElement(run, qn("w:tab"))
        elif part == "\n":
            etree.SubElement(run, qn("w:br"))
        elif part:
            content = etree.SubElement(run, qn(tag))
            content.set(PRESERVED, "preserve")
            content.text = part


def _saved(paragraphs: Sequence[etree._Element]) -> bytes:
    document = docx.Document()
    document.core_properties.author = document.core_properties.comments = ""
    section = document.element.body[-1]
    for paragraph in paragraphs:
        section.addprevious(paragraph)
    return saved_undated(document)
