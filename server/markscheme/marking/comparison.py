"""Several versions of a text compared: what each hypothesis did with the source, and where references differ."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import TypeVar

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.grouping import grouped
from markscheme.languages.segments import Span
from markscheme.marking.changes import SAME_WORD
from markscheme.marking.findings import TITLES, Finding, FindingReference, Kind
from markscheme.marking.review import DocumentReview
from markscheme.marking.verdict import Verdict
from markscheme.metrics.base import Category
from markscheme.wording import (
    LONGEST_NAME,
    PLAIN,
    Style,
    counted,
    deed,
    one_line,
    person_name,
    shortened,
    sorted_teachers,
    without_common_words,
)

SPACE = 1
"""Largest number of characters between a place and the word behind it, before which words are added."""
SHORTEST_MOVED = 4
"""Characters of a word that can be recognised where it is moved to."""
FARTHEST_MOVE = 40
"""Characters between the place from which a word is taken and the one to which it is moved."""
_DISAGREEING = (Verdict.PARTLY, Verdict.DIFFERENT, Verdict.MISSED, Verdict.NOT_NEEDED)
Item = TypeVar("Item")


@attrs.frozen
class Variant(Finding):
    """The finding of one version of a text at a place, or the part of it that is there, in the version's file.

    ``is_moved``: the version takes the source's words out here and has them close by.
    """

    name: str = attrs.field(kw_only=True)
    path: Path | None = attrs.field(kw_only=True)
    is_moved: bool = attrs.field(default=False, kw_only=True)


@attrs.frozen
class Comparison:
    """A place at which versions differ; ``span`` is in the file that they are compared with."""

    span: Span
    variants: tuple[Variant, ...]


@attrs.frozen
class VersionReview:
    """The review of one version of a text, with the version's name and file."""

    name: str
    path: Path | None
    review: DocumentReview


@attrs.frozen
class Opinion:
    """What a reference and one other, whose file is at ``path``, do at a place at which they differ.

    ``finding`` has the reference as a hypothesis, with the other as its only reference.
    """

    path: Path | None
    finding: Finding

    @property
    def other(self) -> FindingReference:
        return self.finding.references[0]


@attrs.frozen
class Disagreement:
    """A place of a reference at which others have something else."""

    span: Span
    opinions: tuple[Opinion, ...]


def hypotheses_at(versions: Sequence[VersionReview]) -> tuple[Comparison, ...]:
    """Return what the hypotheses did at each place of their source, in its order.

    A passage that is rewritten freely is a place of its own. A hypothesis without a variant left the place as it was,
    rightly.
    """
    places: list[tuple[Span, Variant]] = []
    passages: list[Comparison] = []
    for version in versions:
        for item in version.review.findings:
            if item.kind is None:
                continue
            variant = Variant(**attrs.asdict(item, recurse=False), name=version.name, path=version.path)
            if item.rewritten:
                passages.append(Comparison(item.source_span, (variant,)))
            else:
                places.append((item.source_span, variant))
    return tuple(sorted((*_joined(places), *passages), key=lambda item: item.span))


def disagreements(versions: Sequence[VersionReview]) -> tuple[Disagreement, ...]:
    """Return the places of a reference at which others have something else, in its order.

    ``versions`` review the reference as a hypothesis, each against one other reference, whose file ``path`` is. What
    the exercise's settings let pass, or a person has decided, is no disagreement. A passage that the two word freely
    has CLEME2.0's chunks instead. A passage that the author of either has not seen has none.
    """
    opinions = sorted((item for version in versions for item in _opinions(version)), key=lambda item: item.finding.span)
    joined = _joined_items((item.finding.span, item) for item in opinions)
    return tuple(Disagreement(span, tuple(items)) for span, items in joined)


def _opinions(version: VersionReview) -> Iterator[Opinion]:
    review = version.review
    free = {item.passage for item in review.findings if item.rewritten}
    places = [item for item in review.findings if item.passage not in free and item.verdict in _DISAGREEING]
    chunks = [
        _with_source(item) for item in review.chunks if item.passage in free and item.category is not Category.HIT
    ]
    for finding in (*places, *chunks):
        references = tuple(item for item in finding.references if item.span is not None)[:1]
        if references and not review.passages[finding.passage].unseen:
            yield Opinion(version.path, attrs.evolve(finding, references=references))


def _with_source(chunk: Finding) -> Finding:
    return attrs.evolve(chunk, references=tuple(attrs.evolve(item, source=chunk.source) for item in chunk.references))


