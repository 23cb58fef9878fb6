"""The ``[scheme]`` of a new ``markscheme.toml``: a preset written out, with a comment for each key."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import tomlkit
from tomlkit.items import Table

from markscheme.exercises.configuration import check_configuration
from markscheme.exercises.scheme.presets import PRESETS, SchemePreset
from markscheme.registry import RegistryError
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text

_EXERCISE: Final = "[[exercise]]"


def with_scheme(text: str, name: str | None) -> str:
    """Return a configuration's text with a preset in place of its mark scheme; as it is if the name is ``None``.

    Raises
    ------
    DocumentError
        If there is no such preset.
    """
    if name is None or not text:
        return text
    try:
        preset = PRESETS.get(name)
    except RegistryError as error:
        raise DocumentError(str(error)) from error
    document = tomlkit.parse(text)
    document.pop("scheme", None)
    rest = tomlkit.dumps(document)
    head, _, _ = rest.partition(_EXERCISE)
    return f"{head}{scheme_text(preset)}\n{rest[len(head) :]}"


def with_new_scheme(path: Path, name: str) -> str:
    """Return the text of a configuration that is there with a preset added, and all else as it is.

    Raises
    ------
    DocumentError
        If the configuration is broken or has a mark scheme, or there is no such preset.
    """
    text = read_text(path)
    for fault in check_configuration(text, path):
        raise fault
    if "scheme" in tomlkit.parse(text):
        raise DocumentError("the file has a mark scheme already", path=path, remedy="Replace it with --force")
    return with_scheme(text, name)


def scheme_text(preset: SchemePreset) -> str:
    """Return the ``[scheme]`` table of a preset."""
    document = tomlkit.document()
    document.add(tomlkit.comment(f"The mark scheme \u201c{preset.name}\u201d. {preset.description}"))
    document.add("scheme", _table(preset.content, preset.notes))
    return tomlkit.dumps(document)


def _table(content: Mapping[str, Any], notes: Mapping[str, str]) -> Table:
    table = tomlkit.table()
    for key, value in content.items():
        item = _table(value, notes) if isinstance(value, Mapping) else tomlkit.item(value)
        if key in notes:
            item.comment(notes[key])
        table.add(key, item)
    return table
