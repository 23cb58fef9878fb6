"""A bank of comments: short codes for the margin, each with texts for the places that they are about.

A text may hold placeholders, such as ``{teacher_words}`` (:mod:`markscheme.marking.comments`). A bank is
``comments.toml``, or a table in CSV with a column for each field. The meanings of codes stand in rows of their own, or
beside comments. Verdicts and words of one cell are parted by ``|``. No cell that is written begins a formula.
"""

import csv
import difflib
import fnmatch
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.documents.files import TextSource, read_text
from markscheme.documents.folders import BANK_FILE
from markscheme.documents.tables import harmless
from markscheme.errors import DocumentError, suggestion
from markscheme.exercises.own_files import Fault, Keys, LinePlace, Unreadable, read_toml, validator
from markscheme.languages.language import error_types

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


REWRITTEN = "rewritten"
VERDICTS = ("correct", "partly-correct", "different", "missed", "not-needed", "optional", REWRITTEN)
DEFAULT_VERDICTS = ("partly-correct", "different", "missed")
"""The verdicts of an entry that names none: something is to be corrected."""
PLACEHOLDERS = MappingProxyType(
    {
        "student_words": "the student's words at the place",
        "source_words": "the words of the text that is to be corrected",
        "teacher_words": "the words of a teacher's correction",
        "change": "what the student did: go → goed, added “the”",
        "correction": "what the teachers did: go → went, add “the”",
        "still_to_do": "what is left to be corrected at a place that is partly correct",
        "group": "the group of errors: articles and determiners",
        "student": "the student's first name",
        "full_name": "the student's whole name",
        "teacher": "the name of the teacher whose correction it is",
    }
)
SOLUTIONS = frozenset({"teacher_words", "correction", "still_to_do"})
"""The placeholders that give a correction away."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@attrs.frozen
class BankEntry:
    """A comment of a bank, and the places that it is for; an empty condition holds at every place.

    ``key`` is its name, by which a teacher's bank replaces it; an empty ``text`` leaves that entry out. ``code`` stands
    in the margin. No verdicts: :data:`DEFAULT_VERDICTS`. ``type`` is a pattern of ERRANT's types: ``R:VERB:TENSE``,
    ``*:DET``, ``VERB:*``. The student, the text or a teacher has one of the ``words`` there.
    """

    key: str
    code: str
    text: str
    verdicts: tuple[str, ...] = ()
    group: str = ""
    type: str = ""
    words: tuple[str, ...] = ()
    example: str = ""

    @property
    def placeholders(self) -> tuple[str, ...]:
        return tuple(placeholders_in(self.text))

    @property
    def conditions(self) -> str:
        kinds = ", ".join(self.verdicts or DEFAULT_VERDICTS)
        words = ", ".join(f"“{item}”" for item in self.words)
        return " · ".join(part for part in (kinds, self.group, self.type, words) if part)


@attrs.frozen
class CommentBank:
    """Comments in the order of their file, and the meanings of codes for students; a code may have none."""

    entries: tuple[BankEntry, ...] = ()
    codes: tuple[tuple[str, str], ...] = ()

    def over(self, other: "CommentBank") -> "CommentBank":
        """Return another bank with this one's comments and meanings added, and in the place of those
        of the same key.

        >>> base = CommentBank((BankEntry("a", "A", "one"), BankEntry("b", "B", "two")), (("A", "first"),))
        >>> mine = CommentBank((BankEntry("a", "A", "mine"), BankEntry("b", "B", "")), (("A", "the first"),))
        >>> mine.over(base)
        CommentBank(entries=(BankEntry(key='a', code='A', text='mine', verdicts=(), group='', type='', words=(), \
example=''),), codes=(('A', 'the first'),))
        """
        keys = {entry.key for entry in self.entries if entry.key}
        kept = (entry for entry in other.entries if entry.key not in keys)
        return CommentBank(
            tuple(entry for entry in (*self.entries, *kept) if entry.text),
            tuple({**dict(other.codes), **dict(self.codes)}.items()),
        )

    def decoder_key(self) -> tuple[tuple[str, str], ...]:
        """Return the codes that comments have, sorted, each with its meaning; with its group where it has none."""
        meanings = {entry.code: entry.group for entry in reversed(self.entries) if entry.text}
        known = dict(self.codes)
        pairs = ((code, known.get(code) or group) for code, group in meanings.items())
        return tuple(sorted(pairs, key=lambda pair: (pair[0].casefold(), pair[0])))


def placeholders_in(text: str) -> Iterator[str]:
    """Yield the words in braces, in order.

    >>> list(placeholders_in("Write {teacher_words}, {student}. {}"))
    ['teacher_words', 'student']
    """
    return (match[1] for match in _PLACEHOLDER.finditer(text))


def filled(text: str, values: dict[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)


SCHEMA = Path(__file__).with_name("comments.schema.json")
OPERATIONS = "MRU"
"""The operations of ERRANT's types: missing, replaced, unnecessary."""


