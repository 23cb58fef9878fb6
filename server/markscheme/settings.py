"""Settings that people choose: what each means, its default and its bounds, said once.

A class that holds settings declares them by :func:`setting`; those that several places have stand below.
``make contract`` makes VS Code's settings and the tables of ``docs/editors/README.md`` from the language server's, and
:mod:`markscheme.exercises.configuration` the schema of ``markscheme.toml``.
"""

import math
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

Place = Literal["shown", "marking", "engine"]
"""Where an editor lists a setting: how findings are shown, how they are marked, or what runs."""

_KEY = "setting"


@attrs.frozen
class Setting:
    """A setting as people see it, in Markdown; another one is named as VS Code links it, ``#markscheme.NAME#``.

    ``choices`` has what each value means, where there are few; the bounds are those of a number, or of each of several.
    ``wanted`` is what a value must be, where that does not follow from its type.
    """

    text: str
    default: Any
    choices: Mapping[str, str] = {}
    minimum: float | None = None
    maximum: float | None = None
    wanted: str = ""
    place: Place = "marking"
    is_of_machine: bool = False
    in_vscode: Any = None
    """The default in the VS Code extension, where it is another one."""

    @property
    def description(self) -> str:
        """The text, and what each value means, without Markdown's links to settings."""
        meanings = (f"{name}: {meaning}" for name, meaning in self.choices.items())
        return " ".join([self.text, *meanings]).replace("#markscheme.", "").replace("#", "").replace("`", "")

    @property
    def bounds(self) -> str:
        """The bounds in words; empty without any."""
        words = {"at least": self.minimum, "at most": self.maximum}
        return " and ".join(f"{word} {_plain(bound)}" for word, bound in words.items() if bound is not None)

    def holds(self, value: object) -> bool:
        """Return whether a number, or each of several, is within the bounds; other values are."""
        items = value if isinstance(value, tuple) else (value,)
        low = -math.inf if self.minimum is None else self.minimum
        high = math.inf if self.maximum is None else self.maximum
        return all(low <= item <= high for item in items if isinstance(item, int | float))


def _plain(number: float) -> str:
    return f"{number:,.6f}".rstrip("0").rstrip(".")


def setting(declared: Setting) -> Any:
    """Return the field of an attrs class that has this setting."""
    return attrs.field(default=declared.default, metadata={_KEY: declared})


def shown(text: str, default: Any, choices: Mapping[str, str] = {}, minimum: float | None = None) -> Any:
    """Return the field of a setting of how findings are shown in an editor."""
    return setting(Setting(text, default, choices, minimum, place="shown"))


def settings_of(cls: "type[attrs.AttrsInstance]") -> dict[str, Setting]:
    """Return the settings that a class declares, by the names of its fields."""
    return {field.name: field.metadata[_KEY] for field in attrs.fields(cls) if _KEY in field.metadata}


def json_schema(cls: type, name: str, declared: Setting, *, with_null: bool) -> dict[str, Any]:
    """Return the JSON schema of a field's values, without words; ``with_null`` with ``null`` where the field has it."""
    kind = get_type_hints(cls)[name]
    options = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    [kind] = [option for option in options if option is not NoneType]
    schema = _schema(kind, declared)
    if with_null and NoneType in options:
        schema["type"] = [schema["type"], "null"]
        if "enum" in schema:
            schema["enum"] = [None, *schema["enum"]]
    return schema


_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}


def _schema(kind: Any, declared: Setting) -> dict[str, Any]:
    if get_origin(kind) is tuple:
        first, *others = get_args(kind)
        size = {} if others == [...] else {"minItems": 1 + len(others), "maxItems": 1 + len(others)}
        return {"type": "array", "items": _schema(first, declared), **size}
    is_literal = get_origin(kind) is Literal
    schema: dict[str, Any] = {"type": "string" if is_literal else _TYPES[kind]}
    if declared.choices or is_literal:
        schema["enum"] = [choice for choice in declared.choices or get_args(kind) if choice is not None]
    bounds = {"minimum": declared.minimum, "maximum": declared.maximum}
    return schema | {name: bound for name, bound in bounds.items() if bound is not None}


LEVEL = Setting(
    "Whether a document's scores are computed from its total counts (`corpus`) or are the mean of its sentences' "
    "scores (`sentence`).",
    "corpus",
)
ASSUMPTION = Setting(
    "Whether a sentence is marked against one reference throughout, or each place in it against any. Not set: verdicts "
    "have each place against any reference, CLEME2.0's numbers each sentence against one, as published.",
    None,
    {"dependent": "Each sentence against one reference.", "independent": "Each place against any reference."},
)
EQUAL = Setting(
    "Kinds of differences from a teacher's correction that do not count: a correction that differs in nothing else is "
    "correct.",
    (),
    {
        "capital-letters": "Capital letters: english, English.",
        "spelling-variants": "Spelling variants: learnt, learned; colour, color; -ise, -ize.",
        "contractions": "Contractions: don't, do not; it's, it is.",
        "quotation-marks": "Quotation marks of any kind, or none.",
        "for-example-comma": "The comma after a word or phrase that begins a sentence, such as For example, However or "
        "Last week.",
        "list-comma": "The comma before the last item of a list: apples, pears, and plums.",
        "optional-commas": "Any comma, but not one inside a number.",
    },
    wanted="a list of differences that do not count",
)
WEIGHTING = Setting(
    "How edits are weighted in CLEME2.0.",
    "none",
    {
        "none": "All edits have the same weight.",
        "length": "By length: longer hits weigh more, longer errors less.",
        "similarity": "By how much an edit brings the sentence closer to the reference. Needs the encoder.",
        "vector": "By how much an edit changes the sentence. Needs the encoder.",
        "llm": "By the judgement of a large language model, which you name for yourself "
        "(`#markscheme.llm.endpoint#`, `#markscheme.llm.model#`). Markscheme asks before it sends anything.",
    },
)
FACTORS = Setting(
    "CLEME2.0's factors for hit, wrong, under and over.",
    (0.50, 0.40, 0.05, 0.05),
    minimum=0,
    maximum=1_000_000,
    wanted="four numbers of at least 0: hit, wrong, under, over",
)
TAU = Setting(
    "Maximum distance at which two edits still earn credit.",
    1 / math.sqrt(2),
    minimum=1e-6,
    maximum=1_000_000,
    wanted="a number above 0",
)
BETA = Setting(
    "Beta of the F scores: below 1, precision counts more; above 1, recall.",
    0.5,
    minimum=0,
    maximum=1_000_000,
    wanted="a number of at least 0",
)
ESTIMATE = Setting(
    "Whether a model estimates corrections that have no reference. It is often wrong. Estimates are not marks.", True
)
LANGUAGE = Setting("The language of the texts, by its code.", "en", wanted="the code of a language", place="engine")
