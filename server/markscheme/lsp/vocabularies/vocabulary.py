"""A vocabulary: what findings are called and how an editor shows them, where there are references.

A document's review holds both its places with verdicts and CLEME2.0's chunks. The setting ``vocabulary`` chooses which
of the two are the findings of a session; everything else sees only those. Requests and notifications build what LSP
wants from a vocabulary's plain values.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from markscheme.exercises.people import ErrorGroups
from markscheme.formats.rewording import Rewording, SourcePlace
from markscheme.lsp.editor.options import Severities, Severity
from markscheme.marking.review.comparison import Variant
from markscheme.marking.review.document_review import DocumentReview, Marks, MetricScores, PassageScores
from markscheme.marking.review.findings import Finding, FindingReference, Kind
from markscheme.marking.review.vocabulary import VocabularyName, in_vocabulary
from markscheme.marking.scheme.mark import Mark
from markscheme.marking.wording.authorship_words import authorship
from markscheme.marking.wording.mark_words import mark_title
from markscheme.marking.wording.words import references_part
from markscheme.text.positions import Span

if TYPE_CHECKING:
    from markscheme.lsp.session.documents.marked import Marked


@attrs.frozen
class Hint:
    """Words behind a place, which stand for what it ``replaced``; the tooltip has every reference's.

    ``offset`` and ``replaced`` are places in the hypothesis's file.
    """

    offset: int
    text: str
    tooltip: str
    replaced: Span


@attrs.frozen
class Proposal:
    """A change of the hypothesis that an action offers; ``preferred``: whether an editor may make it by one key."""

    title: str
    rewording: Rewording
    preferred: bool


class Vocabulary(ABC):
    """One vocabulary.

    Attributes
    ----------
    name
        Its name in the setting.
    severities
        The name of each kind's severity in :class:`Severities`, by the kind.
    token_types
        The type of each kind's semantic tokens, by the kind.
    over
        The kind of a change that no reference makes.
    """

    name: VocabularyName
    severities: Mapping[Kind, str]
    token_types: Mapping[Kind, str]
    over: Kind

    def shown(self, review: DocumentReview) -> DocumentReview:
        """Return a whole review with this vocabulary's findings."""
        return in_vocabulary(review, self.name)

    def severity(self, finding: Finding, severities: Severities) -> Severity:
        """Return how a finding is shown."""
        return severities.of(self.severities[finding.kind]) if finding.kind is not None else "off"

    @abstractmethod
    def message(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        """Return a finding in one line, with a language's or a teacher's words for kinds of errors."""

    def task(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        """Return what is to be done at a source's finding, in one line."""
        return self.message(finding, language, groups)

    @abstractmethod
    def person(self, name: str) -> str:
        """Return what a student is called."""

    @abstractmethod
    def teacher(self, name: str) -> str:
        """Return what the author of a reference is called."""

    def teachers(self, names: Iterable[str]) -> str:
        """Return what the authors of references are called, each once, on one line."""
        return ", ".join(dict.fromkeys(map(self.teacher, names)))

    @abstractmethod
    def words(self, text: str) -> str:
        """Return some words on one line, also where there are none."""

    @abstractmethod
    def version(self, finding: Finding, reference: FindingReference) -> str:
        """Return what a reference has at a finding's place, on one line."""

    @abstractmethod
    def hiding(self, finding: Finding) -> str:
        """Return the title of an action that hides a finding."""

    @abstractmethod
    def hiding_all(self, kind: Kind) -> str:
        """Return the title of an action that hides every finding of a kind in a document."""

    @abstractmethod
    def hint(self, finding: Finding) -> Hint | None:
        """Return what stands behind a finding; ``None`` where nothing is to be done."""

    @abstractmethod
    def proposals(self, finding: Finding, review: DocumentReview) -> Iterator[Proposal]:
        """Yield what could stand at a finding's place instead."""

    @abstractmethod
    def all_corrections(self, findings: Sequence[Finding], review: DocumentReview) -> Iterator[Rewording]:
        """Yield the rewordings that correct all of these findings as the references do."""

    @abstractmethod
    def unneeded(self, variants: Sequence[Variant]) -> tuple[Variant, ...]:
        """Return the changes that no reference asks for, of hypotheses at a place where the source has no finding."""

    @abstractmethod
    def tally(self, passages: Sequence[PassageScores]) -> str:
        """Return the number of findings of each kind in some passages, in words; empty where there is none."""

    @abstractmethod
    def lens_titles(self, marked: "Marked", marks: Marks) -> Iterator[tuple[int, str]]:
        """Yield the titles of the code lenses, each with a place in the document's file; the document's first.

        At most one begins on each line.
        """


def rewording(finding: Finding, words: str) -> Rewording:
    """Return other words for all of a finding's own."""
    tokens = finding.source_tokens
    return Rewording(finding.text_span, words, SourcePlace(finding.passage, tokens.start, tokens.end))


def whole_sentence(review: DocumentReview, number: int, words: str) -> Rewording:
    """Return other words for all of a passage."""
    passage = review.passages[number]
    return Rewording(passage.text_span, words, SourcePlace(number, 0, len(passage.source.tokens)))


def hidden_part(marked: "Marked") -> list[str]:
    """Return the part of the document's title that counts hidden findings; empty if there are none."""
    return [f"{len(marked.ignored)} hidden"] if marked.ignored else []


def references_of(marked: "Marked") -> str:
    """Return the number of references in words, and how the authors of a file with several share the work."""
    return references_part(marked.review, authorship(marked.task.material.references))


def authors_part(marked: "Marked") -> list[str]:
    """Return the references in words where their number alone does not say what was marked against.

    So it is where authors of one file share the work, and where a sentence has fewer references than others.
    """
    references = references_of(marked)
    return [references] if not references.endswith(("reference", "references")) else []


def mark_part(mark: Mark | None) -> list[str]:
    """Return the mark by a mark scheme, as the only part of a title; empty without one."""
    return [] if mark is None else [f"mark {mark_title(mark)}" if mark.points is not None else mark_title(mark)]


def metric_part(metric: MetricScores | None) -> list[str]:
    """Return the scores of one more metric, as the only part of a title; empty without one.

    >>> metric_part(MetricScores("gleu", "GLEU", (("score", 0.25),), ""))
    ['GLEU score 0.250']
    """
    if metric is None:
        return []
    return [" ".join([metric.title, *(f"{name} {value:.3f}" for name, value in metric.scores)])]
