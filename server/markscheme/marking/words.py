"""The words for findings and places: what the student did, what the teachers have, what is missing, how near.

They are the same in editors and on the command line.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from markscheme.contract import shape
from markscheme.documents.corpus import Document
from markscheme.edits.passages import Alignment
from markscheme.exercises.decisions import ALWAYS, Decision, DecisionKind
from markscheme.exercises.people import ErrorGroups
from markscheme.exercises.schemes import ErrorKinds
from markscheme.grouping import grouped
from markscheme.languages.language import DEFAULT_LANGUAGE, find_language, language_name
from markscheme.marking.comparison import Variant
from markscheme.marking.review import (
    DocumentReview,
    Finding,
    FindingReference,
    FindingRemainder,
    FindingSuggestion,
    Kind,
    Notice,
    PassageReview,
    PassageScores,
    PlaceVerdict,
    VerdictCounts,
)
from markscheme.marking.settings import VocabularyName
from markscheme.marking.verdict import Points, Verdict
from markscheme.metrics.base import Category
from markscheme.metrics.cleme2 import Counts, Scores
from markscheme.wording import (
    LONGEST_NAME,
    MOST_NAMED,
    PLAIN,
    Style,
    amount,
    between,
    counted,
    deed,
    one_line,
    percent,
    person_name,
    shortened,
    shown,
    sign_name,
    teacher_names,
    to_do,
    together,
    without_common_words,
)

TITLES: dict[Kind, str] = {
    Verdict.CORRECT: "Correct",
    Verdict.PARTLY: "Partly correct",
    Verdict.DIFFERENT: "Different",
    Verdict.MISSED: "Missed",
    Verdict.NOT_NEEDED: "Not needed",
    Verdict.OPTIONAL: "Optional",
    Category.HIT: "Hit",
    Category.WRONG: "Wrong correction",
    Category.UNDER: "Under-correction",
    Category.OVER: "Over-correction",
}
LOWERING_TITLE = "Lowers the estimate"
REWRITTEN = "Rewritten freely: read this one yourself"
MOVED = "Moved: the source has these words at another place."
NOTHING_TO_MARK = "nothing to mark"
NO_REFERENCE_HERE = "No reference for this sentence: no annotator has seen it"
_COUNTED = tuple(verdict for verdict in Verdict if verdict is not Verdict.OPTIONAL)


def title(finding: Finding) -> str:
    if finding.rewritten:
        return REWRITTEN
    if finding.kind is not None:
        return TITLES[finding.kind]
    return LOWERING_TITLE if finding.is_shown else "Correction"


def references_part(review: DocumentReview, authors: str = "") -> str:
    """Return the numbers of references of a document and its least sentence; ``authors`` says how they share work."""
    total = len(review.references)
    fewest = min((passage.reference_count for passage in review.passages if passage.references), default=total)
    less = f", {fewest or 'none'} in some sentences" if fewest < total else ""
    count = "1 reference" if total == 1 else f"{total} references"
    return f"{count}{less}: {authors}" if authors else f"{count}{less}"


def sentence_references(passage: PassageReview) -> str:
    """Return the number of references that a passage has in words; empty where it has all of them."""
    count, total = passage.reference_count, len(passage.references)
    return f"{count} of {total} references" if count < total else ""


def tally(counts: Counts) -> str:
    """Return the number of findings in each category; empty categories are left out.

    >>> tally(Counts(tp=2, fp_ne=0, fp_un=1, fn=3, tn=9))
    '2 hit · 3 under · 1 over'
    """
    numbers = {"hit": counts.tp, "wrong": counts.fp_ne, "under": counts.fn, "over": counts.fp_un}
    return " · ".join(f"{number} {name}" for name, number in numbers.items() if number)


def verdict_tally(counts: VerdictCounts) -> str:
    """Return the number of places with each verdict, and of sentences that are rewritten freely.

    Verdicts that no place has are left out, and so are optional places, which count for nothing.

    >>> verdict_tally(VerdictCounts(((Verdict.CORRECT, 12), (Verdict.PARTLY, 3), (Verdict.OPTIONAL, 4))))
    '12 correct · 3 partly correct'
    >>> verdict_tally(VerdictCounts(((Verdict.DIFFERENT, 3),), rewritten=2))
    '1 different · 2 rewritten freely'
    """
    return " · ".join([*_judged(counts), *_rewritten(counts)])


def _judged(counts: VerdictCounts) -> list[str]:
    return [f"{places} {TITLES[item].lower()}" for item in _COUNTED if (places := counts.places(item))]


def _rewritten(counts: VerdictCounts) -> list[str]:
    return [f"{counts.rewritten} rewritten freely"] if counts.rewritten else []


def points(value: Points) -> str:
    """Return earned points and those that were due, with at most two decimals.

    >>> points(Points(31.0, 48)), points(Points(37.63636, 71))
    ('31 of 48', '37.64 of 71')
    """
    return f"{amount(value.earned)} of {value.due}"


def to_decide(answers: int) -> str:
    """Return how many answers wait for a person's decision.

    >>> to_decide(1), to_decide(3)
    ('1 answer to decide', '3 answers to decide')
    """
    return f"{counted(answers, 'answer')} to decide"


def mark(counts: VerdictCounts) -> str:
    """Return what a document's points may become, or why they are not to be compared; empty where nothing was due.

    >>> mark(VerdictCounts(points=Points(31, 48))), mark(VerdictCounts(points=Points(31, 48), open=2, to_gain=2))
    ('31 of 48', '31 to 33 of 48')
    >>> mark(VerdictCounts(points=Points(2, 183), rewritten=24, is_comparable=False))
    'not comparable: 24 sentences rewritten freely'
    """
    if not counts.is_comparable:
        sentences = "1 sentence" if counts.rewritten == 1 else f"{counts.rewritten} sentences"
        return f"not comparable: {sentences} rewritten freely"
    if not counts.points.due:
        return ""
    return f"{between(amount(counts.lowest), amount(counts.highest))} of {counts.points.due}"


def document_tally(counts: VerdictCounts) -> str:
    """Return a document's counts by verdict and its points on one line.

    >>> document_tally(VerdictCounts(((Verdict.CORRECT, 2), (Verdict.MISSED, 1)), Points(2, 3)))
    '2 correct · 1 missed · 2 of 3 points'
    >>> document_tally(VerdictCounts(((Verdict.DIFFERENT, 1),), Points(0, 1), open=1, to_gain=1))
    '1 different · 0 to 1 of 1 point · 1 answer to decide'
    >>> document_tally(VerdictCounts(((Verdict.DIFFERENT, 1),), Points(0, 9), 1, is_comparable=False))
    'not comparable: 1 sentence rewritten freely'
    >>> document_tally(VerdictCounts())
    'nothing to mark'
    """
    rewritten = _rewritten(counts) if counts.is_comparable else []
    due = counts.points.due if counts.is_comparable else 0
    unit = f" point{'' if due == 1 else 's'}" if due else ""
    waiting = [to_decide(counts.open)] if due and counts.open else []
    parts = [*_judged(counts), *rewritten, f"{mark(counts)}{unit}", *waiting]
    return " · ".join(filter(None, parts)) or NOTHING_TO_MARK


def passage_tally(counts: VerdictCounts) -> str:
    """Return a passage's counts by verdict; empty where there is nothing to mark.

    >>> passage_tally(VerdictCounts(((Verdict.DIFFERENT, 1),), rewritten=1, is_comparable=False))
    'Rewritten freely: read this one yourself'
    """
    return REWRITTEN if counts.rewritten else verdict_tally(counts)


def credit_part(marks: PassageScores) -> str:
    """Return a passage's credit as the end of a line; empty until vectors are there."""
    return f" · credit {percent(marks.credit.f)}" if marks.credit is not None else ""