@attrs.frozen
class BankContent:
    """The content of a bank's file, as TOML has it: a table ``codes``, and a list ``comment`` of tables.

    ``place`` returns where the value at a path of keys is, or its key.
    """

    content: Mapping[str, Any]
    place: Callable[[Keys, bool], LinePlace]

    def fault(self, keys: Keys, problem: str, remedy: str = "", *, of_key: bool = False) -> Fault:
        return Fault(self.place(keys, of_key), problem, remedy)

    def bank(self) -> CommentBank:
        entries = tuple(_entry(item) for item in self.content.get("comment", ()))
        return CommentBank(entries, tuple(self.content.get("codes", {}).items()))


def _entry(item: Mapping[str, Any]) -> BankEntry:
    return BankEntry(
        item.get("key", ""),
        item.get("code", ""),
        item["text"].strip(),
        tuple(verdict for verdict in VERDICTS if verdict in item.get("verdicts", ())),
        item.get("group", ""),
        item.get("type", ""),
        tuple(item.get("words", ())),
        item.get("example", "").strip(),
    )


@cache
def schema() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    return loaded


@cache
def _validator() -> "Draft202012Validator":
    return validator(schema())


def _faults(raw: BankContent) -> tuple[Fault, ...]:
    faults = [fault for error in _validator().iter_errors(raw.content) for fault in _schema_faults(error, raw)]
    comments = raw.content.get("comment", ())
    if isinstance(comments, list):
        faults += _comment_faults(raw, comments)
    unique = dict.fromkeys(faults)
    return tuple(sorted(unique, key=lambda fault: (fault.place.line, fault.place.column or 0, fault.problem)))


def _schema_faults(error: "ValidationError", raw: BankContent) -> Iterator[Fault]:
    keys: Keys = tuple(error.absolute_path)
    rule = error.validator
    if rule == "additionalProperties":
        yield from _unknown_keys(keys, error, raw)
    elif rule == "required":
        yield raw.fault(keys, "the comment has no text", 'Add text = "…"')
    elif rule == "enum":
        remedy = suggestion(str(error.instance), VERDICTS, f"The verdicts are {', '.join(VERDICTS)}")
        yield raw.fault(keys, f"{error.instance!r} is no verdict", remedy)
    elif keys == ("codes",) and isinstance(error.instance, str):
        message = schema()["$defs"]["code"]["errorMessage"]
        yield raw.fault((*keys, error.instance), f"{error.instance!r} {message}", of_key=True)
    else:
        yield raw.fault(keys, _message(keys))


def _message(keys: Keys) -> str:
    top = str(keys[0]) if keys else ""
    properties = schema()["properties"]
    if top == "codes" and len(keys) > 1:
        return f"{keys[1]} {properties['codes']['additionalProperties']['errorMessage']}"
    if top == "comment" and len(keys) > 2:
        rule: Mapping[str, Any] = schema()["$defs"]["comment"]["properties"][keys[2]]
        if "errorMessage" not in rule:
            rule = schema()["$defs"][rule["$ref"].rpartition("/")[2]]
        return f"{keys[2]} {rule['errorMessage']}"
    if top == "comment":
        return str(properties["comment"]["errorMessage"])
    return f"{top} {properties[top]['errorMessage']}"


