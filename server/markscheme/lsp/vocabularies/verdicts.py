"""The teachers' vocabulary: places with verdicts, and what could stand there instead."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from typing_extensions import override

from markscheme.alignment.paragraphs import paragraphs
from markscheme.exercises.people import ErrorGroups
from markscheme.formats.rewording import Rewording, SourcePlace
from markscheme.lsp.editor.options import Severities, Severity
from markscheme.lsp.vocabularies.vocabulary import (
    Hint,
    Proposal,
    Vocabulary,
    authors_part,
    hidden_part,
    metric_part,
    whole_sentence,
)
from markscheme.marking.review.comparison import Variant
from markscheme.marking.review.document_review import DocumentReview, Marks, PassageScores, VerdictCounts
from markscheme.marking.review.findings import Finding, FindingReference, FindingSuggestion, Kind
from markscheme.marking.review.vocabulary import VocabularyName
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.action_words import hide, hide_every, undo, use
from markscheme.marking.wording.lens_words import document_line, paragraph_line, source_line
from markscheme.marking.wording.people import person_name, teacher_name
from markscheme.marking.wording.place_words import did, due, group_of, message, phrase_at, to_do, versions
from markscheme.marking.wording.words import (
    TITLES,
    one_line,
    shown,
    title,
    verdict_tally,
)

if TYPE_CHECKING:
    from markscheme.lsp.session.documents.marked import Marked

TAKE_OUT = "take out"
"""What is to be done with all words of a place."""
NOTHING = "(nothing)"
"""What stands in the place of no words."""
_HINTED = (Verdict.MISSED, Verdict.DIFFERENT, Verdict.PARTLY)


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

    def severity(self, finding: Finding, severities: Severities) -> Severity:
        """Return the verdict's; information for a passage that is rewritten freely, which is no fault."""
        severity = super().severity(finding, severities)
        is_rewritten = finding.place is not None and finding.place.rewritten
        return "information" if is_rewritten and severity != "off" else severity

    def message(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        return message(finding, language, groups)

    @override
    def task(self, finding: Finding, language: str, groups: ErrorGroups = ErrorGroups()) -> str:
        group = group_of(finding, language, groups)
        return f"{due(finding)} ({group})" if group else due(finding)

    def person(self, name: str) -> str:
        return person_name(name)

    def teacher(self, name: str) -> str:
        return teacher_name(name)

    def words(self, text: str) -> str:
        return shown(text) if text.strip() else NOTHING

    @override
    def version(self, finding: Finding, reference: FindingReference) -> str:
        phrase = phrase_at(finding, reference)
        return self.words(reference.shown.after if phrase is None else phrase.shown.after)

    def hiding(self, finding: Finding) -> str:
        is_rewritten = finding.place is not None and finding.place.rewritten
        return hide("sentence") if is_rewritten else hide("place", did(finding))

    def hiding_all(self, kind: Kind) -> str:
        return hide_every(f"place marked “{TITLES[kind].lower()}”")

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

    def lens_titles(self, marked: "Marked", marks: Marks) -> Iterator[tuple[int, str]]:
        """Yield the document's mark and what there is to check in it; then the same of each paragraph but the first.

        The document's line stands above the first paragraph.
        """
        if marked.is_source:
            yield 0, source_line(marks.verdicts.of(Verdict.MISSED), len(marked.others))
        else:
            more = [*metric_part(marks.metric), *authors_part(marked), *hidden_part(marked)]
            yield 0, document_line(self.person(marked.task.marked.name), marks.verdicts, more, marked.mark)
        for start, passages in _paragraphs(marked) if not marked.is_source else ():
            text = paragraph_line([item.verdicts for item in passages])
            if text and marked.index.line_of(start) > 0:
                yield start, text


def _paragraphs(marked: "Marked") -> Iterator[tuple[int, list[PassageScores]]]:
    """Yield the place of each paragraph, with the marks of its passages.

    A passage between two paragraphs, such as a sentence that was left out, belongs to the one before.
    """
    starts = [span.start for span in paragraphs(marked.index.text)] or [0]
    inside: dict[int, list[PassageScores]] = {}
    for passage in marked.review.passages:
        if passage.marks is not None:
            number = max(bisect_right(starts, passage.span.start) - 1, 0)
            inside.setdefault(starts[number], []).append(passage.marks)
    yield from sorted(inside.items(), key=lambda entry: entry[0])


def _news(item: FindingSuggestion) -> tuple[int, str, str]:
    """Return what a suggestion changes, without the words that it has in common with the student's at either end.

    Returns
    -------
    The place in the file behind the student's words that go, these words, and the words that come.
    """
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
    """Return a text from the first to the last of some of its words."""
    return text[words[0].start() : words[-1].end()] if words else ""


def _leaves(suggestion: FindingSuggestion, finding: Finding) -> bool:
    """Return whether a suggestion undoes a change, since its references leave the place as it is."""
    keeping = {item.reference for item in finding.references if item.keeps}
    return bool(keeping.intersection(suggestion.references))


def _suggested(item: FindingSuggestion, passage: int) -> Rewording:
    place = SourcePlace(passage, item.source_tokens.start, item.source_tokens.end)
    return Rewording(item.text_span, item.text, place)


def _touch(rewordings: Iterable[Rewording]) -> bool:
    """Return whether some stretches overlap or touch: then the words of one decide where the other's belong."""
    spans = sorted(item.span for item in rewordings)
    return any(after.start <= before.end for before, after in pairwise(spans))


def _passage_corrections(review: DocumentReview, number: int, faults: Sequence[Finding]) -> Sequence[Rewording]:
    """Return the rewordings that correct all faults of a passage as one reference does.

    The reference whose words most faults have as their first suggestion comes first.
    """
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
