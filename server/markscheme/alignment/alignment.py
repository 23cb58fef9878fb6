"""A source, a hypothesis and references, lined up: as parallel lines, or as running text."""

from collections.abc import Mapping, Sequence

import attrs

from markscheme.alignment.parallel import (
    ParallelText,
    looks_tokenised,
    parallel_passages,
    read_parallel,
    sources_of,
)
from markscheme.alignment.passages import Extract, LineUp, Passage, Side, Split, extract_passages, running_passages
from markscheme.alignment.sentence_alignment import align_sentences
from markscheme.formats import multigec
from markscheme.formats.document import Document
from markscheme.formats.m2 import looks_like_m2
from markscheme.text.errors import DocumentError


@attrs.frozen
class Alignment:
    """A hypothesis's passages against the references that could be used.

    Attributes
    ----------
    passages
        In document order.
    source
        The document that the passages' sources point into.
    references
        Those that can be used, in the order of every passage's references; an M2 file of several annotators
        stands there once for each, under the annotator's name.
    problems
        Why the others could not be used.
    parallel
        Whether the documents are tokenised sentences that line up by number.
    """

    passages: tuple[Passage, ...]
    source: Document
    references: tuple[Document, ...]
    problems: tuple[DocumentError, ...]
    parallel: bool = False


def align(
    source: Document | None,
    hypothesis: Document | None,
    references: Sequence[Document],
    *,
    tokenised: bool | None,
    split: Split,
    line_up: LineUp = align_sentences,
) -> Alignment:
    """Line up a hypothesis (``None``: the source, unchanged) with its source and references.

    Raises
    ------
    DocumentError
        If the source or the hypothesis can't be used, or there are references and none of them can; another reference
        that can't is left out and told of.
    """
    for given in (source, hypothesis):
        if given is not None:
            _check_written(given)
    usable, problems = _written(references)
    if references and not usable:
        raise problems[0]
    if tokenised is None:
        tokenised = is_tokenised([document for document in (source, hypothesis, *references) if document])
    if tokenised or source is None:
        return _align_parallel(source, hypothesis, usable, problems)
    if multigec.recognises(source.text):
        return _align_essays(source, hypothesis or source, usable, problems, split, line_up)
    texts = [item.text for item in usable]
    passages = running_passages(source.text, (hypothesis or source).text, texts, split, line_up)
    return Alignment(passages, source, tuple(usable), tuple(problems))


def _align_essays(
    source: Document,
    hypothesis: Document,
    references: Sequence[Document],
    problems: list[DocumentError],
    split: Split,
    line_up: LineUp,
) -> Alignment:
    """Documents of many essays under headings: by their ids, whatever their order."""
    own, corrected = (multigec.essay_bodies(item.text, item.path) for item in (source, hypothesis))
    usable: list[tuple[Document, Mapping[str, multigec.Body]]] = []
    for item in references:
        try:
            usable.append((item, multigec.essay_bodies(item.text, item.path)))
        except DocumentError as problem:
            problems.append(problem)
    versions = [(hypothesis, corrected), *usable]
    for item, bodies in versions:
        strangers = (body.line for name, body in bodies.items() if name not in own)
        problems += [DocumentError("the source has no such essay", path=item.path, line=line) for line in strangers]
    passages: list[Passage] = []
    for name, body in own.items():
        if name in corrected:
            extracts = [Extract(item.text, found[name].span if name in found else None) for item, found in versions]
            passages += extract_passages([Extract(source.text, body.span), *extracts], split, line_up)
    return Alignment(tuple(passages), source, tuple(item for item, _ in usable), tuple(problems))


def is_tokenised(documents: Sequence[Document]) -> bool:
    """Whether an exercise's documents are tokenised sentences: M2, or as the first of them looks."""
    return any(looks_like_m2(document.text) for document in documents) or looks_tokenised(documents[0].text)


def _check_written(document: Document) -> None:
    if not document.text.strip():
        raise DocumentError("the document is empty", path=document.path, line=1)


def _written(references: Sequence[Document]) -> tuple[list[Document], list[DocumentError]]:
    usable: list[Document] = []
    problems: list[DocumentError] = []
    for document in references:
        try:
            _check_written(document)
            usable.append(document)
        except DocumentError as problem:
            problems.append(problem)
    return usable, problems


def _align_parallel(
    source: Document | None,
    hypothesis: Document | None,
    references: Sequence[Document],
    problems: list[DocumentError],
) -> Alignment:
    own = _texts(source)[0] if source else None
    corrected = _texts(hypothesis)[0] if hypothesis else None
    usable: list[tuple[ParallelText, Document]] = []
    for document in references:
        try:
            usable += [(text, attrs.evolve(document, name=text.name)) for text in _texts(document)]
        except DocumentError as problem:
            problems.append(problem)
    given, own_source = _source(source, own, hypothesis, corrected, usable)
    sources = sources_of([corrected] if corrected else [], given)
    checked: list[tuple[ParallelText, Document]] = []
    for text, document in usable:
        try:
            sources_of([text], given)
            checked.append((text, document))
        except DocumentError as problem:
            problems.append(problem)
    unchanged = ParallelText("source", None, tuple(Side(segment, ()) for segment in sources), ())
    passages = parallel_passages(sources, corrected or unchanged, [text for text, _ in checked])
    return Alignment(passages, own_source, tuple(document for _, document in checked), tuple(problems), parallel=True)


def _source(
    source: Document | None,
    own: ParallelText | None,
    hypothesis: Document | None,
    corrected: ParallelText | None,
    references: Sequence[tuple[ParallelText, Document]],
) -> tuple[ParallelText, Document]:
    """What gives the source sentences, and its document: the source, or else the first M2 file."""
    if source and own:
        return own, source
    if hypothesis and corrected and corrected.sources:
        return corrected, hypothesis
    carrying = next((pair for pair in references if pair[0].sources), None)
    if carrying is None:
        raise DocumentError("there is no source text", remedy="Add the learner's text, or give M2 files")
    return carrying


def _texts(document: Document) -> tuple[ParallelText, ...]:
    return read_parallel(document.text, document.name, document.path, document.author)