def _unknown_keys(keys: Keys, error: "ValidationError", raw: BankContent) -> Iterator[Fault]:
    allowed = tuple(error.schema["properties"]) if isinstance(error.schema, Mapping) else ()
    for key in error.instance if isinstance(error.instance, Mapping) else ():
        if key not in allowed:
            remedy = suggestion(key.lower(), allowed, f"Known keys: {', '.join(allowed)}")
            yield raw.fault((*keys, key), f"unknown key {key!r}", remedy, of_key=True)


def _comment_faults(raw: BankContent, comments: Sequence[Any]) -> Iterator[Fault]:
    """Yield what a schema can't say: unknown placeholders and types, a key twice, a text or a code that is missing."""
    keys: dict[str, int] = {}
    for number, item in enumerate(comments):
        if not isinstance(item, Mapping):
            continue
        text, key, pattern = (_text(item, name) for name in ("text", "key", "type"))
        yield from _text_faults(raw, number, text)
        if key and keys.setdefault(key, number) != number:
            yield raw.fault(("comment", number, "key"), f"the key {key!r} stands twice")
        if "text" in item and not text.strip() and not key:
            remedy = "Write what students read, or the key of a built-in comment that is to be left out"
            yield raw.fault(("comment", number, "text"), "the comment has no text", remedy)
        if text.strip() and "code" not in item:
            yield raw.fault(("comment", number), "the comment has no code", 'Add code = "Art"')
        if pattern and not any(matches_type(pattern, known) for known in error_types()):
            remedy = "Types look like R:VERB:TENSE; M is missing, R replaced, U unnecessary, * any"
            yield raw.fault(("comment", number, "type"), f"no type of ERRANT is {pattern!r}", remedy)


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name, "")
    return value if isinstance(value, str) else ""


def _text_faults(raw: BankContent, number: int, text: str) -> Iterator[Fault]:
    for name in dict.fromkeys(placeholders_in(text)):
        if name not in PLACEHOLDERS:
            likely = difflib.get_close_matches(name.lower(), PLACEHOLDERS, 1)
            every = ", ".join(f"{{{item}}}" for item in PLACEHOLDERS)
            remedy = f"Did you mean {{{likely[0]}}}?" if likely else f"The placeholders are {every}"
            yield raw.fault(("comment", number, "text"), f"unknown placeholder {{{name}}}", remedy)


def matches_type(pattern: str, error_type: str) -> bool:
    """Return whether a pattern is for a type of ERRANT; without an operation it is for all three.

    >>> [matches_type(item, "R:VERB:TENSE") for item in ("R:VERB:TENSE", "VERB:TENSE", "*:VERB:*", "VERB", "M:*")]
    [True, True, True, False, False]
    """
    first = pattern.partition(":")[0]
    has_operation = first == "*" or first in OPERATIONS
    return fnmatch.fnmatchcase(error_type, pattern if has_operation else f"*:{pattern}")


COLUMNS = ("key", "code", "meaning", "verdicts", "group", "type", "words", "text", "example")
LISTS = ("verdicts", "words")
SEPARATOR = "|"
_DELIMITERS = ",;\t"


@attrs.frozen
class BankFormat:
    """A format of banks; ``parse`` raises Unreadable where the text is not of the format."""

    parse: Callable[[str], BankContent]
    write: Callable[[CommentBank], str]


def read_bank(path: Path, read: TextSource = read_text) -> CommentBank:
    """Return the bank of a file, by its ending; DocumentError, with line and column, at the first fault."""
    text = read(path)
    for problem in check_bank(text, path):
        raise problem
    return _read(text, path.suffix.lower())[0]


def check_bank(text: str, path: Path) -> tuple[DocumentError, ...]:
    suffix = path.suffix.lower()
    if suffix not in BANK_FORMATS:
        names = " or ".join(BANK_FORMATS)
        raise DocumentError("this is no bank of comments", path=path, remedy=f"The name of a bank ends in {names}")
    return tuple(fault.error(path) for fault in _read(text, suffix)[1])


@lru_cache(maxsize=64)
def _read(text: str, suffix: str) -> tuple[CommentBank, tuple[Fault, ...]]:
    try:
        raw = BANK_FORMATS[suffix].parse(text)
    except Unreadable as error:
        return CommentBank(), (error.fault,)
    faults = _faults(raw)
    return CommentBank() if faults else raw.bank(), faults


# TOML


