"""Texts with their corrections, whatever file they came from: what formats read and write."""

import datetime
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Literal, Protocol, TypeVar, get_args

import attrs

from markscheme.documents.places import (
    CorrectedText,
    Details,
    LineIndex,
    Places,
    StandoffPlaces,
    TextEdit,
    corrected_text,
)
from markscheme.errors import DocumentError, Reminder
from markscheme.languages.language import spaced
from markscheme.languages.segments import Segment, Span, spaced_segment, whitespace_segment
from markscheme.wording import counted as with_noun

Part = Literal["hypothesis", "reference"]
PARTS: tuple[Part, ...] = get_args(Part)
Annotator = tuple[Part, str]


@attrs.frozen
class Correction:
    """One person's or system's correction of a text, by name; ``text`` is whole.

    ``edits``: in source order, disjoint; applied to the source they give ``text``. ``None`` if the file has only texts.
    """

    name: str
    text: str
    edits: tuple[TextEdit, ...] | None = None

    @classmethod
    def of(cls, name: str, source: str, edits: Sequence[TextEdit]) -> "Correction":
        """Return the correction of a source that some edits lead to."""
        return cls(name, corrected_text(source, edits), tuple(edits))


@attrs.frozen
class Entry:
    """A source text, a sentence or a whole essay, with its corrections; ``id`` may be empty.

    ``fault``: why the corrections can't be read, where the file was read all the same. ``source`` is empty where it
    can't be read either.
    """

    id: str
    source: str
    hypotheses: tuple[Correction, ...] = ()
    references: tuple[Correction, ...] = ()
    fault: "Fault | None" = attrs.field(default=None, kw_only=True)

    @property
    def corrections(self) -> tuple[Correction, ...]:
        return (*self.hypotheses, *self.references)

    def by_annotator(self) -> dict[Annotator, Correction]:
        """Return the corrections, hypotheses first. Raise ValueError if one name stands twice on one side."""
        corrections: dict[Annotator, Correction] = {}
        corrections.update({("hypothesis", item.name): item for item in self.hypotheses})
        corrections.update({("reference", item.name): item for item in self.references})
        if len(corrections) < len(self.corrections):
            raise ValueError("an entry has two corrections of one name")
        return corrections


@attrs.frozen
class Corpus:
    """What a file, or a group of parallel files, holds, in file order.

    ``tokenised``: whether every entry is one sentence for :func:`~markscheme.languages.segments.spaced_segment`; else
    texts are as people write them, lines ended by ``\\n``.
    ``left_out``: what a corpus has no place for, in words for people. ``faults``: those of the file's lines whose
    entries, or parts of entries, are not here.
    """

    entries: tuple[Entry, ...]
    tokenised: bool
    left_out: tuple[str, ...] = attrs.field(default=(), eq=False)
    faults: "Faults" = attrs.field(factory=lambda: Faults(), eq=False)

    @property
    def people(self) -> tuple[Annotator, ...]:
        """Who has a correction, by first appearance; raise ValueError as :meth:`Entry.by_annotator`."""
        return tuple(dict.fromkeys(person for entry in self.entries for person in entry.by_annotator()))

    @property
    def sound(self) -> "Corpus":
        """The corpus without entries that have a fault; these faults are among its own."""
        faults = Faults.of(entry.fault for entry in self.entries if entry.fault is not None)
        entries = tuple(entry for entry in self.entries if entry.fault is None)
        return attrs.evolve(self, entries=entries, faults=self.faults + faults)

    @classmethod
    def of(cls, text: CorrectedText, name: str) -> "Corpus":
        reference = Correction(name, text.corrected, text.edits)
        return cls((Entry("", text.source, references=(reference,)),), tokenised=False, left_out=text.left_out)


@attrs.frozen
class TextPart:
    """One of the texts of a file that are one text together, where it begins there, and whether it is corrected."""

    id: str
    start: int
    is_corrected: bool = True


