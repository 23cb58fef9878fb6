"""W&I+LOCNESS and FCE, as released for BEA-2019 (Bryant et al., 2019): one essay a line, as JSON.

``{"id": ..., "text": ..., "edits": [[annotator, [[start, end, correction], ...]], ...]}``, with offsets in
code points, a fourth field for the type (FCE), and ``null`` for an error without a correction. What else a
line says (``userid``, ``cefr``, ``l1``, ...) is not kept. A line without ``edits`` (the test sets) has no
references.
"""

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from reprlib import repr as shown

import attrs

from markscheme.formats.annotators import annotator_numbers, corrections_by_annotator, everybody
from markscheme.formats.base import CorpusFormat, DocumentFile
from markscheme.formats.corpus import Corpus, Correction, Entry, TextEdit, apply_edits
from markscheme.formats.overlaps import disjoint
from markscheme.formats.records.json_lines import SUFFIXES, Fault, left_out, read_objects
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines
from markscheme.text.positions import Span

_EDIT = "An edit reads [start, end, correction or null], with a type behind them in FCE"
_COVERED = "errors that are marked without a correction, where a correction or another mark is"
_TWICE = "edits that stand twice"


class WiFormat(CorpusFormat):
    """W&I's JSON lines."""

    name = "wi"
    title = "W&I's JSON lines"
    suffixes = (".json",)
    carries = frozenset(
        {"texts", "people", "absences", "uncorrected", "ids", "edits", "types", "detections", "paragraphs"}
    )

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in SUFFIXES

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether the first record has a text and no source."""
        if not self.claims(file.path):
            return False
        _, first = next(read_objects(file.text, file.path), (0, {}))
        return "text" in first and "source" not in first

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return read_corpus(file.text, file.path)

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        return {name: write_corpus(corpus).encode()}


@attrs.frozen
class _Edit:
    """An edit as the file says it, its offsets in the text that the corpus has."""

    start: int
    end: int
    replacement: str | None
    type: str

    @property
    def corrects(self) -> bool:
        return self.replacement is not None


def read_corpus(text: str, path: Path | None = None) -> Corpus:
    r"""Return the essays with every annotator's correction, a reference named by their number.

    Edits are put in source order, and lines end with ``\n``. A detection that overlaps a correction of the
    same annotator is left out, as BEA-2019's own conversion does.

    Raises
    ------
    DocumentError
        At the first line that is not JSON of this shape, has an edit outside its text, overlapping
        corrections by one annotator, or one annotator twice.
    """
    records = list(read_objects(text, path))
    dropped: Counter[str] = Counter()
    entries = [_entry(record, partial(DocumentError, path=path, line=line), dropped) for line, record in records]
    unknown = left_out((record for _, record in records), ("id", "text", "edits"))
    counts = tuple(f"{kind} ({dropped[kind]})" for kind in (_COVERED, _TWICE) if dropped[kind])
    return Corpus(tuple(entries), tokenised=False, left_out=unknown + counts)


def _entry(record: dict[str, object], fault: Fault, dropped: Counter[str]) -> Entry:
    name, text, groups = record.get("id", ""), record.get("text"), record.get("edits", [])
    if not isinstance(text, str):
        raise fault("this essay has no text", remedy='Give it as "text", a string')
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise fault(f"the id {shown(name)} is neither a string nor a number")
    if not isinstance(groups, list):
        raise fault("edits is not a list", remedy="It reads [[annotator, [edit, ...]], ...]")
    references: dict[int, Correction] = {}
    for group in groups:
        match group:
            case [int(number), list(items)] if not isinstance(number, bool) and 0 <= number < 10**9:
                if number in references:
                    raise fault(f"annotator {number} stands twice in this essay's edits")
                references[number] = _correction(number, text, items, fault, dropped)
            case _:
                raise fault("an item of edits is not [annotator's number, [edit, ...]]")
    return Entry(str(name), newlines(text), references=tuple(references.values()))


def _correction(number: int, text: str, items: list[object], fault: Fault, dropped: Counter[str]) -> Correction:
    """Return an annotator's correction, and add to ``dropped`` how many of the edits it has not."""

    def clash(one: _Edit, other: _Edit) -> DocumentError:
        return fault(f"two edits of annotator {number} overlap, at {one.start}-{one.end} and {other.start}-{other.end}")

    returns = [match.start() for match in re.finditer("\r\n", text)]
    stated = [_edit(item, number, len(text), returns, fault) for item in items]
    kept = disjoint(stated, clash)
    marked = sum(not edit.corrects for edit in stated) - sum(not edit.corrects for edit in kept)
    dropped.update({_COVERED: marked, _TWICE: len(stated) - len(kept) - marked})
    edits = tuple(TextEdit(Span(edit.start, edit.end), edit.replacement, edit.type) for edit in kept)
    return Correction(str(number), apply_edits(newlines(text), edits), edits)


def _edit(item: object, annotator: int, length: int, returns: list[int], fault: Fault) -> _Edit:
    fields = [*item, ""] if isinstance(item, list) and len(item) == 3 else item
    match fields:
        case [int(start), int(end), str() | None as correction, str() | None as kind] if not (
            isinstance(start, bool) or isinstance(end, bool)
        ):
            if not 0 <= start <= end <= length:
                place = f"{shown(start)}-{shown(end)}"
                raise fault(f"an edit of annotator {annotator} is at {place}, outside its text of {length} characters")
            replacement = None if correction is None else newlines(correction)
            return _Edit(start - bisect_left(returns, start), end - bisect_left(returns, end), replacement, kind or "")
    raise fault(f"annotator {annotator} has an edit that can't be read: {shown(item)}", remedy=_EDIT)


def write_corpus(corpus: Corpus) -> str:
    """Return the corpus as JSON lines with ``id``, ``text`` and ``edits``: hypotheses, then references, as annotators.

    They are numbered from 0 on, by first appearance; where every name is a number already, people keep
    theirs. An edit without a type has three fields.

    Raises
    ------
    ValueError
        If a correction has no edits or they don't give its text, or an entry has two corrections of one
        name on one side.
    """
    numbers = annotator_numbers(everybody(corpus.entries))
    lines: list[str] = []
    for entry in corpus.entries:
        corrections = corrections_by_annotator(entry)
        groups = [
            [numbers[person], _fields(entry.source, corrections[person])]
            for person in sorted(corrections, key=numbers.__getitem__)
        ]
        record = {"id": entry.id, "text": entry.source, "edits": groups}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)


def _fields(source: str, correction: Correction) -> list[list[object]]:
    if correction.edits is None:
        raise ValueError(f"the correction by {correction.name!r} has no edits")
    if apply_edits(source, correction.edits) != correction.text:
        raise ValueError(f"the edits of the correction by {correction.name!r} don't give its text")
    return [
        [edit.span.start, edit.span.end, edit.replacement, *([edit.type] if edit.type else [])]
        for edit in correction.edits
    ]


WI = WiFormat()
