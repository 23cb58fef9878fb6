"""Parallel texts of a file of records, one sentence a record: TSV, CSV, a workbook, JSON lines."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from markscheme.alignment.parallel import looks_tokenised
from markscheme.formats.base import CorpusFormat, DocumentFile
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.parallel import ParallelText, Side
from markscheme.formats.plain_text.side_files import ALL_SIDES
from markscheme.formats.registry import corpus_formats, format_to_read
from markscheme.scoring.models import Models
from markscheme.text.errors import DocumentError
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
    is_tokenised = looks_tokenised("\n".join(entry.source for entry in corpus.entries))

    def segment(text: str) -> Segment:
        return whitespace_segment(text) if is_tokenised else tokenised_segment(text, models)

    sources = tuple(segment(entry.source) for entry in corpus.entries)
    numbers = tuple(range(1, len(sources) + 1))
    if role == "source":
        return (ParallelText(name, path, tuple(map(Side, sources)), numbers, sources),)
    people = _people(corpus.entries, role)
    if not people:
        raise DocumentError(f"no record has a {role}", path=path)
    texts: list[ParallelText] = []
    for person in people:
        written = [_text(entry, role, person) for entry in corpus.entries]
        if role == "hypothesis" and None in written:
            raise DocumentError(f"record {written.index(None) + 1} has no hypothesis by {person}", path=path)
        sides = tuple(Side(segment(text or "")) for text in written)
        texts.append(ParallelText(name if len(people) == 1 else f"{name}#{person}", path, sides, numbers, sources))
    return tuple(texts)


def _people(entries: Iterable[Entry], role: Role) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.name for entry in entries for item in _corrections(entry, role)))


def _corrections(entry: Entry, role: Role) -> tuple[Correction, ...]:
    return entry.hypotheses if role == "hypothesis" else entry.references


def _text(entry: Entry, role: Role, person: str) -> str | None:
    return next((item.text for item in _corrections(entry, role) if item.name == person), None)


def tokenised_segment(text: str, models: Models) -> Segment:
    """Return the tokens of a text of one or more sentences."""
    segments = models.split(" ".join(text.split()), 0)
    tokens = tuple(token for part in segments for token in part.tokens)
    return Segment(tokens, tuple(span for part in segments for span in part.spans), 0)