def parted(entry: Entry, parts: Sequence[TextPart]) -> tuple[Entry, ...]:
    """Return the texts that are one text together (:func:`joined`); one without an id has its number."""
    entries: list[Entry] = []
    ends = [*(part.start - len("\n\n") for part in parts[1:]), len(entry.source)]
    for number, (part, end) in enumerate(zip(parts, ends, strict=True), 1):
        source = entry.source[part.start : end]
        references = tuple(
            Correction.of(
                item.name,
                source,
                [
                    attrs.evolve(edit, span=Span(edit.start - part.start, edit.end - part.start))
                    for edit in item.edits or ()
                    if part.start <= edit.start and edit.end <= end
                ],
            )
            for item in entry.references
        )
        entries.append(Entry(part.id or str(number), source, references=references))
    return tuple(entries)


def joined(corpus: Corpus, between: str = "\n") -> Corpus:
    """Return a corpus of several entries as one text; ids are not kept.

    A person without a correction of an entry left it unchanged. A correction has edits if it has them in every entry.
    """
    if len(corpus.entries) < 2:
        return corpus
    entries = corpus.entries
    source = between.join(entry.source for entry in entries)
    hypotheses = _joined_corrections(entries, [entry.hypotheses for entry in entries], between)
    references = _joined_corrections(entries, [entry.references for entry in entries], between)
    return attrs.evolve(corpus, entries=(Entry("", source, hypotheses, references),), tokenised=False)


def _joined_corrections(
    entries: Sequence[Entry], corrections: Sequence[Sequence[Correction]], between: str
) -> tuple[Correction, ...]:
    by_name = [{item.name: item for item in side} for side in corrections]
    joined_corrections: list[Correction] = []
    for name in dict.fromkeys(name for side in by_name for name in side):
        parts = [
            side.get(name) or Correction(name, entry.source, ()) for entry, side in zip(entries, by_name, strict=True)
        ]
        text = between.join(part.text for part in parts)
        joined_corrections.append(Correction(name, text, _joined_edits(entries, parts, between)))
    return tuple(joined_corrections)


def _joined_edits(entries: Sequence[Entry], parts: Sequence[Correction], between: str) -> tuple[TextEdit, ...] | None:
    edits: list[TextEdit] = []
    start = 0
    for entry, part in zip(entries, parts, strict=True):
        if part.edits is None:
            return None
        edits += (attrs.evolve(edit, span=Span(start + edit.span.start, start + edit.span.end)) for edit in part.edits)
        start += len(entry.source) + len(between)
    return tuple(edits)


PLAIN_TEXT = "text"


@attrs.frozen
class MarginComment:
    """What somebody wrote into the margin of a document, and the words of its text that it is on.

    ``author`` is empty and ``date`` ``None`` where the file does not say.
    """

    span: Span
    text: str
    author: str = ""
    date: datetime.date | None = None


@attrs.frozen
class Document:
    """A text in a role.

    ``text``: as it is lined up: in CriticMarkup, before or after the changes. ``path``: of its file, for messages.
    ``places``: of the text's characters in the file; ``None`` where the text is the file. ``author``: whose text is
    meant, where a file holds several. ``edits``: where the file states them. ``format``: decided when the file was
    read. ``authors``: the people whose changes together are this text. ``people``: the names of those with numbers in
    the file. ``choice``: which of several acceptable corrections it has, where the file gives them; 0 for the first.
    ``parts``: the texts that the file holds, by their places in the source; empty where it holds one.
    """

    name: str
    text: str
    path: Path | None = None
    places: Places | StandoffPlaces | None = None
    author: str | None = None
    edits: tuple[TextEdit, ...] | None = None
    format: str = PLAIN_TEXT
    authors: tuple[str, ...] = ()
    choice: int = 0
    people: tuple[tuple[str, str], ...] = ()
    parts: tuple[TextPart, ...] = ()

    def lacks(self, place: int) -> bool:
        """Return whether the author has not corrected the text that has a place of the source, in characters."""
        part = next((item for item in reversed(self.parts) if item.start <= place), None)
        return part is not None and not part.is_corrected


