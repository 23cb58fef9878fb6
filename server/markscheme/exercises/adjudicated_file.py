"""The file that keeps what an adjudicator decided, and where each ruling comes from.

``adjudicated.m2`` has one sentence of the exercise a block. Every sentence has its ``S`` line. It is decided if it has
a line of annotator 0: the adjudicated corrections, or ``noop`` where the source stays, for a place or, with -1 -1, for
the whole sentence. While only some places of a sentence are decided, its lines have annotator 1, so that nobody takes
them for the result. Comments say whose words stand there, who decided, when and why (:class:`Provenance`)::

    S She like music .
    A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||from Kim, Roy; by Ms Lee on 2026-11-22; the verb agrees with she|||0
    A 3 3|||noop|||-NONE-|||REQUIRED|||left as by Kim; by Ms Lee on 2026-11-22|||0

    S He go home .

Only the lines of the sentence that is decided change; all else stays byte for byte. So two people's decisions about
different sentences can be merged as texts.
"""

import datetime
import enum
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import attrs

from markscheme.contract import shape
from markscheme.documents import m2
from markscheme.documents.corpus import DETECTION
from markscheme.documents.files import TextSource, read_text
from markscheme.documents.places import LINE_END
from markscheme.errors import DocumentError
from markscheme.exercises.decisions import Words
from markscheme.exercises.own_files import rewrite
from markscheme.languages.segments import spaced_tokens


@shape(name="AdjudicationOrigin")
class Origin(enum.Enum):
    """Whose words a ruling has: annotators', everybody's, the adjudicator's, or the source's."""

    ANNOTATORS = "annotators"
    AGREED = "agreed"
    """Everybody who has seen the sentence; nobody had to decide."""
    OWN = "own"
    LEFT = "left"
    """The source; with names: those annotators left it too."""

    @property
    def needs_people(self) -> bool:
        return self in (Origin.ANNOTATORS, Origin.AGREED)


_BEGINNINGS: Mapping[Origin, str] = {
    Origin.ANNOTATORS: "from",
    Origin.AGREED: "agreed by",
    Origin.OWN: "own words",
    Origin.LEFT: "left",
}
"""How comments begin."""


@attrs.frozen
class Provenance:
    """A ruling's comment: who has the same, who decided, when and why; empty where the file does not say."""

    origin: Origin
    """Whose words they are."""
    annotators: tuple[str, ...] = ()
    """The annotators who have the same."""
    author: str = ""
    """Who decided; may be empty."""
    date: datetime.date | None = None
    """When, as YYYY-MM-DD."""
    reason: str = ""
    """Why; may be empty."""
    decides_tag: bool = False
    """Whether the type was decided too, and is not just that of most annotators."""

    @property
    def comment(self) -> str:
        """Return a comment: one line without ``|||`` that :func:`read_comment` reads as the same."""
        names = ", ".join(map(_written_name, self.annotators))
        head = _BEGINNINGS[self.origin]
        if self.origin is Origin.LEFT:
            head += f" as by {names}" if names else ""
        elif self.origin.needs_people:
            head += f" {names}"
        day = f"on {self.date.isoformat()}" if self.date else ""
        author = f"by {_written_name(self.author)}" if self.author else ""
        decided = " ".join(part for part in (author, day) if part)
        tag = _TAG_DECIDED if self.decides_tag else ""
        return "; ".join(part for part in (head, tag, decided, _written_reason(self.reason)) if part)

    @property
    def decided(self) -> str:
        return ", ".join(part for part in (self.author, self.date.isoformat() if self.date else "") if part)


_TAG_DECIDED = "tag decided"
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_NAME = rf'(?:{_QUOTED}|[^,;"]+?)'
_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_COMMENT = re.compile(
    r"(?P<origin>own words|left(?= as by |;|$)|from(?= )|agreed by(?= ))(?: as by)?"
    rf"(?: (?P<names>{_NAME}(?:, {_NAME})*))?"
    rf"(?P<tag>; {_TAG_DECIDED}(?=;|$))?"
    rf"(?:; (?:by (?P<author>{_NAME})(?: on (?P<date>{_DATE}))?|on (?P<day>{_DATE}))(?=;|$))?"
    rf"(?:; (?P<reason>{_QUOTED}|[^\"].*))?"
)
_PLAIN_NAME = re.compile(rf'(?!.* on {_DATE}$)[^\s,;"|](?:[^,;"|\n\r]*[^\s,;"|])?')
_DECIDED_BEGINNING = re.compile(rf"by .|on {_DATE}(?:;|$)|{_TAG_DECIDED}(?:;|$)")
COMMENT_FORM = (
    "Write 'from NAME, NAME', 'own words' or 'left', then '; by NAME on YYYY-MM-DD', and a reason after another '; '"
)


