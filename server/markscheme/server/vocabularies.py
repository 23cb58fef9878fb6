"""What findings are called and how an editor shows them, where there are references.

The setting ``vocabulary`` chooses places with verdicts (:class:`Verdicts`) or CLEME2.0's chunks (:class:`Cleme2`).
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import attrs
from typing_extensions import override

from markscheme.documents.rewriting import Rewording, SourcePlace
from markscheme.exercises.people import ErrorGroups
from markscheme.languages.segments import Span
from markscheme.marking.cards import hide, undo, use
from markscheme.marking.comparison import Variant
from markscheme.marking.review import (
    DocumentReview,
    Finding,
    FindingReference,
    FindingSuggestion,
    Kind,
    PassageScores,
    VerdictCounts,
    VocabularyName,
    in_vocabulary,
)
from markscheme.marking.verdict import Verdict
from markscheme.marking.words import (
    TITLES,
    change,
    did,
    due,
    group_of,
    message,
    one_line,
    person_name,
    phrase_at,
    shown,
    tally,
    teacher_name,
    title,
    to_do,
    verdict_tally,
    versions,
    wanted,
)
from markscheme.metrics.base import Category
from markscheme.metrics.cleme2 import Counts
from markscheme.server.options import Severities, Severity


@attrs.frozen
class Hint:
    """Words behind a place, for what they replaced, in the hypothesis's file; the tooltip has every reference's."""

    offset: int
    text: str
    tooltip: str
    replaced: Span


@attrs.frozen
class Proposal:
    """A change of the hypothesis that an action offers; an editor may make a ``preferred`` one by one key."""

    title: str
    rewording: Rewording
    preferred: bool


class Vocabulary(ABC):
    """One vocabulary.

    ``severities`` name fields of :class:`Severities`; ``over``: a change that no reference makes; ``person`` and
    ``teacher``: what a student, and the author of a reference, is called; ``words`` are on one line, also where there
    are none.
    """

    name: VocabularyName
    severities: Mapping[Kind, str]
    token_types: Mapping[Kind, str]
    over: Kind
    person: Callable[[str], str]
    teacher: Callable[[str], str]
    words: Callable[[str], str]

    def shown(self, review: DocumentReview) -> DocumentReview:
        return in_vocabulary(review, self.name)

    def severity(self, finding: Finding, severities: Severities) -> Severity:
        return severities.of(self.severities[finding.kind]) if finding.kind is not None else "off"

    @abstractmethod
    def message(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        """Return a finding in one line, with a language's or a teacher's words for kinds of errors."""

    def task(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        return self.message(finding, language, groups)

    def teachers(self, names: Iterable[str]) -> str:
        return ", ".join(dict.fromkeys(map(self.teacher, names)))

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


def rewording(finding: Finding, words: str) -> Rewording:
    tokens = finding.source_tokens
    return Rewording(finding.text_span, words, SourcePlace(finding.passage, tokens.start, tokens.end))


def whole_sentence(review: DocumentReview, number: int, words: str) -> Rewording:
    passage = review.passages[number]
    return Rewording(passage.text_span, words, SourcePlace(number, 0, len(passage.source.tokens)))


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
    person = teacher = staticmethod(str)
    words = staticmethod(shown)

    @override
    def message(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        message = f"{title(finding)}: {change(finding.source, finding.hypothesis)}"
        if finding.category is not Category.HIT:
            others = "; ".join(f"{', '.join(names)}: {text}" for text, names in wanted(finding).items())
            message += f" ({others})" if others else ""
        return f"{message} [{finding.type}]"

    @override
    def version(self, finding: Finding, reference: FindingReference) -> str:
        return shown(reference.text)

    def hiding(self, finding: Finding) -> str:
        return hide(title(finding).lower(), change(finding.source, finding.hypothesis))

    def hiding_all(self, kind: Kind) -> str:
        return f"Hide every {TITLES[kind].lower()} in this file"

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


def _followed(finding: Finding, review: DocumentReview) -> int | None:
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


TAKE_OUT = "take out"
NOTHING = "(nothing)"
_HINTED = (Verdict.MISSED, Verdict.DIFFERENT, Verdict.PARTLY)


def _shown_or_nothing(text: str) -> str:
    return shown(text) if text.strip() else NOTHING


class Verdicts(Vocabulary):
    """Findings are places with verdicts."""

    name: VocabularyName = "verdicts"

    severities: Mapping[Kind, str] = {
        Verdict.CORRECT: "correct",
        Verdict.PARTLY: "partly",
        Verdict.DIFFERENT: "different",
        Verdict.MISSED: "missed",
        Verdict.NOT_NEEDED: "not_needed",
        Verdict.OPTIONAL: "optional",
    }
    token_types: Mapping[Kind, str] = {
        Verdict.CORRECT: "correct",
        Verdict.PARTLY: "partlyCorrect",
        Verdict.DIFFERENT: "different",
        Verdict.MISSED: "missed",
        Verdict.NOT_NEEDED: "notNeeded",
        Verdict.OPTIONAL: "optional",
    }
    over = Verdict.NOT_NEEDED
    person = staticmethod(person_name)
    teacher = staticmethod(teacher_name)
    words = staticmethod(_shown_or_nothing)

    def severity(self, finding: Finding, severities: Severities) -> Severity:
        """Return the verdict's; information for a passage that is rewritten freely, which is no fault."""
        severity = super().severity(finding, severities)
        is_rewritten = finding.rewritten
        return "information" if is_rewritten and severity != "off" else severity

    @override
    def message(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        return message(finding, language, groups)

    @override
    def task(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        group = group_of(finding, language, groups)
        return f"{due(finding)} ({group})" if group else due(finding)

    @override
    def version(self, finding: Finding, reference: FindingReference) -> str:
        phrase = phrase_at(finding, reference)
        return self.words(reference.shown.after if phrase is None else phrase.shown.after)

    def hiding(self, finding: Finding) -> str:
        is_rewritten = finding.rewritten
        return hide("sentence") if is_rewritten else hide("place", did(finding))

    def hiding_all(self, kind: Kind) -> str:
        return f"Hide every place marked “{TITLES[kind].lower()}” in this file"

    def hint(self, finding: Finding) -> Hint | None:
        """Return what is new in the first suggestion, behind the words that it replaces."""
        place = finding.place
        if place is None or place.verdict not in _HINTED or not place.suggestions:
            return None
        first = place.suggestions[0]
        if shown(first.text) == shown(first.before):
            return None
        offset, removed, text = _news(first)
        if first.whole is not None:
            offset, removed, text = first.span.end + first.whole.behind, first.whole.before, first.whole.after
        if not text:
            text = TAKE_OUT if shown(removed) == shown(finding.hypothesis) else to_do(removed, "")
        elif not removed and finding.hypothesis.strip():
            text = to_do("", text)  # An arrow alone would say that the framed words go.
        tooltip = "\n".join([title(finding), *(f"{names}: {words}" for names, words in versions(finding))])
        return Hint(offset, text, tooltip, first.span)

    @override
    def proposals(self, finding: Finding, review: DocumentReview) -> Iterator[Proposal]:
        """Yield one for each suggestion; the first one is preferred."""
        assert finding.place is not None
        for number, item in enumerate(finding.place.suggestions):
            is_whole = one_line(item.before) == one_line(finding.hypothesis)
            text = use(item.shown.before, item.shown.after, self.teachers(item.references), whole=is_whole)
            if finding.kind is Verdict.NOT_NEEDED:
                text = undo()
            elif _leaves(item, finding):
                text = undo([teacher_name(name) for name in item.references])
            yield Proposal(text, _suggested(item, finding.passage), number == 0)

    def all_corrections(self, findings: Sequence[Finding], review: DocumentReview) -> Iterator[Rewording]:
        """Yield each passage's suggestions from one reference; its whole sentence where those don't go together."""
        by_passage: dict[int, list[Finding]] = {}
        for finding in findings:
            if finding.is_fault:
                by_passage.setdefault(finding.passage, []).append(finding)
        for number, faults in by_passage.items():
            yield from _passage_corrections(review, number, faults)

    def unneeded(self, variants: Sequence[Variant]) -> tuple[Variant, ...]:
        return tuple(item for item in variants if item.kind is Verdict.NOT_NEEDED)

    def tally(self, passages: Sequence[PassageScores]) -> str:
        return verdict_tally(sum((item.verdicts for item in passages), VerdictCounts()))


def _news(item: FindingSuggestion) -> tuple[int, str, str]:
    """Return the place behind the student's words that go, these words, and those that come; without common ends."""
    before, text = (list(re.finditer(r"\S+", words)) for words in (item.before, item.text))
    is_plain = item.span.end - item.span.start == len(item.before)
    if not is_plain:
        return item.span.end, item.before, item.text
    while before and text and before[-1][0] == text[-1][0]:
        before, text = before[:-1], text[:-1]
    offset = item.span.start + before[-1].end() if before else item.span.start
    while before and text and before[0][0] == text[0][0]:
        before, text = before[1:], text[1:]
    return offset, _between(item.before, before), _between(item.text, text)


def _between(text: str, words: Sequence[re.Match[str]]) -> str:
    return text[words[0].start() : words[-1].end()] if words else ""


def _leaves(suggestion: FindingSuggestion, finding: Finding) -> bool:
    keeping = {item.reference for item in finding.references if item.keeps}
    return bool(keeping.intersection(suggestion.references))


def _suggested(item: FindingSuggestion, passage: int) -> Rewording:
    place = SourcePlace(passage, item.source_tokens.start, item.source_tokens.end)
    return Rewording(item.text_span, item.text, place)


def _touch(rewordings: Iterable[Rewording]) -> bool:
    spans = sorted(item.span for item in rewordings)
    return any(after.start <= before.end for before, after in pairwise(spans))


def _passage_corrections(review: DocumentReview, number: int, faults: Sequence[Finding]) -> Sequence[Rewording]:
    """Yield as one reference corrects them; first the one whose words most faults have as their first suggestion."""
    offered = [item.place.suggestions for item in faults if item.place is not None]
    votes = Counter(name for suggestions in offered for first in suggestions[:1] for name in first.references)
    texts = zip(review.references, review.passages[number].references, strict=True)
    words = {version.name: text.words for version, text in texts if text is not None}
    names = sorted(words, key=lambda name: -votes[name])
    for name in names:
        chosen = [next((one for one in items if name in one.references), None) for items in offered]
        rewordings = list(dict.fromkeys(_suggested(one, number) for one in chosen if one is not None))
        if None not in chosen and not _touch(rewordings):
            return rewordings
    return [whole_sentence(review, number, words[name]) for name in names[:1]]


VOCABULARIES: Mapping[VocabularyName, Vocabulary] = {item.name: item for item in (Verdicts(), Cleme2())}
