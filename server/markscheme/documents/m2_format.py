"""M2 as a document format: its annotators are authors, who state their edits of sentences that the file carries."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path

import attrs

from markscheme.documents import m2
from markscheme.documents.corpus import (
    DETECTION,
    Annotator,
    Corpus,
    Correction,
    Document,
    EditGroup,
    Entry,
    Faults,
    ParallelText,
    TokenEdit,
    annotator_numbers,
    edit_groups,
    text_edits,
)
from markscheme.documents.formats import CorpusStream, DocumentFile, DocumentFormat, Outline, StretchedFormat, Texts
from markscheme.documents.places import LINE_END, Details, LineIndex, corrected_text
from markscheme.documents.rewriting import HypothesisFile, Replacement, Rewording, SourcePlace, applied, line_end
from markscheme.documents.streams import TextFile
from markscheme.errors import DocumentError
from markscheme.languages.segments import Segment, Span, spaced_segment, spaced_tokens, whitespace_segment


def _entries_of(sentences: Iterable[m2.M2Sentence], numbers: Sequence[int]) -> tuple[Entry, ...]:
    return tuple(
        _entry(
            item.source.tokens,
            [(number, item.annotations.get(number, ())) for number in numbers if item.is_seen_by(number)],
        )
        for item in sentences
    )


def _entry(tokens: tuple[str, ...], annotations: list[tuple[int, tuple[m2.Annotation, ...]]]) -> Entry:
    source = " ".join(tokens)
    references = []
    for number, items in annotations:
        edits = tuple(
            attrs.evolve(edit, details=item.details) if item.comment else edit
            for edit, item in zip(text_edits(source, items), items, strict=True)
        )
        references.append(Correction.of(str(number), source, edits))
    return Entry("", source, references=tuple(references))


def _written_entries(corpus: Corpus, numbers: Mapping[Annotator, int], first: int) -> str:
    if not corpus.tokenised:
        raise ValueError("only a tokenised corpus can be written as M2")
    lines: list[str] = []
    for number, entry in enumerate(corpus.entries, first):
        if " ".join(spaced_tokens(entry.source)) != entry.source or LINE_END.search(entry.source):
            raise _inexpressible(number, "its source has white space that parts no tokens")
        lines.append(f"S {entry.source}")
        corrections = entry.by_annotator()
        for person in sorted(corrections, key=numbers.__getitem__):
            lines += _corpora_lines(entry.source, corrections[person], number, numbers[person], person)
        lines.append("")
    return "".join(f"{line}\n" for line in lines)


def _inexpressible(entry: int, problem: str) -> DocumentError:
    return DocumentError(f"entry {entry} can't be written as M2: {problem}")


def _corpora_lines(source: str, correction: Correction, entry: int, annotator: int, person: Annotator) -> Iterator[str]:
    if correction.edits is None:
        raise ValueError(f"the {person[0]} {person[1]!r} has no edits at entry {entry}")
    if not correction.edits:
        yield m2.noop_line(annotator)
    target = corrected_text(source, correction.edits)
    if target.split() != correction.text.split():
        raise ValueError(f"the edits of the {person[0]} {person[1]!r} don't give its text at entry {entry}")
    before, after = spaced_segment(source), spaced_segment(target)
    starts = [span.start for span in before.spans]
    words, new_words = (whitespace_segment(text).spans for text in (source, target))
    for block in edit_groups(words, new_words, correction.edits, len(source)):
        start, end = (bisect_left(starts, place) for place in (block.source.start, block.source.end))
        tokens = _tokens_in(after, block.target)
        edit = _Edit(start, end, tokens, _type(block, before.tokens[start:end], tokens))
        try:
            note = comment_of(Details.of_all(edit.details for edit in block.edits))
            yield m2.annotation_line(edit, before.tokens, annotator, note or m2.NO_CORRECTION)
        except ValueError as problem:
            raise _inexpressible(entry, str(problem)) from None


def _tokens_in(segment: Segment, place: Span) -> tuple[str, ...]:
    first, last = (bisect_left(segment.spans, at, key=lambda span: span.start) for at in (place.start, place.end))
    return tuple(token for token in segment.tokens[first:last] if token)


def comment_of(details: Details) -> str:
    """Return the note on an edit as the comment of a line."""
    return " ".join(details.note.split()).replace(m2.FIELD_END, "| | |")


def _type(block: EditGroup, before: Sequence[str], after: Sequence[str]) -> str:
    if all(edit.replacement is None for edit in block.edits):
        return DETECTION
    types = [edit.type for edit in block.edits if edit.replacement is not None]
    return m2.written_type(types, before, after)


class M2File(HypothesisFile):
    """An M2 file of which one annotator is the hypothesis: the document's author, or else the first annotator.

    Raise DocumentError if the file is malformed, or has no such annotator.
    """

    def __init__(self, document: Document, text: str) -> None:
        super().__init__(text)
        self._path = document.path
        self._sentences = m2.read_m2(text, document.path)
        self._annotator = m2.wanted_annotators(self._sentences, document.author, document.path)[0]
        self._index = LineIndex(text)

    def rewritten(self, last_first: Sequence[Rewording]) -> str:
        by_sentence = sorted(last_first, key=lambda item: (item.place.sentence, item.place.start), reverse=True)
        changes = [
            self._sentence_changed(number, wanted)
            for number, wanted in groupby(by_sentence, key=lambda item: item.place.sentence)
        ]
        return applied(self.text, changes)

    def _sentence_changed(self, number: int, wanted: Iterable[Rewording]) -> Replacement:
        """Return a sentence's new lines; blank lines stand for those before it, so that lines count as in the file."""
        span = Span(self._begin(number), self._begin(number + 1))
        before = line_end(self.text) * (self._sentences[number].line - 1)
        text = before + span.of(self.text)
        for item in wanted:
            place = item.place
            source = self._sentences[number].source.tokens
            edits = tuple(_edits(source, place, _tokens(item.words, source[place.start : place.end])))
            here = SourcePlace(0, place.start, place.end)
            text = rewritten_annotations(text, self._path, self._annotator, here, edits).applied(text)
        return Replacement(span, text[len(before) :])

    def _begin(self, number: int) -> int:
        if number == len(self._sentences):
            return len(self.text)
        return self._index.line_span(self._sentences[number].line - 1).start


