"""The words for a place with a verdict: what the student did, what the teachers have, what is missing, how near."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.contract import shape
from markscheme.exercises.people import ErrorGroups
from markscheme.exercises.scheme.scheme import ErrorKinds
from markscheme.languages.language import DEFAULT_LANGUAGE, find_language
from markscheme.marking.review.comparison import Variant
from markscheme.marking.review.document_review import (
    Finding,
    FindingReference,
    FindingRemainder,
    FindingSuggestion,
    Kind,
    PlaceVerdict,
    VocabularyName,
)
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.words import (
    REWRITTEN,
    TITLES,
    counted,
    one_line,
    person_name,
    shortened,
    teacher_names,
    title,
    without_common_words,
)
from markscheme.metrics.base import Category

VERY_NEAR = 0.5
NEAR = 0.25
"""Least credit of a change that is called near."""
LETTERS_ALIKE = 0.5
"""Least share of letters in common with a teacher's words at which a change is not far from them."""
MOST_CORRECTIONS = 3
"""Largest number of different corrections that are named as due."""
MOST_REMAINDERS = 3
"""Largest number of edits that are named as still to do."""


@attrs.frozen
class Style:
    """How words of a document stand in a line: as they are, and those that are new."""

    plain: Callable[[str], str]
    strong: Callable[[str], str]


PLAIN = Style(str, str)


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


_SIGNS = {
    ",": "comma",
    ".": "full stop",
    ";": "semicolon",
    ":": "colon",
    "?": "question mark",
    "!": "exclamation mark",
    "-": "hyphen",
    "–": "dash",
    "—": "dash",
    "'": "apostrophe",
    "’": "apostrophe",
    "…": "ellipsis",
}
"""Names of signs that a screen reader leaves out when they stand alone."""


def _name(text: str) -> str:
    return f" ({_SIGNS[text]})" if text in _SIGNS else ""


def deed(source: str, hypothesis: str, style: Style = PLAIN) -> str:
    """Return what was done with words.

    >>> [deed("a", "the"), deed("", "the"), deed("of", ""), deed("has", "has"), deed("", "")]
    ['a → the', 'added “the”', 'took out “of”', 'left “has”', 'added nothing']
    >>> deed(",", ","), deed(",", ";")
    ('left “,” (comma)', ', (comma) → ; (semicolon)')
    """
    before, after = one_line(source), one_line(hypothesis)
    if before == after:
        return f"left “{style.plain(before)}”{_name(before)}" if before else "added nothing"
    if not before:
        return f"added “{style.strong(after)}”{_name(after)}"
    if not after:
        return f"took out “{style.plain(before)}”{_name(before)}"
    return f"{style.plain(before)}{_name(before)} → {style.strong(after)}{_name(after)}"


def to_do(before: str, text: str, style: Style = PLAIN) -> str:
    """Return what is to be done with words.

    >>> [to_do("a", "the"), to_do("", "the"), to_do("of", "")]
    ['a → the', 'add “the”', 'take out “of”']
    """
    old, new = one_line(before), one_line(text)
    if not old:
        return f"add “{style.strong(new)}”{_name(new)}"
    if not new:
        return f"take out “{style.plain(old)}”{_name(old)}"
    return f"{style.plain(old)}{_name(old)} → {style.strong(new)}{_name(new)}"


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
    words: dict[str, list[str]] = {}
    for reference in finding.references:
        words.setdefault(_version(finding, reference, style), []).append(reference.reference)
    return [TeacherVersion(teacher_names(sorted(names, key=str.casefold)), text) for text, names in words.items()]


def disagreement(findings: Sequence[Finding], style: Style = PLAIN) -> str:
    """Return what a reference does at a place at which others differ from it, and what each of them does.

    Each finding has the reference as a hypothesis, with one other as its only reference.
    """
    deeds = _changes_first([(item.source != item.hypothesis, did(item, style)) for item in findings])
    by_name: dict[str, list[tuple[bool, str]]] = {}
    for item in findings:
        for other in item.references:
            is_whole = len(deeds) > 1 and not other.keeps
            words = deed(other.shown.before, other.shown.after, style) if is_whole else _version(item, other, style)
            by_name.setdefault(other.reference, []).append((not other.keeps, words))
    names: dict[str, list[str]] = {}
    for name, entries in by_name.items():
        names.setdefault(", ".join(_changes_first(entries)), []).append(name)
    others = (f"{teacher_names(sorted(own, key=str.casefold))}: {words}" for words, own in names.items())
    return f"References disagree. Here: {', '.join(deeds)}; {'; '.join(others)}"


