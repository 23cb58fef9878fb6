"""Findings, comparisons and problems as LSP diagnostics."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
from cachetools import LRUCache
from lsprotocol import types

from markscheme.errors import DocumentError
from markscheme.languages.segments import Span
from markscheme.marking.comparison import Disagreement, Variant, deeds_line, disagreement, student_deed, unneeded_line
from markscheme.marking.findings import TITLES, Finding, FindingReference
from markscheme.marking.hover_cards import CardStyle, lowering_message
from markscheme.marking.review import Origin, TextFile
from markscheme.research.questions import KINDS
from markscheme.server.documents import Marked, PlacedQuestion
from markscheme.server.editor import EditorIndex, Locations, uri_of
from markscheme.server.editor_settings import Severities, Severity
from markscheme.server.vocabularies import vocabulary_of
from markscheme.wording import deed, person_name, shown

SOURCE = "markscheme"
PROBLEM_CODE = "document-problem"
DISAGREEMENT_CODE = "reference-disagreement"
_EXPLANATIONS = Path(__file__).with_name("diagnostics.md")
"""The page that explains each code, one heading a code."""
_MAX_RELATED = 20

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


@attrs.frozen
class Presentation:
    """How diagnostics are shown to one client.

    ``related``: with places in other files; ``described``: with a link to what a code means; ``brief``: a finding
    has its headline alone, and no places, as its hover card says the rest.
    """

    severities: Severities = Severities()
    related: bool = True
    described: bool = True
    brief: bool = False

    def diagnostic(
        self,
        place: types.Range,
        code: str,
        message: str,
        severity: Severity,
        related: Sequence[types.DiagnosticRelatedInformation] = (),
        data: Any = None,
    ) -> Iterator[types.Diagnostic]:
        """Yield one diagnostic, or none where its kind is switched off."""
        if severity != "off":
            yield types.Diagnostic(
                range=place,
                message=message,
                severity=_SEVERITIES[severity],
                code=code,
                code_description=types.CodeDescription(f"{uri_of(_EXPLANATIONS)}#{code}") if self.described else None,
                source=SOURCE,
                related_information=list(related)[:_MAX_RELATED] or None if self.related else None,
                data=data,
            )


_MAX_CONTEXTS = 64
"""Documents, with their references and settings, whose passages are found again."""
_RECENT_BYTES = 16 * 2**20
_RELATED_BYTES = 1_500
"""Bytes of a link to another document, about."""


@attrs.frozen
class ShownFinding:
    """What a finding's diagnostic says, wherever the finding stands in its document."""

    message: str
    severity: Severity
    related: tuple[types.DiagnosticRelatedInformation, ...]


ShownPassage = dict[int, ShownFinding | None]
"""By the order in the passage; ``None`` for a finding without a diagnostic."""


def _bytes_of(passage: ShownPassage) -> int:
    shown_findings = [item for item in passage.values() if item is not None]
    size = sum(300 + len(item.message) + _RELATED_BYTES * len(item.related) for item in shown_findings)
    return min(500 + size, _RECENT_BYTES)


class RecentFindings(LRUCache[Hashable, ShownPassage]):
    """The shown findings of the passages used last, in a bounded number of bytes."""

    def __init__(self) -> None:
        super().__init__(_RECENT_BYTES, _bytes_of)
        self._contexts: LRUCache[Hashable, object] = LRUCache(_MAX_CONTEXTS)

    def keys_of(self, context: Hashable, origins: Sequence[Origin | None]) -> list[Hashable]:
        """Return the keys of a document's passages; ``None`` for one that is not remembered.

        Where the source and its references have the passage decides the links; where the hypothesis has it, nothing.
        """
        token = self._contexts.setdefault(context, object())
        return [None if item is None else (token, item.number, item.moves[0], *item.moves[2:]) for item in origins]


