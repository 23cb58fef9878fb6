"""The lines above texts, the titles of actions and the hover cards, in Markdown, in both vocabularies."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import attrs

from markscheme.errors import MissingEncoder
from markscheme.exercises.schemes import ErrorGroups, ErrorKinds
from markscheme.grouping import grouped
from markscheme.inference.settings import EncoderSettings
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.comparison import NameOf, Variant, deeds_lines, name_of, unneeded_lines
from markscheme.marking.findings import REWRITTEN, TITLES, Finding, FindingAlignment, FindingReference, PlaceVerdict
from markscheme.marking.mark import Mark
from markscheme.marking.review import (
    NOTHING_TO_MARK,
    DocumentReview,
    Marks,
    PassageReview,
    PassageScores,
    VerdictCounts,
)
from markscheme.marking.settings import DEFAULT_VOCABULARY, VocabularyName
from markscheme.marking.verdict import Verdict
from markscheme.marking.words import four_scores, tally
from markscheme.metrics.base import Category
from markscheme.metrics.impara import EditEstimate, Quality, TextEstimate
from markscheme.wording import (
    LONGEST_NAME,
    MARKDOWN,
    MOST_NAMED,
    change,
    counted,
    escaped,
    one_line,
    percent,
    shortened,
    shown,
    teacher_name,
    to_decide,
    without_common_words,
)

MOVED = "Moved: the source has these words at another place."
NO_REFERENCE_HERE = "No teacher has corrected this sentence"
SHOW_NUMBERS = "Show the numbers for researchers"


def use(before: str, text: str, names: str, *, whole: bool) -> str:
    """Return the title of an action that puts a teacher's words in the place of the student's.

    ``whole``: ``before`` is all that the student has at the place, so that it need not be named.

    >>> use("suffer", "suffers", "Ms Baker", whole=True)
    'Use “suffers” (Ms Baker)'
    >>> use("near from the lake", "near the lake", "Ms Baker, Mr Cruz", whole=False)
    'Take out “from” (Ms Baker, Mr Cruz)'
    >>> use("", "to", "Ms Baker", whole=True), use("walk home", "walking home", "Ms Baker", whole=False)
    ('Add “to” (Ms Baker)', 'Change “walk” to “walking” (Ms Baker)')
    """
    old, new = one_line(before), one_line(text)
    if not whole:
        old, new = without_common_words(old, new)
    if not old:
        return f"Add {_quoted(new)} ({names})"
    if not new:
        return f"Take out {_quoted(old)} ({names})"
    return f"Use {_quoted(new)} ({names})" if whole else f"Change {_quoted(old)} to {_quoted(new)} ({names})"


def undo(names: Sequence[str] = ()) -> str:
    """Return the title of an action that undoes a change, with those who left the place as it was.

    >>> undo(), undo(["Ms Baker", "Mr Cruz"])
    ('Undo this change', 'Undo this change, as Ms Baker and Mr Cruz left it')
    """
    return f"Undo this change, as {' and '.join(names)} left it" if names else "Undo this change"


def hide(noun: str, words: str = "") -> str:
    """Return the title of an action that hides one finding; the words tell it from others of its line.

    >>> hide("place", "go → gone"), hide("sentence")
    ('Hide this place: go → gone', 'Hide this sentence')
    """
    return f"Hide this {noun}: {shortened(words)}" if words else f"Hide this {noun}"


def _quoted(words: str) -> str:
    return f"“{shortened(words)}”"


LONGEST_LENS = 80
"""Largest number of characters of a line; its last parts are counted in one number where it would be longer."""
NOTHING_TO_CHECK = "nothing to check"
_TO_CHECK = (Verdict.DIFFERENT, Verdict.MISSED, Verdict.PARTLY, Verdict.NOT_NEEDED)


def document_line(name: str, counts: VerdictCounts, more: Iterable[str] = (), scheme_mark: Mark | None = None) -> str:
    """Return the line above a student's text: whose it is, its mark, and what there is to check.

    Open answers stand for the places of their verdicts; ``scheme_mark`` stands in place of the points.

    >>> from markscheme.marking.verdict import Points
    >>> document_line("Mei Lin", VerdictCounts(((Verdict.CORRECT, 4), (Verdict.MISSED, 2)), Points(4, 6)))
    'Mei Lin: 4 of 6 points · 2 missed'
    >>> document_line("Ben", VerdictCounts(((Verdict.CORRECT, 1),), Points(1, 1)), ["1 hidden"])
    'Ben: 1 of 1 point · nothing to check · 1 hidden'
    >>> found = ((Verdict.DIFFERENT, 2), (Verdict.MISSED, 1))
    >>> document_line("Ada", VerdictCounts(found, Points(0, 3), open=2, to_gain=2))
    'Ada: 0 to 2 of 3 points, 2 answers to decide · 1 missed'
    """
    is_open = counts.open > 0 and counts.is_comparable
    kinds = (Verdict.MISSED,) if is_open else _TO_CHECK
    faults = _faults(counts, kinds, with_rewritten=counts.is_comparable and not is_open)
    nothing = "" if is_open else NOTHING_TO_CHECK
    if scheme_mark is not None:
        return _fitting(f"{shortened(name, LONGEST_NAME)}: {scheme_mark.title}", faults, more, nothing)
    number = counts.points.due
    unit = f" point{'' if number == 1 else 's'}" if counts.is_comparable and number else ""
    waiting = f", {to_decide(counts.open)}" if unit and is_open else ""
    head = f"{shortened(name, LONGEST_NAME)}: {counts.mark or NOTHING_TO_MARK}{unit}{waiting}"
    return _fitting(head, faults, more, nothing)


def paragraph_line(passages: Sequence[VerdictCounts]) -> str:
    """Return the line above a paragraph: what there is to check; empty where a look at its only sentence says it.

    >>> from markscheme.marking.verdict import Points
    >>> missed = VerdictCounts(((Verdict.MISSED, 1),), Points(0, 1))
    >>> paragraph_line([missed, VerdictCounts(), missed]), paragraph_line([missed])
    ('2 missed', '')
    """
    total = VerdictCounts.total(passages)
    if len(passages) == 1:
        return REWRITTEN if total.rewritten else ""
    return " · ".join(text for _, text in _faults(total, _TO_CHECK, with_rewritten=True))


def source_line(to_correct: int, students: int) -> str:
    """Return the line above the text that students correct.

    >>> source_line(12, 8), source_line(1, 0)
    ('Text to correct: 12 places · 8 students', 'Text to correct: 1 place')
    """
    parts = [counted(to_correct, "place"), *([counted(students, "student")] if students else [])]
    return f"Text to correct: {' · '.join(parts)}"


def scores_line(tally: str, scores: Sequence[str], more: Iterable[str] = ()) -> str:
    """Return the line above a text in CLEME2.0's vocabulary: its counts and its scores.

    Over :data:`LONGEST_LENS` characters it leaves out scores from the last one on; the first one stays.

    >>> scores_line("2 hit · 1 under", ["score 0.667", "F0.5 0.833", "credit 90 %"], ["1 hidden"])
    '2 hit · 1 under · score 0.667 · F0.5 0.833 · credit 90 % · 1 hidden'
    >>> scores_line("", ["score 1.000"])
    'nothing to mark · score 1.000'
    """
    end = list(more)
    for count in range(len(scores), 0, -1):
        line = " · ".join([tally or NOTHING_TO_MARK, *scores[:count], *end])
        if len(line) <= LONGEST_LENS:
            break
    else:
        line = " · ".join([tally or NOTHING_TO_MARK, *scores[:1], *end])
    return line


def _faults(counts: VerdictCounts, kinds: Iterable[Verdict], *, with_rewritten: bool) -> list[tuple[int, str]]:
    numbers = [(counts.places(item), item) for item in kinds]
    faults = [(number, f"{number} {TITLES[item].lower()}") for number, item in numbers if number]
    if counts.rewritten and with_rewritten:
        faults.append((counts.rewritten, f"{counts.rewritten} rewritten freely"))
    return faults


def _fitting(head: str, faults: Sequence[tuple[int, str]], more: Iterable[str], nothing: str) -> str:
    end = list(more)
    line = " · ".join(filter(None, [head, *([text for _, text in faults] or [nothing]), *end]))
    if len(line) <= LONGEST_LENS or not faults:
        return line
    return " · ".join([head, f"{counted(sum(number for number, _ in faults), 'place')} to check", *end])


NO_REFERENCE = "no teacher's correction"
UNREFERENCED = "No teacher's correction was used."
CAUTION = "It may be wrong, or not needed."
CLOSEST = 0.99
"""TextEstimate above this, or below 1 minus this, look the same when they are rounded."""


def quality(value: Quality | None) -> str:
    """Return a quality with two digits.

    >>> [quality(Quality.of(q)) for q in (0.0, 9.5, -30.0)]
    ['0.50', 'over 0.99', 'under 0.01']
    """
    if value is None:
        return "none"
    if value.quality > CLOSEST:
        return f"over {CLOSEST}"
    return f"{value.quality:.2f}" if value.quality >= 1 - CLOSEST else f"under {1 - CLOSEST:.2f}"


def qualities(before: Quality | None, after: Quality | None) -> str:
    """Return two estimated qualities; where one of them is next to 0 or 1, q too.

    >>> qualities(Quality.of(9.5), Quality.of(12.0))
    'estimated quality over 0.99 → over 0.99 (q 9.5 → 12.0)'
    """
    return f"estimated quality {quality(before)} → {quality(after)}{_q_part(before, after, ' → ')}"


def quality_alone(value: Quality | None) -> str:
    """Return one quality; next to 0 or 1, q too.

    >>> quality_alone(Quality.of(9.5))
    'over 0.99 (q 9.5)'
    """
    q = "" if value is None or 1 - CLOSEST <= value.quality <= CLOSEST else f" (q {value.q:.1f})"
    return f"{quality(value)}{q}"


def _q_part(one: Quality | None, other: Quality | None, between: str) -> str:
    if one is None or other is None or all(1 - CLOSEST <= item.quality <= CLOSEST for item in (one, other)):
        return ""
    return f" (q {one.q:.1f}{between}{other.q:.1f})"


def document_title(review: DocumentReview, means: TextEstimate) -> str:
    number = len(review.lowering)
    lowering = [f"{number} correction lowers it" if number == 1 else f"{number} corrections lower it"] if number else []
    return " · ".join([qualities(means.before, means.after), *lowering, NO_REFERENCE])


def passage_title(estimate: TextEstimate) -> str:
    return f"{qualities(estimate.before, estimate.after)} · {NO_REFERENCE}"


def lowering_message(finding: Finding, estimate: EditEstimate, style: "CardStyle") -> str:
    kind_of_error = f"[{finding.type}]" if style.vocabulary == "cleme2" else f"({style.group_of(finding)})"
    return (
        f"{finding.title}: {change(finding.source, finding.hypothesis)} {kind_of_error}. "
        f"{with_and_without(estimate)}. {CAUTION} {UNREFERENCED}"
    )


def with_and_without(estimate: EditEstimate) -> str:
    return (
        f"The sentence's estimated quality is {quality(estimate.quality)} with this correction "
        f"and {quality(estimate.without)} without it{_q_part(estimate.quality, estimate.without, ' and ')}"
    )


def estimate_card(finding: Finding, estimate: EditEstimate, passage: PassageReview, kind_of_error: str) -> str:
    before, after = escaped(shown(finding.source)), escaped(shown(finding.hypothesis))
    lines = [
        f"**{finding.title}** {kind_of_error} {before} → **{after}**",
        "",
        f"Estimated quality: {quality(estimate.quality)} with this correction, {quality(estimate.without)} without it",
    ]
    if estimate.impact is not None:
        lines += ["", f"impact {estimate.impact:.3f}"]
    if estimate.lowers:
        lines += ["", CAUTION]
    return "\n".join([*lines, "", "---", passage_estimate_card(passage)])


def passage_estimate_card(passage: PassageReview) -> str:
    """Return the card of the words of a passage without a reference that have no finding."""
    lines = [MOVED, ""] if passage.moved else []
    return "\n".join(lines if passage.estimate is None else [*lines, _qualities(passage.estimate)])


def _qualities(estimate: TextEstimate) -> str:
    similarity = estimate.similarity
    near = f" · similarity to the source {similarity:.2f}" if similarity is not None else ""
    return f"Sentence: {qualities(estimate.before, estimate.after)}{near}. {UNREFERENCED}"


MOST_LINES = 8
"""Largest number of lines of a place's card."""
MOST_SENTENCES = 6
"""Largest number of lines for what the teachers have in the place of a sentence that is rewritten freely."""