def read_comment(comment: str) -> Provenance:
    """Return what a comment says, or own words without one; ValueError, with a sentence, if it has another form."""
    if not comment.strip():
        return Provenance(Origin.OWN)
    match = _COMMENT.fullmatch(comment.strip())
    origin = next((item for item, words in _BEGINNINGS.items() if match and words == match["origin"]), None)
    if match is None or origin is None or (origin.needs_people and not match["names"]):
        raise ValueError(f"the comment {comment!r} does not say whose correction this is")
    date = match["date"] or match["day"]
    try:
        day = datetime.date.fromisoformat(date) if date else None
    except ValueError:
        raise ValueError(f"{date} is no date") from None
    names = re.findall(_QUOTED + r'|[^,;"]+', match["names"] or "")
    annotators = tuple(_read_text(name) for name in names if name.strip())
    author, reason = _read_text(match["author"] or ""), _read_text(match["reason"] or "")
    return Provenance(origin, annotators, author, day, reason, match["tag"] is not None)


def plain_reason(reason: str) -> str:
    return " ".join(reason.split())


def _written_name(name: str) -> str:
    return name if _PLAIN_NAME.fullmatch(name) else _quoted(name)


def _written_reason(reason: str) -> str:
    reason = plain_reason(reason)
    is_plain = "|" not in reason and not reason.startswith('"') and not _DECIDED_BEGINNING.match(reason)
    return reason if is_plain else _quoted(reason)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("|", "\\u007c")


def _read_text(text: str) -> str:
    text = text.strip()
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise ValueError(f"{text} is no quoted name") from None


def names_in_order(names: Collection[str], order: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in order if name in names)


NOOP = "noop"
WHOLE = (-1, -1)


@attrs.frozen
class Ruling:
    """What stands at a place of a sentence, and why.

    ``replacement`` is the source's own where nothing changes or an error is only marked.
    """

    start: int
    """The first source token; -1 for a whole sentence that stays."""
    end: int
    """The token behind the last one; -1 for a whole sentence that stays."""
    replacement: Words
    type: str
    """ERRANT's type; ``UNK`` for a mark, ``noop`` where the source stays."""
    provenance: Provenance

    @property
    def place(self) -> tuple[int, int]:
        return self.start, self.end

    @property
    def is_whole(self) -> bool:
        return self.place == WHOLE

    @property
    def changes(self) -> bool:
        return self.type not in (NOOP, DETECTION)

    @property
    def stays(self) -> bool:
        return self.type == NOOP

    def is_within(self, start: int, end: int) -> bool:
        return start <= self.start and self.end <= end

    def clashes(self, start: int, end: int) -> bool:
        if self.is_whole:
            return False
        return self.is_within(start, end) or (self.start < end and start < self.end)


@shape()
@attrs.frozen
class SentenceKey:
    """Names a sentence, whatever stands before it."""

    source: Words
    """Its source tokens."""
    number: int = 1
    """Its number among the sentences with the same tokens, from 1."""


@attrs.frozen
class Record:
    """What is decided about a sentence, in source order, disjoint; places are still open unless ``is_decided``."""

    rulings: tuple[Ruling, ...]
    is_decided: bool

    def at(self, start: int, end: int) -> tuple[Ruling, ...]:
        return tuple(item for item in self.rulings if item.clashes(start, end))

    @property
    def changes(self) -> tuple[Ruling, ...]:
        return tuple(item for item in self.rulings if not item.stays)


def record_of(rulings: Iterable[Ruling], *, is_decided: bool, otherwise: Provenance) -> Record | None:
    """Return the record of rulings; ``None`` for none. ``otherwise`` signs a sentence that stays without a ruling."""
    items = tuple(sorted((item for item in rulings if not item.is_whole), key=lambda item: item.place))
    if not items and is_decided:
        items = (Ruling(*WHOLE, (), NOOP, attrs.evolve(otherwise, origin=Origin.LEFT, annotators=())),)
    return Record(items, is_decided) if items else None


FILES_IN_MEMORY = 8
"""Texts of files that are kept as they were read."""
DECIDED, BEGUN = 0, 1
"""The annotators of a decided sentence's lines, and of those of a sentence with open places."""

_HEAD = re.compile(r"(?:\A|(?<=[\r\n]))S(?: |(?=[\r\n])|\Z)")


