"""The recorded outputs where the extra ``encoder`` is not installed: the same, but for what only vectors give."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from golden.cases import CASES
from golden.recorder import OUTPUTS, transcript, with_recorded_numbers
from markscheme import errors

LACKING = {module for module, extra in errors.EXTRAS.items() if extra == "encoder"}
NEARNESS = re.compile(r"(?: ·)? (?:very )?(?:near|far from) a teacher's words", re.IGNORECASE)
SIGNATURE = re.compile(r"metric:[^\s\"<]+")
SHOWS_CREDIT = re.compile(r"credit|similarity|quality|near\b|nearest|far from", re.IGNORECASE)
OTHER_WORDS = (
    "null markscheme note credit is left out standard error edits are not weighted by exit status 2 "
    "No mark the mark depends on how near changes are to the teachers words and"
)
"""What stands in the place of credit and weights, and of a mark that depends on it."""


@pytest.fixture
def without_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find none of the extra's modules, with engines that have looked for none yet.

    The remedy is that of the package index: that of an editable installation has the project's path in it, which the
    recorder replaces.
    """
    monkeypatch.setattr(errors, "_origin", dict)
    monkeypatch.setattr(errors, "find_spec", lambda name: None if name in LACKING else find_spec(name))
    monkeypatch.setattr("markscheme.api.inputs._engines", {})


def words(text: str) -> list[str]:
    """Return an output's words: columns are as wide as what stands in them."""
    return re.findall(r"[\w.]+", SIGNATURE.sub("", NEARNESS.sub("", " ".join(text.split()))))


def steps(text: str) -> list[str]:
    return re.split(r"(?m)^(?=\$ )", text)[1:]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.uses_encoder])
@pytest.mark.usefixtures("without_encoder")
def test_outputs_differ_only_by_what_vectors_give(name: str, tmp_path: Path):
    recorded = (OUTPUTS / f"{name}.txt").read_bytes().decode("utf-8")
    found = with_recorded_numbers(transcript(CASES[name], tmp_path), recorded, noisy=True)
    for whole, base in zip(steps(recorded), steps(found), strict=True):
        if sorted(words(whole)) == sorted(words(base)):  # coverage lists the nearest first
            continue
        if errors.installing("encoder") in base and "exit status 2" in base:
            continue
        assert SHOWS_CREDIT.search(whole), base
        remedy = words(str(errors.MissingEncoder()))
        assert {*words(base)} <= {*words(whole), *OTHER_WORDS.split(), *remedy}