class FindingDiagnostics:
    """The diagnostics of a document's findings, in their order; ``recent`` remembers what was shown before."""

    def __init__(
        self, marked: Marked, locations: Locations, presentation: Presentation, recent: RecentFindings | None = None
    ) -> None:
        self._marked = marked
        self._locations = locations
        self._presentation = presentation
        self._vocabulary = vocabulary_of(marked.options)
        self._recent = RecentFindings() if recent is None else recent

    def all(self) -> Iterator[types.Diagnostic]:
        """Yield what a person should know of the whole document, its findings, and what only hypotheses change."""
        place = self._marked.index.lsp_range(self._marked.index.line_span(0))
        for notice in self._marked.whole.notices:
            yield from self._presentation.diagnostic(
                place, notice.code, notice.message, self._presentation.severities.notice
            )
        yield from self.findings()
        yield from self._over_corrections()

    def findings(self) -> Iterator[types.Diagnostic]:
        review = self._marked.review
        origins = review.origins
        # What hypotheses did at a source's places is not remembered.
        is_kept = bool(origins) and not self._marked.is_source
        keys = self._recent.keys_of(self._context(), origins) if is_kept else ()
        passages: dict[int, ShownPassage] = {}
        positions: Counter[int] = Counter()
        for number, finding in enumerate(review.findings):
            index = finding.passage
            if index not in passages:
                passages[index] = self._recent.get(keys[index], {}) if keys else {}
            position, remembered = positions[index], passages[index]
            positions[index] += 1
            if number in self._marked.ignored:
                continue
            if position not in remembered:
                remembered[position] = self._shown(finding)
            if (shown_finding := remembered[position]) is not None:
                yield from self._diagnostic(number, finding, shown_finding)
        self._recent.update({keys[index]: passage for index, passage in passages.items() if keys and keys[index]})

    def _context(self) -> Hashable:
        marked, review = self._marked, self._marked.review
        versions = () if self._presentation.brief else (review.source, *review.references)
        texts = tuple((item, self._locations.text(item.path, item.name)) for item in versions)
        return marked.options, self._presentation, marked.exercise.groups, marked.document.uri, texts

    def _over_corrections(self) -> Iterator[types.Diagnostic]:
        """Yield diagnostics where a source's hypotheses change what no reference changes."""
        spans = [finding.source_span for finding in self._marked.review.findings]
        over, severities = self._vocabulary.over, self._presentation.severities
        for comparison in self._marked.comparisons:
            span = comparison.span
            variants = self._vocabulary.unneeded(comparison.variants)
            if variants and self._marked.options.lists(is_fault=True) and not any(span.meets(other) for other in spans):
                yield from self._presentation.diagnostic(
                    self._marked.index.lsp_range(span),
                    over.value,
                    f"{TITLES[over]}: {unneeded_line(variants)}",
                    severities.of(over),
                    () if self._presentation.brief else list(self._variants(variants)),
                )

    def _shown(self, finding: Finding) -> ShownFinding | None:
        if not self._marked.is_listed(finding):
            return None
        variants = self._marked.variants(finding)
        message, severity = self._message_and_severity(finding)
        if severity == "off":
            return None
        if variants:
            message += f". {deeds_line(variants, len(self._marked.others))}"
        related = () if self._presentation.brief else (*self._versions(finding), *self._variants(variants))
        return ShownFinding(message, severity, related)

    def _diagnostic(self, number: int, finding: Finding, shown_finding: ShownFinding) -> Iterator[types.Diagnostic]:
        return self._presentation.diagnostic(
            self._marked.index.lsp_range(finding.span),
            finding.code,
            shown_finding.message,
            shown_finding.severity,
            shown_finding.related,
            {
                "finding" if finding.estimate is None else "edit": number,
                "version": self._marked.document.version,
                "type": finding.type,
                "passage": finding.passage,
            },
        )

    def _message_and_severity(self, finding: Finding) -> tuple[str, Severity]:
        severities = self._presentation.severities
        if finding.estimate is not None:
            options = self._marked.options
            style = CardStyle(options.vocabulary, options.language, self._marked.exercise.groups)
            return lowering_message(finding, finding.estimate, style), severities.estimate
        is_headline = self._presentation.brief and finding.place is not None and not self._marked.is_source
        write = self._vocabulary.task if self._marked.is_source else self._vocabulary.message
        if is_headline:
            write = Finding.headline
        message = write(finding, self._marked.options.language, self._marked.exercise.groups)
        return message, self._marked.severity(finding)

    def _versions(self, finding: Finding) -> Iterator[types.DiagnosticRelatedInformation]:
        vocabulary, is_estimate = self._vocabulary, finding.estimate is not None
        for reference, location in finding_locations(self._marked, finding, self._locations):
            if reference is None:
                source = shown(finding.source) if is_estimate else vocabulary.words(finding.shown.before)
                yield types.DiagnosticRelatedInformation(location, f"source: {source}")
            else:
                words = shown(reference.text) if is_estimate else vocabulary.version(finding, reference)
                message = f"{vocabulary.teacher(reference.reference)}: {words}"
                yield types.DiagnosticRelatedInformation(location, message)

    def _variants(self, variants: Sequence[Variant]) -> Iterator[types.DiagnosticRelatedInformation]:
        for item in variants:
            if (location := self._locations.of(item.path, item.span, item.name)) is not None:
                message = f"{self._vocabulary.person(item.name)}: {student_deed(item)}"
                yield types.DiagnosticRelatedInformation(location, message)


