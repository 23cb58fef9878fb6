"""Findings, comparisons and problems as LSP diagnostics."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
from lsprotocol import types

from markscheme.lsp.session.ignored import LOWERING
from markscheme.lsp.session.locations import Locations, lsp_range, uri_of
from markscheme.lsp.session.marked import Estimated, Marked
from markscheme.lsp.session.options import Severities, Severity
from markscheme.marking.comparison import Comparison, Variant, touching
from markscheme.marking.estimate_wording import lowering_message
from markscheme.marking.findings import DocumentReview, Finding
from markscheme.marking.wording import TITLES, change, shown, wanted
from markscheme.metrics.cleme2 import Category
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, PositionEncoding, Span

SOURCE = "markscheme"
PROBLEM_CODE = "document-problem"
DISAGREEMENT_CODE = "reference-disagreement"
ESTIMATE_CODE = LOWERING
EXPLANATIONS = Path(__file__).with_name("diagnostics.md")
"""What each code means, for people; a heading a code."""
TOLD_EACH = 6
"""Up to so many hypotheses are told of one by one; more are counted."""
RELATED = 20
"""So many places in other files are named at most."""

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}
_SHORT = {Category.HIT: "hit", Category.WRONG: "wrong", Category.UNDER: "under", Category.OVER: "over"}


@attrs.frozen
class Presentation:
    """How diagnostics are shown to one client.

    Attributes
    ----------
    related
        Whether it shows places in other files.
    described
        Whether it shows a link to what a code means.
    """

    encoding: PositionEncoding = "utf-16"
    severities: Severities = Severities()
    related: bool = True
    described: bool = True

    def diagnostic(
        self,
        place: types.Range,
        code: str,
        message: str,
        severity: Severity,
        related: Sequence[types.DiagnosticRelatedInformation] = (),
        data: Any = None,
    ) -> Iterator[types.Diagnostic]:
        """One diagnostic, or none where its kind is switched off."""
        if severity != "off":
            yield types.Diagnostic(
                range=place,
                message=message,
                severity=_SEVERITIES[severity],
                code=code,
                code_description=types.CodeDescription(f"{uri_of(EXPLANATIONS)}#{code}") if self.described else None,
                source=SOURCE,
                related_information=list(related)[:RELATED] or None if self.related else None,
                data=data,
            )


class FindingDiagnostics:
    """The diagnostics of a document's findings; a source's tell what hypotheses did there too."""

    def __init__(
        self, marked: Marked, locations: Locations, presentation: Presentation, others: Sequence[Comparison] = ()
    ) -> None:
        self._marked = marked
        self._locations = locations
        self._presentation = presentation
        self._others = others

    def diagnostics(self) -> Iterator[types.Diagnostic]:
        """In the order of the findings."""
        for number, finding in enumerate(self._marked.review.findings):
            if number not in self._marked.ignored:
                yield from self._diagnostic(number, finding)

    def over_corrections(self) -> Iterator[types.Diagnostic]:
        """Where a source's hypotheses change what no reference does."""
        told = [finding.source_span for finding in self._marked.review.findings]
        for comparison in self._others:
            span = comparison.span
            if not any(span.meets(other) for other in told):
                yield from self._presentation.diagnostic(
                    lsp_range(self._marked.index, span, self._presentation.encoding),
                    Category.OVER.value,
                    f"{TITLES[Category.OVER]}: {'; '.join(_deeds(comparison.variants))}",
                    self._presentation.severities.over,
                    list(self._variants(comparison.variants)),
                )

    def _diagnostic(self, number: int, finding: Finding) -> Iterator[types.Diagnostic]:
        variants = touching(self._others, finding)
        message = _message(finding)
        if variants:
            message += f". {'; '.join(_deeds(variants))}"
        return self._presentation.diagnostic(
            lsp_range(self._marked.index, finding.span, self._presentation.encoding),
            finding.category.value,
            message,
            _severity(self._presentation.severities, finding.category),
            [*self._versions(finding), *self._variants(variants)],
            {
                "finding": number,
                "version": self._marked.document.version,
                "type": finding.type,
                "passage": finding.passage,
            },
        )

    def _versions(self, finding: Finding) -> Iterator[types.DiagnosticRelatedInformation]:
        """The finding's place in the source and in each reference."""
        review: DocumentReview = self._marked.review
        places = [(review.source.path, finding.source_span, f"source: {shown(finding.source)}")]
        places += [
            (review.references[item.number].path, item.span, f"{item.reference}: {shown(item.text)}")
            for item in finding.references
            if item.number is not None and item.span is not None
        ]
        for path, span, message in places:
            if path != self._marked.document.path and (location := self._locations.of(path, span)) is not None:
                yield types.DiagnosticRelatedInformation(location, message)

    def _variants(self, variants: Sequence[Variant]) -> Iterator[types.DiagnosticRelatedInformation]:
        for item in variants:
            if (location := self._locations.of(item.path, item.span)) is not None:
                kind = f" ({_SHORT[item.category]})" if item.category else ""
                yield types.DiagnosticRelatedInformation(location, f"{item.name}: {shown(item.words)}{kind}")


