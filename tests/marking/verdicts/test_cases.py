"""The ledger of verdicts: sentences with what a teacher says of each place, and how many of them the program gives.

The first 103 sentences of each file, and what a teacher would say of them, were made apart, without sight of the
program; those from number 101 of a kind on were labelled before the program saw them. The rules were made
with ``tuned.json``; nobody is to look at ``unseen.json`` while the rules are changed. A case is right if every place
has one verdict that its label allows, and nothing else is at fault.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from markscheme import EngineSettings
from markscheme.documents.corpus import Document
from markscheme.exercises.material import Material
from markscheme.marking.driver import Task
from markscheme.marking.findings import Finding
from markscheme.marking.local import Engine
from markscheme.marking.verdict import Verdict

FOLDER = Path(__file__).parent / "cases"
RIGHT = {Verdict.CORRECT.value, Verdict.OPTIONAL.value}
LEAST = {"tuned": (215, 237), "unseen": (90, 103)}
"""The number of cases that are right, which may only rise, and of all."""


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def findings(engine: Engine, case: dict[str, Any]) -> tuple[Finding, ...]:
    source, student = Document("source", case["source"] + "\n"), Document("student", case["student"] + "\n")
    references = tuple(Document(f"teacher-{n}", f"{text}\n") for n, text in enumerate(case["references"]))
    review = engine.documents.mark(Task(Material(source, student, references, ()), with_vectors=False)).review
    assert review is not None
    return review.findings


def is_at(finding: Finding, start: int, end: int) -> bool:
    span = finding.source_span
    is_gap = span.start == span.end and start <= span.start <= end
    return is_gap or max(start, span.start) < min(end, span.end)


def faults(found: tuple[Finding, ...], case: dict[str, Any]) -> Iterator[str]:
    """Yield what a teacher says otherwise."""
    rest = list(found)
    for place in case["places"]:
        start, allowed = place["start"], set(place["verdicts"])
        here = [item for item in found if is_at(item, start, start + len(place["source"]))]
        rest = [item for item in rest if item not in here]
        codes = [item.code for item in here if item.verdict is not Verdict.OPTIONAL or "optional" in allowed]
        is_nothing = not codes and not allowed.isdisjoint({"none", "optional"})
        is_one = len(codes) == 1 and codes[0] in allowed
        if not (is_nothing or is_one or (len(codes) > 1 and set(codes) <= RIGHT & allowed)):
            yield f"{place['source']}: {codes} for {sorted(allowed)}"
    yield from (f"{item.source}: {item.code}" for item in rest if item.code not in RIGHT)


@pytest.mark.parametrize("name", list(LEAST))
def test_as_many_cases_as_ever_have_the_teachers_verdicts(engine: Engine, name: str) -> None:
    cases = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    wrong = [case["id"] for case in cases if any(faults(findings(engine, case), case))]
    least, number = LEAST[name]
    assert len(cases) == number
    assert len(cases) - len(wrong) >= least, wrong