def _teacher(reference: FindingReference) -> str:
    return escaped(teacher_name(reference.reference))


@attrs.frozen
class CardStyle:
    """How cards are written: in whose words, and how much they say.

    ``details`` adds the numbers for researchers. ``teacher`` writes the name of a reference's author in Markdown, as a
    link where an editor follows it.
    """

    vocabulary: VocabularyName = DEFAULT_VOCABULARY
    language: str = DEFAULT_LANGUAGE
    groups: ErrorGroups = ErrorGroups()
    details: bool = False
    teacher: Callable[[FindingReference], str] = _teacher

    def group_of(self, finding: Finding) -> str:
        return ErrorKinds(self.language, self.groups).group(finding.error_type)


def finding_card(finding: Finding, passage: PassageReview, style: CardStyle = CardStyle()) -> str:
    """Return the card of a finding: of a place, at most :data:`MOST_LINES` lines."""
    if finding.estimate is not None:
        code = f"`{finding.type}`" if style.vocabulary == "cleme2" else f"({style.group_of(finding)})"
        return estimate_card(finding, finding.estimate, passage, code)
    if finding.place is None or style.vocabulary == "cleme2":
        return _chunk_card(finding, passage, style)
    parts = list(_place_parts(finding, finding.place, style))
    if style.details and not finding.place.rewritten:
        parts += ["---\n" + in_cleme2(finding, passage)]
    return "\n\n".join(filter(None, parts))