def wanted(finding: Finding) -> dict[str, list[str]]:
    """Return the corrections that references have at a finding's place, each with the names of its references."""
    correcting = [
        item for item in finding.references if item.category in (Category.WRONG, Category.UNDER, Category.HIT)
    ]
    by_words = grouped(correcting, lambda item: shown(item.text))
    return {words: [item.reference for item in items] for words, items in by_words.items()}


def four_scores(scores: Scores) -> str:
    return (
        f"hit {percent(scores.hit)} · wrong {percent(scores.wrong)} · "
        f"under {percent(scores.under)} · over {percent(scores.over)}"
    )


ORIGINAL = "Original text"


def authorship(documents: Iterable[Document]) -> str:
    """Return how the authors of each file share the work; nothing for files of one author or without authors.

    >>> from pathlib import Path
    >>> kim, roy = (Document(name, "", Path("a.docx"), authors=(name,)) for name in ("kim", "roy"))
    >>> authorship([kim, roy])
    'Kim or Roy'
    >>> authorship([Document("a", "", Path("a.docx"), authors=("kim", "roy"))])
    'Kim and Roy together'
    """
    by_file = grouped((item for item in documents if item.authors), lambda item: item.path)
    parts = (_choice(items) for items in by_file.values() if len(items) > 1 or len(items[0].authors) > 1)
    return "; ".join(parts)