def with_space(source: str, edit: TextEdit) -> TextEdit:
    """Return the edit that an annotation of words stands for, with the white space that goes with them.

    >>> with_space("in the bank", TextEdit(Span(3, 6), ""))
    TextEdit(span=Span(start=3, end=7), replacement='', type='')
    >>> with_space("in bank", TextEdit(Span(3, 3), "the")).replacement
    'the '
    """
    if edit.replacement is None:
        return edit.at(edit.span, None)
    core, words = without_space(source, edit.span), edit.replacement.strip()
    if core.start < core.end and words:
        return edit.at(core, words)
    if core.start == core.end:
        if not words:
            return edit.at(edit.span, "")
        core = Span(edit.start, edit.start)
    place, replacement = spaced(source, core, words)
    return edit.at(place, replacement)


def all_with_space(source: str, edits: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """Return disjoint edits with white space; one that would reach into its neighbour for it takes none."""
    exact: list[TextEdit] = []
    end = 0
    for edit, limit in zip(edits, (*(item.start for item in edits[1:]), len(source)), strict=False):
        exact.append(with_space(source, edit))
        if exact[-1].start < end or exact[-1].end > max(limit, edit.end):
            exact[-1] = edit.at(edit.span, edit.replacement)
        end = exact[-1].end
    return tuple(exact)


def without_space(source: str, span: Span) -> Span:
    words = span.of(source)
    start = span.start + len(words) - len(words.lstrip())
    return Span(start, start + len(words.strip()))


def without_shared_space(source: str, edit: TextEdit) -> TextEdit:
    """Return an edit without the white space at its ends that is there before and after it."""
    old, new = edit.span.of(source), edit.replacement or ""
    first = _shared_space(old, new)
    old, new = old[first:], new[first:]
    last = _shared_space(old[::-1], new[::-1])
    return edit.at(Span(edit.span.start + first, edit.span.end - last), new[: len(new) - last])


def _shared_space(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] and pair[0].isspace(), pairs))


def only_entry(corpus: Corpus, format_name: str) -> Entry:
    """Raise DocumentError if a corpus has no entry, or several."""
    if len(corpus.entries) != 1:
        raise DocumentError(
            f"{format_name} holds one text, and there are {len(corpus.entries)}", remedy="Write one file for each text"
        )
    return corpus.entries[0]


def only_correction(entry: Entry, format_name: str) -> Correction:
    """Raise DocumentError if a text has no correction, or several."""
    if len(entry.corrections) != 1:
        raise DocumentError(
            f"{format_name} holds one correction of a text, and there are {len(entry.corrections)}",
            remedy="Write one file for each correction",
        )
    return entry.corrections[0]


def sound_edits(entry: Entry, correction: Correction) -> tuple[TextEdit, ...]:
    """Return the edits in source order; raise DocumentError if they are missing, overlap or don't lead to the text."""
    whose = f"the correction of {correction.name or 'an unnamed person'}"
    if correction.edits is None:
        raise DocumentError(
            f"{whose} is only a text, without the edits that lead to it",
            remedy="Have its edits extracted before it is written in this format",
        )
    end = 0
    for edit in correction.edits:
        if not end <= edit.span.start <= edit.span.end <= len(entry.source):
            raise DocumentError(
                f"{whose} has an edit of characters {edit.span.start} to {edit.span.end}, out of order or of the text"
            )
        end = edit.span.end
    if corrected_text(entry.source, correction.edits) != correction.text:
        raise DocumentError(f"{whose} has edits that don't lead to its text")
    return correction.edits


DETECTION = "UNK"
"""ERRANT's type of an error that is marked without a correction."""
ERRANT_TYPE = re.compile(r"[MRU](?::[A-Z]+){1,2}(?:\+[MRU](?::[A-Z]+){1,2})*|UNK")
"""Types of ERRANT's, or several of one correction."""


