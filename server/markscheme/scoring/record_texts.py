"""Parallel texts of a file of records, one sentence a record: TSV, CSV, a workbook, JSON lines."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import attrs

from markscheme.alignment.parallel import looks_tokenised, read_parallel
from markscheme.formats.base import CorpusFormat, DocumentFile
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.parallel import ParallelText, Side
from markscheme.formats.plain_text.side_files import ALL_SIDES
from markscheme.formats.records.columns import read_records
from markscheme.formats.registry import corpus_formats, format_to_read
from markscheme.formats.streams.stream import Tokenise
from markscheme.scoring.models import Models
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text
from markscheme.text.segments import Segment, whitespace_segment

Role = Literal["source", "hypothesis", "reference"]


def records_format(path: Path) -> CorpusFormat | None:
    """Return the format of a file whose name says that it holds records with their sides; ``None`` for other files.

    Raises
    ------
    DocumentError
        If the file can't be read.
    """
    if not any(form.claims(path) for form in corpus_formats()):
        return None
    form = format_to_read(DocumentFile(path))
    return form if form is not None and form.carries >= ALL_SIDES | {"texts", "paragraphs"} else None


def texts_of_file(
    role: Role, name: str, path: Path, columns: Mapping[str, str], models: Models
) -> tuple[ParallelText, ...]:
    """Return the texts of one role of a file that is read as a whole: M2, lines, or records.

    Parameters
    ----------
    name, columns
        Whose the text is; the names of a table's columns by their roles.

    Raises
    ------
    DocumentError
        If the file can't be used.
    """
    form = records_format(path)
    if form is None:
        return read_parallel(read_text(path), name, path)
    return record_texts(read_records(form, DocumentFile(path), columns), role, name, path, models)


def record_texts(corpus: Corpus, role: Role, name: str, path: Path, models: Models) -> tuple[ParallelText, ...]:
    """Return the texts of one role, a sentence a record, each with the sources: of everybody who has one.

    The sentences are tokenised by the language's pipeline, except where the sources are tokenised already. Where a
    reference has no text, the sentence is empty: it is not compared.

    Parameters
    ----------
    name
        Whose the text is; of several people, each is called ``NAME#PERSON``.

    Raises
    ------
    DocumentError
        If nobody has a text of this role, or a hypothesis lacks one.
    """
    people = people_of(corpus.entries, role)
    if role != "source" and not people:
        raise DocumentError(f"no record has a {role}", path=path)
    is_tokenised = looks_tokenised("\n".join(entry.source for entry in corpus.entries))
    records = Records(path, role, text_names(name, people), people, is_tokenised)
    return records.texts(corpus.entries, lambda text: tokenised_segment(text, models))


def people_of(entries: Iterable[Entry], role: Role) -> tuple[str, ...]:
    """Return the names of those who have a text of a role, by first appearance."""
    return tuple(dict.fromkeys(item.name for entry in entries for item in _corrections(entry, role)))


def text_names(name: str, people: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the texts of these people in a file."""
    return (name,) if len(people) <= 1 else tuple(f"{name}#{person}" for person in people)


@attrs.frozen
class Records:
    """What a file's records say together of the texts of one role.

    Attributes
    ----------
    path
        The file, for messages.
    names
        The texts' names: one a person; one alone in the role of the source.
    people
        Who has texts of the role; nobody in the role of the source.
    is_tokenised
        Whether the sources are tokenised.
    """

    path: Path
    role: Role
    names: tuple[str, ...]
    people: tuple[str, ...]
    is_tokenised: bool

    def texts(self, entries: Sequence[Entry], tokenise: Tokenise, first: int = 0) -> tuple[ParallelText, ...]:
        """Return each person's text of these records.

        Parameters
        ----------
        first
            The 0-based number of the first record.

        Raises
        ------
        DocumentError
            If a hypothesis lacks a text.
        """
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


def tokenised_segment(text: str, models: Models) -> Segment:
    """Return the tokens of a text of one or more sentences."""
    segments = models.split(" ".join(text.split()), 0)
    tokens = tuple(token for part in segments for token in part.tokens)
    return Segment(tokens, tuple(span for part in segments for span in part.spans), 0)
