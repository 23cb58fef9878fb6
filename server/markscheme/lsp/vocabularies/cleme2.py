"""CLEME2.0's vocabulary, for researchers: chunks with their four categories, scores, weights and credit."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from typing_extensions import override

from markscheme.exercises.people import ErrorGroups
from markscheme.formats.rewording import Rewording
from markscheme.lsp.editor.options import ALL_METRICS
from markscheme.lsp.vocabularies.vocabulary import (
    Hint,
    Proposal,
    Vocabulary,
    authors_part,
    hidden_part,
    mark_part,
    metric_part,
    rewording,
)
from markscheme.marking.review.comparison import Variant
from markscheme.marking.review.document_review import DocumentReview, Marks, PassageReview, PassageScores
from markscheme.marking.review.findings import Finding, FindingReference, Kind
from markscheme.marking.review.vocabulary import VocabularyName
from markscheme.marking.wording.action_words import hide, hide_every, use
from markscheme.marking.wording.lens_words import scores_line, source_line
from markscheme.marking.wording.words import (
    TITLES,
    change,
    credit_part,
    percent,
    shown,
    tally,
    title,
    wanted,
)
from markscheme.metrics.categories import Category
from markscheme.metrics.cleme2 import Counts

if TYPE_CHECKING:
    from markscheme.lsp.session.documents.marked import Marked


class Cleme2(Vocabulary):
    """Findings are chunks."""

    name: VocabularyName = "cleme2"

    severities: Mapping[Kind, str] = {
        Category.HIT: "hit",
        Category.WRONG: "wrong",
        Category.UNDER: "under",
        Category.OVER: "over",
    }
    token_types: Mapping[Kind, str] = {
        Category.HIT: "hitCorrection",
        Category.WRONG: "wrongCorrection",
        Category.UNDER: "underCorrection",
        Category.OVER: "overCorrection",
    }
    over = Category.OVER

    @override
    def message(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        """Return the title, the change, the references' corrections and ERRANT's type."""
        message = f"{title(finding)}: {change(finding.source, finding.hypothesis)}"
        if finding.category is not Category.HIT:
            others = "; ".join(f"{', '.join(names)}: {text}" for text, names in wanted(finding).items())
            message += f" ({others})" if others else ""
        return f"{message} [{finding.type}]"

    def person(self, name: str) -> str:
        return name

    def teacher(self, name: str) -> str:
        return name

    def words(self, text: str) -> str:
        return shown(text)

    @override
    def version(self, finding: Finding, reference: FindingReference) -> str:
        return shown(reference.text)

    def hiding(self, finding: Finding) -> str:
        return hide(title(finding).lower(), change(finding.source, finding.hypothesis))

    def hiding_all(self, kind: Kind) -> str:
        return hide_every(TITLES[kind].lower())

    def hint(self, finding: Finding) -> Hint | None:
        corrections = wanted(finding)
        if finding.category not in (Category.UNDER, Category.WRONG) or not corrections:
            return None
        tooltip = "\n".join(f"{', '.join(names)}: {correction}" for correction, names in corrections.items())
        return Hint(finding.span.end, next(iter(corrections)), f"{title(finding)}\n{tooltip}", finding.span)

    def proposals(self, finding: Finding, review: DocumentReview) -> Iterator[Proposal]:
        if finding.category is Category.HIT:
            return
        chosen = _followed(finding, review)
        for words, items in _different(finding).items():
            names = [item.reference for item in items]
            text = use(finding.hypothesis, words, self.teachers(names), whole=True)
            if words == finding.source:
                text = f"Undo this {title(finding).lower()}"
                if finding.category is not Category.OVER:
                    text += f", as {' and '.join(names)} left it"
            yield Proposal(text, rewording(finding, words), any(item.number == chosen for item in items))

    def all_corrections(self, findings: Sequence[Finding], review: DocumentReview) -> Iterator[Rewording]:
        """Yield every finding's words in the reference that its passage is marked against."""
        for finding in findings:
            if finding.category is Category.HIT:
                continue
            chosen = _followed(finding, review)
            numbered = (item for item in finding.references if item.number is not None)
            words = next((item.text for item in numbered if chosen in (None, item.number)), None)
            if words is not None:
                yield rewording(finding, words)

    def unneeded(self, variants: Sequence[Variant]) -> tuple[Variant, ...]:
        return tuple(variants)

    def tally(self, passages: Sequence[PassageScores]) -> str:
        return tally(sum((item.counts for item in passages), Counts()))

    def lens_titles(self, marked: "Marked", marks: Marks) -> Iterator[tuple[int, str]]:
        """Yield the document's counts and scores, then those of the passages that begin on each line but the first.

        The document's line stands above the first line. A passage's credit is there if the setting ``metric`` names it.
        """
        if marked.is_source:
            yield 0, source_line(marks.counts.fn, len(marked.others))
            return
        yield 0, _document_title(marked, marks)
        by_line: dict[int, list[PassageReview]] = {}
        for passage in marked.review.passages:
            if passage.marks is not None:
                by_line.setdefault(marked.index.line_of(passage.span.start), []).append(passage)
        for line, passages in by_line.items():
            scores = [item.marks for item in passages if item.marks is not None]
            if line > 0 and (counts := self.tally(scores)):
                credit = credit_part(scores[0]) if len(scores) == 1 and marked.options.metric == "credit" else ""
                yield min(item.span.start for item in passages), f"{counts}{credit}"


def _document_title(marked: "Marked", marks: Marks) -> str:
    options = marked.options
    scores = {
        "cleme2": f"score {marks.scores.score:.3f}{_weighting(marked, marks)}",
        "errant": f"F{options.beta:g} {marks.errant.f:.3f}",
        "credit": None if marks.credit is None else f"credit {percent(marks.credit.f)}",
    }
    texts = [text for name, text in scores.items() if text and options.metric in (ALL_METRICS, name)]
    more = [*mark_part(marked.mark), *metric_part(marks.metric), *authors_part(marked), *hidden_part(marked)]
    return scores_line(tally(marks.counts), texts, more)


def _weighting(marked: "Marked", marks: Marks) -> str:
    """Return how the score is weighted, or that it is not weighted, or not yet."""
    wanted = marked.task.settings.weighting
    if wanted == "none":
        return ""
    if marks.weighting == wanted:
        return f" by {wanted}"
    return " not weighted" if marked.complete else " not yet weighted"


def _followed(finding: Finding, review: DocumentReview) -> int | None:
    """Return the index of the reference that a finding's passage is marked against."""
    marks = review.passages[finding.passage].marks
    return None if marks is None else marks.followed


def _different(finding: Finding) -> dict[str, list[FindingReference]]:
    """Return the words that references have instead, with the references; the source's words where they kept them."""
    words_of: dict[str, list[FindingReference]] = {}
    for item in finding.references:
        if item.number is not None and item.category not in (Category.HIT, None):
            words = finding.source if item.category is Category.OVER else item.text
            words_of.setdefault(words, []).append(item)
    return words_of
