"""CriticMarkup as a document format: a source and one hypothesis of it in a text file, each with its places there."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from markscheme.formats.base import CorpusFormat, DocumentFile, DocumentFormat, Outline, Texts
from markscheme.formats.corpus import Corpus, Correction, Document, Entry, TextEdit, only_entry, sound_edits
from markscheme.formats.critic_markup.parser import (
    ARROW,
    CLOSING,
    MARK,
    NO_METADATA,
    Anchor,
    CriticDocument,
    Markup,
    Track,
    author_in,
    is_type,
    laid_out,
    metadata_at,
    quote,
    read_critic_markup,
    recognises,
)
from markscheme.formats.rewriting import Exchange, Piece, Replacement, WordsFile, closed, pieces, reach, trimmed
from markscheme.text.errors import DocumentError
from markscheme.text.files import newlines
from markscheme.text.places import Span

_UNCORRECTED = "UNK"


def write_corpus(corpus: Corpus) -> str:
    """Return the one text of a corpus with its one correction, in CriticMarkup.

    Types follow their changes as comments; those that are not ERRANT's are read back as comments. An error marked
    without a correction is a highlight, its type ``UNK`` where it has none. Read again, the document has the same texts
    and edits. Raise DocumentError if the corpus has not one entry with one correction, or the correction's edits are
    missing or don't lead to its text.
    """
    entry = only_entry(corpus, "CriticMarkup")
    if len(entry.corrections) != 1:
        raise DocumentError(
            f"CriticMarkup holds one correction of a text, and there are {len(entry.corrections)}",
            remedy="Write one file for each correction",
        )
    pieces: list[str] = []
    for before, markup in _parts(entry.source, sound_edits(entry, entry.corrections[0])):
        pieces += [quote(before, markup[:MARK]), markup]
    return "".join(pieces)


def change_markup(old: str, new: str, metadata: str = "") -> str:
    metadata = metadata or _no_metadata(old or new)
    if not old:
        return "{++" + metadata + quote(new, "++}") + "++}"
    if not new:
        return "{--" + metadata + quote(old, "--}") + "--}"
    return "{~~" + metadata + quote(old, ARROW) + ARROW + quote(new, "~~}") + "~~}"


def _no_metadata(text: str) -> str:
    return NO_METADATA if metadata_at(text, 0) else ""


def type_markup(kind: str) -> str:
    return "{>>" + quote(kind, "<<}") + "<<}"


def _parts(source: str, edits: tuple[TextEdit, ...]) -> Iterator[tuple[str, str]]:
    position = 0
    for edit in edits:
        old, new, kind = edit.span.of(source), edit.replacement, edit.type
        if not old and new == "":
            continue
        if new is None:
            markup = "{==" + _no_metadata(old) + quote(old, "==}") + "==}" + type_markup(kind or _UNCORRECTED)
        else:
            markup = change_markup(old, new) + (type_markup(kind) if kind else "")
        yield source[position : edit.span.start], markup
        position = edit.span.end
    yield source[position:], ""


_MARK_CHARACTERS = frozenset("{}+-~<>=\\")
_HIGHLIGHT = "{=="
_HIGHLIGHT_END = CLOSING[_HIGHLIGHT]


class CriticMarkupFile(WordsFile):
    """A CriticMarkup document whose corrected text is the hypothesis. Raise DocumentError if it is malformed."""

    def __init__(self, path: Path | None, text: str, *, tokenised: bool) -> None:
        super().__init__(path, text, tokenised=tokenised)
        self._content = read_critic_markup(text, path)

    @property
    def hypothesis(self) -> str:
        return self._content.hypothesis

    def replacement(self, span: Span, words: str) -> Replacement:
        return rewritten_markup(self.text, self._content, span, words)

    def checked(self, text: str) -> str:
        """Return the text; one whose last change was undone gets an empty comment, which keeps it CriticMarkup."""
        if recognises(text):
            return text
        words = text.rstrip()
        backslashes = words[len(words.rstrip("\\")) :]  # they would make the mark text
        return f"{words}{backslashes}{{>><<}}{text[len(words) :]}"


def rewritten_markup(text: str, document: CriticDocument, span: Span, words: str) -> Replacement:
    """Return the change of a CriticMarkup document after which its corrected text has ``words`` in place of ``span``.

    The region that is rewritten begins and ends outside of any change and comment, and includes the changes that the
    stretch touches. The source stays the same. Words that are the same in source and hypothesis stand there without
    markup, so a stretch that returns to the source has none, and a hypothesis that does has none anywhere. A change
    that stays as it was keeps its type and its metadata; a type goes with its change, and so does the type of an error
    marked without a correction (``{==this==}``) that now has one. Every other comment stays in its place, or behind the
    change in which it stood. Highlights stay around the same words of the source: a change that reaches across a
    highlight's mark is parted there.
    """
    exchange = trimmed(document.hypothesis, span, words)
    if exchange.is_empty:
        place = document.hypothesis_places.span(span)
        return Replacement(place, place.of(text))
    region = _region(document, exchange)
    track = Track(region.source.start, region.hypothesis.start, pieces(*region.texts(document, exchange)))
    anchors = [Anchor(item, item.source.start, _moved(exchange, item, span)) for item in region.kept]
    writing = _Writing(text, document, region.source.start)
    for item in laid_out(track, anchors):
        writing.add(item)
    return Replacement(region.place(document), writing.finished(region.mark_behind(document)))


def _moved(exchange: Exchange, markup: Markup, stretch: Span) -> int:
    """Where only an insertion is left of a stretch's rewording, markup there stays on its side of the stretch; if the
    stretch is empty, the insertion is outside of a highlight, and before a comment.
    """
    at, span = markup.hypothesis.start, exchange.span
    if not span.start <= at <= span.end:
        is_behind = at > span.end
    elif span.start < span.end:
        is_behind = at == span.end or (at > span.start and markup.mark != _HIGHLIGHT)
    elif stretch.start < stretch.end:
        is_behind = at > stretch.start
    else:
        is_behind = markup.mark != _HIGHLIGHT_END
    return max(at, span.end) + exchange.growth if is_behind else min(at, span.start)


@attrs.frozen
class _Region:
    source: Span
    hypothesis: Span
    first: int
    last: int
    kept: tuple[Markup, ...]

    def texts(self, document: CriticDocument, exchange: Exchange) -> tuple[str, str]:
        return self.source.of(document.source), exchange.applied_to(document.hypothesis, self.hypothesis)

    def place(self, document: CriticDocument) -> Span:
        start, end = self.hypothesis.start, self.hypothesis.end
        before = document.markup[self.first - 1] if self.first else None
        if before is not None and before.hypothesis.end == start:
            file_start = before.span.end
        else:
            file_start = document.hypothesis_places.span(Span(start, start)).start
        if self._is_before_markup(document):
            return Span(file_start, document.markup[self.last].span.start)
        return Span(file_start, document.hypothesis_places.span(Span(end, end)).end)

    def mark_behind(self, document: CriticDocument) -> str:
        return document.markup[self.last].mark if self._is_before_markup(document) else ""

    def _is_before_markup(self, document: CriticDocument) -> bool:
        last = self.last
        return last < len(document.markup) and document.markup[last].hypothesis.start == self.hypothesis.end


def _region(document: CriticDocument, exchange: Exchange) -> _Region:
    returns = exchange.applied(document.hypothesis) == document.source
    extent = closed(
        Span(0, len(document.hypothesis)) if returns else reach(document.hypothesis, exchange),
        exchange.span,
        _wholes(document),
    )
    markup = document.markup
    first = bisect_left(markup, extent.start, key=lambda item: item.hypothesis.start)
    last = bisect_right(markup, extent.end, lo=first, key=lambda item: item.hypothesis.end)
    # Characters that could form a mark are quoted by the characters behind them: all of them are rewritten.
    least = markup[first - 1].hypothesis.end if first else 0
    most = markup[last].hypothesis.start if last < len(markup) else len(document.hypothesis)
    start, end = extent.start, extent.end
    while start > least and document.hypothesis[start - 1] in _MARK_CHARACTERS:
        start -= 1
    while end < most and document.hypothesis[end] in _MARK_CHARACTERS:
        end += 1
    before = markup[first - 1] if first else None
    source_start = start + (before.source.end - before.hypothesis.end if before else 0)
    behind = markup[last - 1] if last else None
    source_end = end + (behind.source.end - behind.hypothesis.end if behind else 0)
    kept = tuple(item for item in markup[first:last] if _is_kept(item))
    return _Region(Span(source_start, source_end), Span(start, end), first, last, kept)


def _is_kept(markup: Markup) -> bool:
    return markup.mark in (_HIGHLIGHT, _HIGHLIGHT_END) or (markup.mark == "{>>" and not markup.is_type)


def _wholes(document: CriticDocument) -> list[Span]:
    """Return what is rewritten wholly or not at all, in the hypothesis: changes, and highlights with a type."""
    wholes: list[Span] = []
    highlight: Span | None = None
    for item in document.markup:
        if item.mark == _HIGHLIGHT:
            highlight = item.hypothesis
        elif item.mark == _HIGHLIGHT_END and highlight is not None:
            highlight = Span(highlight.start, item.hypothesis.end)
        elif item.mark == "{>>":
            if item.is_type and highlight is not None and highlight.end == item.hypothesis.start:
                wholes.append(highlight)
        else:
            wholes.append(item.hypothesis)
    return sorted(wholes)


class _Writing:
    def __init__(self, file_text: str, document: CriticDocument, source: int) -> None:
        self._file_text = file_text
        self._types = {(edit.span, edit.replacement): edit.type for edit in document.edits}
        self._metadata = {
            (item.source, item.hypothesis.of(document.hypothesis)): item.metadata
            for item in document.markup
            if item.metadata
        }
        self._source = source
        self._written: list[str] = []
        self._plain: list[str] = []
        self._highlight: int | None = None
        """The offset in the source at which the open highlight begins, as long as there is no change in it."""

    def add(self, item: Piece | Markup) -> None:
        if isinstance(item, Markup):
            self._add_kept(item)
        elif item.is_change:
            start, self._source = self._source, self._source + len(item.old)
            change = Span(start, self._source), item.new
            self._add_marked(change_markup(item.old, item.new, self._metadata.get(change, "")), change)
            self._highlight = None
        else:
            self._plain.append(item.old)
            self._source += len(item.old)

    def finished(self, mark: str) -> str:
        """Return the region's text, as it is written before a mark, or before text without a mark's characters."""
        return "".join([*self._written, quote("".join(self._plain), mark)])

    def _add_kept(self, markup: Markup) -> None:
        error = None
        if markup.mark == _HIGHLIGHT:
            self._highlight = self._source
        elif markup.mark == _HIGHLIGHT_END and self._highlight is not None:
            error = (Span(self._highlight, self._source), None)
        self._add_marked(markup.span.of(self._file_text), error)

    def _add_marked(self, marked: str, edit: tuple[Span, str | None] | None) -> None:
        self._written += [quote("".join(self._plain), marked[:MARK]), marked]
        self._plain = []
        if edit is not None and (kind := self._types.get(edit)):
            self._written.append(type_markup(kind))


class CriticMarkupFormat(DocumentFormat, CorpusFormat):
    """CriticMarkup. Its files have no suffix of their own: any text with a complete mark is one."""

    name = "criticmarkup"
    title = label = "CriticMarkup"
    suffixes = (".md", ".markdown")
    carries = frozenset({"edits", "types", "detections", "paragraphs"})
    carries_source = True

    def recognises(self, file: DocumentFile) -> bool:
        return recognises(file.text)

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        content = read_critic_markup(file.text, file.path)
        return Texts(
            (
                Document(
                    name,
                    content.hypothesis,
                    file.path,
                    content.hypothesis_places,
                    edits=content.edits,
                    format=self.name,
                ),
            ),
            Document("source", content.source, file.path, content.source_places, format=self.name),
        )

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> CriticMarkupFile:
        return CriticMarkupFile(document.path, text, tokenised=tokenised)

    def outline(self, file: DocumentFile) -> Outline:
        """Return the source; of a malformed document, the file's text."""
        try:
            return Outline(read_critic_markup(file.text).source, corrects=True)
        except DocumentError:
            return Outline(file.text, corrects=True)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return read_corpus(file.text, file.path, file.path.stem)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        first = (entry.corrections[:1] for entry in corpus.entries)
        edits = [edit for items in first for item in items for edit in item.edits or ()]
        comments = sum(bool(edit.type) and not is_type(edit.type) for edit in edits)
        if comments:
            yield f"types that are not ERRANT's, as types ({comments}): they are comments"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return {name: write_corpus(corpus).encode()}


def read_corpus(text: str, path: Path | None = None, name: str = "") -> Corpus:
    r"""Return the document as one entry with one hypothesis; every line end is read as ``\n``.

    The hypothesis is called by the one author whom all changes name in their metadata, else ``name``. Raise
    DocumentError if the document is malformed.
    """
    document = read_critic_markup(newlines(text), path)
    authors = {author_in(item.metadata) for item in document.markup if item.is_change}
    author = next(iter(authors)) if len(authors) == 1 else ""
    correction = Correction(author or name, document.hypothesis, document.edits)
    comments, metadata = len(document.comments), sum(bool(item.metadata) for item in document.markup)
    left_out = [f"comments ({comments})"] if comments else []
    left_out += [f"metadata of marks, such as authors and dates ({metadata})"] if metadata else []
    return Corpus((Entry("", document.source, hypotheses=(correction,)),), tokenised=False, left_out=tuple(left_out))


CRITIC_MARKUP = CriticMarkupFormat()