def _parse_toml(text: str) -> BankContent:
    document = read_toml(text)
    return BankContent(document.content, lambda keys, of_key: document.file_place(keys, of_key=of_key))


def _write_toml(bank: CommentBank) -> str:
    import tomlkit

    document = tomlkit.document()
    if bank.codes:
        document["codes"] = dict(bank.codes)
    for entry in bank.entries:
        document.setdefault("comment", tomlkit.aot()).append(tomlkit.item(_fields(entry)))
    return tomlkit.dumps(document)


def _fields(entry: BankEntry) -> dict[str, Any]:
    fields = attrs.asdict(entry) | {"verdicts": list(entry.verdicts), "words": list(entry.words)}
    return {name: value for name, value in fields.items() if value or name == "text"}


# CSV


def _parse_csv(text: str) -> BankContent:
    rows = list(_rows(text))
    if not rows or "code" not in rows[0][1]:
        raise Unreadable(Fault(LinePlace(1), "this is no table of comments", f"The first row is {','.join(COLUMNS)}"))
    header = rows[0][1]
    codes: dict[str, str] = {}
    comments: list[dict[str, Any]] = []
    lines: list[int] = []
    for line, cells in rows[1:]:
        row = {name: cell for name, cell in zip(header, cells, strict=False) if name and cell}
        meaning = row.pop("meaning", "")
        if meaning:
            codes.setdefault(row.get("code", ""), meaning)
        if row and set(row) != {"code"}:
            comments.append(_comment_of(row))
            lines.append(line)
    content = {"codes": codes, "comment": comments}
    return BankContent(content, partial(_csv_place, tuple(lines)))


def _comment_of(row: Mapping[str, str]) -> dict[str, Any]:
    split = {name: [part.strip() for part in row[name].split(SEPARATOR)] for name in LISTS if name in row}
    comment: dict[str, Any] = {**row, **split}
    comment.setdefault("text", "")
    return comment


def _csv_place(lines: Sequence[int], keys: Keys, of_key: bool) -> LinePlace:
    if of_key or keys[:1] != ("comment",) or len(keys) < 2 or not isinstance(keys[1], int):
        return LinePlace(1)
    return LinePlace(lines[keys[1]])


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that hold anything, each with its first line; cells without what kept them from being formulas."""
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    try:
        for cells in reader:
            read = [_read_cell(cell) for cell in cells]
            if any(read):
                yield line, read
            line = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable(Fault(LinePlace(line), f"this is no CSV: {error}")) from None


def _write_csv(bank: CommentBank) -> str:
    lines = io.StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in _table(bank):
        writer.writerow([_safe_cell(row.get(column, "")) for column in COLUMNS])
    return lines.getvalue()


def _table(bank: CommentBank) -> Iterable[dict[str, str]]:
    yield from ({"code": code, "meaning": meaning} for code, meaning in bank.codes)
    for entry in bank.entries:
        fields = _fields(entry)
        yield {name: SEPARATOR.join(value) if name in LISTS else value for name, value in fields.items()}


def _safe_cell(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula.

    >>> [_safe_cell(cell) for cell in ("=1+1", "'tis", "-ed")]
    ["'=1+1", "'tis", "'-ed"]
    """
    return f"'{cell}" if _is_like_formula(cell) else cell


def _is_like_formula(cell: str) -> bool:
    bare = cell.lstrip("'")
    return harmless(bare) != bare


def _read_cell(cell: str) -> str:
    plain = cell[1:] if cell.startswith("'") and _is_like_formula(cell[1:]) else cell
    return plain.replace("\r\n", "\n").strip()


BANK_FORMATS: Mapping[str, BankFormat] = {
    ".toml": BankFormat(_parse_toml, _write_toml),
    ".csv": BankFormat(_parse_csv, _write_csv),
}


ENOUGH_CONTEXT = 8
"""Least number of characters beside a place, without white space, that show that a changed text still has it."""


@attrs.frozen(order=True)
class Quote:
    """Some words of a sentence (none for a gap), and the rest; ``occurrence``, from 1, tells equal sentences apart."""

    before: str = ""
    words: str = ""
    """The words that it is about."""
    after: str = ""
    occurrence: int = 1

    @classmethod
    def of(cls, text: str, start: int, end: int) -> "Quote":
        """Return the quote of a place in a sentence.

        >>> Quote.of("She likes  music.", 4, 9)
        Quote(before='She', words='likes', after='music.', occurrence=1)
        """
        before, words, after = (" ".join(part.split()) for part in (text[:start], text[start:end], text[end:]))
        return cls(before, words, after)


