"""An M2 file's annotators as parallel texts: what each makes of every sentence."""

from collections.abc import Sequence

import attrs

from markscheme.formats.document import Document
from markscheme.formats.m2.sentences import Annotation, M2Sentence, read_m2, wanted_annotators
from markscheme.formats.parallel import ParallelText, Side
from markscheme.text.positions import Span
from markscheme.text.segments import Segment


def annotators_texts(document: Document) -> tuple[ParallelText, ...]:
    """Return a parallel text for each annotator, or for the document's author alone.

    An annotator who has not seen a sentence is absent there. One who gives several acceptable corrections of an edit
    (``a||b``) is several texts, the second of which has every second correction where there is one.

    Raises
    ------
    DocumentError
        If the file is malformed, or has no such annotator.
    """
    sentences = read_m2(document.text, document.path)
    numbers = wanted_annotators(sentences, document.author, document.path)
    alone = len(numbers) == 1
    return tuple(
        ParallelText(
            (document.name if alone else annotator_name(document, number)) + (f" ({choice + 1})" if choice else ""),
            document.path,
            tuple(_side(sentence, number, choice) for sentence in sentences),
            tuple(sentence.line for sentence in sentences),
            tuple(sentence.source for sentence in sentences),
            choice,
        )
        for number in numbers
        for choice in range(_choices(sentences, number))
    )


def annotator_name(document: Document, number: int) -> str:
    """Return the name of one of several annotators of a file: the person's, or the file's with the number."""
    return dict(document.people).get(str(number), f"{document.name}#{number}")


def _choices(sentences: Sequence[M2Sentence], annotator: int) -> int:
    """Return the most corrections that the annotator gives of an edit."""
    items = (item for sentence in sentences for item in sentence.annotations.get(annotator, ()))
    return max((1 + len(item.alternatives) for item in items), default=1)


def _side(sentence: M2Sentence, annotator: int, choice: int) -> Side:
    annotations = tuple(_chosen(item, choice) for item in sentence.annotations.get(annotator, ()))
    lines = tuple(_chosen(item, choice).as_written for item in sentence.lines_of(annotator))
    tokens: list[str] = []
    spans: list[Span] = []
    position = 0
    for item in annotations:
        tokens += sentence.source.tokens[position : item.start]
        spans += sentence.source.spans[position : item.start]
        tokens += item.replacement
        spans += [item.correction] * len(item.replacement)
        position = max(position, item.end)
    tokens += sentence.source.tokens[position:]
    spans += sentence.source.spans[position:]
    return Side(
        Segment(tuple(tokens), tuple(spans), sentence.source.start),
        edits=annotations,
        states_edits=True,
        edit_lines=lines,
        absent=not sentence.is_seen_by(annotator),
    )


def _chosen(item: Annotation, choice: int) -> Annotation:
    if not 0 < choice <= len(item.alternatives):
        return item
    return attrs.evolve(item, replacement=item.alternatives[choice - 1])
