"""CriticMarkup as a document format: a source and one hypothesis of it in a text file, each with its places there."""

from collections.abc import Iterator, Mapping

from markscheme.documents.corpus import (
    DETECTION,
    Corpus,
    Correction,
    Entry,
    TextEdit,
    only_correction,
    only_entry,
    sound_edits,
)
from markscheme.documents.critic_markup import parser
from markscheme.documents.files import newlines
from markscheme.documents.formats import CorpusFormat, CorrectedTextFormat, DocumentFile
from markscheme.documents.rewriting import Exchange, MarkedFile, MarkedText, Piece, Region, pieces
from markscheme.languages.segments import Span


def change_markup(old: str, new: str, metadata: str = "") -> str:
    metadata = metadata or _no_metadata(old or new)
    if not old:
        return "{++" + metadata + parser.quote(new, "++}") + "++}"
    if not new:
        return "{--" + metadata + parser.quote(old, "--}") + "--}"
    return "{~~" + metadata + parser.quote(old, parser.ARROW) + parser.ARROW + parser.quote(new, "~~}") + "~~}"


def _no_metadata(text: str) -> str:
    return parser.NO_METADATA if parser.metadata_at(text, 0) else ""


def type_markup(kind: str) -> str:
    return "{>>" + parser.quote(kind, "<<}") + "<<}"


def _parts(source: str, edits: tuple[TextEdit, ...]) -> Iterator[tuple[str, str]]:
    position = 0
    for edit in edits:
        old, new, kind = edit.span.of(source), edit.replacement, edit.type
        if not old and new == "":
            continue
        if new is None:
            markup = "{==" + _no_metadata(old) + parser.quote(old, "==}") + "==}" + type_markup(kind or DETECTION)
        else:
            markup = change_markup(old, new) + (type_markup(kind) if kind else "")
        yield source[position : edit.span.start], markup
        position = edit.span.end
    yield source[position:], ""


_HIGHLIGHT = "{=="
_HIGHLIGHT_END = parser.CLOSING[_HIGHLIGHT]


class CriticMarkupFile(MarkedFile[parser.Markup]):
    """A CriticMarkup document.

    A stretch that returns to the source has no markup, and a hypothesis that does has none anywhere. A change that
    stays as it was keeps its type and its metadata; a type goes with its change, and so does the type of an error
    marked without a correction (``{==this==}``) that now has one. Every other comment stays in its place, or behind the
    change in which it stood. Highlights stay around the same words of the source: a change that reaches across a
    highlight's mark is parted there.
    """

    # Characters that could form a mark are quoted by the characters behind them: all of them are rewritten.
    sticky = frozenset("{}+-~<>=\\")

    def read(self, text: str) -> MarkedText[parser.Markup]:
        return parser.read_critic_markup(text, self.path)

    def wholes(self) -> list[Span]:
        wholes: list[Span] = []
        highlight: Span | None = None
        for item in self.content.marks:
            if item.mark == _HIGHLIGHT:
                highlight = item.corrected
            elif item.mark == _HIGHLIGHT_END and highlight is not None:
                highlight = Span(highlight.start, item.corrected.end)
            elif item.mark == "{>>":
                if item.is_type and highlight is not None and highlight.end == item.corrected.start:
                    wholes.append(highlight)
            else:
                wholes.append(item.corrected)
        return sorted(wholes)

    def written(self, stretch: Region[parser.Markup], exchange: Exchange, span: Span) -> str:
        track = parser.Track(stretch.start, stretch.corrected, pieces(stretch.before, stretch.after))
        anchors = [
            parser.Anchor(item, item.source.start, _moved(exchange, item, span))
            for item in stretch.marks
            if _is_kept(item)
        ]
        writing = _Writing(self.text, self.content, stretch.start)
        for item in parser.laid_out(track, anchors):
            writing.add(item)
        return writing.finished(stretch.behind.mark if stretch.behind else "")

    def checked(self, text: str) -> str:
        """Return the text; one whose last change was undone gets an empty comment, which keeps it CriticMarkup."""
        if parser.recognises(text):
            return text
        words = text.rstrip()
        backslashes = words[len(words.rstrip("\\")) :]  # they would make the mark text
        return f"{words}{backslashes}{{>><<}}{text[len(words) :]}"


