"""An M2 file's annotators as parallel texts: what each makes of every sentence."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

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
    names = [document.name] if len(numbers) == 1 else [annotator_name(document, number) for number in numbers]
    choices = annotator_choices(names, numbers, most_choices(sentences))
    return texts_of_choices(sentences, choices, document.path)


@attrs.frozen
class AnnotatorChoice:
    """One of the texts of an M2 file.

    Attributes
    ----------
    annotator
        The annotator's number.
    choice
        Which of several acceptable corrections the text has; 0 for the first.
    name
        Whose the text is.
    """

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
    """Return the parallel text of each choice of annotators of the sentences' file."""
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
        edit_lines=tuple([item if item.detected is None else item.as_written for item in lines]),
        absent=not sentence.is_seen_by(annotator),
    )


def _segment(source: Segment, annotations: Sequence[Annotation]) -> Segment:
    """Return the sentence with edits made."""
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
    """Return the place of each token: its own in the source's line, or that of its correction."""
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
