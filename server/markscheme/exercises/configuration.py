"""``markscheme.toml``: exercises whose files the user names, and how they are marked.

The JSON schema beside this module defines the file, for editors too. Its ``errorMessage`` for a wrong value is shown to
people, at the value's line and column.
"""

import difflib
import json
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme import settings
from markscheme.documents.files import TextSource, read_text
from markscheme.documents.folders import CONFIGURATION, REPORT_FOLDER, begins_repository, folders_upwards
from markscheme.errors import DocumentError, suggestion
from markscheme.exercises import own_files
from markscheme.exercises.comment_bank import CommentSettings
from markscheme.exercises.file_names import People
from markscheme.exercises.own_files import Fault, Keys, LinePlace, TomlDocument, Unreadable
from markscheme.exercises.patterns import (
    PLACEHOLDERS,
    SKIPPED_FOLDERS,
    STUDENT,
    holds,
    is_excluded,
    pattern_fault,
    unknown_placeholder,
)
from markscheme.exercises.schemes import PRESETS, ErrorGroups, MarkingOverrides, Scheme, scheme_faults, scheme_of
from markscheme.languages.language import LANGUAGES, error_types, tolerance_names
from markscheme.settings import Setting

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


SCHEMA = Path(__file__).with_name("markscheme.schema.json")
_SYNONYMS = {
    "exercises": "exercise",
    "grades": "bands",
    "maximum": "max",
    "original": "source",
    "pupils": "hypotheses",
    "settings": "marking",
    "student": "hypotheses",
    "students": "hypotheses",
    "systems": "hypotheses",
    "task": "source",
    "teacher": "references",
    "teachers": "references",
}
"""Keys by other words for them whose spelling is not close."""
_TABLES = {
    "exercise": " in an exercise",
    "marking": " in [marking]",
    "comments": " in [comments]",
    "scheme": " in a mark scheme",
    "points": " in points",
    "words": " in words",
    "bands": " in bands",
}
_PATTERN_KEYS = {"source", "references", "hypotheses", "exclude"}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_WHOSE = r"\{student\}"
"""The schema's pattern of hypotheses where the source is each student's own."""


_MARKING = {
    "assumption": settings.ASSUMPTION,
    "equal": settings.EQUAL,
    "factors": settings.FACTORS,
    "tau": settings.TAU,
    "beta": settings.BETA,
    "weighting": settings.WEIGHTING,
    "estimate": settings.ESTIMATE,
    "language": settings.LANGUAGE,
}


@attrs.frozen
class Pattern:
    """A path or pattern, relative to the configuration's folder, with its place in the file."""

    text: str
    place: LinePlace


@attrs.frozen
class ExerciseTable:
    """One ``[[exercise]]`` table; with placeholders in its patterns it stands for several exercises.

    ``exclude``, ``marking`` and ``scheme`` include the file's settings for all its exercises.
    """

    name: str | None
    source: Pattern | None
    references: tuple[Pattern, ...]
    hypotheses: tuple[Pattern, ...]
    tokenised: bool | None
    exclude: tuple[str, ...]
    marking: MarkingOverrides
    line: int
    scheme: Scheme | None = None

    @property
    def sides(self) -> Mapping[str, tuple[Pattern, ...]]:
        source = (self.source,) if self.source is not None else ()
        return {"source": source, "hypotheses": self.hypotheses, "references": self.references}

    @property
    def has_own_essays(self) -> bool:
        return any(holds(item.text, STUDENT) for side in ("source", "references") for item in self.sides[side])


@attrs.frozen
class Configuration:
    """The content of the file at ``path``; ``exclude`` holds the patterns of the file and of its exercises.

    ``marking`` and ``scheme`` are those of all its exercises, and of exercises that the names of files make below it.
    """

    path: Path
    tables: tuple[ExerciseTable, ...]
    exclude: tuple[str, ...]
    people: People = People()
    groups: ErrorGroups = ErrorGroups()
    comments: CommentSettings = CommentSettings()
    marking: MarkingOverrides = MarkingOverrides()
    scheme: Scheme | None = None

    def excludes(self, document: Path) -> bool:
        """Return whether a document takes part in an exercise only if a table names it."""
        return is_excluded(document.relative_to(self.path.parent).as_posix(), self.exclude)