def _moved(exchange: Exchange, markup: parser.Markup, stretch: Span) -> int:
    """Where only an insertion is left of a stretch's rewording, markup there stays on its side of the stretch; if the
    stretch is empty, the insertion is outside of a highlight, and before a comment.
    """
    at, span = markup.corrected.start, exchange.span
    if not span.start <= at <= span.end:
        is_behind = at > span.end
    elif span.start < span.end:
        is_behind = at == span.end or (at > span.start and markup.mark != _HIGHLIGHT)
    elif stretch.start < stretch.end:
        is_behind = at > stretch.start
    else:
        is_behind = markup.mark != _HIGHLIGHT_END
    return max(at, span.end) + exchange.growth if is_behind else min(at, span.start)


def _is_kept(markup: parser.Markup) -> bool:
    return markup.mark in (_HIGHLIGHT, _HIGHLIGHT_END) or markup.is_comment


class _Writing:
    def __init__(self, file_text: str, document: MarkedText[parser.Markup], source: int) -> None:
        self._file_text = file_text
        self._types = {(edit.span, edit.replacement): edit.type for edit in document.edits}
        self._metadata = {
            (item.source, item.corrected.of(document.corrected)): item.metadata
            for item in document.marks
            if item.metadata
        }
        self._source = source
        self._written: list[str] = []
        self._plain: list[str] = []
        self._highlight: int | None = None
        """The offset in the source at which the open highlight begins, as long as there is no change in it."""

    def add(self, item: Piece | parser.Markup) -> None:
        if isinstance(item, parser.Markup):
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
        return "".join([*self._written, parser.quote("".join(self._plain), mark)])

    def _add_kept(self, markup: parser.Markup) -> None:
        error = None
        if markup.mark == _HIGHLIGHT:
            self._highlight = self._source
        elif markup.mark == _HIGHLIGHT_END and self._highlight is not None:
            error = (Span(self._highlight, self._source), None)
        self._add_marked(markup.span.of(self._file_text), error)

    def _add_marked(self, marked: str, edit: tuple[Span, str | None] | None) -> None:
        self._written += [parser.quote("".join(self._plain), marked[: parser.MARK]), marked]
        self._plain = []
        if edit is not None and (kind := self._types.get(edit)):
            self._written.append(type_markup(kind))


class CriticMarkupFormat(CorrectedTextFormat[MarkedText[parser.Markup]], CorpusFormat):
    """CriticMarkup. Its files have no suffix of their own: any text with a complete mark is one."""

    name = "criticmarkup"
    title = label = "CriticMarkup"
    suffixes = (".md", ".markdown")
    carries = frozenset({"edits", "types", "detections", "paragraphs"})
    words_file = CriticMarkupFile

    def recognises(self, file: DocumentFile) -> bool:
        return parser.recognises(file.text)

    def content(self, file: DocumentFile) -> MarkedText[parser.Markup]:
        return parser.read_critic_markup(file.text, file.path)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        """Return one entry with one hypothesis, named by the one author in all changes' metadata, else by the file."""
        document = parser.read_critic_markup(newlines(file.text), file.path)
        authors = {parser.author_in(item.metadata) for item in document.marks if item.is_change}
        author = next(iter(authors)) if len(authors) == 1 else ""
        correction = Correction(author or file.path.stem, document.corrected, document.edits)
        comments = sum(item.is_comment for item in document.marks)
        metadata = sum(bool(item.metadata) for item in document.marks)
        left_out = [f"comments ({comments})"] if comments else []
        left_out += [f"metadata of marks, such as authors and dates ({metadata})"] if metadata else []
        entry = Entry("", document.source, hypotheses=(correction,))
        return Corpus((entry,), tokenised=False, left_out=tuple(left_out))

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        first = (entry.corrections[:1] for entry in corpus.entries)
        edits = [edit for items in first for item in items for edit in item.edits or ()]
        comments = sum(bool(edit.type) and not parser.is_type(edit.type) for edit in edits)
        if comments:
            yield f"types that are not ERRANT's, as types ({comments}): they are comments"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return the one text of a corpus with its one correction; read again, it has the same texts and edits.

        Types follow their changes as comments; those that are not ERRANT's are read back as comments. An error marked
        without a correction is a highlight, its type ``UNK`` where it has none.
        """
        entry = only_entry(corpus, self.title)
        edits = sound_edits(entry, only_correction(entry, self.title))
        written = (
            parser.quote(before, markup[: parser.MARK]) + markup for before, markup in _parts(entry.source, edits)
        )
        return {name: "".join(written).encode()}


CRITIC_MARKUP = CriticMarkupFormat()