@attrs.frozen
class AdjudicatedSentence:
    """A sentence of the file; ``lines`` are the 1-based lines of the record's rulings.

    ``start``, ``body`` and ``end`` are the offsets of its ``S`` line, of what follows that line's text, and of the next
    block.
    """

    key: SentenceKey
    start: int
    body: int
    end: int
    record: Record | None
    lines: tuple[int, ...] = ()


class AdjudicatedFile:
    """The text of a file, read once; the path is for messages. DocumentError, with the line, if it is broken."""

    def __init__(self, text: str, path: Path | None = None) -> None:
        self.text = text
        self.path = path
        self.blocks = _parsed(text, path)

    @classmethod
    def read(cls, path: Path, read: TextSource = read_text) -> "AdjudicatedFile":
        """Return a file, an empty one where there is none; DocumentError, with the line, if it is broken."""
        return cls(read(path) if path.exists() else "", path)

    @classmethod
    def rewrite(cls, path: Path, change: Callable[["AdjudicatedFile"], str]) -> "AdjudicatedFile":
        """Change a file under its lock; one in which nothing is decided is removed. Raise as :func:`rewrite`."""

        def changed(text: str) -> str:
            after = cls(change(cls(text, path)), path)
            return "" if after.is_empty else after.text

        return cls(rewrite(path, changed), path)

    @property
    def records(self) -> Mapping[SentenceKey, Record]:
        return {key: block.record for key, block in self.blocks.items() if block.record is not None}

    @property
    def is_empty(self) -> bool:
        return not any(block.record for block in self.blocks.values())

    def body(self, key: SentenceKey) -> str | None:
        """Return what follows a sentence's ``S`` line, to be put back later; ``None`` where there is no such line."""
        block = self.blocks.get(key)
        return self.text[block.body : block.end] if block is not None else None

    def with_records(self, changes: Mapping[SentenceKey, Record | None], sentences: Sequence[SentenceKey]) -> str:
        """Return the text after decisions about some sentences; ``None`` for a sentence that is open again.

        A sentence without an ``S`` line is put before those that follow it in the exercise. Raise DocumentError if M2
        can't hold a record.
        """
        file = _with_blocks(self, changes, sentences)
        lines = {key: list(_written_lines(key.source, record, self.path)) for key, record in changes.items() if record}
        blocks = {key: block for key, block in file.blocks.items() if key in changes}
        bodies = {key: _new_body(file.text, block, lines.get(key, ())) for key, block in blocks.items()}
        text = _with_bodies(file, bodies)
        _check(text, changes, self.path)
        return text

    def with_bodies(self, bodies: Mapping[SentenceKey, str | None], sentences: Sequence[SentenceKey]) -> str:
        wanted = [key for key, body in bodies.items() if body is not None]
        return _with_bodies(_with_blocks(self, wanted, sentences), bodies)


def _with_bodies(file: AdjudicatedFile, bodies: Mapping[SentenceKey, str | None]) -> str:
    pieces: list[str] = []
    at = 0
    for key, block in file.blocks.items():
        if key in bodies:
            body = bodies[key]
            pieces += [file.text[at : block.start if body is None else block.body], body or ""]
            at = block.end
    return "".join([*pieces, file.text[at:]])


def _with_blocks(
    file: AdjudicatedFile, keys: Iterable[SentenceKey], sentences: Sequence[SentenceKey]
) -> AdjudicatedFile:
    if not file.text.strip():
        file = AdjudicatedFile(skeleton(sentences), file.path)
    for wanted in keys:
        for key in (SentenceKey(wanted.source, before) for before in range(1, wanted.number + 1)):
            if key not in file.blocks and is_writable(key.source):
                file = AdjudicatedFile(_with_block(file, key, sentences), file.path)
    return file


def _with_block(file: AdjudicatedFile, key: SentenceKey, sentences: Sequence[SentenceKey]) -> str:
    end = _newline(file.text)
    later = sentences[sentences.index(key) + 1 :] if key in sentences else ()
    at = next((file.blocks[item].start for item in later if item in file.blocks), len(file.text))
    before = file.text[:at]
    missing = 2 - len(LINE_END.findall(before[len(before.rstrip()) :])) if before else 0
    return f"{before}{end * max(0, missing)}{_head(key.source)}{end}{end}{file.text[at:]}"


def _new_body(text: str, block: AdjudicatedSentence, lines: Sequence[str]) -> str:
    """Keep the blank lines behind a block."""
    end = _newline(text)
    old = text[block.body : block.end]
    blank = old[len(old.rstrip()) :]
    if not blank or (block.end < len(text) and len(LINE_END.findall(blank)) < 2):
        blank = end * 2
    return "".join(f"{end}{line}" for line in lines) + blank


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def check_adjudicated(text: str, path: Path) -> tuple[DocumentError, ...]:
    try:
        AdjudicatedFile(text, path)
    except DocumentError as problem:
        return (problem,)
    return ()


