"""How often a set-up guesses labelled folders right. ``python tests/exercises/init/ledger.py FILE`` prints the table.

A ledger is a list of folders: texts by path, and what a careful colleague says about each. A file counts as right with
its role in its exercise; the name of its person is counted apart. Capitals, hyphens and underscores don't matter in it.
"""

import json
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from markscheme.exercises.init.guess import guess

LEDGER = Path(__file__).with_name("ledger.json")
UNSEEN = Path(__file__).with_name("unseen.json")
"""Folders that were made without sight of the code; print their totals, not what is wrong."""
NOBODY = ("", "the teacher")

Place = tuple[str, str | None]
"""A file's role, and the label of its exercise; ``None`` for a file without a part."""


@attrs.frozen
class FolderResult:
    """What was guessed of one folder: files with a wrong role or exercise, wrong names, and files asked about."""

    name: str
    files: int
    names: int
    wrong: tuple[str, ...]
    wrong_names: tuple[str, ...]
    asked: frozenset[str]
    may_ask: bool

    @property
    def is_right(self) -> bool:
        return not (self.wrong or self.wrong_names) and (self.may_ask or not self.asked)

    @property
    def is_right_or_asked(self) -> bool:
        return {*self.wrong, *self.wrong_names} <= self.asked and (self.may_ask or not self.asked)


def measured(folder: Mapping[str, Any], set_up: Callable[[Path], Any] = guess) -> FolderResult:
    """Return what a set-up makes of a folder; ``set_up`` returns a plan with rows and questions."""
    with tempfile.TemporaryDirectory() as parent:
        root = Path(parent, folder["name"])
        for path, text in folder["files"].items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, "utf-8")
        plan = set_up(root)
        rows, questions = plan.rows, plan.questions
    places, people = _guessed(rows)
    expected, names = _expected(folder["expected"])
    best = _partners(expected, places)
    wrong = [path for path in expected if _in_terms_of(best, places.get(path, set())) != expected[path]]
    wrong_names = [path for path, name in names.items() if _plain(people.get(path)) != _plain(name)]
    # Whether two like names are one person is not seen from texts: that it is asked is no fault.
    about_files = [item for item in questions if all(answer.renamed is None for answer in item.answers)]
    asked = frozenset(path for question in about_files for path in question.paths)
    return FolderResult(
        folder["name"], len(expected), len(names), tuple(wrong), tuple(wrong_names), asked, folder["may_ask"]
    )


def _guessed(rows: Sequence[Any]) -> tuple[dict[str, set[Place]], dict[str, str | None]]:
    places: dict[str, set[Place]] = {}
    people: dict[str, str | None] = {}
    for row in rows:
        own = places.setdefault(row.path, set())
        if row.role != "none" and row.exercise is not None:
            label = row.exercise if row.essay is None else f"{row.exercise}/{row.essay}"
            own |= {(role, label) for role in (("source", "reference") if row.role == "complete" else (row.role,))}
            if row.role != "source":
                people[row.path] = row.person
    return places, people


def _expected(expected: Mapping[str, Any]) -> tuple[dict[str, set[Place]], dict[str, str | None]]:
    places: dict[str, set[Place]] = {path: set() for path in expected["ignored"]}
    names: dict[str, str | None] = {}
    for number, exercise in enumerate(expected["exercises"]):
        if exercise["source"] is not None:
            places.setdefault(exercise["source"], set()).add(("source", str(number)))
        for side, role in (("references", "reference"), ("hypotheses", "hypothesis")):
            for path, person in exercise[side].items():
                places.setdefault(path, set()).add((role, str(number)))
                names[path] = person
    return places, names


def _partners(expected: Mapping[str, set[Place]], places: Mapping[str, set[Place]]) -> dict[str | None, str | None]:
    """Return the expected exercise that each guessed one has most files of; no two are one."""
    shared = Counter(
        (label, other)
        for path, own in expected.items()
        for _, label in own
        for other in {exercise for _, exercise in places.get(path, ())}
    )
    best: dict[str | None, str | None] = {}
    for (label, other), _ in shared.most_common():
        if other not in best and label not in best.values():
            best[other] = label
    return best


def _in_terms_of(best: Mapping[str | None, str | None], own: set[Place]) -> set[Place]:
    return {(role, best.get(label, f"? {label}")) for role, label in own}


def _plain(name: str | None) -> str:
    plain = " ".join(unicodedata.normalize("NFC", name or "").replace("-", " ").replace("_", " ").casefold().split())
    return "" if plain in NOBODY else plain


def main(path: Path) -> None:
    results = [measured(folder) for folder in json.loads(path.read_text("utf-8"))]
    for item in results:
        if item.is_right:
            continue
        print(f"{item.name}{'' if item.may_ask or not item.asked else '  (asks needlessly)'}")
        for kind, paths in (("role or exercise", item.wrong), ("name", item.wrong_names)):
            for wrong in paths:
                print(f"    {kind}: {wrong}{' (asked)' if wrong in item.asked else ''}")
    files, names = sum(item.files for item in results), sum(item.names for item in results)
    right = files - sum(len(item.wrong) for item in results)
    named = names - sum(len(item.wrong_names) for item in results)
    print(f"files with their role and exercise  {right}/{files}  {right / files:.1%}")
    print(f"names                               {named}/{names}  {named / names:.1%}")
    for title, count in (
        ("folders all right", sum(item.is_right for item in results)),
        ("folders all right or asked", sum(item.is_right_or_asked for item in results)),
        ("folders that ask needlessly", sum(bool(item.asked) and not item.may_ask for item in results)),
    ):
        print(f"{title:34}  {count}/{len(results)}  {count / len(results):.1%}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else LEDGER)
