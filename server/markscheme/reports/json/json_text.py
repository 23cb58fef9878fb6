"""JSON as text that is printed or written."""

import json
from collections.abc import Mapping
from typing import Any

SCHEMA = 1
"""The version of the objects of ``review`` and ``score``."""


def dumped(value: Mapping[str, Any]) -> str:
    """Return JSON text that ends with a line end."""
    return encodable(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


def encodable(text: str) -> str:
    """Return text without lone surrogates, which stand for the undecodable bytes of a file name."""
    return text.encode("utf-8", "replace").decode("utf-8")
