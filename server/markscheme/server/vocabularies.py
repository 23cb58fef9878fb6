"""What findings are called and how an editor shows them, where there are references.

The setting ``vocabulary`` chooses places with verdicts, for teachers, or CLEME2.0's chunks, for researchers.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import attrs

from markscheme.documents.rewriting import Rewording, SourcePlace
from markscheme.exercises.schemes import ErrorGroups, ErrorKinds
from markscheme.grouping import grouped
from markscheme.languages.segments import Span
from markscheme.marking.comparison import Variant
from markscheme.marking.findings import Finding, FindingReference, FindingSuggestion, Kind
from markscheme.marking.hover_cards import hide, undo, use
from markscheme.marking.review import DocumentReview, PassageScores, VerdictCounts
from markscheme.marking.settings import VocabularyName
from markscheme.marking.verdict import Verdict
from markscheme.marking.words import tally
from markscheme.metrics.base import Category
from markscheme.metrics.cleme2 import Counts
from markscheme.server.editor_settings import Options
from markscheme.wording import change, one_line, person_name, shown, teacher_name, to_do


@attrs.frozen
class Hint:
    """Words behind a place, for what they replaced, in the hypothesis's file.

    The tooltip has every reference's words, which what the hint shows and their texts decide; it is made when wanted.
    """

    offset: int
    text: str
    title: str
    replaced: Span
    versions: Callable[[], Iterable[str]] = attrs.field(eq=False)

    @property
    def tooltip(self) -> str:
        return "\n".join([self.title, *self.versions()])


@attrs.frozen
class Proposal:
    """A change of the hypothesis that an action offers."""

    title: str
    rewording: Rewording


Write = Callable[[Finding, str, ErrorGroups], str]
"""Writes a finding in one line, with a language's or a teacher's words for kinds of errors."""


@attrs.frozen
class Vocabulary:
    """One vocabulary: the words for findings, and what an editor offers for them."""

    over: Kind
    """A change that no reference makes."""
    person: Callable[[str], str]
    """What a student is called."""
    teacher: Callable[[str], str]
    """What the author of a reference is called."""
    words: Callable[[str], str]
    """A text on one line, also where there is none."""
    message: Write
    task: Write
    """What is to be done at a place of a source."""
    version: Callable[[Finding, FindingReference], str]
    """What a reference has at a finding's place, on one line."""
    hiding: Callable[[Finding], str]
    """The title of an action that hides a finding."""
    hiding_all: str
    """The same for every finding of the kind ``{}`` in a document."""
    hint: Callable[[Finding], Hint | None]
    """What stands behind a finding; ``None`` where nothing is to be done."""
    proposals: Callable[[Finding, DocumentReview], Iterator[Proposal]]
    """What could stand at a finding's place instead; what it was judged against comes first."""
    all_corrections: Callable[[Sequence[Finding], DocumentReview], Iterator[Rewording]]
    """The rewordings that correct all of these findings as the references do."""
    unneeded: Callable[[Sequence[Variant]], tuple[Variant, ...]]
    """The changes that no reference asks for, of hypotheses at a place where the source has no finding."""
    tally: Callable[[Sequence[PassageScores]], str]
    """The number of findings of each kind in some passages, in words; empty where there is none."""

    def teachers(self, names: Iterable[str]) -> str:
        return _names(names, self.teacher)


def _names(names: Iterable[str], name: Callable[[str], str]) -> str:
    return ", ".join(dict.fromkeys(map(name, names)))


def rewording(finding: Finding, words: str) -> Rewording:
    tokens = finding.source_tokens
    return Rewording(finding.text_span, words, SourcePlace(finding.passage, tokens.start, tokens.end))


def whole_sentence(review: DocumentReview, number: int, words: str) -> Rewording:
    passage = review.passages[number]
    return Rewording(passage.text_span, words, SourcePlace(number, 0, len(passage.source.tokens)))


def _wanted(finding: Finding) -> dict[str, list[str]]:
    """Return the corrections that references have at a finding's place, each with the names of its references."""
    correcting = [
        item for item in finding.references if item.category in (Category.WRONG, Category.UNDER, Category.HIT)
    ]
    by_words = grouped(correcting, lambda item: shown(item.text))
    return {words: [item.reference for item in items] for words, items in by_words.items()}


def _chunk_message(finding: Finding, language: str, groups: ErrorGroups) -> str:
    del language, groups
    message = f"{finding.title}: {change(finding.source, finding.hypothesis)}"
    if finding.category is not Category.HIT:
        others = "; ".join(f"{', '.join(names)}: {text}" for text, names in _wanted(finding).items())
        message += f" ({others})" if others else ""
    return f"{message} [{finding.type}]"


def _chunk_hint(finding: Finding) -> Hint | None:
    corrections = _wanted(finding)
    if finding.category not in (Category.UNDER, Category.WRONG) or not corrections:
        return None
    versions = [f"{', '.join(names)}: {correction}" for correction, names in corrections.items()]
    return Hint(finding.span.end, next(iter(corrections)), "\n".join([finding.title, *versions]), finding.span, tuple)