def finding_locations(
    marked: Marked, finding: Finding, locations: Locations
) -> Iterator[tuple[FindingReference | None, types.Location]]:
    """Yield a finding's places in other files: in the source, with ``None``, then in each reference."""
    review = marked.review
    places: list[tuple[FindingReference | None, TextFile, Span]] = [(None, review.source, finding.source_span)]
    places += [
        (item, review.references[item.number], item.span)
        for item in finding.references
        if item.number is not None and item.span is not None
    ]
    for reference, version, span in places:
        location = locations.of(version.path, span, version.name)
        if location is not None and not marked.document.is_at(location.uri):
            yield reference, location


@attrs.frozen
class DocumentDiagnostics:
    """The diagnostics of one version of a document that are no findings'."""

    path: Path
    index: EditorIndex
    locations: Locations
    presentation: Presentation

    def disagreements(self, places: Sequence[Disagreement]) -> Iterator[types.Diagnostic]:
        for place in places:
            related = [
                types.DiagnosticRelatedInformation(location, f"{other.reference}: {deed(*_words(other))}")
                for other, path in ((opinion.other, opinion.path) for opinion in place.opinions)
                if (span := other.span) is not None
                and (location := self.locations.of(path, span, other.reference)) is not None
            ]
            yield from self.presentation.diagnostic(
                self.index.lsp_range(place.span),
                DISAGREEMENT_CODE,
                disagreement([opinion.finding for opinion in place.opinions]),
                self.presentation.severities.disagreement,
                related,
            )

    def problems(self, problems: Iterable[DocumentError]) -> Iterator[types.Diagnostic]:
        """Yield why a document can't be marked: at the fault's own place, or at the top with a link to where it is."""
        for problem in problems:
            yield from self._problem(problem)

    def _problem(self, problem: DocumentError) -> Iterator[types.Diagnostic]:
        here = problem.path is None or problem.path == self.path
        line = min((problem.line or 1) - 1, len(self.index) - 1) if here else 0
        place = self.index.lsp_range(_fault_span(self.index, line, problem if here else None))
        severity = self.presentation.severities.problem
        if here or problem.path is None:
            return self.presentation.diagnostic(place, PROBLEM_CODE, problem.explanation, severity)
        name = ":".join(str(part) for part in (problem.path.name, problem.line, problem.column) if part is not None)
        there = types.Position((problem.line or 1) - 1, (problem.column or 1) - 1)
        link = types.DiagnosticRelatedInformation(
            types.Location(uri_of(problem.path), types.Range(there, there)), problem.explanation
        )
        message = f"{name}: {problem.explanation}"
        return self.presentation.diagnostic(place, PROBLEM_CODE, message, severity, [link])

    def questions(self, questions: Sequence[PlacedQuestion]) -> Iterator[types.Diagnostic]:
        for placed in questions:
            question = placed.item.question
            yield from self.presentation.diagnostic(
                self.index.lsp_range(placed.span),
                question.kind,
                KINDS.get(question.kind).message(question),
                self.presentation.severities.question,
                [] if self.presentation.brief else list(self._versions(placed)),
                {"question": question.key},
            )

    def _versions(self, placed: PlacedQuestion) -> Iterator[types.DiagnosticRelatedInformation]:
        for item in placed.item.question.versions:
            place = item.place
            if place is None or item.words is None:
                continue
            location = self.locations.of(place.path, place.span, place.document)
            if location is not None:
                yield types.DiagnosticRelatedInformation(location, f"{person_name(item.person)}: {shown(item.words)}")


def _words(reference: FindingReference) -> tuple[str, str]:
    return reference.shown.before, reference.shown.after


def _fault_span(index: EditorIndex, line: int, problem: DocumentError | None) -> Span:
    whole = index.line_span(line)
    if problem is None or problem.column is None:
        return whole
    start = min(whole.start + problem.column - 1, whole.end)
    return Span(start, whole.end if problem.length is None else min(start + problem.length, whole.end))