class TokenEdit(Protocol):
    """An edit of a tokenised sentence: source tokens ``start`` to ``end`` become ``replacement``."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def replacement(self) -> tuple[str, ...]: ...

    @property
    def type(self) -> str: ...


def text_edits(source: str, edits: Sequence[TokenEdit]) -> tuple[TextEdit, ...]:
    """Return the edits in characters, each with the one space that comes or goes with its tokens.

    That is the space behind them, or before them where no token is left behind. Tokens are those of ``spaced_segment``.
    """
    spans = spaced_segment(source).spans
    tail = _tail(len(spans), edits)
    follows = tail > 0
    exact: list[TextEdit] = []
    for item in edits:
        words = " ".join(item.replacement)
        if item.start < item.end and words and spans[item.start].start < spans[item.end - 1].end:
            span = Span(spans[item.start].start, spans[item.end - 1].end)
        elif item.start < tail:
            span = Span(spans[item.start].start, spans[item.end].start)
            words += " " if words else ""
        else:
            span = Span(*(spans[place - 1].end if place else 0 for place in (item.start, item.end)))
            words, follows = f" {words}" if words and follows else words, follows or bool(words)
        exact.append(TextEdit(span, None if item.type == DETECTION else words, item.type))
    return tuple(exact)


def _tail(tokens: int, edits: Sequence[TokenEdit]) -> int:
    """Return the first of the tokens at the end that are all deleted; ``tokens`` where the last one is not."""
    tail = tokens
    for item in reversed(edits):
        if item.end < tail or (item.start < item.end and item.replacement):
            break
        tail = item.start
    return tail


@attrs.frozen
class EditGroup:
    """Edits that share tokens, and what they replace in either text: whole tokens, and white space beside them."""

    source: Span
    target: Span
    edits: tuple[TextEdit, ...]


def edit_groups(
    source: Sequence[Span], target: Sequence[Span], edits: Sequence[TextEdit], length: int
) -> list[EditGroup]:
    """Return the edits in groups that begin and end at ends of tokens, in source order.

    ``source``, ``target``: the places of each text's tokens, ascending and disjoint. ``length``: of the source. Raise
    ValueError if the edits are not in source order, overlap, or are outside the source.
    """
    _check_order(edits, length)
    in_source, in_target = _inside(source), _inside(target)
    found: list[EditGroup] = []
    shift = 0

    def is_inside(place: int) -> bool:
        return in_source(place) or in_target(place + shift)

    for number, edit in enumerate(edits):
        start, end = edit.span.start, edit.span.end
        floor = found[-1].source.end if found else 0
        while start > floor and is_inside(start):
            start -= 1
        here = EditGroup(Span(start, start), Span(start + shift, start + shift), ())
        first = found.pop() if found and is_inside(start) else here
        shift += 0 if edit.replacement is None else len(edit.replacement) - (edit.span.end - edit.span.start)
        following = edits[number + 1].span.start if number + 1 < len(edits) else length
        while end < following and is_inside(end):
            end += 1
        spans = Span(first.source.start, end), Span(first.target.start, end + shift)
        found.append(EditGroup(*spans, (*first.edits, edit)))
    return found


def _check_order(edits: Sequence[TextEdit], length: int) -> None:
    places = [0, *(place for edit in edits for place in (edit.span.start, edit.span.end)), length]
    if any(one > other for one, other in pairwise(places)):
        raise ValueError("edits are not in source order, overlap, or are outside their source")


def _inside(spans: Sequence[Span]) -> Callable[[int], bool]:
    starts = [span.start for span in spans]

    def inside(place: int) -> bool:
        index = bisect_left(starts, place) - 1
        return index >= 0 and place < spans[index].end

    return inside


HEADING = "### essay_id = "
ATTEMPT = re.compile(r"###[ \t]*essay_id\b")
_HEADING = re.compile(r"### essay_id = *(\S.*)")
_REMEDY = f"Begin each essay with a line that reads '{HEADING}' and its id"


@attrs.frozen
class Section:
    """An essay's place behind its heading (``### essay_id = ID``, MultiGEC-2025), and the heading's 1-based line."""

    span: Span
    line: int


def has_headings(text: str) -> bool:
    """Return whether the first line that is not blank is a heading, well-formed or not."""
    return ATTEMPT.match(text.lstrip()) is not None


def read_sections(text: str, path: Path | None = None) -> dict[str, Section]:
    """Return the places of the essays, by id, in file order.

    A heading stands at the beginning of a line; other lines that begin with ``###`` are text. Raise DocumentError at
    text before the first heading, a malformed heading, or an id that was there before; or if there is no essay.
    """
    index = LineIndex(text)
    headings: dict[str, int] = {}
    for number in range(len(index)):
        line = index.line_span(number).of(text)
        if ATTEMPT.match(line):
            heading = _HEADING.fullmatch(line)
            if heading is None:
                raise DocumentError("this heading is malformed", path=path, line=number + 1, remedy=_REMEDY)
            name = heading[1].strip()
            if name in headings:
                raise DocumentError(
                    f"essay {name} is here a second time, after line {headings[name] + 1}", path=path, line=number + 1
                )
            headings[name] = number
        elif line.strip() and not headings:
            raise DocumentError("there is text before the first heading", path=path, line=number + 1, remedy=_REMEDY)
    if not headings:
        raise DocumentError("the file has no essay", path=path, line=1, remedy=_REMEDY)
    ends = [*[index.line_span(number).start for number in headings.values()][1:], len(text)]
    return {
        name: Section(Span(index.line_span(number).end, end), number + 1)
        for (name, number), end in zip(headings.items(), ends, strict=True)
    }


def annotator_numbers(people: Iterable[Annotator]) -> Mapping[Annotator, int]:
    """Return everybody's number from 0 on, hypotheses first; different names that are all numbers already are kept."""
    ordered = sorted(people, key=lambda person: person[0])
    numbers = [int(name) for _, name in ordered if _is_number(name)]
    if len(set(numbers)) == len(ordered):
        return dict(zip(ordered, numbers, strict=True))
    return {person: number for number, person in enumerate(ordered)}


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 10 and str(int(name)) == name