def skeleton(sentences: Sequence[SentenceKey]) -> str:
    """Return the text of a file in which nothing is decided; sentences that M2 can't hold are left out."""
    return "".join(f"{_head(item.source)}\n\n" for item in sentences if is_writable(item.source))


def is_writable(source: Words) -> bool:
    line = " ".join(source)
    return not LINE_END.search(line) and spaced_tokens(line) == source


def _written_lines(source: Words, record: Record, path: Path | None = None) -> Iterator[str]:
    annotator = DECIDED if record.is_decided else BEGUN
    for item in record.rulings:
        try:
            yield _line(source, item, annotator)
        except ValueError as error:
            raise DocumentError(f"this decision can't be kept: {error}", path=path) from None


def _line(source: Words, item: Ruling, annotator: int) -> str:
    comment = item.provenance.comment
    if item.stays:
        return m2.noop_line(annotator, item.start, item.end, comment)
    return m2.annotation_line(item, source, annotator, comment)


def _head(source: Words) -> str:
    return f"S {' '.join(source)}" if source else "S"


@lru_cache(FILES_IN_MEMORY)
def _parsed(text: str, path: Path | None) -> Mapping[SentenceKey, AdjudicatedSentence]:
    """Return a file's sentences; a text is read once before a decision, and once after it."""
    return MappingProxyType({block.key: block for block in _blocks(text, path)})


def _blocks(text: str, path: Path | None) -> Iterator[AdjudicatedSentence]:
    if not text.strip():
        return
    sentences = m2.read_m2(text, path)
    starts = [match.start() for match in _HEAD.finditer(text)]
    ends = [*starts[1:], len(text)]
    numbers: Counter[Words] = Counter()
    for sentence, start, end in zip(sentences, starts, ends, strict=True):
        source = sentence.source.tokens
        numbers[source] += 1
        line_end = LINE_END.search(text, start)
        body = line_end.start() if line_end else len(text)
        record, lines = _record(sentence, path)
        yield AdjudicatedSentence(SentenceKey(source, numbers[source]), start, body, end, record, lines)


def _record(sentence: m2.M2Sentence, path: Path | None) -> tuple[Record | None, tuple[int, ...]]:
    for line in sentence.lines:
        if line.annotator not in (DECIDED, BEGUN):
            raise DocumentError(
                f"this line is of annotator {line.annotator}",
                path=path,
                line=line.line,
                remedy=f"In this file {DECIDED} stands for a decided sentence, {BEGUN} for one with open places",
            )
    chosen = [line for line in sentence.lines if line.annotator == DECIDED] or list(sentence.lines)
    if not chosen:
        return None, ()
    rulings = sorted(
        ((_ruling(sentence.source.tokens, line, path), line.line) for line in chosen), key=lambda pair: pair[0].place
    )
    items = tuple(ruling for ruling, _ in rulings)
    for (one, _), (other, number) in pairwise(rulings):
        if one.end > other.start or one.place == other.place:
            raise DocumentError("this line overlaps another one of the sentence", path=path, line=number)
    return Record(items, chosen[0].annotator == DECIDED), tuple(number for _, number in rulings)


def _ruling(source: Words, line: m2.Annotation, path: Path | None) -> Ruling:
    try:
        provenance = read_comment(line.comment)
    except ValueError as error:
        raise DocumentError(str(error), path=path, line=line.line, remedy=COMMENT_FORM) from None
    start, end = line.start, line.end
    if line.is_noop:
        if (start, end) != (-1, -1) and not 0 <= start <= end <= len(source):
            raise DocumentError(f"the place {start} {end} is outside its sentence", path=path, line=line.line)
        return Ruling(start, end, source[start:end] if start >= 0 else (), NOOP, provenance)
    return Ruling(start, end, line.replacement, line.type, provenance)


def _check(text: str, changes: Mapping[SentenceKey, Record | None], path: Path | None) -> None:
    records = AdjudicatedFile(text, path).records
    for key, record in changes.items():
        if _contents(records.get(key)) != _contents(record):
            raise DocumentError(
                "this decision can't be kept",
                path=path,
                remedy="Its words, or its sentence's, have what an M2 file can't hold",
            )


def _contents(record: Record | None) -> object:
    return record and [(item.place, item.replacement, item.provenance) for item in record.rulings]
