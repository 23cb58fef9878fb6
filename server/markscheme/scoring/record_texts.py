"""Parallel texts of a file of records, one sentence a record; and references of accepted corrections.

Where a hypothesis makes a correction that a teacher accepted, it has one more reference: one of the passage's, with the
hypothesis's edits at the accepted places. So no metric needs to know of accepted alternatives.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

import attrs

from markscheme.documents.corpus import Correction, Entry, ParallelText, Side
from markscheme.documents.files import read_text
from markscheme.documents.formats import CorpusFormat, DocumentFile, corpus_formats, format_to_read
from markscheme.documents.plain_text import ALL_SIDES
from markscheme.documents.streams import Tokenise
from markscheme.documents.tables import read_records
from markscheme.edits.edit import Edits, PassageEdits, apply_edits
from markscheme.edits.passages import looks_tokenised, read_parallel
from markscheme.errors import DocumentError
from markscheme.exercises.decisions import Decision, Decisions, Placed
from markscheme.inference.models import Models
from markscheme.languages.segments import whitespace_segment
from markscheme.metrics.cleme2 import Cleme2, Factors

Role = Literal["source", "hypothesis", "reference"]


def texts_of_file(
    role: Role, name: str, path: Path, columns: Mapping[str, str], models: Models
) -> tuple[ParallelText, ...]:
    """Return the texts of one role of a file that is read as a whole: M2, lines, or records.

    ``columns`` are a table's, by role. Records are a sentence each, with their sources. The language's pipeline
    tokenises them, except where the sources are tokenised already. Raise DocumentError if the file can't be used,
    nobody has a text of this role, or a hypothesis lacks one.
    """
    form = _records_format(path)
    if form is None:
        return read_parallel(read_text(path), name, path)
    entries = read_records(form, DocumentFile(path), columns).entries
    is_tokenised = looks_tokenised("\n".join(entry.source for entry in entries))
    return Records.of(path, role, name, people_of(entries, role), is_tokenised).texts(entries, models.segment)


def _records_format(path: Path) -> CorpusFormat | None:
    if not any(form.claims(path) for form in corpus_formats()):
        return None
    form = format_to_read(DocumentFile(path))
    return form if form is not None and form.carries >= ALL_SIDES | {"texts", "paragraphs"} else None


def people_of(entries: Iterable[Entry], role: Role) -> tuple[str, ...]:
    """Return the names of those who have a text of a role, by first appearance."""
    return tuple(dict.fromkeys(item.name for entry in entries for item in _corrections(entry, role)))


@attrs.frozen
class Records:
    """What records say of one role's texts: a name for each person (``NAME#PERSON`` if several), one for the source."""

    path: Path
    role: Role
    names: tuple[str, ...]
    people: tuple[str, ...]
    is_tokenised: bool

    @classmethod
    def of(cls, path: Path, role: Role, name: str, people: tuple[str, ...], is_tokenised: bool) -> "Records":
        """Raise DocumentError if nobody has a text of this role."""
        if role != "source" and not people:
            raise DocumentError(f"no record has a {role}", path=path)
        names = (name,) if len(people) <= 1 else tuple(f"{name}#{person}" for person in people)
        return cls(path, role, names, people, is_tokenised)

    def texts(self, entries: Sequence[Entry], tokenise: Tokenise, first: int = 0) -> tuple[ParallelText, ...]:
        """Return people's texts, ``first`` 0-based; raise DocumentError if a hypothesis has none: a reference may."""
        segment = whitespace_segment if self.is_tokenised else tokenise
        sources = tuple(segment(entry.source) for entry in entries)
        numbers = tuple(range(first + 1, first + len(sources) + 1))
        if self.role == "source":
            return (ParallelText(self.names[0], self.path, tuple(map(Side, sources)), numbers, sources),)
        texts: list[ParallelText] = []
        for name, person in zip(self.names, self.people, strict=True):
            written = [_text(entry, self.role, person) for entry in entries]
            if self.role == "hypothesis" and None in written:
                number = first + written.index(None) + 1
                whose = "" if person == self.role else f" by {person}"
                raise DocumentError(
                    f"record {number} has no hypothesis{whose}", path=self.path, remedy="Write the source for no change"
                )
            sides = tuple(Side(segment(text or "")) for text in written)
            texts.append(ParallelText(name, self.path, sides, numbers, sources))
        return tuple(texts)