def _choice(documents: Sequence[Document]) -> str:
    return " or ".join(together(document.authors) for document in documents)


_OFFERS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.ACCEPTED: "Count as correct",
        DecisionKind.PARTLY: "Count as partly correct",
        DecisionKind.WRONG: "Count as wrong",
        DecisionKind.EITHER: "Count as neither right nor wrong",
        DecisionKind.OPTIONAL: "Make this correction optional",
        DecisionKind.NEEDED: "Make this correction required",
        DecisionKind.NOT_COUNTED: "Don't count this place",
    }
)


_STATEMENTS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.ACCEPTED: "counted as correct",
        DecisionKind.PARTLY: "counted as partly correct",
        DecisionKind.WRONG: "counted as wrong",
        DecisionKind.EITHER: "called as good as the text before",
        DecisionKind.OPTIONAL: "called optional",
        DecisionKind.NEEDED: "called required",
        DecisionKind.NOT_COUNTED: "not counted",
        DecisionKind.SKIPPED: "skipped",
        DecisionKind.STANDS: "left as it stands",
        DecisionKind.NOTE: "left to the adjudicator",
        DecisionKind.REPLACED: "decided otherwise before",
    }
)


def offer(kind: DecisionKind, words: str) -> str:
    """Return what can be decided about some words; they may be empty.

    >>> offer(DecisionKind.ACCEPTED, "go → walked")
    'Count as correct: go → walked'
    """
    return f"{_OFFERS[kind]}: {words}" if words else _OFFERS[kind]


def statement(decision: Decision) -> str:
    """Return what was decided, by whom and when.

    >>> statement(Decision(DecisionKind.WRONG, ("a",), 0, 1, ("b",), author="ms-kim"))
    'counted as wrong by Ms Kim'
    """
    by = f" by {person_name(decision.author)}" if decision.author else ""
    day = f", {decision.date.isoformat()}" if decision.date else ""
    course = f", {ALWAYS}" if decision.always else ""
    return f"{_STATEMENTS[decision.kind]}{by}{day}{course}"


def withdrawal(decision: Decision, words: str = "") -> str:
    """Return that a decision can be taken back; ``words`` say what it is about, where that is not plain.

    >>> withdrawal(Decision(DecisionKind.WRONG, ("a",), 0, 1, ("b",), author="ms-kim"))
    'Withdraw: counted as wrong by Ms Kim'
    """
    return f"Withdraw: {statement(decision)}{f' ({words})' if words else ''}"


OTHER_LANGUAGE = "other-language"
"""The code of the notice that a source is not in the language that it is marked in."""
EARLY_END = "reference-ends-early"
"""The code of the notice that a reference ends long before its source."""
REOPENED = "mark-reopened"
"""The code of the notice that a text has changed since a teacher called its mark final."""


def other_language_words(detected: str, expected: str) -> str:
    name = find_language(expected).name
    return (
        f"The source seems to be in {language_name(detected)}, not in {name}. "
        f"Words are compared as usual, but the grammar in use is that of {name}"
    )