def disagreement_diagnostics(
    comparisons: Sequence[Comparison], index: LineIndex, locations: Locations, presentation: Presentation
) -> Iterator[types.Diagnostic]:
    """Where a reference has something else than others."""
    for comparison in comparisons:
        words: dict[str, list[str]] = {}
        for variant in comparison.variants:
            words.setdefault(shown(variant.words), []).append(variant.name)
        told = "; ".join(f"{', '.join(names)}: {text}" for text, names in words.items())
        here = shown(comparison.span.of(index.text))
        related = [
            types.DiagnosticRelatedInformation(location, f"{variant.name}: {shown(variant.words)}")
            for variant in comparison.variants
            if (location := locations.of(variant.path, variant.span)) is not None
        ]
        yield from presentation.diagnostic(
            lsp_range(index, comparison.span, presentation.encoding),
            DISAGREEMENT_CODE,
            f"References disagree: {here} here; {told}",
            presentation.severities.disagreement,
            related,
        )


def lowering_diagnostics(
    estimated: Estimated, locations: Locations, presentation: Presentation
) -> Iterator[types.Diagnostic]:
    """The edits that lower the estimate, where there is no reference."""
    source = estimated.estimate.source.path
    for number, edit in enumerate(estimated.estimate.edits):
        if not edit.lowers or number in estimated.ignored:
            continue
        location = locations.of(source, edit.source_span) if source != estimated.document.path else None
        related = types.DiagnosticRelatedInformation(location, f"source: {shown(edit.source)}") if location else None
        yield from presentation.diagnostic(
            lsp_range(estimated.index, edit.span, presentation.encoding),
            ESTIMATE_CODE,
            lowering_message(edit),
            presentation.severities.estimate,
            [related] if related else [],
            {
                "edit": number,
                "version": estimated.document.version,
                "type": edit.type,
                "passage": edit.passage,
            },
        )


def problem_diagnostic(
    problem: DocumentError, path: Path, index: LineIndex, presentation: Presentation
) -> Iterator[types.Diagnostic]:
    """Why a document can't be marked: at the fault's own place, or at the top with a link to where it is."""
    here = problem.path is None or problem.path == path
    line = min((problem.line or 1) - 1, len(index) - 1) if here else 0
    place = lsp_range(index, _fault_span(index, line, problem if here else None), presentation.encoding)
    severity = presentation.severities.problem
    if here or problem.path is None:
        return presentation.diagnostic(place, PROBLEM_CODE, problem.explanation, severity)
    name = ":".join(str(part) for part in (problem.path.name, problem.line, problem.column) if part is not None)
    there = types.Position((problem.line or 1) - 1, (problem.column or 1) - 1)
    link = types.DiagnosticRelatedInformation(
        types.Location(uri_of(problem.path), types.Range(there, there)), problem.explanation
    )
    return presentation.diagnostic(place, PROBLEM_CODE, f"{name}: {problem.explanation}", severity, [link])


def _fault_span(index: LineIndex, line: int, problem: DocumentError | None) -> Span:
    """The whole line, or from the fault's column on as far as the fault goes."""
    whole = index.line_span(line)
    if problem is None or problem.column is None:
        return whole
    start = min(whole.start + problem.column - 1, whole.end)
    return Span(start, whole.end if problem.length is None else min(start + problem.length, whole.end))


def _severity(severities: Severities, category: Category) -> Severity:
    return {
        Category.HIT: severities.hit,
        Category.WRONG: severities.wrong,
        Category.UNDER: severities.under,
        Category.OVER: severities.over,
    }[category]


def _message(finding: Finding) -> str:
    """The title, the change, and who has it otherwise or the same."""
    told = f"{TITLES[finding.category]}: {change(finding.source, finding.hypothesis)}"
    if finding.category is not Category.HIT:
        others = "; ".join(f"{', '.join(names)}: {text}" for text, names in wanted(finding).items())
        told += f" ({others})" if others else ""
    return f"{told} [{finding.type}]"


def _deeds(variants: Sequence[Variant]) -> Iterator[str]:
    """What each hypothesis did; of many, how many did the same."""
    done = [(_SHORT[item.category] if item.category else "", shown(item.words), item.name) for item in variants]
    if len(done) <= TOLD_EACH:
        yield from (f"{name}: {words} ({kind})" for kind, words, name in done)
        return
    for (kind, words), number in Counter((kind, words) for kind, words, _ in done).most_common():
        yield f"{number} × {words} ({kind})"