@attrs.frozen
class ConfigurationFault(Fault):
    """A fault at ``keys``; it is listed as if it stood at ``turn``, where there is one."""

    keys: Keys = attrs.field(default=(), eq=False)
    turn: LinePlace | None = attrs.field(default=None, eq=False)

    @property
    def order(self) -> tuple[int | str, ...]:
        turn, place = self.turn or self.place, self.place
        return turn.line, turn.column or 0, place.line, place.column or 0, self.problem, self.remedy


def read_configuration(path: Path, read: TextSource = read_text) -> Configuration:
    """Return a configuration; DocumentError, with line and column, at the first fault."""
    text = read(path)
    for problem in check_configuration(text, path):
        raise problem
    document = own_files.read_toml(text)
    content = document.content
    tables = tuple(_table(document, number) for number in range(len(content.get("exercise", ()))))
    excluded = dict.fromkeys((*content.get("exclude", ()), *(item for table in tables for item in table.exclude)))
    people, groups = People.of(content.get("people", {})), ErrorGroups.of(content.get("groups", {}))
    comments = CommentSettings.of(path.parent, content.get("comments"))
    marking, scheme = MarkingOverrides.of(content.get("marking", {})), scheme_of(content.get("scheme"))
    return Configuration(path, tables, tuple(excluded), people, groups, comments, marking, scheme)


def check_configuration(text: str, path: Path | None = None) -> tuple[DocumentError, ...]:
    """Return every fault of a configuration, in the text's order."""
    return tuple(fault.error(path) for fault in configuration_faults(text))


@lru_cache(maxsize=64)
def configuration_faults(text: str) -> tuple[ConfigurationFault, ...]:
    """Return every fault. They are kept: an editor needs them at every keystroke in every document of the folder."""
    try:
        document = own_files.read_toml(text)
    except Unreadable as error:
        return (ConfigurationFault(error.fault.place, error.fault.problem, error.fault.remedy),)
    errors = list(_validator().iter_errors(document.content))
    faults = [fault for error in errors for fault in _schema_faults(error, document)]
    faults += (not_numbers := [*_not_numbers(document)])
    faults += _pattern_faults(document)
    if not any(_is_of_scheme(tuple(error.absolute_path)) for error in errors) and not not_numbers:
        faults += _scheme_faults(document)
    return tuple(sorted(set(faults), key=lambda fault: fault.order))


def _fault(
    document: TomlDocument, keys: Keys, problem: str, remedy: str = "", *, of_key: bool = False
) -> ConfigurationFault:
    return ConfigurationFault(document.file_place(keys, of_key=of_key), problem, remedy, keys)


def _pattern_faults(document: TomlDocument) -> Iterator[ConfigurationFault]:
    for keys, value in own_files.leaves(document.content):
        if isinstance(value, str) and _PATTERN_KEYS.intersection(keys) and (problem := pattern_fault(value)):
            yield _fault(document, keys, problem, "Name a folder nearer to the files")


def _is_of_scheme(keys: Keys) -> bool:
    return not keys or keys == ("exercise",) or keys[0] in ("scheme", "groups") or keys[2:3] == ("scheme",)


def _scheme_faults(document: TomlDocument) -> Iterator[ConfigurationFault]:
    for fault in scheme_faults(document.content):
        yield _fault(document, fault.keys, fault.problem, fault.remedy, of_key=fault.is_key)


