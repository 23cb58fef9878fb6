"""M2 files as corpora: token edits to edits exact to the character, and back."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from markscheme.formats.annotators import Annotator, annotator_numbers, corrections_by_annotator, everybody
from markscheme.formats.corpus import Corpus, Correction, Entry, apply_edits
from markscheme.formats.m2.annotation_lines import LINE_END, annotation_line, noop_line, written_type
from markscheme.formats.m2.sentences import Annotation, M2Sentence, annotators, read_m2
from markscheme.formats.parallel import DETECTION
from markscheme.formats.token_edits import text_edits
from markscheme.formats.whole_tokens import Block, blocks
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Span
from markscheme.text.segments import Segment, spaced_segment, spaced_tokens, whitespace_segment


def read_corpus(text: str, path: Path | None = None) -> Corpus:
    """Return an M2 file's sentences, every annotator a reference named by their number.

    Each entry has the annotators who have seen it (:meth:`M2Sentence.is_seen_by
    <markscheme.formats.m2.sentences.M2Sentence.is_seen_by>`). Of several acceptable corrections the first is made.

    Raises
    ------
    DocumentError
        As :func:`~markscheme.formats.m2.sentences.read_m2`.
    """
    sentences = read_m2(text, path)
    return Corpus(entries_of(sentences, annotators(sentences)), True, left_out_choices(several_choices(sentences)))


def entries_of(sentences: Iterable[M2Sentence], numbers: Sequence[int]) -> tuple[Entry, ...]:
    """Return the entries of sentences of a file with annotators of these numbers."""
    return tuple(
        _entry(
            item.source.tokens,
            [(number, item.annotations.get(number, ())) for number in numbers if item.is_seen_by(number)],
        )
        for item in sentences
    )


def several_choices(sentences: Iterable[M2Sentence]) -> int:
    """Return the number of edits that have several acceptable corrections."""
    return sum(
        bool(annotation.alternatives)
        for item in sentences
        for annotations in item.annotations.values()
        for annotation in annotations
    )


def left_out_choices(count: int) -> tuple[str, ...]:
    """Return what a corpus leaves out of a file, by its number of edits that have several acceptable corrections."""
    return (f"the further corrections of edits that have several ({count})",) if count else ()


def _entry(tokens: tuple[str, ...], annotations: list[tuple[int, tuple[Annotation, ...]]]) -> Entry:
    source = " ".join(tokens)
    references = []
    for number, items in annotations:
        edits = text_edits(source, items)
        references.append(Correction(str(number), apply_edits(source, edits), edits))
    return Entry("", source, references=tuple(references))


def write_corpus(corpus: Corpus) -> str:
    """Return the corpus as M2, as ERRANT writes it: hypotheses, then references, numbered as annotators.

    Numbers are from 0 on, by first appearance; where every name is a number already, people keep theirs.
    A person without a correction of an entry has no line there. An entry without corrections has no line: it is read
    back as one that everybody left as it was. Edits are widened to whole tokens; those that then
    share a token become one, with the first one's type. An edit without a correction has type ``UNK``;
    another without a type, or with one of M2's own, has ERRANT's ``M:OTHER``, ``U:OTHER`` or ``R:OTHER``.
    Ids are not kept.

    Raises
    ------
    ValueError
        If the corpus isn't tokenised, a correction has no edits or they don't give its text, or an entry
        has two corrections of one name on one side.
    DocumentError
        If a text has what M2 can't express: white space in a token, ``||`` or ``-NONE-`` as a correction.
    """
    return written_entries(corpus, annotator_numbers(everybody(corpus.entries)))


def written_entries(corpus: Corpus, numbers: Mapping[Annotator, int], first: int = 1) -> str:
    """Return a stretch of a corpus as M2, with everybody's number in the file; its first entry has this number.

    Raises
    ------
    ValueError, DocumentError
        As :func:`write_corpus`.
    """
    if not corpus.tokenised:
        raise ValueError("only a tokenised corpus can be written as M2")
    lines: list[str] = []
    for number, entry in enumerate(corpus.entries, first):
        if " ".join(spaced_tokens(entry.source)) != entry.source or LINE_END.search(entry.source):
            raise _inexpressible(number, "its source has white space that parts no tokens")
        lines.append(f"S {entry.source}")
        corrections = corrections_by_annotator(entry)
        for person in sorted(corrections, key=numbers.__getitem__):
            lines += _lines(entry.source, corrections[person], number, numbers[person], person)
        lines.append("")
    return "".join(f"{line}\n" for line in lines)


def _inexpressible(entry: int, problem: str) -> DocumentError:
    return DocumentError(f"entry {entry} can't be written as M2: {problem}")


def _lines(source: str, correction: Correction, entry: int, annotator: int, person: Annotator) -> Iterator[str]:
    if correction.edits is None:
        raise ValueError(f"the {person[0]} {person[1]!r} has no edits at entry {entry}")
    if not correction.edits:
        yield noop_line(annotator)
    target = apply_edits(source, correction.edits)
    if target.split() != correction.text.split():
        raise ValueError(f"the edits of the {person[0]} {person[1]!r} don't give its text at entry {entry}")
    before, after = spaced_segment(source), spaced_segment(target)
    starts = [span.start for span in before.spans]
    words, new_words = (whitespace_segment(text).spans for text in (source, target))
    for block in blocks(words, new_words, correction.edits, len(source)):
        start, end = (bisect_left(starts, place) for place in (block.source.start, block.source.end))
        tokens = _tokens_in(after, block.target)
        kind = _type(block, before.tokens[start:end], tokens)
        try:
            yield annotation_line(start, end, kind, tokens, annotator)
        except ValueError as problem:
            raise _inexpressible(entry, str(problem)) from None


def _tokens_in(segment: Segment, place: Span) -> tuple[str, ...]:
    """Return the tokens of a stretch of a text, without empty ones."""
    first, last = (bisect_left(segment.spans, at, key=lambda span: span.start) for at in (place.start, place.end))
    return tuple(token for token in segment.tokens[first:last] if token)


def _type(block: Block, before: Sequence[str], after: Sequence[str]) -> str:
    if all(edit.replacement is None for edit in block.edits):
        return DETECTION
    types = [edit.type for edit in block.edits if edit.replacement is not None]
    return written_type(types, before, after)
