"""A source, a hypothesis and references, lined up: as parallel lines, or as running text."""

from collections.abc import Collection, Mapping, Sequence

import attrs

from markscheme.alignment.early_ends import EarlyEnd, early_ends, with_unseen_ends
from markscheme.alignment.moved_sentences import align_moved_sentences
from markscheme.alignment.paragraphs import paragraphs
from markscheme.alignment.parallel import are_tokenised, parallel_passages, parallel_texts
from markscheme.alignment.passages import Extract, LineUp, Passage, Split, extract_passages, running_passages
from markscheme.formats.document import Document
from markscheme.formats.parallel import ParallelText, Side, sources_of
from markscheme.formats.registry import format_of
from markscheme.formats.sections import Section
from markscheme.text.errors import DocumentError

LONGEST_TEXT = 1_000_000
"""Characters of a running text that is lined up; a long novel has as many."""


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
        The usable ones, in the order of every passage's references; an M2 file of several annotators stands there
        once for each, under the annotator's name.
    problems
        Why other references can't be used.
    parallel
        Whether the documents are tokenised sentences that line up by number.
    early_ends
        Which references in running text end long before the source; their authors have not seen the rest.
    """

    passages: tuple[Passage, ...]
    source: Document
    references: tuple[Document, ...]
    problems: tuple[DocumentError, ...]
    parallel: bool = False
    early_ends: tuple[EarlyEnd, ...] = ()

    @property
    def early_end_words(self) -> tuple[str, ...]:
        """Who has not seen the end of the source, a sentence for each."""
        return tuple(
            f"{self.references[end.reference].name}'s text ends after sentence {end.sentence} of {end.sentences}; "
            f"the rest counts as not seen"
            for end in self.early_ends
        )


def align(
    source: Document | None,
    hypothesis: Document | None,
    references: Sequence[Document],
    *,
    tokenised: bool | None,
    split: Split,
    line_up: LineUp = align_moved_sentences,
    complete: Collection[Document] = (),
) -> Alignment:
    """Line up a hypothesis (``None``: the source, unchanged) with its source and references.

    Parameters
    ----------
    complete
        Those of the references that delete whatever they lack, as hypotheses do, wherever they end.

    Raises
    ------
    DocumentError
        If the source or the hypothesis can't be used, or there are references and none of them can be, or a running
        text is too long. Another unusable reference is left out, with its problem in the result.
    """
    for document in (source, hypothesis):
        if document is not None:
            _check_written(document)
    usable, problems = _written(references)
    if references and not usable:
        raise problems[0]
    if tokenised is None:
        tokenised = are_tokenised([document for document in (source, hypothesis, *references) if document])
    if tokenised or source is None:
        return _align_parallel(source, hypothesis, usable, problems)
    if format_of(source).has_sections(source):
        return _align_sections(source, hypothesis or source, usable, problems, split, line_up)
    for document in (source, hypothesis or source, *usable):
        _check_length(document)
    texts = [item.text for item in usable]
    passages = running_passages(source.text, (hypothesis or source).text, texts, split, line_up)
    may_end = [
        index for index, item in enumerate(usable) if item not in complete and not format_of(item).carries_source
    ]
    ends = early_ends(passages, may_end, _sentence_starts(source.text, split)) if may_end else ()
    seen = with_unseen_ends(passages, ends)
    return Alignment(seen, source, tuple(usable), tuple(problems), early_ends=ends)


def _sentence_starts(text: str, split: Split) -> list[int]:
    return [item.extent.start for paragraph in paragraphs(text) for item in split(paragraph.of(text), paragraph.start)]


def _align_sections(
    source: Document,
    hypothesis: Document,
    references: Sequence[Document],
    problems: list[DocumentError],
    split: Split,
    line_up: LineUp,
) -> Alignment:
    """Line up documents of many essays under headings, by the essays' ids, whatever their order."""
    originals, corrected = (format_of(item).sections(item) for item in (source, hypothesis))
    usable: list[tuple[Document, Mapping[str, Section]]] = []
    for item in references:
        try:
            usable.append((item, format_of(item).sections(item)))
        except DocumentError as problem:
            problems.append(problem)
    versions = [(hypothesis, corrected), *usable]
    for item, sections in versions:
        unmatched = (section.line for name, section in sections.items() if name not in originals)
        problems += [DocumentError("the source has no such essay", path=item.path, line=line) for line in unmatched]
    passages: list[Passage] = []
    for name, section in originals.items():
        if name in corrected:
            extracts = [
                Extract(item.text, sections[name].span if name in sections else None) for item, sections in versions
            ]
            passages += extract_passages([Extract(source.text, section.span), *extracts], split, line_up)
    return Alignment(tuple(passages), source, tuple(item for item, _ in usable), tuple(problems))


def _check_written(document: Document) -> None:
    if not document.text.strip():
        raise DocumentError("the document is empty", path=document.path, line=1)


def _check_length(document: Document) -> None:
    length = len(document.text)
    if length > LONGEST_TEXT:
        raise DocumentError(
            f"the text has {length:,} characters, and more than {LONGEST_TEXT:,} are not marked as one text",
            path=document.path,
            remedy="Divide it into several documents",
        )


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
    original = parallel_texts(source)[0] if source else None
    corrected = parallel_texts(hypothesis)[0] if hypothesis else None
    usable: list[tuple[ParallelText, Document]] = []
    for document in references:
        try:
            texts = parallel_texts(document)
            usable += [(text, attrs.evolve(document, name=text.name, choice=text.choice)) for text in texts]
        except DocumentError as problem:
            problems.append(problem)
    given, carrier = _source(source, original, hypothesis, corrected, usable)
    sources = sources_of([corrected] if corrected else [], given)
    checked: list[tuple[ParallelText, Document]] = []
    for text, document in usable:
        try:
            sources_of([text], given)
            checked.append((text, document))
        except DocumentError as problem:
            problems.append(problem)
    sides = tuple(Side(segment, states_edits=True) for segment in sources)
    unchanged = ParallelText("source", None, sides, ())
    passages = tuple(parallel_passages(sources, corrected or unchanged, [text for text, _ in checked]))
    return Alignment(passages, carrier, tuple(document for _, document in checked), tuple(problems), parallel=True)


def _source(
    source: Document | None,
    original: ParallelText | None,
    hypothesis: Document | None,
    corrected: ParallelText | None,
    references: Sequence[tuple[ParallelText, Document]],
) -> tuple[ParallelText, Document]:
    """Return the text that gives the source sentences, and its document: the source, or else the first to carry it."""
    if source and original:
        return original, source
    if hypothesis and corrected and corrected.sources:
        return corrected, hypothesis
    carrying = next((pair for pair in references if pair[0].sources), None)
    if carrying is None:
        raise DocumentError("there is no source text", remedy="Add the learner's text, or give M2 files")
    return carrying