def _escaped_name(variant: Variant) -> str:
    return escaped(name_of(variant))


def task_card(
    finding: Finding,
    variants: Sequence[Variant],
    style: CardStyle = CardStyle(),
    name: NameOf = _escaped_name,
) -> str:
    """Return the card of a place of the source; ``name`` in Markdown."""
    first = " · ".join(filter(None, [finding.due(MARKDOWN), style.group_of(finding)]))
    students = [f"- {escaped(label)}: {names}" for label, names in deeds_lines(variants, name)]
    return "\n".join([f"{first}\n", *_teachers(finding, MOST_NAMED, style), *(["", *students] if students else [])])


def unneeded_card(variants: Sequence[Variant], name: NameOf = _escaped_name) -> str:
    """Return the card of a place of the source that students changed and no teacher changes: who did what."""
    lines = [f"- {escaped(words)}: {names}" for words, names in unneeded_lines(variants, name)]
    return "\n".join([f"**{TITLES[Verdict.NOT_NEEDED]}**", "", *lines])


def passage_card(passage: PassageReview, style: CardStyle = CardStyle()) -> str:
    """Return the card of the words of a passage that have no finding."""
    if passage.estimate is not None:
        return passage_estimate_card(passage)
    return _PASSAGE_CARDS[style.vocabulary](passage, style.details)