def _joined(variants: Iterable[tuple[Span, Variant]]) -> tuple[Comparison, ...]:
    items = _joined_items(sorted(variants, key=lambda item: item[0]))
    return tuple(Comparison(span, tuple(variants)) for span, variants in items)


def _joined_items(items: Iterable[tuple[Span, Item]]) -> list[tuple[Span, list[Item]]]:
    """Return the items of places that overlap or are equal, together; places are in order."""
    joined: list[tuple[Span, list[Item]]] = []
    for span, item in items:
        if joined and (span == joined[-1][0] or span.start < joined[-1][0].end):
            last, others = joined[-1]
            joined[-1] = (Span(last.start, max(last.end, span.end)), [*others, item])
        else:
            joined.append((span, [item]))
    return joined


def variants_at(comparisons: Sequence[Comparison], finding: Finding) -> tuple[Variant, ...]:
    """Return what each hypothesis has at the place of a source's finding: one variant each, in their order.

    Words that a hypothesis adds at an end of the place count there if a reference of the finding adds words there too,
    or if the hypothesis takes words out inside: it moves them.
    """
    span = finding.source_span
    by_name: dict[str, list[Variant]] = {}
    at_ends: dict[str, list[Variant]] = {}
    for comparison in comparisons:
        for item in comparison.variants if _reaches(comparison.span, span) else ():
            if item.source_span.meets(span):
                by_name.setdefault(item.name, []).append(narrowed(item, span))
            elif _is_at_end(item.source_span, span):
                at_ends.setdefault(item.name, []).append(_clamped(item, span))
    for name, added in at_ends.items():
        if counted := list(_counted(added, by_name.get(name, ()), finding)):
            by_name.setdefault(name, []).extend(counted)
    variants = (_as_one(items, span, finding.source) for items in by_name.values())
    return tuple(_with_move(item, comparisons) for item in variants)


def _with_move(variant: Variant, comparisons: Sequence[Comparison]) -> Variant:
    """Return a variant that takes words out as one that moves them, where the hypothesis adds one of them close by."""
    place = variant.source_span
    if variant.hypothesis or not variant.source:
        return variant
    words = [word.casefold() for word in variant.source.split()]
    near = Span(max(place.start - FARTHEST_MOVE, 0), place.end + FARTHEST_MOVE)
    added = (
        word.casefold()
        for comparison in comparisons
        if comparison.span.meets(near)
        for item in comparison.variants
        if item.name == variant.name and not item.rewritten
        for word in (Counter(item.hypothesis.split()) - Counter(item.source.split()))
    )
    is_moved = any(
        len(word) >= SHORTEST_MOVED and Levenshtein.normalized_similarity(word, other) >= SAME_WORD
        for other in added
        for word in words
    )
    return attrs.evolve(variant, is_moved=is_moved)


def _reaches(one: Span, other: Span) -> bool:
    return one.meets(other) or (one.start <= other.end + SPACE and other.start <= one.end)


def _is_at_end(added: Span, place: Span) -> bool:
    return added.start == added.end and (added.start == place.start or 0 <= added.start - place.end <= SPACE)


def _clamped(variant: Variant, span: Span) -> Variant:
    at = span.start if variant.source_span.start == span.start else span.end
    return attrs.evolve(variant, source_span=Span(at, at))


def _counted(added: Sequence[Variant], inside: Sequence[Variant], finding: Finding) -> Iterator[Variant]:
    span, tokens = finding.source_span, finding.source_tokens
    moves = any(item.source and not item.hypothesis for item in inside)
    changes = [change.edit for reference in finding.references for change in reference.changes]
    gaps = {edit.start for edit in changes if edit.start == edit.end}
    for item in added:
        at_start = item.source_span.start == span.start
        if moves or (tokens.start if at_start else tokens.end) in gaps:
            yield item