@attrs.frozen
class StatedEdit:
    """An edit, by source tokens, that a file states itself.

    ``replacement``: the source's own tokens for an error without a correction. ``correction``: its place in the file.
    ``annotations``: those of running text that it is made of, by the characters of the source.
    """

    start: int
    end: int
    replacement: tuple[str, ...]
    type: str
    correction: Span
    annotations: tuple[TextEdit, ...] = attrs.field(default=(), kw_only=True, eq=False, repr=False)

    @property
    def tags(self) -> tuple[str, ...]:
        """What the annotator calls the error: a tag for each annotation that has one."""
        own = [item.type for item in self.annotations] or [self.type]
        return tuple(dict.fromkeys(name for name in own if name not in ("", DETECTION)))

    @property
    def details(self) -> Details:
        return Details.of_all(item.details for item in self.annotations)

    @property
    def corrects(self) -> bool:
        return self.type != DETECTION


E = TypeVar("E", bound="StatedEdit | TextEdit")


def counted(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return in words for people what a corpus has no place for, and how often it stands in a file."""
    return tuple(f"{kind} ({count})" for kind, count in counts.items() if count)


def repetitions(
    stated: Sequence[StatedEdit | TextEdit], kept: Sequence[StatedEdit | TextEdit], twice: str
) -> Counter[str]:
    """Return how many edits :func:`disjoint` leaves out, in words for people; ``twice``: those that repeat others."""
    covered = sum(not edit.corrects for edit in stated) - sum(not edit.corrects for edit in kept)
    where = "errors that are marked without a correction, where a correction or another mark is"
    return Counter({where: covered, twice: len(stated) - len(kept) - covered})


def disjoint(edits: Sequence[E], clash: Callable[[E, E], Exception]) -> tuple[E, ...]:
    """Return the edits in source order, insertions at one place in the file's order.

    A repeated correction counts once, except insertions. A detection that overlaps another edit is left out, as in
    BEA-2019's ``json_to_m2.py`` (FCE has them). Raise what ``clash`` returns for two corrections that overlap.
    """
    if _are_disjoint(edits):
        return tuple(edits)
    in_order = sorted(edits, key=_place)
    corrections: list[E] = []
    for edit in filter(lambda item: item.corrects, in_order):
        before = corrections[-1] if corrections else None
        if before is None or before.end <= edit.start:
            corrections.append(edit)
        elif (_place(before), before.replacement) != (_place(edit), edit.replacement):
            raise clash(before, edit)
    ends = [edit.end for edit in corrections]
    detections: list[E] = []
    for edit in filter(lambda item: not item.corrects, in_order):
        after = bisect_right(ends, edit.start)
        inside = after < len(corrections) and corrections[after].start < edit.end
        if not inside and not (detections and detections[-1].end > edit.start):
            detections.append(edit)
    return tuple(sorted([*corrections, *detections], key=_place))


def _are_disjoint(edits: Sequence[StatedEdit | TextEdit]) -> bool:
    position = 0
    for edit in edits:
        if edit.start < position or not edit.corrects:
            return False
        position = edit.end
    return True


def _place(edit: StatedEdit | TextEdit) -> tuple[int, int]:
    return edit.start, edit.end


@attrs.frozen
class Fault:
    """A line (from 1) of a file that is not as its format says.

    ``is_countable``: whether its sentence's lines can be counted each for itself, as ``errant_compare`` counts them;
    else, and wherever its text is needed, the sentence is left out. ``part``: what ``convert`` leaves out for it.
    ``place``: the characters of the source that it is about; ``None`` where it may be about any.
    """

    path: Path | None
    line: int
    reason: str
    is_countable: bool = False
    part: str = "sentence"
    place: Span | None = None

    @classmethod
    def of(
        cls, problem: DocumentError, *, is_countable: bool = False, part: str = "sentence", place: Span | None = None
    ) -> "Fault":
        return cls(problem.path, problem.line or 1, problem.problem, is_countable, part, place)

    @property
    def outcome(self) -> str:
        """What becomes of it, for people."""
        return f"its {self.part} is left out"

    def __str__(self) -> str:
        return f"{self.path or 'text'}:{self.line}: {self.reason}"


FAULTS_LISTED = 20
MAX_FAULTS = 100
"""Faults of one text; a text with more is refused."""


@attrs.frozen
class Faults:
    """Faults of files, the first :data:`FAULTS_LISTED` of them, and how many there are."""

    first: tuple[Fault, ...] = ()
    count: int = 0

    @classmethod
    def of(cls, faults: Iterable[Fault]) -> "Faults":
        """Return faults, each once, in order."""
        distinct = dict.fromkeys(faults)
        return cls(tuple(distinct)[:FAULTS_LISTED], len(distinct))

    def __bool__(self) -> bool:
        return self.count > 0

    @property
    def reminders(self) -> Iterator[Reminder]:
        """What is left out for them, for people."""
        yield from (Reminder(f"{fault}: {fault.outcome}") for fault in self.first)
        if self.count > len(self.first):
            yield Reminder(f"{self.count - len(self.first)} more {self.first[0].part}s are left out for such lines")

    def check(self) -> None:
        """Raise DocumentError for the first one."""
        for fault in self.first:
            raise DocumentError(fault.reason, path=fault.path, line=fault.line)

    def __add__(self, other: "Faults") -> "Faults":
        return Faults((*self.first, *other.first)[:FAULTS_LISTED], self.count + other.count)


@attrs.frozen
class Side:
    """One document's part of a passage.

    ``edits``: in source order, disjoint; ERRANT extracts them unless the document states them (``states_edits``), as M2
    does. ``edit_lines``: each stated edit as often as it stands there, with its type and correction; ``edits`` leaves
    out repetitions and detections that overlap corrections. ``absent``: whether its author has not seen the source, as
    an annotator without a line in a sentence of M2. Its tokens are then the source's; in running text it has none.
    ``fault``: why the sentence is not as its format says, where the file was read all the same.
    """

    segment: Segment
    edits: tuple[StatedEdit, ...] = attrs.field(default=(), kw_only=True)
    states_edits: bool = attrs.field(default=False, kw_only=True)
    edit_lines: tuple[StatedEdit, ...] = attrs.field(default=(), kw_only=True)
    absent: bool = attrs.field(default=False, kw_only=True)
    fault: "Fault | None" = attrs.field(default=None, kw_only=True)

    def words(self, first: int, last: int, text: str) -> str:
        """Return tokens ``first`` to ``last`` as the document's text has them; where it states edits, as tokens."""
        if self.states_edits:
            return " ".join(self.segment.tokens[first:last])
        return self.segment.characters(first, last).of(text)

    def place(self, source: tuple[int, int], target: tuple[int, int]) -> Span:
        """Return the place of target tokens that correct source tokens, both half-open ranges.

        With stated edits: the first in the source range that writes something, else the first, else the source words.
        """
        inside = [item.correction for item in self.edits if source[0] <= item.start and item.end <= source[1]]
        if inside:
            return next((span for span in inside if span.start < span.end), inside[0])
        return self.segment.characters(*target)


@attrs.frozen
class ParallelText:
    """A text whose sentences are numbered: a file's lines, or one annotator of an M2 file.

    ``path``: for messages. ``lines``: the 1-based line of each sentence in the file. ``sources``: the source sentences
    that the file carries. ``choice``: as :attr:`Document.choice`.
    """

    name: str
    path: Path | None
    sides: tuple[Side, ...]
    lines: tuple[int, ...]
    sources: tuple[Segment, ...] | None = None
    choice: int = 0

    @classmethod
    def of_lines(cls, text: str, name: str, path: Path | None = None) -> "ParallelText":
        index = LineIndex(text)
        count = len(index) - (1 if not index.line_span(len(index) - 1).of(text) else 0)
        spans = [index.line_span(number) for number in range(count)]
        sides = tuple(Side(whitespace_segment(span.of(text), span.start)) for span in spans)
        return cls(name, path, sides, tuple(range(1, count + 1)))


def sources_of(texts: Sequence[ParallelText], source: ParallelText | None, first: int = 0) -> tuple[Segment, ...]:
    """Return the source sentences, of the source's file or else of the first text that carries them.

    ``first``: the 0-based number of the texts' first sentence in their files. Raise DocumentError if nothing gives the
    source, or a text has another number of sentences or another source.
    """
    carrier = source or next((text for text in texts if text.sources is not None), None)
    if carrier is None:
        raise missing_source()
    segments = carrier.sources or tuple(side.segment for side in carrier.sides)
    for text in texts:
        _check_parallel(text, segments, carrier, first)
    return segments


def missing_source() -> DocumentError:
    return DocumentError("there is no source text", remedy="Give its file (--source, source=), or M2 files")


def other_size(size: int, carrier: str, expected: int, path: Path | None, line: int) -> DocumentError:
    """Return the error where a text has another number of sentences than what carries the source."""
    return DocumentError(
        f"it has {with_noun(size, 'sentence')} where {carrier} has {expected}",
        path=path,
        line=line,
        remedy="Parallel texts need the same number of lines, one sentence a line",
    )


def _check_parallel(text: ParallelText, sources: tuple[Segment, ...], carrier: ParallelText, first: int) -> None:
    if len(text.sides) != len(sources):
        shorter = min(len(text.sides), len(sources))
        name = f"the source {_file_name(carrier)}" if carrier.sources is None else _file_name(carrier)
        line = text.lines[shorter] if len(text.sides) > shorter else (text.lines[-1] if text.lines else 1)
        raise other_size(len(text.sides), name, len(sources), text.path, line)
    for number, carried in enumerate(text.sources or ()):
        if carried.tokens != sources[number].tokens:
            raise _other_source(text, number, carrier, sources[number], first)


def _other_source(text: ParallelText, number: int, carrier: ParallelText, source: Segment, first: int) -> DocumentError:
    path, line, name = text.path, text.lines[number], _file_name(carrier)
    carried = (text.sources or ())[number]
    if " ".join(carried.tokens).split() != " ".join(source.tokens).split():
        return DocumentError(f"its source sentence {first + number + 1} is not that of {name}", path=path, line=line)
    return DocumentError(
        f"its source sentence {first + number + 1} differs from that of {name} in white space, "
        "so tokens have other numbers",
        path=path,
        line=line,
        remedy="Write the same S line in both files, with its edits' numbers, or leave out a source in plain text",
    )


def _file_name(text: ParallelText) -> str:
    return text.path.name if text.path else text.name
