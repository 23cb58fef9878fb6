"""The variants between which a course leaves the choice: spellings, contractions, commas that grammar leaves free.

They are the tolerances that hide no error, and stand as ``equal`` in the ``[marking]`` of ``markscheme.toml``.
"""

import json
from collections.abc import Collection, Mapping
from pathlib import Path

import tomlkit

from markscheme.documents.files import TextSource, read_text
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import check_configuration
from markscheme.languages.language import DEFAULT_LANGUAGE, Tolerance, find_language

_EXERCISE = "[[exercise]]"


def offered_variants(language: str = DEFAULT_LANGUAGE) -> Mapping[str, Tolerance]:
    """Return the variants of a language, by its code, that are offered where a class is set up; by their names."""
    return {name: item for name, item in find_language(language).tolerances.variants().items() if item.example}


def with_variants(path: Path, names: Collection[str], read: TextSource = read_text) -> str:
    """Return the text of a ``markscheme.toml`` in which the course allows these of the offered variants, and no others.

    All else in the file stays. Raise DocumentError if the file is broken, or a name is no variant's.
    """
    text = read(path)
    for fault in check_configuration(text, path):
        raise fault
    document = tomlkit.parse(text)
    marking = document.get("marking", {})
    variants = offered_variants(marking.get("language", DEFAULT_LANGUAGE))
    if unknown := next((name for name in names if name not in variants), None):
        raise DocumentError(f"there is no variant {unknown!r}", remedy=f"The variants are {', '.join(variants)}")
    kept = [str(name) for name in marking.get("equal", ()) if name not in variants]
    equal = [*kept, *(name for name in variants if name in names)]
    if "marking" in document:
        document["marking"]["equal"] = equal
        return tomlkit.dumps(document)
    if not equal:
        return text
    table = f"[marking]\nequal = {json.dumps(equal)}\n"
    head, exercise, rest = text.partition(_EXERCISE)
    return f"{head}{table}\n{exercise}{rest}" if exercise else f"{text.rstrip()}\n\n{table}".lstrip()