def _title(verdict: str, kind: str, words: str) -> str:
    return " · ".join(filter(None, [f"**{verdict}**", kind, words]))


def _place_parts(finding: Finding, place: PlaceVerdict, style: CardStyle) -> Iterator[str]:
    if place.rewritten:
        yield _title(finding.title, "", "")
        yield "\n".join(_teachers(finding, MOST_SENTENCES, style))
        return
    yield _title(finding.title, style.group_of(finding), finding.did(MARKDOWN))
    yield "\n".join(_teachers(finding, MOST_NAMED, style))
    yield "  \n".join(finding.notes(MARKDOWN, style.language))


def _teachers(finding: Finding, most: int, style: CardStyle) -> Iterator[str]:
    """Yield what the teachers have, each words once, in the order of :meth:`Finding.versions`."""
    by_words = grouped(finding.references, lambda item: finding.version(item, MARKDOWN))
    shown = [
        (", ".join(dict.fromkeys(map(style.teacher, sorted(items, key=lambda item: item.reference.casefold())))), words)
        for words, items in by_words.items()
    ]
    listed = shown if len(shown) <= most else shown[: most - 1]
    yield from (f"- {names}: {words}" for names, words in listed)
    if len(listed) < len(shown):
        yield f"- {len(shown) - len(listed)} more"


def credit_remedy(marks: Marks | None, encoder: EncoderSettings) -> str:
    """Return, where marks have no credit since there is no encoder, the command that adds it; else nothing."""
    if marks is None or marks.credit is not None or not encoder.is_missing:
        return ""
    return escaped(f"No credit: {MissingEncoder()}")