def other_language_notice(detected: str, expected: str) -> Notice:
    remedy = (
        f"So error types are general ones. If the source is in {find_language(expected).name}, "
        f'list the exercise in markscheme.toml with language = "{expected}"'
    )
    return Notice(OTHER_LANGUAGE, f"{other_language_words(detected, expected)}. {remedy}")


def open_answers_words(answers: int, students: int) -> str:
    """Return that marks are not final yet, without what to do.

    >>> open_answers_words(7, 3), open_answers_words(1, 1)
    ('7 answers of 3 students are not decided yet', '1 answer of 1 student is not decided yet')
    """
    verb = "is" if answers == 1 else "are"
    return f"{counted(answers, 'answer')} of {counted(students, 'student')} {verb} not decided yet"


def reopened_notice(signed: str) -> Notice:
    """Return the notice that a mark is not final any more; ``signed`` is who had called it final, and when.

    >>> reopened_notice("Ms Kim, 2026-11-26").message
    'The mark was final (Ms Kim, 2026-11-26); the text has changed since, so it is open again'
    """
    by = f" ({signed})" if signed else ""
    return Notice(REOPENED, f"The mark was final{by}; the text has changed since, so it is open again")


def early_end_notices(alignment: Alignment) -> tuple[Notice, ...]:
    """Return a notice for each reference whose author has not seen the end of the source."""
    return tuple(Notice(EARLY_END, words) for words in alignment.early_end_words)


VERY_NEAR = 0.5
NEAR = 0.25
"""Least credit of a change that is called near."""
LETTERS_ALIKE = 0.5
"""Least share of letters in common with a teacher's words at which a change is not far from them."""


def group_of(finding: Finding, language: str = DEFAULT_LANGUAGE, groups: ErrorGroups = ErrorGroups()) -> str:
    """Return a finding's kind of error: a group of the teacher's own, or the language's; empty for a whole passage."""
    return ErrorKinds(language, groups).group(finding.error_type)


def is_evident(finding: Finding, language: str = DEFAULT_LANGUAGE) -> bool:
    """Return whether the words of a correction show its kind of error, in each of its changes.

    It is the teachers' correction, or the student's own where that is right or not needed.
    """
    if finding.verdict in (Verdict.CORRECT, Verdict.NOT_NEEDED):
        changes = [(finding.source, finding.hypothesis, finding.type)]
    else:
        kind = finding.error_type
        own = next((item for item in finding.corrections if item.type == kind and not item.is_beside), None)
        changes = [(item.source, item.text, item.edit.type) for item in own.changes] if own is not None else []
    groups = {ErrorKinds(language).group(kind) for _, _, kind in changes}
    return len(groups) == 1 and all(find_language(language).is_evident(*change) for change in changes)


def kind_of_error(
    finding: Finding, vocabulary: VocabularyName, language: str = DEFAULT_LANGUAGE, groups: ErrorGroups = ErrorGroups()
) -> str:
    """Return a finding's kind of error in brackets: its group, or ERRANT's code in CLEME2.0's vocabulary."""
    return f"[{finding.type}]" if vocabulary == "cleme2" else f"({group_of(finding, language, groups)})"


def did(finding: Finding, style: Style = PLAIN) -> str:
    return deed(finding.shown.before, finding.shown.after, style)


@shape("names", "text")
class TeacherVersion(NamedTuple):
    """What one or several teachers have at a place."""

    names: str
    """The teachers, as people read their names."""
    text: str
    """Their words, or what they do there."""


def versions(finding: Finding, style: Style = PLAIN) -> list[TeacherVersion]:
    """Return what the teachers have at a place: their names in the order of the alphabet, and their words once.

    Words that the verdict was judged against come first.
    """
    by_words = grouped(finding.references, lambda item: _version(finding, item, style))
    return [TeacherVersion(_sorted_names(item.reference for item in items), words) for words, items in by_words.items()]


def _sorted_names(names: Iterable[str]) -> str:
    return teacher_names(sorted(names, key=str.casefold))


