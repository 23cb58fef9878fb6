"""The tables of settings in ``docs/editors/README.md`` are exactly the server's options."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs
import pytest

from markscheme.lsp.options import Options, Severities, Severity, read_options

PAGE = Path(__file__).parents[2] / "docs" / "editors" / "README.md"
WORDS = {bool: "boolean", str: "string", int: "whole number", float: "number", Severities: "object"}
ELEMENTS = {(str, ...): "list of strings", (float,) * 4: "four numbers"}


def table(first: str) -> Mapping[str, list[str]]:
    """Return the other cells of each row by the name in its first."""
    rows = PAGE.read_text("utf-8").partition(f"| {first} |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {name.strip("`"): others for name, *others in cells}


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def wanted(kind: Any) -> str:
    """Return a type in the words of the table."""
    if get_origin(kind) in (Union, UnionType):
        [kind] = [item for item in get_args(kind) if item is not type(None)]
    choices = get_args(kind)
    if get_origin(kind) is Literal:
        return ", ".join(f'`"{choice}"`' for choice in choices)
    if get_origin(kind) is tuple:
        return ELEMENTS[tuple(choices)]
    return WORDS[choices[0] if choices else kind]


def test_the_page_has_every_setting_and_no_other():
    assert list(table("setting")) == [camel(field.name) for field in attrs.fields(Options)]
    assert list(table("of `severities`")) == [camel(field.name) for field in attrs.fields(Severities)]


@pytest.mark.parametrize("field", attrs.fields(Options), ids=lambda field: field.name)
def test_types_and_defaults_match_the_server(field: "attrs.Attribute[Any]"):
    kind, default, meaning = table("setting")[camel(field.name)]
    assert kind == wanted(get_type_hints(Options)[field.name])
    assert meaning
    if field.name != "severities":
        shown = json.loads(default.strip("`"))
        assert read_options({camel(field.name): shown}) == (Options(), None)
        assert shown == (list(field.default) if isinstance(field.default, tuple) else field.default)


def test_severities_and_their_defaults_match_the_server():
    shown = {name: json.loads(default.strip("`")) for name, (default, _) in table("of `severities`").items()}
    assert shown == {camel(name): severity for name, severity in attrs.asdict(Severities()).items()}
    assert set(re.findall(r'`"(\w+)"`', PAGE.read_text("utf-8").partition("Each is ")[2].partition(".")[0])) == set(
        get_args(Severity)
    )


@pytest.mark.parametrize(
    ("name", "choice"),
    [(name, choice) for name, cells in table("setting").items() for choice in re.findall(r'`("\w+")`', cells[0])],
)
def test_the_server_accepts_every_value_on_the_page(name: str, choice: str):
    options, complaint = read_options({name: json.loads(choice)})
    assert complaint is None
    assert json.loads(choice) in attrs.astuple(options, recurse=False)
