"""Make what editors show of settings from their declarations: ``python docs/settings.py``.

The script writes the server's settings in VS Code's ``package.json`` and their words in ``package.nls.json``, and the
tables of ``docs/editors/README.md``. Settings that only the extension reads stand in ``package.json`` by hand. With
``--check`` it writes nothing, and exits with status 1 if a file is stale.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
from contract import main

from markscheme.server.editor_settings import SECTION, Options, Severities, camel
from markscheme.settings import Setting, json_schema, settings_of

ROOT = Path(__file__).parents[1]
MANIFEST = ROOT / "vscode-client" / "package.json"
STRINGS = ROOT / "vscode-client" / "package.nls.json"
PAGE = ROOT / "docs" / "editors" / "README.md"
TABLE = re.compile(r"(<!-- settings: (\w+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
KINDS = {"boolean": "boolean", "string": "string", "integer": "whole number", "number": "number"}


def declarations() -> Iterator[tuple[str, type, str, Setting]]:
    """Yield each setting of an editor by its name, with the class and the field that declare it."""
    for field in attrs.fields(Options):
        if field.name == "severities":
            for name, declared in settings_of(Severities).items():
                yield f"severities.{camel(name)}", Severities, name, declared
        elif declared := settings_of(Options).get(field.name):
            yield camel(field.name), Options, field.name, declared


def manifest(text: str) -> str:
    """Return VS Code's manifest with the settings as they are declared."""
    content = json.loads(text)
    groups = {group["id"].partition(".")[2]: group for group in content["contributes"]["configuration"]}
    for place in ("shown", "marking", "engine"):
        groups[place]["properties"] = {
            f"{SECTION}.{name}": _property(name, json_schema(cls, field, declared, with_null=True), declared)
            for name, cls, field, declared in declarations()
            if declared.place == place
        }
    trust = content["capabilities"]["untrustedWorkspaces"]
    own = [name for name in trust["restrictedConfigurations"] if name.startswith(f"{SECTION}.server.")]
    trust["restrictedConfigurations"] = [
        *(f"{SECTION}.{name}" for name, _, _, declared in declarations() if declared.is_of_machine),
        *own,
    ]
    # As JavaScript writes numbers: the extension's tests read the manifest and write it again.
    return re.sub(r"(?<=: )1e-06\b", "0.000001", json.dumps(_whole(content), indent=2, ensure_ascii=False)) + "\n"


def _whole(value: Any) -> Any:
    """Return a value with whole numbers in place of floats that are whole."""
    match value:
        case dict():
            return {key: _whole(item) for key, item in value.items()}
        case list():
            return [*map(_whole, value)]
        case float() if value.is_integer():
            return int(value)
    return value


def _property(name: str, schema: dict[str, Any], declared: Setting) -> dict[str, Any]:
    words = [f"%setting.{name}.{choice}%" for choice in declared.choices]
    if words and schema["type"] == "array":
        schema["items"]["enumDescriptions"] = words
        schema["uniqueItems"] = True
    elif words:
        schema["markdownEnumDescriptions"] = [*([f"%setting.{name}.null%"] * (None in schema["enum"])), *words]
    own = declared.default if declared.in_vscode is None else declared.in_vscode
    default = list(own) if isinstance(own, tuple) else own
    scope = "machine-overridable" if declared.is_of_machine else "resource"
    return {**schema, "default": default, "scope": scope, "markdownDescription": f"%setting.{name}%"}


def strings(text: str, properties: Mapping[str, Any]) -> str:
    """Return the manifest's words, those of the declared settings as they are declared."""
    words: dict[str, str] = {}
    for name, _, _, declared in declarations():
        words[f"setting.{name}"] = declared.text
        if None in properties[f"{SECTION}.{name}"].get("enum", ()):
            words[f"setting.{name}.null"] = "Not set."
        words |= {f"setting.{name}.{choice}": meaning for choice, meaning in declared.choices.items()}
    names = {key.split(".")[1] for key in words}
    others = {
        key: value
        for key, value in json.loads(text).items()
        if not key.startswith("setting.") or key.split(".")[1] not in names
    }
    return json.dumps(others | words, indent=2, ensure_ascii=False) + "\n"


def table(title: str) -> str:
    """Return the rows of a table of the page: of all settings, or of the severities."""
    if title == "severities":
        lines = ["| of `severities` | default | meaning |", "|---|---|---|"]
        declared = settings_of(Severities).items()
        return "\n".join(
            [*lines, *(f"| `{camel(name)}` | {_json(item.default)} | {item.text} |" for name, item in declared), ""]
        )
    lines = ["| setting | type | default | meaning |", "|---|---|---|---|"]
    for field in attrs.fields(Options):
        kind, default, meaning = _cells(field.name)
        lines.append(f"| `{camel(field.name)}` | {kind} | {default} | {meaning} |")
    return "\n".join([*lines, ""])


OWN_ROWS = {
    "diagnostics": (
        '`"push"`, `"pull"`',
        '`"push"`',
        "Whether the server sends diagnostics or the editor requests them. Only in `initializationOptions`.",
    ),
    "severities": ("object", "below", "Severity of each kind of diagnostic."),
}
"""Rows of settings that VS Code has not, or has one by one."""


def _cells(name: str) -> tuple[str, str, str]:
    if name in OWN_ROWS:
        return OWN_ROWS[name]
    declared = settings_of(Options)[name]
    schema = json_schema(Options, name, declared, with_null=False)
    meanings = [f"`{_json(choice)[1:-1]}`: {meaning}" for choice, meaning in declared.choices.items()]
    text = " ".join([declared.text, *meanings])
    return _kind(schema), _json(declared.default), text.replace(f"#{SECTION}.", "").replace("#`", "`")


def _kind(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(map(_json, schema["enum"]))
    if schema["type"] == "array":
        return "four numbers" if "minItems" in schema else "list of strings"
    return KINDS[schema["type"]]


def _json(value: object) -> str:
    return f"`{json.dumps(value)}`"


def generated() -> Iterator[tuple[Path, str]]:
    """Yield each file with the text that it must have."""
    text = manifest(MANIFEST.read_text("utf-8"))
    yield MANIFEST, text
    groups = json.loads(text)["contributes"]["configuration"]
    properties = {name: shape for group in groups for name, shape in group["properties"].items()}
    yield STRINGS, strings(STRINGS.read_text("utf-8"), properties)
    yield PAGE, TABLE.sub(lambda match: f"{match[1]}{table(match[2])}{match[3]}", PAGE.read_text("utf-8"))


if __name__ == "__main__":
    sys.exit(main(generated()))
