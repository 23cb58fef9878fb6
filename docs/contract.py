"""Makes what describes the JSON contract from its Python types: ``python docs/contract.py``.

The types are those of :mod:`markscheme.reports.contract`. Made are the JSON schema (``docs/protocol.schema.json``) and
the tables of ``docs/protocol.md``, between ``<!-- members: Name -->`` and ``<!-- end -->``. The VS Code extension makes
its TypeScript types from the schema (``npm run contract`` in ``vscode-client/``). With ``--check`` nothing is written,
and the exit status is 1 if something is stale.
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
    """Every typed dictionary of the contract, by name."""
    modules = pkgutil.iter_modules(contract.__path__, f"{contract.__name__}.")
    members = (item for module in modules for item in vars(importlib.import_module(module.name)).items())
    return dict(sorted((name, value) for name, value in members if is_typeddict(value)))


def schema() -> dict[str, Any]:
    """The JSON schema of all shapes, as one document's ``$defs``."""
    known = shapes()
    for value in known.values():
        value.__pydantic_config__ = ConfigDict(use_attribute_docstrings=True, extra="forbid")
    inputs = [(name, "serialization", TypeAdapter(value)) for name, value in known.items()]
    _, made = TypeAdapter.json_schemas(inputs, title="Markscheme's JSON", ref_template=f"{REFERENCE}{{model}}")
    definitions = {name: _plain(own) for name, own in sorted(made["$defs"].items())}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": made["title"], "$defs": definitions}


def _plain(value: Any) -> Any:
    """A schema without the titles that pydantic makes of names."""
    if isinstance(value, dict):
        return {
            key: {name: _plain(item) for name, item in own.items()} if key == "properties" else _plain(own)
            for key, own in value.items()
            if key != "title"
        }
    return [_plain(item) for item in value] if isinstance(value, list) else value


def table(name: str, definitions: dict[str, Any]) -> str:
    """The members of a shape as a Markdown table."""
    lines = ["| member | type | meaning |", "|---|---|---|"]
    for member, own in definitions[name]["properties"].items():
        meaning = " ".join(own.get("description", "").split())
        lines.append(f"| `{member}` | {_type(own)} | {meaning} |")
    return "\n".join(lines) + "\n"


def _type(own: dict[str, Any]) -> str:
    if "$ref" in own:
        return own["$ref"].removeprefix(REFERENCE)
    if "anyOf" in own:
        return " or ".join(map(_type, own["anyOf"]))
    if "enum" in own or "const" in own:
        values = own.get("enum", [own.get("const")])
        return ", ".join(f"`{json.dumps(value)}`" for value in values)
    if own["type"] == "array":
        return f"list of {_type(own['items'])}"
    return {"null": "`null`"}.get(own["type"], own["type"])


def made() -> Iterator[tuple[Path, str]]:
    """Each file with the text that it must have."""
    described = schema()
    yield SCHEMA, json.dumps(described, indent=2, ensure_ascii=False) + "\n"
    definitions = described["$defs"]
    page = PAGE.read_text("utf-8")
    yield PAGE, TABLE.sub(lambda found: f"{found[1]}{table(found[2], definitions)}{found[3]}", page)


def main() -> int:
    stale = [(path, text) for path, text in made() if not path.exists() or path.read_text("utf-8") != text]
    for path, text in stale:
        if "--check" in sys.argv:
            print(f"{path.name} is stale: run make contract", file=sys.stderr)
        else:
            path.write_text(text, "utf-8")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