def _changes_first(entries: Sequence[tuple[bool, str]]) -> list[str]:
    """Return the texts of the entries that change something; of all where none does. Each text stands once."""
    changing = [text for changes, text in entries if changes]
    return list(dict.fromkeys(changing or [text for _, text in entries]))


def _version(finding: Finding, reference: FindingReference, style: Style) -> str:
    source, text = one_line(reference.shown.before), one_line(reference.shown.after)
    if finding.place is not None and finding.place.rewritten:
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
    return f"{style.strong(text)}{_name(text)}" if text else "taken out"


def due(finding: Finding, style: Style = PLAIN) -> str:
    """Return what the teachers correct at a place, each correction once: ``go → went or goes``."""
    shown = (item.shown for item in finding.references if not item.keeps)
    pairs = (without_common_words(one_line(item.before), one_line(item.after)) for item in shown)
    corrections = list(dict.fromkeys(pair for pair in pairs if any(pair)))
    parts = [
        f"{style.strong(text)}{_name(text)}"
        if number and text and before == corrections[0][0]
        else to_do(before, text, style)
        for number, (before, text) in enumerate(corrections[:MOST_CORRECTIONS])
    ]
    more = len(corrections) - MOST_CORRECTIONS
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
    more = len(parts) - MOST_REMAINDERS
    return "; ".join([*parts[:MOST_REMAINDERS], *([f"{more} more"] if more > 0 else [])])


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


_SPECIAL = re.compile(r"([\\`*_\[\]<>&~])")
"""Characters that mean something in Markdown."""


def escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _bold(text: str) -> str:
    return f"**{escaped(text)}**"


MARKDOWN = Style(escaped, _bold)


def without_markdown(card: str) -> str:
    return re.sub(r"\\(.)", r"\1", card.replace("**", "").replace("`", "").replace("\n---\n", "\n"))


LEFT = "left it"
LONGEST = 30
"""Largest number of characters of a student's words."""
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
    counts = [(len(items), label) for label, items in grouped(variants)]
    rest = students - len(variants)
    if rest > 0:
        left = next((number for number, label in counts if label == LEFT), 0)
        counts = [item for item in counts if item[1] != LEFT] + [(left + rest, LEFT)]
    return ", ".join(f"{number} {label}" for number, label in counts)


def deeds_lines(variants: Sequence[Variant], name: NameOf = name_of) -> list[tuple[str, str]]:
    """Return what the students did at a place of the source, and who did so, most frequent first."""
    return [(label, _listed([name(item) for item in items])) for label, items in grouped(variants)]


def unneeded_line(variants: Sequence[Variant]) -> str:
    return "; ".join(f"{words} ({counted(len(names), 'student')})" for words, names in _by_change(variants).items())


def unneeded_lines(variants: Sequence[Variant], name: NameOf = name_of) -> list[tuple[str, str]]:
    return [(words, _listed([name(item) for item in items])) for words, items in _by_change(variants).items()]


def _by_change(variants: Sequence[Variant]) -> dict[str, list[Variant]]:
    changes: dict[str, list[Variant]] = {}
    for item in variants:
        changes.setdefault(deed(*without_common_words(item.shown.before, item.shown.after)), []).append(item)
    return changes


def grouped(variants: Sequence[Variant]) -> list[tuple[str, list[Variant]]]:
    """Return the students' variants by what they did: what is right first, what is left as it was last."""
    groups: dict[str, list[Variant]] = {}
    for item in variants:
        groups.setdefault(student_deed(item), []).append(item)
    return sorted(groups.items(), key=lambda group: (group[0] == LEFT, group[1][0].is_fault, -len(group[1])))


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
    text = f"{'wrote' if source else 'added'} “{shortened(words, LONGEST)}”" if words else taken
    remark = TITLES[variant.kind].lower() if variant.kind is not None and variant.kind in _REMARKABLE else ""
    return f"{text} ({remark})" if remark else text


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join([*names[:MOST_NAMES], *([f"and {more} more"] if more > 0 else [])])