@attrs.frozen
class _Edit:
    start: int
    end: int
    replacement: tuple[str, ...]
    type: str = ""


def _tokens(words: str, before: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens of new words for some tokens: with blank ones only where there are such among these."""
    has_blank = any(not token or token.isspace() for token in before)
    return m2.correction_tokens(words) if has_blank else tuple(words.split())


def _edits(source: Sequence[str], place: SourcePlace, words: Sequence[str]) -> Iterator[TokenEdit]:
    before = source[place.start : place.end]
    for tag, start, end, first, last in SequenceMatcher(None, before, words, autojunk=False).get_opcodes():
        if tag != "equal":
            yield _Edit(place.start + start, place.start + end, tuple(words[first:last]))


def rewritten_annotations(
    file_text: str, path: Path | None, annotator: int, chunk: SourcePlace, edits: Sequence[TokenEdit]
) -> Replacement:
    """Return the change of an M2 file after which an annotator has these edits alone in a chunk of a sentence.

    New lines stand where the old ones stood, or in source order among the annotator's, or behind those of annotators
    with lower numbers. An annotator whose last line goes gets ``noop``, and loses it with the first edit. All other
    lines stay byte for byte: those of others, errors marked without a correction (``UNK``), other alignments of a
    target. In a sentence without any line the file's other annotators get ``noop``, since they have seen it. Nothing
    changes where the annotator has these corrections already, even with other types.

    ``edits``: in source order, disjoint. Raise DocumentError if the file is malformed, or M2 can't express an edit;
    ValueError if an edit is not inside the chunk, or a correction of the annotator reaches across the chunk's end.
    """
    sentences = m2.read_m2(file_text, path)
    block = sentences[chunk.sentence]
    _check_chunk(block, annotator, chunk, edits)
    if [_key(edit) for edit in edits] == [
        _key(item) for item in block.annotations.get(annotator, ()) if item.corrects and _is_inside(item, chunk)
    ]:
        return Replacement(Span(block.source.start, block.source.start), "")
    dropped = [line for line in block.lines if line.annotator == annotator and _goes(line, chunk, bool(edits))]
    lines = [_written(edit, annotator, block, path) for edit in edits]
    if not lines and not any(line.annotator == annotator and line not in dropped for line in block.lines):
        lines = [m2.noop_line(annotator)]
    if lines and not block.annotations:
        lines = _with_noop_of_others(lines, annotator, sentences)
    first = dropped[0].line if dropped else _line_behind(block, annotator, chunk)
    last = dropped[-1].line if dropped else first - 1
    return _exchanged(file_text, block.line, range(first, last + 1), {line.line for line in dropped}, lines)


def _check_chunk(block: m2.M2Sentence, annotator: int, chunk: SourcePlace, edits: Sequence[TokenEdit]) -> None:
    tokens = f"tokens {chunk.start} to {chunk.end}"
    for edit in edits:
        if not _is_inside(edit, chunk):
            raise ValueError(f"the edit of tokens {edit.start} to {edit.end} is not inside {tokens}")
    for item in block.annotations.get(annotator, ()):
        if item.corrects and item.start < chunk.end and chunk.start < item.end and not _is_inside(item, chunk):
            raise ValueError(f"the edit in line {item.line} reaches across the end of {tokens}")


def _is_inside(edit: TokenEdit, chunk: SourcePlace) -> bool:
    return chunk.start <= edit.start <= edit.end <= chunk.end


def _key(edit: TokenEdit) -> tuple[int, int, tuple[str, ...]]:
    return edit.start, edit.end, tuple(edit.replacement)


def _goes(line: m2.Annotation, chunk: SourcePlace, has_edits: bool) -> bool:
    if line.is_noop:
        return line.is_read and has_edits
    return line.is_read and line.corrects and _is_inside(line, chunk)


def _with_noop_of_others(lines: Sequence[str], annotator: int, sentences: Sequence[m2.M2Sentence]) -> list[str]:
    """Everybody has seen a sentence without lines; with the lines of one annotator alone, nobody else would have."""
    named = {number for item in sentences for number in item.annotations} - {annotator}
    before = [m2.noop_line(number) for number in sorted(named) if number < annotator]
    behind = [m2.noop_line(number) for number in sorted(named) if number > annotator]
    return [*before, *lines, *behind]


def _written(edit: TokenEdit, annotator: int, block: m2.M2Sentence, path: Path | None) -> str:
    try:
        return m2.annotation_line(edit, block.source.tokens, annotator)
    except ValueError as problem:
        raise DocumentError(
            f"this correction can't be written as M2: {problem}", path=path, line=block.line, remedy="Make it by hand"
        ) from None


def _line_behind(block: m2.M2Sentence, annotator: int, chunk: SourcePlace) -> int:
    read = [line for line in block.lines if line.is_read]
    theirs = [line for line in read if line.annotator == annotator]
    place = chunk.start, chunk.end
    before = [line for line in theirs if not line.is_noop and (line.start, line.end) <= place]
    if before:
        return before[-1].line + 1
    if theirs:
        return theirs[0].line
    return max((line.line for line in read if line.annotator < annotator), default=block.line) + 1


def _exchanged(file_text: str, source_line: int, old: range, dropped: set[int], new: Sequence[str]) -> Replacement:
    """Replace 1-based lines by the new and the remaining ones, with the file's line ends."""
    index = LineIndex(file_text)

    def begin(line: int) -> int:
        return index.line_span(line - 1).start if line <= len(index) else len(file_text)

    source = file_text[begin(source_line) : begin(source_line + 1)]
    newline = line_end(source if source_line < len(index) else file_text)
    kept = "".join(file_text[begin(line) : begin(line + 1)] for line in old if line not in dropped)
    text = "".join(line + newline for line in new) + kept
    span = Span(begin(old.start), begin(old.stop))
    if old.stop > len(index):
        text = text.removesuffix(newline)
        text = newline + text if old.start > len(index) else text
    return Replacement(span, text)


class M2Format(DocumentFormat, StretchedFormat):
    """M2. A document's text is the file's; the annotators' edits are read from it when texts are lined up."""

    name = "m2"
    title = label = "M2"
    suffixes = (".m2", ".errant")
    carries = frozenset({"texts", "people", "absences", "edits", "types", "detections", "notes"})
    carries_source = True
    is_self_contained = True
    is_named_exercise = True
    has_authors = True
    is_tokenised = True

    def recognises(self, file: DocumentFile) -> bool:
        return m2.looks_like_m2(file.text)

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        return Texts((Document(name, file.text, file.path, author=author, format=self.name),))

    def by_author(self, document: Document) -> tuple[Document, ...]:
        numbers = m2.annotators_in(document.text)
        if document.author is not None or len(numbers) == 1:
            return (document,)
        return tuple(attrs.evolve(document, name=m2.annotator_name(document, one), author=str(one)) for one in numbers)

    def running_texts(self, document: Document) -> Texts:
        """Return a text for each annotator, with a sentence a line, under the names that findings have for them."""
        numbers = m2.wanted_annotators(m2.read_m2(document.text, document.path), document.author, document.path)
        corrections: list[Document] = []
        sources: tuple[Segment, ...] = ()
        for number in numbers:
            name = m2.annotator_name(document, number) if len(numbers) > 1 else document.name
            author = str(number) if len(numbers) > 1 else document.author
            for text in m2.annotators_texts(attrs.evolve(document, name=name, author=str(number))):
                lines = _lines(tuple(side.segment for side in text.sides))
                corrections.append(Document(text.name, lines, document.path, author=author, choice=text.choice))
                sources = text.sources or ()
        return Texts(tuple(corrections), Document("source", _lines(sources), document.path))

    def parallel_texts(self, document: Document, *, strict: bool = True) -> tuple[ParallelText, ...]:
        return m2.annotators_texts(document, strict=strict)

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> M2File:
        return M2File(document, text)

    def outline(self, file: DocumentFile) -> Outline:
        lines = file.text.splitlines()
        source = "\n".join(line[2:] for line in lines if line.startswith("S "))
        changes = Counter(line.rpartition("|||")[2] for line in lines if line.startswith("A "))
        return Outline(source, corrects=True, changes=changes)

    def stream(self, file: TextFile) -> CorpusStream:
        """Read the sentences; annotators who saw one are references named by number, with first corrections only."""
        survey = m2.Survey.of(file, strict=False)

        def corpora(size: int) -> Iterator[Corpus]:
            for stretch in file.stretches(size, m2.sentence_starts):
                sentences = m2.read_m2(stretch.text, file.path, stretch.line, strict=False)
                sound = [item for item in sentences if item.fault is None]
                faults = Faults.of(item.fault for item in sentences if item.fault is not None)
                yield Corpus(_entries_of(sound, survey.annotators), tokenised=True, faults=faults)

        people: tuple[Annotator, ...] = tuple(("reference", str(number)) for number in survey.by_appearance(file))
        choices = survey.several_choices
        left_out = (f"the further corrections of edits that have several ({choices})",) if choices else ()
        return CorpusStream(survey.size, people, left_out, corpora)

    def counted_losses(self, corpus: Corpus) -> Mapping[str, int]:
        edits = (edit for entry in corpus.entries for item in entry.corrections for edit in item.edits or ())
        typed = sum(edit.replacement is None and edit.type not in ("", DETECTION) for edit in edits)
        return {"types of errors that are marked without a correction ({})": typed}

    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        """Yield M2 as ERRANT writes it: hypotheses, then references, numbered as annotators.

        Numbers are from 0 on, by first appearance; where every name is a number already, people keep theirs. A person
        without a correction of an entry has no line there. An entry without corrections has no line: it is read back as
        one that everybody left as it was. Edits are widened to whole tokens; those that then share a token become one,
        with the first one's type. Raise ValueError if the corpus isn't tokenised, or a correction has no edits or they
        don't give its text; DocumentError if a text has what M2 can't express: white space in a token, ``||`` or
        ``-NONE-`` as a correction.
        """
        numbers = annotator_numbers(people)
        first = 1
        for corpus in corpora:
            yield (_written_entries(corpus, numbers, first).encode(),)
            first += len(corpus.entries)


def _lines(sentences: tuple[Segment, ...]) -> str:
    return "".join(f"{' '.join(sentence.tokens)}\n" for sentence in sentences)


M2 = M2Format()
