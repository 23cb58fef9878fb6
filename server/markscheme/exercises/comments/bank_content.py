"""What a bank's file holds, whatever its format, and what is wrong with it, by the JSON schema beside this module."""

import difflib
import fnmatch
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.exercises.comments.bank import PLACEHOLDERS, VERDICTS, BankEntry, CommentBank, placeholders_in
from markscheme.exercises.toml import Keys
from markscheme.languages.catalogue import error_types

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

SCHEMA = Path(__file__).with_name("comments.schema.json")
OPERATIONS = "MRU"
"""The operations of ERRANT's types: missing, replaced, unnecessary."""


@attrs.frozen
class BankContent:
    """The content of a bank's file, as TOML has it.

    Attributes
    ----------
    content
        A table ``codes``, and a list ``comment`` of tables.
    place
        Return the 1-based line and column, and the length, of the value at a path of keys; a column or a length may be
        missing.
    """

    content: Mapping[str, Any]
    place: Callable[[Keys, bool], "FilePlace"]

    def bank(self) -> CommentBank:
        """Return the bank; the content must have no fault."""
        entries = tuple(_entry(item) for item in self.content.get("comment", ()))
        return CommentBank(entries, tuple(self.content.get("codes", {}).items()))


@attrs.frozen(order=True)
class FilePlace:
    """A 1-based line, and where they are known a 1-based column and the number of characters."""

    line: int
    column: int | None = None
    length: int | None = None


@attrs.frozen
class BankFault:
    """What is wrong at a place, and what to do."""

    place: FilePlace
    problem: str
    remedy: str = ""


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
    """Return the JSON schema of the file."""
    loaded: Mapping[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    return loaded


@cache
def _validator() -> "Draft202012Validator":
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema())


def faults_of(raw: BankContent) -> tuple[BankFault, ...]:
    """Return every fault of a content, in the order of the file."""
    faults = [fault for error in _validator().iter_errors(raw.content) for fault in _schema_faults(error, raw)]
    comments = raw.content.get("comment", ())
    if isinstance(comments, list):
        faults += _comment_faults(raw, comments)
    unique = dict.fromkeys(faults)
    return tuple(sorted(unique, key=lambda fault: (fault.place.line, fault.place.column or 0, fault.problem)))


def _schema_faults(error: "ValidationError", raw: BankContent) -> Iterator[BankFault]:
    keys: Keys = tuple(error.absolute_path)
    rule = error.validator
    if rule == "additionalProperties":
        yield from _unknown_keys(keys, error, raw)
    elif rule == "required":
        yield BankFault(raw.place(keys, False), "the comment has no text", 'Add text = "…"')
    elif rule == "enum":
        likely = difflib.get_close_matches(str(error.instance), VERDICTS, 1)
        remedy = f"Did you mean {likely[0]!r}?" if likely else f"The verdicts are {', '.join(VERDICTS)}"
        yield BankFault(raw.place(keys, False), f"{error.instance!r} is no verdict", remedy)
    elif _is_code(keys, error):
        message = schema()["$defs"]["code"]["errorMessage"]
        yield BankFault(raw.place((*keys, str(error.instance)), True), f"{error.instance!r} {message}")
    else:
        yield BankFault(raw.place(keys, False), _message(keys))


def _is_code(keys: Keys, error: "ValidationError") -> bool:
    """Return whether the name of a code in ``[codes]`` is wrong, and not its meaning."""
    return keys == ("codes",) and isinstance(error.instance, str)


def _message(keys: Keys) -> str:
    """Return what is wrong with the value at a path of keys, by the schema's message for it."""
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


def _unknown_keys(keys: Keys, error: "ValidationError", raw: BankContent) -> Iterator[BankFault]:
    allowed = tuple(error.schema["properties"]) if isinstance(error.schema, Mapping) else ()
    for key in _mapping(error.instance):
        if key not in allowed:
            likely = difflib.get_close_matches(key.lower(), allowed, 1)
            remedy = f"Did you mean {likely[0]!r}?" if likely else f"Known keys: {', '.join(allowed)}"
            yield BankFault(raw.place((*keys, key), True), f"unknown key {key!r}", remedy)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _comment_faults(raw: BankContent, comments: Sequence[Any]) -> Iterator[BankFault]:
    """Yield what a schema can't say: unknown placeholders and types, a key twice, a text or a code that is missing."""
    keys: dict[str, int] = {}
    for number, item in enumerate(comments):
        if not isinstance(item, Mapping):
            continue
        text, key, pattern = (_text(item, name) for name in ("text", "key", "type"))
        yield from _text_faults(raw, number, text)
        if key and keys.setdefault(key, number) != number:
            yield BankFault(raw.place(("comment", number, "key"), False), f"the key {key!r} stands twice")
        if "text" in item and not text.strip() and not key:
            remedy = "Write what students read, or the key of a built-in comment that is to be left out"
            yield BankFault(raw.place(("comment", number, "text"), False), "the comment has no text", remedy)
        if text.strip() and "code" not in item:
            yield BankFault(raw.place(("comment", number), False), "the comment has no code", 'Add code = "Art"')
        if pattern and not any(matches_type(pattern, known) for known in error_types()):
            remedy = "Types look like R:VERB:TENSE; M is missing, R replaced, U unnecessary, * any"
            yield BankFault(raw.place(("comment", number, "type"), False), f"no type of ERRANT is {pattern!r}", remedy)


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name, "")
    return value if isinstance(value, str) else ""


def _text_faults(raw: BankContent, number: int, text: str) -> Iterator[BankFault]:
    for name in dict.fromkeys(placeholders_in(text)):
        if name not in PLACEHOLDERS:
            likely = difflib.get_close_matches(name.lower(), PLACEHOLDERS, 1)
            every = ", ".join(f"{{{item}}}" for item in PLACEHOLDERS)
            remedy = f"Did you mean {{{likely[0]}}}?" if likely else f"The placeholders are {every}"
            yield BankFault(raw.place(("comment", number, "text"), False), f"unknown placeholder {{{name}}}", remedy)


def matches_type(pattern: str, error_type: str) -> bool:
    """Return whether a pattern is for a type of ERRANT; without an operation it is for all three.

    >>> [matches_type(item, "R:VERB:TENSE") for item in ("R:VERB:TENSE", "VERB:TENSE", "*:VERB:*", "VERB", "M:*")]
    [True, True, True, False, False]
    """
    first = pattern.partition(":")[0]
    has_operation = first == "*" or first in OPERATIONS
    return fnmatch.fnmatchcase(error_type, pattern if has_operation else f"*:{pattern}")
