"""Findings and reviews for tests of comments, without a model."""

from pathlib import Path

from markscheme.documents.corpus import Document
from markscheme.edits.edit import Edit
from markscheme.languages.segments import Span
from markscheme.marking.findings import Finding, FindingChange, FindingReference, PlaceVerdict
from markscheme.marking.review import DocumentReview, PassageReview, PassageText, TextFile
from markscheme.marking.verdict import Points, TokenRange, Verdict

Place = tuple[int, int, str, Verdict, str]
"""The source tokens from and to, the student's words, the verdict and ERRANT's type."""


def finding(
    verdict: Verdict = Verdict.MISSED,
    kind: str = "R:VERB:TENSE",
    source: str = "go",
    hypothesis: str = "go",
    reference: str = "went",
    *,
    rewritten: bool = False,
    decided: str = "counted by Ms Kim",
    place: tuple[int, int] = (0, 0),
    passage: int = 0,
    span: Span = Span(0, 0),
) -> Finding:
    """Return a finding whose one reference has other words."""
    change = FindingChange(Edit(*place, tuple(reference.split()), kind), source, reference)
    version = FindingReference(
        "ms-kim", 0, None, reference, None, None, (), source, True, TokenRange(*place), (change,)
    )
    return Finding(
        span,
        span,
        span,
        TokenRange(*place),
        tuple(hypothesis.split()),
        source,
        hypothesis,
        "" if rewritten else kind,
        passage,
        references=(version,),
        place=PlaceVerdict(verdict, Points(0, 1), decided=decided, rewritten=rewritten),
    )


def review(
    sources: list[str], places: list[tuple[int, Place]], hypothesis: str | None = None
) -> tuple[DocumentReview, Document]:
    """Return a review of a text with a sentence a line; each place stands in the sentence of its number.

    Without ``hypothesis`` the student's text is the source with the words of the places.
    """
    lines: list[str] = []
    findings: list[Finding] = []
    passages: list[PassageReview] = []
    start = 0
    for number, source in enumerate(sources):
        tokens, words, at = source.split(), [], 0
        own = sorted((place for of, place in places if of == number), key=lambda place: place[:2])
        for begin, end, text, verdict, kind in own:
            words += tokens[at:begin]
            offset = start + len(" ".join([*words, ""]))
            span = Span(offset, offset + len(text))
            words += text.split()
            at = end
            before = " ".join(tokens[begin:end])
            findings.append(finding(verdict, kind, before, text, "THIS", place=(begin, end), passage=number, span=span))
        line = " ".join([*words, *tokens[at:]])
        extent = Span(start, start + len(line))
        passages.append(PassageReview(extent, extent, line, PassageText(extent, tuple(tokens), source)))
        lines.append(line)
        start += len(line) + 1
    marked = Document("mei", "\n".join(lines) if hypothesis is None else hypothesis, Path("mei.txt"))
    return DocumentReview(tuple(findings), tuple(passages), TextFile("source", None), (), False), marked
