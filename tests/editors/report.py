"""The report of an editor's driver: each step's value or error, as JSON."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

Place = tuple[int, int, int, int]
"""First line and character, last line and character; 0-based, in UTF-16 code units as LSP's are."""


@attrs.frozen
class Finding:
    """A finding of ``markscheme review --format json``."""

    verdict: str
    place: Place
    source: str
    references: Mapping[str, str]


@attrs.frozen
class Report:
    """The steps of one run, by name."""

    steps: Mapping[str, Mapping[str, Any]]

    def __getitem__(self, step: str) -> Any:
        """Return the step's value; fail the test if the step failed."""
        assert step in self.steps, f"the editor did not come to {step!r}: {dict(self.steps)}"
        assert "error" not in self.steps[step], self.steps[step]["error"]
        return self.steps[step]["value"]

    @property
    def diagnostics(self) -> list[tuple[Place, str]]:
        """Return places and codes, sorted."""
        return sorted((tuple(shown["place"]), shown["code"]) for shown in self["diagnostics"])


def read_finding(value: Mapping[str, Any]) -> Finding:
    start, end = value["range"]["start"], value["range"]["end"]
    place = (start["line"], start["character"], end["line"], end["character"])
    references = {person(reference["reference"]): reference["text"] for reference in value["references"]}
    return Finding(value["verdict"], place, value["source"], references)


def person(name: str) -> str:
    """Return the name by which people read of a teacher whose file is ``teacher-a``."""
    return name.replace("-", " ").title()


def read_report(path: Path) -> Report:
    return Report(json.loads(path.read_text("utf-8")))