def _corrections(entry: Entry, role: Role) -> tuple[Correction, ...]:
    match role:
        case "source":
            return ()
        case "hypothesis":
            return entry.hypotheses
        case "reference":
            return entry.references


def _text(entry: Entry, role: Role, person: str) -> str | None:
    return next((item.text for item in _corrections(entry, role) if item.name == person), None)


class TokenSpan(Protocol):
    """A half-open range of source tokens, such as an edit or a mark's place."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


@attrs.frozen
class AcceptedReference:
    """A reference made of accepted alternatives that a hypothesis makes; without a ``base`` it varies the source."""

    edits: Edits
    alternatives: tuple[Placed, ...]
    base: int | None

    def title(self, place: TokenSpan | None = None) -> str:
        """Return its name for people, with those who accepted the alternatives at a place, or anywhere."""
        return _title(item.decision for item in self.alternatives if place is None or _touches(item, place))

    def reaches(self, place: TokenSpan) -> bool:
        return any(_touches(item, place) for item in self.alternatives)


def _title(alternatives: Iterable[Decision]) -> str:
    people = "; ".join(dict.fromkeys(item.title for item in alternatives if item.title))
    return f"accepted ({people})" if people else "accepted"


def with_accepted(
    passages: Sequence[PassageEdits], alternatives: Decisions, factors: Factors
) -> tuple[list[PassageEdits], dict[int, AcceptedReference]]:
    """Return the passages, some with one more reference behind the others, and these references by passage."""
    if not alternatives:
        return list(passages), {}
    added = {
        index: reference
        for index, passage in enumerate(passages)
        if (reference := accepted_reference(passage, alternatives, factors)) is not None
    }
    widened = [
        attrs.evolve(passage, references=(*passage.references, added[index].edits)) if index in added else passage
        for index, passage in enumerate(passages)
    ]
    return widened, added


def accepted_reference(
    passage: PassageEdits, alternatives: Decisions, factors: Factors = Factors()
) -> AcceptedReference | None:
    """Return one more reference of a passage; ``None`` where its hypothesis makes no accepted correction.

    It varies the reference that CLEME2.0 chooses under dependence (the source, if there is none), and is chosen in
    its place: an accepted correction becomes a hit, and the passage's other marks do not change.
    """
    placed = tuple(item for item in alternatives.of(passage.source) if _makes(passage.source, passage.hypothesis, item))
    if not placed:
        return None
    [result] = Cleme2(level="sentence", factors=factors).evaluate([passage.cut()]).sentences
    chosen = passage.references[result.reference] if result.reference is not None else ()
    return AcceptedReference(_variant(chosen, passage.hypothesis, placed), placed, result.reference)


def _touches(item: Placed, other: TokenSpan) -> bool:
    """Return whether two places share a token or an end, and so are one chunk."""
    return other.start <= item.end and item.start <= other.end


def _makes(source: tuple[str, ...], hypothesis: Edits, item: Placed) -> bool:
    edits = [edit for edit in hypothesis if _touches(item, edit)]
    if not edits or edits[0].start < item.start or edits[-1].end > item.end:
        return False
    moved = tuple(attrs.evolve(edit, start=edit.start - item.start, end=edit.end - item.start) for edit in edits)
    return apply_edits(source[item.start : item.end], moved) == item.decision.replacement


def _variant(reference: Edits, hypothesis: Edits, placed: Sequence[Placed]) -> Edits:
    kept = [edit for edit in reference if not any(_touches(item, edit) for item in placed)]
    accepted = [edit for edit in hypothesis if any(_touches(item, edit) for item in placed)]
    return tuple(sorted((*kept, *accepted), key=lambda edit: (edit.start, edit.end)))
