"""Numbers for people, in formats that have annotators by number only."""

from collections.abc import Iterable, Mapping
from typing import get_args

from markscheme.formats.corpus import Correction, Entry, Part

PARTS: tuple[Part, ...] = get_args(Part)
Annotator = tuple[Part, str]
"""Whose corrections: their part in the corpus and their name."""


def corrections_by_annotator(entry: Entry) -> dict[Annotator, Correction]:
    """Return an entry's corrections, hypotheses first.

    Raises
    ------
    ValueError
        If one name stands twice on one side.
    """
    corrections: dict[Annotator, Correction] = {}
    corrections.update({("hypothesis", item.name): item for item in entry.hypotheses})
    corrections.update({("reference", item.name): item for item in entry.references})
    if len(corrections) < len(entry.corrections):
        raise ValueError("an entry has two corrections of one name")
    return corrections


def everybody(entries: Iterable[Entry]) -> tuple[Annotator, ...]:
    """Return who has a correction of an entry, by first appearance.

    Raises
    ------
    ValueError
        If one name stands twice on one side of an entry.
    """
    return tuple(dict.fromkeys(person for entry in entries for person in corrections_by_annotator(entry)))


def annotator_numbers(people: Iterable[Annotator]) -> Mapping[Annotator, int]:
    """Return everybody's number: hypotheses, then references, from 0 on, in this order.

    Where every name is a number already, and no two are the same, they keep them.
    """
    ordered = sorted(people, key=lambda person: person[0])
    numbers = [int(name) for _, name in ordered if _is_number(name)]
    if len(set(numbers)) == len(ordered):
        return dict(zip(ordered, numbers, strict=True))
    return {person: number for number, person in enumerate(ordered)}


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 10 and str(int(name)) == name