def disagreement(findings: Sequence[Finding], style: Style = PLAIN) -> str:
    """Return what a reference does at a place at which others differ from it, and what each of them does.

    Each finding has the reference as a hypothesis, with one other as its only reference.
    """
    deeds = _changes_first([(item.source != item.hypothesis, did(item, style)) for item in findings])

    def words_of(item: Finding, other: FindingReference) -> tuple[bool, str]:
        if len(deeds) > 1 and not other.keeps:
            return True, deed(other.shown.before, other.shown.after, style)
        return not other.keeps, _version(item, other, style)

    by_name = grouped(((item, other) for item in findings for other in item.references), lambda pair: pair[1].reference)
    words = {name: ", ".join(_changes_first([words_of(*pair) for pair in pairs])) for name, pairs in by_name.items()}
    others = (f"{_sorted_names(names)}: {text}" for text, names in grouped(words, words.__getitem__).items())
    return f"References disagree. Here: {', '.join(deeds)}; {'; '.join(others)}"


def _changes_first(entries: Sequence[tuple[bool, str]]) -> list[str]:
    """Return the texts of the entries that change something; of all where none does. Each text stands once."""
    changing = [text for changes, text in entries if changes]
    return list(dict.fromkeys(changing or [text for _, text in entries]))


def _version(finding: Finding, reference: FindingReference, style: Style) -> str:
    source, text = one_line(reference.shown.before), one_line(reference.shown.after)
    if finding.rewritten:
        return style.plain(text)
    if source == text or reference.keeps:
        return "left as it is" if source else "nothing there"
    if place := _whole_place(finding, reference):
        return style.strong(place.shown.after)
    if phrase := phrase_at(finding, reference):
        return to_do(phrase.shown.before, phrase.shown.after, style)
    if source != one_line(finding.shown.before):
        return deed(source, text, style)
    if text == one_line(finding.shown.after):
        return "the same"
    return f"{style.strong(text)}{sign_name(text)}" if text else "taken out"


def due(finding: Finding, style: Style = PLAIN) -> str:
    """Return what the teachers correct at a place, each correction once: ``go → went or goes``."""
    shown = (item.shown for item in finding.references if not item.keeps)
    pairs = (without_common_words(one_line(item.before), one_line(item.after)) for item in shown)
    corrections = list(dict.fromkeys(pair for pair in pairs if any(pair)))
    parts = [
        f"{style.strong(text)}{sign_name(text)}"
        if number and text and before == corrections[0][0]
        else to_do(before, text, style)
        for number, (before, text) in enumerate(corrections[:MOST_NAMED])
    ]
    more = len(corrections) - MOST_NAMED
    return " or ".join([*parts, *([f"{more} more"] if more > 0 else [])])


def _whole_place(finding: Finding, reference: FindingReference) -> FindingSuggestion | None:
    """Return what a reference has in all of a missed place, if it changes a part of it alone, or a gap at an end.

    So the references' words can be compared: ``this days`` becomes ``these days`` here and ``this day`` there.
    """
    if finding.place is None or finding.verdict is not Verdict.MISSED or not finding.source:
        return None
    if reference.source_tokens in (None, finding.source_tokens):
        return None
    own = (item for item in finding.place.suggestions if reference.reference in item.references)
    return next((item for item in own if item.source_tokens == finding.source_tokens and item.text), None)


def phrase_at(finding: Finding, reference: FindingReference) -> FindingSuggestion | None:
    """Return a reference's suggestion that is for more words than its version, which may make no sense by itself."""
    inner, changed = reference.source_tokens, (Verdict.PARTLY, Verdict.DIFFERENT)
    if finding.place is None or inner is None or finding.verdict not in changed:
        return None
    suggestions = (item for item in finding.place.suggestions if reference.reference in item.references)
    item = next(suggestions, None)
    if item is None or item.source_tokens == inner:
        return None
    outer = item.source_tokens
    return item if outer.start <= inner.start and inner.end <= outer.end else None