@cache
def schema() -> Mapping[str, Any]:
    """Return the JSON schema of the file, with the languages that are installed here and their tolerances."""
    loaded: dict[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    loaded["$defs"] |= {name: _definition(name, declared) for name, declared in _MARKING.items()}
    loaded["$defs"]["language"] |= {
        "enum": list(LANGUAGES.names),
        "errorMessage": f"must be the code of a known language: {', '.join(LANGUAGES.names)}",
    }
    loaded["$defs"]["equal"] |= {
        "items": {"enum": list(tolerance_names())},
        "errorMessage": f"must be a list of differences that do not count: {', '.join(tolerance_names())}",
    }
    loaded["$defs"]["scheme"]["properties"]["preset"] |= {
        "enum": list(PRESETS.names),
        "errorMessage": f"must be the name of a preset: {', '.join(PRESETS.names)}",
    }
    loaded["$defs"]["type"] |= {"enum": list(error_types())}
    return loaded


def _definition(name: str, declared: Setting) -> dict[str, Any]:
    rule = settings.json_schema(MarkingOverrides, name, declared, with_null=False)
    value = list(declared.default) if isinstance(declared.default, tuple) else declared.default
    default = {} if value is None else {"default": value}
    message = f"must be {declared.wanted or _wanted(rule, declared)}"
    return {"title": name.capitalize(), "description": declared.description, "errorMessage": message, **rule, **default}


def _wanted(rule: Mapping[str, Any], declared: Setting) -> str:
    if "enum" in rule:
        *others, last = (f'"{choice}"' for choice in rule["enum"])
        return f"{', '.join(others)} or {last}"
    return "true or false" if rule["type"] == "boolean" else f"a number of {declared.bounds}"


@cache
def _validator() -> "Draft202012Validator":
    return own_files.validator(schema())


def _schema_faults(error: "ValidationError", document: TomlDocument) -> Iterator[ConfigurationFault]:
    keys: Keys = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        yield from _unknown_keys(keys, error, document)
        return
    if error.validator == "anyOf":
        yield from _missing_keys(keys, error, document)
        return
    yield _fault(document, keys, *_value_message(keys, error))


def _value_message(keys: Keys, error: "ValidationError") -> tuple[str, str]:
    key = next((part for part in reversed(keys) if isinstance(part, str)), "")
    value, rule = error.instance, error.validator
    if key == "exercise":
        return "write [[exercise]], with two brackets", "Each exercise is a table of its own"
    if key == "references" and rule == "minItems":
        return "the exercise names no teachers' corrections", ""
    if keys[0] == "groups" and rule == "enum":
        remedy = suggestion(str(value).upper(), error_types(), f"The types are {', '.join(error_types())}")
        return f"{value!r} is no type of ERRANT", remedy
    if keys[0] in ("people", "comments") or "scheme" in keys or rule != "pattern":
        return f"{key} {_message(keys)}", _number_remedy(key, value)
    if error.validator_value == _WHOSE:
        remedy = f"Write {STUDENT} where the student's name stands"
        return f"{value!r} does not say whose it is, and each student has a source", remedy
    return f"{value!r} is not a path or pattern of files below this folder", _path_remedy(str(value))


def _number_remedy(key: str, value: object) -> str:
    text = value.strip().replace(",", ".") if isinstance(value, str) else ""
    return f"Write it without quotes: {key} = {text}" if _NUMBER.fullmatch(text) else ""


def _path_remedy(path: str) -> str:
    placeholder = unknown_placeholder(path)
    if placeholder is not None:
        *others, last = PLACEHOLDERS
        return f"The placeholders are {', '.join(others)} and {last}, not {placeholder}"
    if "\\" in path or not path.isprintable():
        return "Part folders with /"
    return "Name files relative to the folder of this file" if path else ""


def _unknown_keys(keys: Keys, error: "ValidationError", document: TomlDocument) -> Iterator[ConfigurationFault]:
    allowed = _known_keys(error)
    table = next((str(key) for key in reversed(keys) if key in _TABLES), "")
    where = _TABLES.get(table, "")
    for key in document.value(keys):
        if key not in allowed:
            remedy = _key_remedy(key, allowed, bool(keys)) or f"Known keys{where}: {', '.join(allowed)}"
            yield _fault(document, (*keys, key), f"unknown key {key!r}", remedy, of_key=True)


def _missing_keys(keys: Keys, error: "ValidationError", document: TomlDocument) -> Iterator[ConfigurationFault]:
    """Yield the fault of an exercise without references and hypotheses, unless an unknown key may mean references."""
    allowed = _known_keys(error)
    unknown = [key for key in document.value(keys) if key not in allowed]
    if not any(_likely_key(key, allowed) == "references" for key in unknown):
        fault = _fault(
            document, keys, "the exercise names no teachers' corrections", 'Add references = ["teacher-*.txt"]'
        )
        turn = max((keys, *((*keys, key) for key in unknown)), key=lambda path: document.place(path).value.start)
        yield attrs.evolve(fault, turn=document.file_place(turn))


def _known_keys(error: "ValidationError") -> tuple[str, ...]:
    return tuple(error.schema["properties"]) if isinstance(error.schema, Mapping) else ()


def _key_remedy(key: str, keys: tuple[str, ...], inside: bool) -> str:
    if not inside and key in _properties("exercise"):
        return "It belongs below [[exercise]]" + (", or below [marking]" if key in _properties("marking") else "")
    if not inside and key in schema()["$defs"]["scheme"]["properties"]:
        return "It belongs below [scheme]"
    likely = _likely_key(key, keys)
    return f"Did you mean {likely!r}?" if likely else ""


def _likely_key(key: str, keys: tuple[str, ...]) -> str | None:
    if _SYNONYMS.get(key) in keys:
        return _SYNONYMS[key]
    return next(iter(difflib.get_close_matches(key.lower(), keys, 1)), None)


def _properties(table: str) -> Mapping[str, Any]:
    whole = schema()
    properties: Mapping[str, Any] = whole["$defs" if table == "exercise" else "properties"][table]["properties"]
    return properties


def _message(keys: Keys) -> str:
    rule: Mapping[str, Any] = schema()
    message = "is not as it should be"
    for key in keys:
        named = rule.get("properties", {}).get(key) or rule.get("additionalProperties") or {}
        rule = named if isinstance(key, str) else rule.get("items", {})
        if "$ref" in rule:
            rule = {**schema()["$defs"][rule["$ref"].rpartition("/")[2]], **rule}
        message = rule.get("errorMessage", message)
    return message


def _not_numbers(document: TomlDocument) -> Iterator[ConfigurationFault]:
    """Yield the faults of TOML's ``nan``, which a schema's bounds let pass."""
    for keys, value in own_files.leaves(document.content):
        if isinstance(value, float) and math.isnan(value):
            name = next(part for part in reversed(keys) if isinstance(part, str))
            yield _fault(document, keys, f"{name} must be a number, and nan is none")


def _table(document: TomlDocument, number: int) -> ExerciseTable:
    keys: Keys = ("exercise", number)
    content, table = document.content, document.value(keys)

    def pattern(text: str, *way: str | int) -> Pattern:
        return Pattern(text, document.file_place((*keys, *way)))

    def patterns(key: str) -> tuple[Pattern, ...]:
        return tuple(pattern(text, key, place) for place, text in enumerate(table.get(key, ())))

    return ExerciseTable(
        table.get("name"),
        pattern(table["source"], "source") if "source" in table else None,
        patterns("references"),
        patterns("hypotheses"),
        table.get("tokenised"),
        (*content.get("exclude", ()), *table.get("exclude", ())),
        MarkingOverrides.of({**content.get("marking", {}), **table}),
        document.file_place(keys).line,
        scheme_of(content.get("scheme"), table.get("scheme")),
    )


OnProblem = Callable[[DocumentError], None]
"""Called for each unusable file or folder; raise to stop the search."""


def governed_folders(
    top: Path, configuration: Configuration | None, read: TextSource, on_problem: OnProblem
) -> Iterator[tuple[Path, Configuration | None]]:
    """Yield a folder and those below it, in the order of their paths, each with the configuration that governs it."""
    waiting = [(top, configuration)]
    while waiting:
        folder, governing = waiting.pop()
        try:
            if folder != top:
                inner = (
                    read_configuration(folder / CONFIGURATION, read) if os.path.isfile(folder / CONFIGURATION) else None
                )
                governing = inner or (None if begins_repository(folder) else governing)
            entries = entries_of(folder)
        except DocumentError as problem:
            on_problem(problem)
            continue
        yield folder, governing
        waiting += [
            (entry, governing)
            for entry in reversed(entries)
            if entry.name not in SKIPPED_FOLDERS and not entry.is_symlink() and os.path.isdir(entry)
        ]


def governing_configuration(folder: Path, read: TextSource) -> Configuration | None:
    """Return the nearest configuration in a folder or above it, in its repository; DocumentError if it is broken."""
    path = governing_file(folder)
    return read_configuration(path, read) if path is not None else None


def governing_file(folder: Path) -> Path | None:
    """Return the nearest ``markscheme.toml`` in a folder or above it, inside the folder's repository."""
    return next((one / CONFIGURATION for one in folders_upwards(folder) if os.path.isfile(one / CONFIGURATION)), None)


def report_folder(path: Path, workspace: Iterable[Path]) -> Path:
    """Return the folder for reports of a document or a folder, there or not.

    It is beside the governing ``markscheme.toml``, else in the innermost workspace folder, else beside the document.
    """
    folder = path if os.path.isdir(path) else path.parent
    governing = governing_file(folder)
    above = (one for one in workspace if folder.is_relative_to(one))
    place = governing.parent if governing else max(above, key=lambda one: len(one.parts), default=folder)
    return place / REPORT_FOLDER


def entries_of(folder: Path) -> list[Path]:
    """Return what is in a folder, sorted; DocumentError if it can't be read."""
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise DocumentError(f"the folder can't be read ({error.strerror})", path=folder) from error


def files_in(folder: Path, configuration: Configuration | None) -> list[Path]:
    files = (entry for entry in entries_of(folder) if os.path.isfile(entry))
    return [path for path in files if configuration is None or not configuration.excludes(path)]