def in_cleme2(finding: Finding, passage: PassageReview) -> str:
    """Return CLEME2.0's category, ERRANT's type, the credit, and how many references there are, on one line."""
    category = "rightly unchanged" if finding.category is None else TITLES[finding.category].lower()
    parts = [category, f"`{finding.type}`"]
    if finding.credit is not None:
        parts.append(f"credit {percent(finding.credit)}")
    parts += filter(None, [passage.references_part("cleme2")])
    return f"CLEME2.0: {' · '.join(parts)}"


def _verdicts_card(passage: PassageReview, details: bool) -> str:
    marks = passage.marks
    if marks is None:
        return NO_REFERENCE_HERE if passage.references else ""
    due = marks.verdicts.points.due
    earned = f" · {marks.verdicts.points.in_words}" if due and not marks.verdicts.rewritten else ""
    counts = marks.verdicts.passage_tally or NOTHING_TO_MARK
    scores = f"---\nCLEME2.0: {four_scores(marks.scores)}" if details else ""
    moved = MOVED if passage.moved else ""
    parts = [f"**{counts}**{earned}", moved, passage.references_part("verdicts"), scores]
    return "\n\n".join(part for part in parts if part)


_PASSAGE_CARDS: Mapping[VocabularyName, Callable[[PassageReview, bool], str]] = MappingProxyType(
    {"verdicts": _verdicts_card, "cleme2": lambda passage, _: _chunks_card(passage)}
)


def _chunk_card(finding: Finding, passage: PassageReview, style: CardStyle) -> str:
    return "\n".join([*_mark_lines(finding, style), "", "---", *_passage_lines(passage)])


def _chunks_card(passage: PassageReview) -> str:
    if passage.marks is None:
        return NO_REFERENCE_HERE if passage.references else ""
    counts = tally(passage.marks.counts) or NOTHING_TO_MARK
    return "\n".join([f"**{counts}**{passage.marks.credit_part}", "", "---", *_passage_lines(passage)])


def _mark_lines(finding: Finding, style: CardStyle) -> list[str]:
    lines = [_title(finding.title, f"`{finding.type}`", _correction(finding)), ""]
    lines += [f"- {_reference(reference, style)}" for reference in finding.references]
    if finding.weight is not None:
        numbers = [f"weight {finding.weight:.{2 if finding.difference is None else 3}f}"]
        if finding.credit is not None:
            numbers.append(f"credit {percent(finding.credit)}")
        lines += ["", " · ".join(numbers)]
    if finding.difference is not None and finding.difference < 0:
        lines += ["", "This correction made the sentence less like the reference."]
    return lines


def _passage_lines(passage: PassageReview) -> list[str]:
    lines = [MOVED, ""] if passage.moved else []
    if passage.marks is None:
        return lines
    return [*lines, " · ".join(filter(None, [_scores(passage.marks), passage.references_part("cleme2")]))]


def _scores(marks: PassageScores) -> str:
    against = f" (against {escaped(marks.reference)})" if marks.reference else ""
    weighted = ", weighted" if marks.weights is not None else ""
    return f"Sentence{weighted}: {four_scores(marks.scores)}{against}"


def _correction(finding: Finding) -> str:
    before, after = escaped(shown(finding.source)), escaped(shown(finding.hypothesis))
    return f"{before}, left as it was" if before == after else f"{before} → **{after}**"


def _reference(reference: FindingReference, style: CardStyle) -> str:
    text = f"{style.teacher(reference)}: {_reference_words(reference)}"
    if reference.alignment is None:
        return text
    text += f", credit {percent(reference.alignment)}"
    pairs = [_pair(edit) for edit in reference.edits]
    return f"{text}; lines up {', '.join(pairs)}" if pairs else text


def _pair(edit: FindingAlignment) -> str:
    other = escaped(change(edit.source, edit.text))
    return f"{percent(edit.share)} with {other} `{edit.type}` ({percent(edit.gain)} alike)"


def _reference_words(reference: FindingReference) -> str:
    text = f"**{escaped(shown(reference.text))}**"
    if reference.category is Category.HIT:
        return "the same"
    if reference.category is Category.WRONG:
        return f"{text} instead"
    return text if reference.category is Category.UNDER else "left as it was"
