"""A ``markscheme.toml`` for an inventory: globs where they match exactly its files, else the files' names."""

import glob
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path, PurePosixPath

import attrs
import tomlkit

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.exercise import Exercise, Role
from markscheme.exercises.init.inventory import Inventory, Proposal
from markscheme.exercises.init.naming import role_of
from markscheme.exercises.patterns import NAME, matches
from markscheme.exercises.tables import configured_exercises

_SIMILAR = 3
"""The fewest exercises of the same shape for which one table with ``{name}`` is written."""


Members = tuple[str | None, frozenset[str], frozenset[str]]
"""An exercise's source, references and hypotheses, as relative paths."""


@attrs.frozen
class DraftTable:
    """An ``[[exercise]]`` table as it will be written, and the exercises that it stands for."""

    name: str | None
    source: str | None
    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    proposals: tuple[Proposal, ...]
    exclude: tuple[str, ...] = ()


def draft_tables(inventory: Inventory) -> tuple[DraftTable, ...]:
    """Return a table for each exercise, or one for all of a shape, in the inventory's order."""
    single = [_table(inventory.folder, proposal) for proposal in inventory.proposals]
    by_shape: dict[object, list[DraftTable]] = defaultdict(list)
    for table in single:
        by_shape[_shape(table)].append(table)
    drafted: list[DraftTable] = []
    for table in single:
        alike = by_shape[_shape(table)]
        merged = _merged(inventory.folder, alike) if len(alike) >= _SIMILAR else None
        if merged is None:
            drafted.append(table)
        elif table is alike[0]:
            drafted.append(merged)
    return tuple(drafted)


def draft_text(tables: Iterable[DraftTable]) -> str:
    """Return the tables as the text of a ``markscheme.toml``."""
    document = tomlkit.document()
    document.add(
        tomlkit.comment("Which files are sources, hypotheses and references; markscheme schema tells the keys.")
    )
    array = tomlkit.aot()
    for table in tables:
        written = tomlkit.table()
        if table.name is not None:
            written.add("name", table.name)
        if table.source is not None:
            written.add("source", table.source)
        lists = {"references": table.references, "hypotheses": table.hypotheses, "exclude": table.exclude}
        for key, patterns in lists.items():
            if patterns:
                items = tomlkit.array()
                items.extend(patterns)
                written.add(key, items.multiline(len(patterns) > _SIMILAR))
        array.append(written)
    document.add(tomlkit.nl())
    document.append("exercise", array)
    return tomlkit.dumps(document)


def _table(folder: Path, proposal: Proposal) -> DraftTable:
    source, references, hypotheses = proposal.source, proposal.paths("reference"), proposal.paths("hypothesis")
    above = {source} if source else set()
    return DraftTable(
        proposal.name,
        source,
        tuple(_patterns(folder, references, above, "reference")),
        tuple(_patterns(folder, hypotheses, {*above, *references}, "hypothesis")),
        (proposal,),
    )


def _patterns(folder: Path, paths: Sequence[str], taken: set[str], role: Role) -> Iterator[str]:
    """Yield the widest exact pattern: for all of the files, else for a folder's, else the files' names."""
    if not paths or taken & set(paths):
        yield from paths
        return
    whole = _exact(folder, paths, taken, role)
    if whole is not None:
        yield whole
        return
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in paths:
        groups[_folder(path), PurePosixPath(path).suffix].append(path)
    for group in groups.values():
        pattern = _exact(folder, group, taken, role) if len(groups) > 1 else None
        yield from (pattern,) if pattern is not None else group


def _exact(folder: Path, paths: Sequence[str], taken: set[str], role: Role) -> str | None:
    for pattern in _guesses(paths, role):
        files = {item.path.relative_to(folder).as_posix() for item in matches(folder, pattern)}
        if files - taken == set(paths):
            return pattern
    return None


def _guesses(paths: Sequence[str], role: Role) -> Iterator[str]:
    names = [PurePosixPath(path).name for path in paths]
    folders = {_folder(path) for path in paths}
    top = folders.pop() if len(folders) == 1 else "/".join(_beginning([folder.split("/") for folder in folders]))
    below = f"{glob.escape(top)}/" if top else ""
    suffixes = {PurePosixPath(name).suffix for name in names}
    suffix = glob.escape(suffixes.pop()) if len(suffixes) == 1 else ""
    everything = [f"{below}*{suffix}"] if len(paths) > 1 or _tells_role(top) else []
    begun = [f"{below}{glob.escape(prefix)}*{suffix}" for prefix in _prefixes(names)] if len(paths) > 1 else []
    if any(role_of(prefix, False) for prefix in _prefixes(names)):
        yield from (*begun, *everything)
    elif role == "hypothesis" or _tells_role(top):
        yield from (*everything, *begun)
    else:
        yield from begun
    if len(paths) > 1:
        yield f"{below}*/*{suffix}"
        yield f"{below}**/*{suffix}"


def _prefixes(names: Sequence[str]) -> list[str]:
    """Return the beginnings that all names share: up to the last punctuation, then the whole of it without digits."""
    whole = "".join(_beginning(names))
    parted = re.match(r".*[-_. ]", whole)
    return [prefix for prefix in (parted[0] if parted else "", whole.rstrip("0123456789")) if prefix]


def _tells_role(folder: str) -> bool:
    return role_of(folder.rpartition("/")[2], True) is not None


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _beginning(sequences: Iterable[Sequence[str]]) -> list[str]:
    """Return the beginning that all share."""
    same = takewhile(lambda items: len(set(items)) == 1, zip(*sequences, strict=False))
    return [items[0] for items in same]


def _shape(table: DraftTable) -> object:
    """Return a table without its exercise's name in it; the name alone where it is in no source."""
    name = (table.name or "").rpartition("/")[2]
    if table.source is None or not name or _without(table.source, name) == table.source:
        return table.name
    sides = ((table.name or "",), (table.source,), table.references, table.hypotheses)
    return tuple(tuple(_without(pattern, name) for pattern in side) for side in sides)


def _without(pattern: str, name: str) -> str:
    return re.sub(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", NAME, pattern)


def _merged(folder: Path, alike: Sequence[DraftTable]) -> DraftTable | None:
    """Return one table for all, if it is read back as them and no others; it excludes other sources that match."""
    shape = _shape(alike[0])
    if not isinstance(shape, tuple):
        return None
    (name,), (source,), references, hypotheses = shape
    proposals = tuple(proposal for table in alike for proposal in table.proposals)
    merged = DraftTable(None if name == NAME else name, source, references, hypotheses, proposals)
    sources = {item.source for item in proposals}
    others = sorted(item for item, _, _ in _read_back(folder, merged) if item is not None and item not in sources)
    if len(others) >= len(proposals):
        return None
    merged = attrs.evolve(merged, exclude=tuple(glob.escape(path) for path in others))
    members = {
        (item.source, frozenset(item.paths("reference")), frozenset(item.paths("hypothesis"))) for item in proposals
    }
    return merged if _read_back(folder, merged) == members else None


def _read_back(folder: Path, table: DraftTable) -> set[Members]:
    text = draft_text([table])
    return {_members(folder, item) for item in configured_exercises(folder / CONFIGURATION, lambda _: text)}


def _members(folder: Path, exercise: Exercise) -> Members:
    def relative(paths: Iterable[Path]) -> frozenset[str]:
        return frozenset(path.relative_to(folder).as_posix() for path in paths)

    source = next(iter(relative([exercise.source])), None) if exercise.source else None
    references, hypotheses = exercise.references, exercise.hypotheses
    return source, relative(item.path for item in references), relative(item.path for item in hypotheses)