def _chunk_proposals(finding: Finding, review: DocumentReview) -> Iterator[Proposal]:
    if finding.category is Category.HIT:
        return
    chosen = _followed(finding, review)
    versions = sorted(_different(finding).items(), key=lambda one: all(item.number != chosen for item in one[1]))
    for words, items in versions:
        names = [item.reference for item in items]
        text = use(finding.hypothesis, words, _names(names, str), whole=True)
        if words == finding.source:
            text = f"Undo this {finding.title.lower()}"
            if finding.category is not Category.OVER:
                text += f", as {' and '.join(names)} left it"
        yield Proposal(text, rewording(finding, words))


def _chunk_corrections(findings: Sequence[Finding], review: DocumentReview) -> Iterator[Rewording]:
    for finding in findings:
        if finding.category is Category.HIT:
            continue
        chosen = _followed(finding, review)
        numbered = (item for item in finding.references if item.number is not None)
        words = next((item.text for item in numbered if chosen in (None, item.number)), None)
        if words is not None:
            yield rewording(finding, words)


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


_TAKE_OUT = "take out"
NOTHING = "(nothing)"
_HINTED = (Verdict.MISSED, Verdict.DIFFERENT, Verdict.PARTLY)


def _shown_or_nothing(text: str) -> str:
    return shown(text) if text.strip() else NOTHING


def _verdict_task(finding: Finding, language: str, groups: ErrorGroups) -> str:
    group = ErrorKinds(language, groups).group(finding.error_type)
    return f"{finding.due()} ({group})" if group else finding.due()


def _verdict_version(finding: Finding, reference: FindingReference) -> str:
    phrase = finding.phrase_at(reference)
    return _shown_or_nothing(reference.shown.after if phrase is None else phrase.shown.after)


def _verdict_hiding(finding: Finding) -> str:
    return hide("sentence") if finding.rewritten else hide("place", finding.did())


def _verdict_hint(finding: Finding) -> Hint | None:
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
        text = _TAKE_OUT if shown(removed) == shown(finding.hypothesis) else to_do(removed, "")
    elif not removed and finding.hypothesis.strip():
        text = to_do("", text)  # An arrow alone would say that the framed words go.
    return Hint(
        offset, text, finding.title, first.span, lambda: [f"{names}: {words}" for names, words in finding.versions()]
    )


def _verdict_proposals(finding: Finding, _: DocumentReview) -> Iterator[Proposal]:
    assert finding.place is not None
    for item in finding.place.suggestions:
        is_whole = one_line(item.before) == one_line(finding.hypothesis)
        text = use(item.shown.before, item.shown.after, _names(item.references, teacher_name), whole=is_whole)
        if finding.kind is Verdict.NOT_NEEDED:
            text = undo()
        elif _leaves(item, finding):
            text = undo([teacher_name(name) for name in item.references])
        yield Proposal(text, _suggested(item, finding.passage))


def _verdict_corrections(findings: Sequence[Finding], review: DocumentReview) -> Iterator[Rewording]:
    """Yield each passage's suggestions from one reference; its whole sentence where those don't go together."""
    by_passage: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.is_fault:
            by_passage.setdefault(finding.passage, []).append(finding)
    for number, faults in by_passage.items():
        yield from _passage_corrections(review, number, faults)


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


_VOCABULARIES: Mapping[VocabularyName, Vocabulary] = {
    "verdicts": Vocabulary(
        over=Verdict.NOT_NEEDED,
        person=person_name,
        teacher=teacher_name,
        words=_shown_or_nothing,
        message=lambda finding, language, groups: finding.message(language, groups),
        task=_verdict_task,
        version=_verdict_version,
        hiding=_verdict_hiding,
        hiding_all="place marked “{}”",
        hint=_verdict_hint,
        proposals=_verdict_proposals,
        all_corrections=_verdict_corrections,
        unneeded=lambda variants: tuple(item for item in variants if item.kind is Verdict.NOT_NEEDED),
        tally=lambda passages: VerdictCounts.total(item.verdicts for item in passages).tally,
    ),
    "cleme2": Vocabulary(
        over=Category.OVER,
        person=str,
        teacher=str,
        words=shown,
        message=_chunk_message,
        task=_chunk_message,
        version=lambda _, reference: shown(reference.text),
        hiding=lambda finding: hide(finding.title.lower(), change(finding.source, finding.hypothesis)),
        hiding_all="{}",
        hint=_chunk_hint,
        proposals=_chunk_proposals,
        all_corrections=_chunk_corrections,
        unneeded=tuple,
        tally=lambda passages: tally(sum((item.counts for item in passages), Counts())),
    ),
}


def vocabulary_of(options: Options) -> Vocabulary:
    return _VOCABULARIES[options.vocabulary]