@attrs.frozen
class Squeezed:
    """A text without its white space, with the offset of each character in the text."""

    text: str
    characters: str
    offsets: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Squeezed":
        offsets = tuple(offset for offset, character in enumerate(text) if not character.isspace())
        return cls(text, "".join(text[offset] for offset in offsets), offsets)

    def parts_words(self, place: int) -> bool:
        if not 0 < place < len(self.characters):
            return True
        left, right = self.offsets[place - 1], self.offsets[place]
        return right - left > 1 or not (self.text[left].isalnum() and self.text[right].isalnum())

    def in_text(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the text of a range of the squeezed characters; a gap is behind what is before it."""
        if start < end:
            return self.offsets[start], self.offsets[end - 1] + 1
        place = self.offsets[start - 1] + 1 if start else 0
        return place, place


@attrs.frozen
class QuotedPlace:
    """A sentence's index, and a range of its characters without white space."""

    sentence: int
    start: int
    end: int


def find_quote(quote: Quote, sentences: Sequence[Squeezed]) -> QuotedPlace | None:
    """Return where a quote is; ``None`` where no sentence has it, or several might.

    A sentence that has changed must still have the words, with more of the quote's text beside them than anywhere else.
    The words of two sentences may have become one, or the other way round.
    """
    before, words, after = (squeezed(part) for part in (quote.before, quote.words, quote.after))
    exact = _with_whole_quote(before + words + after, sentences)
    if exact:
        number, start = exact[min(quote.occurrence, len(exact)) - 1]
        start += len(before)
        return QuotedPlace(number, start, start + len(words))
    candidates = [
        (_context(sentence.characters[:start], sentence.characters[end:], before, after), number, start)
        for number, sentence in enumerate(sentences)
        for start, end in _occurrences(words, sentence)
    ]
    candidates.sort(reverse=True)
    needed = min(ENOUGH_CONTEXT, len(before) + len(after))
    if not candidates or candidates[0][0] < max(1, needed):
        return None
    if len(candidates) > 1 and candidates[1][0] == candidates[0][0]:
        return None
    _, number, start = candidates[0]
    return QuotedPlace(number, start, start + len(words))


def _with_whole_quote(whole: str, sentences: Sequence[Squeezed]) -> list[tuple[int, int]]:
    equal = [(number, 0) for number, sentence in enumerate(sentences) if whole and sentence.characters == whole]
    if equal or not whole:
        return equal
    inside = ((number, sentence, sentence.characters.find(whole)) for number, sentence in enumerate(sentences))
    return [
        (number, start)
        for number, sentence, start in inside
        if start >= 0 and sentence.parts_words(start) and sentence.parts_words(start + len(whole))
    ]


def squeezed(text: str) -> str:
    return "".join(text.split())


def _occurrences(words: str, sentence: Squeezed) -> Iterator[tuple[int, int]]:
    for start in range(len(sentence.characters) - len(words) + 1):
        end = start + len(words)
        if sentence.characters.startswith(words, start) and sentence.parts_words(start) and sentence.parts_words(end):
            yield start, end


def _context(left: str, right: str, before: str, after: str) -> int:
    return _common_start(left[::-1], before[::-1]) + _common_start(right, after)


def _common_start(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


@attrs.frozen
class CommentSettings:
    """The ``[comments]`` of a configuration; the bank need not be there, ``builtin`` adds the language's comments."""

    is_on: bool = False
    bank: Path | None = None
    builtin: bool = True

    @classmethod
    def of(cls, folder: Path, content: Mapping[str, Any] | None) -> "CommentSettings":
        """Return the settings of a table; without one, a ``comments.toml`` in the folder switches comments on."""
        beside = folder / BANK_FILE
        named = content.get("bank") if content is not None else None
        bank = folder / named if named is not None else beside if os.path.isfile(beside) else None
        return cls(content is not None or bank is not None, bank, (content or {}).get("builtin", True))
