"""The words for a class as a whole, and for what its students did at each place of the source."""

from collections.abc import Callable, Sequence

from markscheme.marking.review.comparison import Variant
from markscheme.marking.review.findings import Kind
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.people import person_name
from markscheme.marking.wording.place_words import deed
from markscheme.marking.wording.words import TITLES, counted, one_line, shortened, without_common_words
from markscheme.metrics.categories import Category

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
    """Return the name of the student whose variant it is, as people read it."""
    return person_name(variant.name)


def deeds_line(variants: Sequence[Variant], students: int) -> str:
    """Return what the students did at a place of the source, counted, on one line.

    Parameters
    ----------
    students
        The number of all students; those without a variant left the place as it is.
    """
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
    """Return what students changed at a place of the source that no teacher changes, counted, on one line."""
    return "; ".join(f"{words} ({counted(len(names), 'student')})" for words, names in _by_change(variants).items())


def unneeded_lines(variants: Sequence[Variant], name: NameOf = name_of) -> list[tuple[str, str]]:
    """Return what students changed at a place of the source that no teacher changes, and who did so."""
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
    >>> from markscheme.text.positions import Span
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
