"""Generate the description of the JSON contract from its Python types: ``python docs/contract.py``.

The types are those of :mod:`markscheme.reports.contract`. The script writes the JSON schema
(``docs/protocol.schema.json``) and the tables of ``docs/protocol.md``, between ``<!-- members: Name -->`` and
``<!-- end -->``. ``npm run contract`` in ``vscode-client/`` generates the TypeScript types of the VS Code extension
from the schema. With ``--check`` the script writes nothing, and exits with status 1 if a file is stale.
"""

import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import is_typeddict

from markscheme.reports import contract

SCHEMA = Path(__file__).with_name("protocol.schema.json")
PAGE = Path(__file__).with_name("protocol.md")
TABLE = re.compile(r"(<!-- members: (\w+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
REFERENCE = "#/$defs/"


def shapes() -> dict[str, Any]:
    """Return every typed dictionary of the contract, by name."""
    modules = pkgutil.walk_packages(contract.__path__, f"{contract.__name__}.")
    members = (item for module in modules for item in vars(importlib.import_module(module.name)).items())
    return dict(sorted((name, value) for name, value in members if is_typeddict(value)))


def schema() -> dict[str, Any]:
    """Return the JSON schema of all shapes, as one document's ``$defs``."""
    types = shapes()
    for value in types.values():
        value.__pydantic_config__ = ConfigDict(use_attribute_docstrings=True, extra="forbid")
    inputs = [(name, "serialization", TypeAdapter(value)) for name, value in types.items()]
    _, document = TypeAdapter.json_schemas(inputs, title="Markscheme's JSON", ref_template=f"{REFERENCE}{{model}}")
    definitions = {name: _plain(definition) for name, definition in sorted(document["$defs"].items())}
    for name, value in types.items():
        _inherit_descriptions(name, value, definitions)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": document["title"], "$defs": definitions}


def _inherit_descriptions(name: str, shape: Any, definitions: dict[str, Any]) -> None:
    """Give inherited members the descriptions of the base shapes; pydantic reads a shape's own docstrings only."""
    for base in filter(is_typeddict, getattr(shape, "__orig_bases__", ())):
        for member, item in definitions[base.__name__]["properties"].items():
            if "description" in item:
                definitions[name]["properties"][member].setdefault("description", item["description"])
        _inherit_descriptions(name, base, definitions)


def _plain(value: Any) -> Any:
    """Return a schema without the titles that pydantic derives from names."""
    if isinstance(value, dict):
        return {
            key: {name: _plain(member) for name, member in item.items()} if key == "properties" else _plain(item)
            for key, item in value.items()
            if key != "title"
        }
    return [_plain(item) for item in value] if isinstance(value, list) else value


def table(name: str, definitions: dict[str, Any]) -> str:
    """Return the members of a shape as a Markdown table."""
    shape = definitions[name]
    lines = ["| member | type | meaning |", "|---|---|---|"]
    for member, definition in shape["properties"].items():
        optional = "" if member in shape.get("required", ()) else ", optional"
        meaning = " ".join(definition.get("description", "").replace("``", "`").split())
        lines.append(f"| `{member}` | {_type(definition)}{optional} | {meaning} |")
    return "\n".join(lines) + "\n"


def _type(definition: dict[str, Any]) -> str:
    if "$ref" in definition:
        return definition["$ref"].removeprefix(REFERENCE)
    if "anyOf" in definition:
        return " or ".join(map(_type, definition["anyOf"]))
    if "enum" in definition or "const" in definition:
        values = definition.get("enum", [definition.get("const")])
        return ", ".join(f"`{json.dumps(value)}`" for value in values)
    if definition["type"] == "array":
        return f"list of {_type(definition['items'])}"
    if "additionalProperties" in definition and "properties" not in definition:
        return f"object of {_type(definition['additionalProperties'])}"
    return {"null": "`null`"}.get(definition["type"], definition["type"])


def generated() -> Iterator[tuple[Path, str]]:
    """Yield each file with the text that it must have."""
    described = schema()
    yield SCHEMA, json.dumps(described, indent=2, ensure_ascii=False) + "\n"
    definitions = described["$defs"]
    page = PAGE.read_text("utf-8")
    yield PAGE, TABLE.sub(lambda match: f"{match[1]}{table(match[2], definitions)}{match[3]}", page)


def main() -> int:
    stale = [(path, text) for path, text in generated() if not path.exists() or path.read_text("utf-8") != text]
    for path, text in stale:
        if "--check" in sys.argv:
            print(f"{path.name} is stale: run make contract", file=sys.stderr)
        else:
            path.write_text(text, "utf-8")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