def narrowed(variant: Variant, span: Span) -> Variant:
    """Return a variant with the words alone that stand for the source's words at a place.

    Words that are changed together stay together.
    """
    own = variant.source_span
    if variant.rewritten or own.end - own.start != len(variant.source):
        return variant
    if _is_inside(variant, span):
        return variant
    before, after = (list(re.finditer(r"\S+", text)) for text in (variant.source, variant.hypothesis))
    place = span.shifted(-own.start)
    inside = [index for index, word in enumerate(before) if Span(*word.span()).meets(place)]
    matcher = SequenceMatcher(None, [word[0] for word in before], [word[0] for word in after], autojunk=False)
    touched: list[tuple[int, int, int, int]] = []
    for tag, start, end, target, target_end in matcher.get_opcodes():
        if tag == "equal":
            touched += [(i, i + 1, target + i - start, target + i - start + 1) for i in inside if start <= i < end]
        elif any(start <= i < end for i in inside) or (start == end and inside and inside[0] < start <= inside[-1]):
            touched.append((start, end, target, target_end))
    if not touched:
        return variant
    return attrs.evolve(
        variant,
        whole=None,
        source=_between(variant.source, before[min(item[0] for item in touched) : max(item[1] for item in touched)]),
        hypothesis=_between(
            variant.hypothesis, after[min(item[2] for item in touched) : max(item[3] for item in touched)]
        ),
    )


def _between(text: str, words: Sequence[re.Match[str]]) -> str:
    return text[words[0].start() : words[-1].end()] if words else ""


def _as_one(variants: Sequence[Variant], span: Span, source: str) -> Variant:
    changing = (item for item in variants if item.hypothesis != item.source)
    chosen = next((item for item in variants if item.is_fault), next(changing, variants[0]))
    if len(variants) == 1 and chosen.source_span == span:
        return chosen
    chosen = attrs.evolve(chosen, whole=None)
    places = [item.source_span for item in variants if _is_inside(item, span)]
    is_whole = len(places) == len(variants) and span.end - span.start == len(source)
    if chosen.rewritten or not is_whole:
        words = " … ".join(item.hypothesis for item in variants if item.hypothesis)
        return attrs.evolve(
            chosen, hypothesis=words, source=" … ".join(item.source for item in variants if item.source)
        )
    words, end, was_added = "", span.start, False
    for item, place in sorted(zip(variants, places, strict=True), key=lambda entry: entry[1]):
        words = _joined_words(words, source[end - span.start : place.start - span.start], was_added)
        is_added = place.start == place.end
        words = _joined_words(words, item.hypothesis, was_added or is_added)
        end, was_added = place.end, is_added
    words = _joined_words(words, source[end - span.start :], was_added)
    return attrs.evolve(chosen, hypothesis=words.strip(), source=source)


def _joined_words(text: str, words: str, are_parted: bool) -> str:
    """Join two texts, with a space between where words are added and it needs one."""
    needs_space = are_parted and text and words[:1].isalnum() and not text[-1].isspace()
    return f"{text} {words}" if needs_space else text + words


def _is_inside(variant: Variant, span: Span) -> bool:
    own = variant.source_span
    return span.start <= own.start and own.end <= span.end


LEFT = "left it"


MOST_NAMES = 12


NameOf = Callable[[Variant], str]
"""Returns how a student is named, which may be a link."""


_RIGHT = (Verdict.CORRECT, Category.HIT)


_REMARKABLE: tuple[Kind, ...] = (Verdict.PARTLY, Verdict.NOT_NEEDED, Category.OVER)
"""The kinds that are named behind a student's words; without one, these are otherwise than every teacher's."""


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
    """Return what a student did with the source's words at a place, in a few words."""
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


def disagreement(findings: Sequence[Finding], style: Style = PLAIN) -> str:
    """Return what a reference does at a place at which others differ from it, and what each of them does.

    Each finding has the reference as a hypothesis, with one other as its only reference.
    """
    deeds = _changes_first([(item.source != item.hypothesis, item.did(style)) for item in findings])

    def words_of(item: Finding, other: FindingReference) -> tuple[bool, str]:
        if len(deeds) > 1 and not other.keeps:
            return True, deed(other.shown.before, other.shown.after, style)
        return not other.keeps, item.version(other, style)

    by_name = grouped(((item, other) for item in findings for other in item.references), lambda pair: pair[1].reference)
    words = {name: ", ".join(_changes_first([words_of(*pair) for pair in pairs])) for name, pairs in by_name.items()}
    others = (f"{sorted_teachers(names)}: {text}" for text, names in grouped(words, words.__getitem__).items())
    return f"Corrections differ. Here: {', '.join(deeds)}; {'; '.join(others)}"


def _changes_first(entries: Sequence[tuple[bool, str]]) -> list[str]:
    """Return the texts of the entries that change something; of all where none does. Each text stands once."""
    changing = [text for changes, text in entries if changes]
    return list(dict.fromkeys(changing or [text for _, text in entries]))