def remainder(place: PlaceVerdict, style: Style = PLAIN) -> str:
    """Return what is still to do at a place that is partly correct; empty for other places."""
    parts = [*_moves(place.missing, style)]
    more = len(parts) - MOST_NAMED
    return "; ".join([*parts[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


def _moves(missing: Sequence[FindingRemainder], style: Style) -> Iterator[str]:
    """Yield each edit that is left; one that takes words out and one that adds them elsewhere are one."""
    added = {one_line(item.text).lower() for item in missing if not item.before}
    moved = {words for item in missing if not item.text and (words := one_line(item.before).lower()) in added}
    for item in missing:
        if not item.text and one_line(item.before).lower() in moved:
            yield f"move “{style.plain(one_line(item.before))}”"
        elif item.before or one_line(item.text).lower() not in moved:
            yield to_do(item.before, item.text, style)


def nearness(finding: Finding) -> str:
    """Return how near a change is to what the teachers have; empty where that is not asked, not computed or not clear.

    Credit compares meanings and misses letters, such as those of ``tought`` and ``taught``. So a change with little
    credit is called far only if its letters differ too. Neither a part of a correction nor a removal is called far.
    """
    if finding.place is not None and finding.place.decided:
        return ""
    if finding.credit is None or finding.verdict not in (Verdict.PARTLY, Verdict.DIFFERENT):
        return ""
    if finding.credit >= NEAR:
        return f"{'very near' if finding.credit >= VERY_NEAR else 'near'} a teacher's words"
    is_far = finding.verdict is Verdict.DIFFERENT and finding.hypothesis and _letters_in_common(finding) < LETTERS_ALIKE
    return "far from a teacher's words" if is_far else ""


def _letters_in_common(finding: Finding) -> float:
    texts = (item.text for item in finding.references if not item.keeps)
    return max((Levenshtein.normalized_similarity(finding.hypothesis, text) for text in texts), default=0.0)


def tolerance(finding: Finding, style: Style = PLAIN, language: str = DEFAULT_LANGUAGE) -> str:
    """Return what differs from a teacher's words and does not count; empty where nothing does."""
    if finding.place is None or not finding.place.tolerances:
        return ""
    words = next((one_line(item.text) for item in finding.references if item.follows and not item.keeps), "")
    switched_on = find_language(language).tolerances_of(finding.place.tolerances)
    return ", ".join(item.explain(style.plain(words)) for item in switched_on)


def notes(finding: Finding, style: Style = PLAIN, language: str = DEFAULT_LANGUAGE, brief: bool = False) -> list[str]:
    """Return what is to do, how near it is, what doesn't count and who decided; ``brief``: without what is to do."""
    place = finding.place
    if place is None:
        return []
    rest, near = "" if brief else remainder(place, style), nearness(finding)
    whole = f"Still to do: {rest}{near and f' · {near}'}" if rest else f"{near[:1].upper()}{near[1:]}"
    difference = tolerance(finding, style, language)
    counted = f"Counts as the same: {difference}" if difference else ""
    decided = f"Decided: {style.plain(place.decided)}" if place.decided else ""
    return [text for text in (whole, counted, decided) if text]


def headline(finding: Finding, language: str = DEFAULT_LANGUAGE, groups: ErrorGroups = ErrorGroups()) -> str:
    place = finding.place
    if place is None or place.rewritten:
        return REWRITTEN if place is not None else title(finding)
    group = group_of(finding, language, groups)
    return f"{title(finding)} ({group}): {did(finding)}" if group else f"{title(finding)}: {did(finding)}"


def message(finding: Finding, language: str = DEFAULT_LANGUAGE, groups: ErrorGroups = ErrorGroups()) -> str:
    """Return a place in one sentence: its verdict, what was done, what the teachers have, what is still to do."""
    place = finding.place
    if place is None or place.rewritten:
        return REWRITTEN if place is not None else title(finding)
    parts = [headline(finding, language, groups)]
    if finding.verdict is not Verdict.CORRECT:
        parts.append("; ".join(f"{names}: {text}" for names, text in versions(finding)))
    if rest := remainder(place):
        parts.append(f"Still to do: {rest}")
    return ". ".join(filter(None, parts))


LEFT = "left it"
MOST_NAMES = 12
NameOf = Callable[[Variant], str]
"""Returns how a student is named, which may be a link."""
_RIGHT = (Verdict.CORRECT, Category.HIT)
_REMARKABLE: tuple[Kind, ...] = (Verdict.PARTLY, Verdict.NOT_NEEDED, Category.OVER)
"""The kinds that are named behind a student's words; without one, these are otherwise than every teacher's."""


def marked_texts(texts: int, to_check: int, problems: int) -> str:
    """Return that all texts are marked, and what there is to look at.

    >>> marked_texts(43, 395, 0)
    "43 texts are marked. Students' texts have 395 places to check."
    >>> marked_texts(1, 0, 2)
    "1 text is marked. Students' texts have nothing to check. 2 problems are listed."
    """
    marked = f"{counted(texts, 'text')} {'is' if texts == 1 else 'are'} marked"
    listed = f" {counted(problems, 'problem')} {'is' if problems == 1 else 'are'} listed." if problems else ""
    return f"{marked}. Students' texts have {counted(to_check, 'place') if to_check else 'nothing'} to check.{listed}"


def name_of(variant: Variant) -> str:
    return person_name(variant.name)


def deeds_line(variants: Sequence[Variant], students: int) -> str:
    """Return what the students did at a place, counted, on one line; those without a variant left it as it is."""
    counts = [(len(items), label) for label, items in _by_deed(variants)]
    rest = students - len(variants)
    if rest > 0:
        left = next((number for number, label in counts if label == LEFT), 0)
        counts = [item for item in counts if item[1] != LEFT] + [(left + rest, LEFT)]
    return ", ".join(f"{number} {label}" for number, label in counts)


def deeds_lines(variants: Sequence[Variant], name: NameOf = name_of) -> list[tuple[str, str]]:
    """Return what the students did at a place of the source, and who did so, most frequent first."""
    return [(label, _listed([name(item) for item in items])) for label, items in _by_deed(variants)]


def unneeded_line(variants: Sequence[Variant]) -> str:
    return "; ".join(f"{words} ({counted(len(names), 'student')})" for words, names in _by_change(variants).items())


def unneeded_lines(variants: Sequence[Variant], name: NameOf = name_of) -> list[tuple[str, str]]:
    return [(words, _listed([name(item) for item in items])) for words, items in _by_change(variants).items()]


def _by_change(variants: Sequence[Variant]) -> dict[str, list[Variant]]:
    return grouped(variants, lambda item: deed(*without_common_words(item.shown.before, item.shown.after)))


def _by_deed(variants: Sequence[Variant]) -> list[tuple[str, list[Variant]]]:
    """Return the students' variants by what they did: what is right first, what is left as it was last."""
    return sorted(
        grouped(variants, student_deed).items(),
        key=lambda group: (group[0] == LEFT, group[1][0].is_fault, -len(group[1])),
    )


def student_deed(variant: Variant) -> str:
    """Return what a student did with the source's words at a place, in a few words.

    >>> import attrs
    >>> from markscheme.documents.places import Span
    >>> item = Variant("Mei", Verdict.DIFFERENT, "gone", None, Span(0, 4), source="go", is_fault=True)
    >>> student_deed(item), student_deed(attrs.evolve(item, kind=Verdict.PARTLY, words="go home"))
    ('wrote “gone”', 'wrote “go home” (partly correct)')
    >>> right = attrs.evolve(item, kind=Verdict.CORRECT, is_fault=False)
    >>> student_deed(right), student_deed(attrs.evolve(item, words=""))
    ('correct', 'took it out')
    >>> student_deed(attrs.evolve(item, words="", is_moved=True))
    'moved it'
    """
    if variant.rewritten:
        return "rewrote the sentence"
    words, source = one_line(variant.shown.after), one_line(variant.shown.before)
    if variant.kind is not None and variant.kind in _RIGHT:
        return TITLES[variant.kind].lower()
    if words == source:
        return LEFT
    taken = "moved it" if variant.is_moved else "took it out"
    text = f"{'wrote' if source else 'added'} “{shortened(words, LONGEST_NAME)}”" if words else taken
    remark = TITLES[variant.kind].lower() if variant.kind is not None and variant.kind in _REMARKABLE else ""
    return f"{text} ({remark})" if remark else text


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join([*names[:MOST_NAMES], *([f"and {more} more"] if more > 0 else [])])
