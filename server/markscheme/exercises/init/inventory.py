"""A folder's exercises, guessed from the names, folders and contents of its files.

Folders are searched from the innermost outwards: the nearest one that holds a source with references, in files or
folders with such names, is an exercise. Nothing is written here; every guess has a reason.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.exercise import Exercise, Role
from markscheme.exercises.file_names import named_exercises
from markscheme.exercises.init.candidates import Candidate, LeftOut, candidates
from markscheme.exercises.init.guesses import (
    Reasoned,
    annotated_references,
    likely_hypotheses,
    likely_source,
    of_one_source,
    plain_source,
    starts_from,
    tracked_references,
    unchanged,
)
from markscheme.exercises.init.naming import bears, name_without_role, role_in_path, role_of
from markscheme.text.errors import DocumentError

_CARRIED = "its text before its changes is the source of all"


@attrs.frozen
class Placement:
    """The role of a file, and the reason for it."""

    path: str
    role: Role
    reason: str


@attrs.frozen
class Proposal:
    """An exercise by its files; ``placements`` are in the order source, references, hypotheses."""

    name: str
    placements: tuple[Placement, ...]

    def paths(self, role: Role) -> tuple[str, ...]:
        return tuple(item.path for item in self.placements if item.role == role)

    @property
    def source(self) -> str | None:
        return next(iter(self.paths("source")), None)


@attrs.frozen
class Inventory:
    """The content of a folder; every file that is not hidden is in a proposal or left out."""

    folder: Path
    proposals: tuple[Proposal, ...]
    left_out: tuple[LeftOut, ...]


def take_inventory(folder: Path) -> Inventory:
    """Propose exercises for what is in a folder and below it.

    Raises
    ------
    DocumentError
        If there is no such folder.
    """
    if not folder.is_dir():
        raise DocumentError("this is not a folder" if folder.exists() else "there is no such folder", path=folder)
    return _Survey(folder).inventory()


class _Survey:
    """The files of a folder that have no role yet."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._free: dict[str, Candidate] = {}
        self._left_out: list[LeftOut] = []
        self._proposals: list[Proposal] = []
        for item in candidates(folder):
            if isinstance(item, LeftOut):
                self._left_out.append(item)
            else:
                self._free[item.path] = item

    def inventory(self) -> Inventory:
        folders = {parent for path in self._free for parent in _parents(path)}
        for inside in sorted(folders, key=lambda name: (-_depth(name), name)):
            self._by_naming_convention(inside)
            self._by_roles(inside)
        for inside in sorted(folders):
            self._by_sentences(inside)
            self._by_authors(inside)
        self._left_out += [LeftOut(item.path, _why_left_out(item)) for item in self._free.values()]
        proposals = sorted(self._proposals, key=lambda item: min(place.path for place in item.placements))
        return Inventory(
            self._folder,
            tuple(_distinct(proposals)),
            tuple(sorted(self._left_out, key=lambda item: item.path)),
        )

    def _propose(self, name: str, placements: Iterable[Placement]) -> None:
        order = ("source", "reference", "hypothesis")
        ordered = sorted(placements, key=lambda item: (order.index(item.role), item.path))
        self._proposals.append(Proposal(name, tuple(ordered)))
        for item in ordered:
            self._free.pop(item.path, None)

    def _name(self, inside: str) -> str:
        return inside.rpartition("/")[2] or self._folder.resolve().name or "exercise"

    def _by_naming_convention(self, inside: str) -> None:
        """Propose ``STEM.src``, ``STEM.hyp`` and ``STEM.ref``, which need no configuration."""
        for exercise in named_exercises(self._folder / inside):
            members = {path.relative_to(self._folder).as_posix() for path in exercise.paths}
            sound = exercise.problem is None and exercise.references and members <= self._free.keys()
            if sound and (exercise.source or any(not self._free[path].is_text for path in members)):
                self._propose(exercise.name, [*self._named(exercise), *self._systems(exercise, inside)])

    def _named(self, exercise: Exercise) -> Iterator[Placement]:
        marks = {"source": "src", "hypothesis": "hyp", "reference": "ref"}
        for path in exercise.paths:
            role = exercise.role(path)
            if role is not None:
                why = f"named {exercise.name}.{marks[role]}"
                yield Placement(path.relative_to(self._folder).as_posix(), role, why)

    def _systems(self, exercise: Exercise, inside: str) -> Iterator[Placement]:
        """Yield corrections in a folder beside a corpus's only source: as many lines, and its words."""
        if exercise.source is None or exercise.hypotheses or len(list(_complete(self._folder / inside))) != 1:
            return
        source = self._free[exercise.source.relative_to(self._folder).as_posix()]
        for item, role, reason in self._roles(inside):
            if role == "hypothesis" and item.resembles(source):
                yield Placement(item.path, role, f"{reason}, and has the words of {exercise.source.name}")

    def _roles(self, inside: str) -> Iterator[tuple[Candidate, Role | None, str]]:
        """Yield files of a folder with the roles in their names, files of its subfolders with the subfolder's."""
        for item in self._free.values():
            if not item.path.startswith(f"{inside}/" if inside else ""):
                continue
            first, below, _ = item.path[len(inside) + bool(inside) :].partition("/")
            role = role_of(first, bool(below)) if below else role_of(item.stem, False)
            if below and role is not None:
                yield item, role, f"in the folder {first}"
            elif not below and item.is_annotated and role == "source":
                yield item, None, ""
            elif not below:
                yield item, role, f"called {item.stem}"

    def _by_roles(self, inside: str) -> None:
        by_role: dict[Role | None, list[Reasoned]] = {}
        for item, role, reason in self._roles(inside):
            by_role.setdefault(role, []).append((item, reason))
        references = by_role.get("reference", [])
        if not references:
            return
        hypotheses = by_role.get("hypothesis", [])
        sources, versions = plain_source(by_role.get("source", []))
        unknown = [*versions, *(item for item, _ in by_role.get(None, []))]
        if not sources and hypotheses:
            sources = likely_source(unknown, references[0][0])
        if len(sources) > 1:
            self._by_common_names(sources, references, hypotheses)
        elif sources:
            self._by_source(inside, sources[0], references, hypotheses or likely_hypotheses(unknown, sources[0][0]))
        else:
            self._by_carried_sources(inside, references, hypotheses, unknown)

    def _by_source(
        self, inside: str, source: Reasoned, references: Sequence[Reasoned], hypotheses: Sequence[Reasoned]
    ) -> None:
        """Propose one source, with the references that bear its name or have its words."""
        name = name_without_role(source[0].stem)
        matching = [pair for pair in references if _bears(pair[0], name) or pair[0].resembles(source[0])]
        if matching:
            self._propose(self._name(inside), _placements([source], matching, hypotheses))

    def _by_carried_sources(
        self,
        inside: str,
        references: Sequence[Reasoned],
        hypotheses: Sequence[Reasoned],
        unknown: Sequence[Candidate],
    ) -> None:
        """Propose an exercise for each source that files carry, where no file is the source by its name."""
        carriers: list[Candidate] = []
        for item, _ in (*references, *hypotheses):
            if item.corrects and not any(item.resembles(other) for other in carriers):
                carriers.append(item)
        for carrier in carriers:
            sources = unchanged(unknown, carrier)
            likely = [item for item in unknown if not any(item is source for source, _ in sources)]
            alike = [pair for pair in references if of_one_source(pair[0], carrier)]
            corrected = [pair for pair in hypotheses if of_one_source(pair[0], carrier)]
            corrected = corrected or likely_hypotheses(likely, carrier)
            if not sources and any(item.is_text for item, _ in (*alike, *corrected)):
                sources = [(carrier, _CARRIED)]
            if alike and corrected:
                name = self._name(inside) if len(carriers) == 1 else name_without_role(carrier.stem)
                self._propose(name, _placements(sources, alike, corrected))

    def _by_common_names(
        self, sources: Sequence[Reasoned], references: Sequence[Reasoned], hypotheses: Sequence[Reasoned]
    ) -> None:
        """Propose several sources, each with the files of its name, and with references of its words."""
        names = {item.path: name_without_role(item.stem) for item, _ in sources}
        shared = [pair for pair in references if not any(_bears(pair[0], name) for name in names.values())]
        for source in sources:
            name = names[source[0].path]
            longer = [other for other in names.values() if other != name and name in other]

            def called(pairs: Sequence[Reasoned], name: str = name, longer: list[str] = longer) -> list[Reasoned]:
                return [
                    (item, f"{reason}, called {name}")
                    for item, reason in pairs
                    if _bears(item, name) and not any(_bears(item, other) for other in longer)
                ]

            models, corrected = called(references), called(hypotheses)
            alike = [pair for pair in shared if pair[0].resembles(source[0])]
            if models or (alike and corrected):
                self._propose(name, _placements([source], [*models, *alike], corrected))

    def _by_sentences(self, inside: str) -> None:
        """Propose files of edits over the same sentences.

        The reference is the one whose name begins all others', or the one of several annotators.
        """
        here = [item for item in self._free.values() if item.is_annotated and item.folder == inside]
        sizes = {item.lines for item in here}
        for size in sorted(sizes):
            group = [item for item in here if item.lines == size]
            references = annotated_references(group)
            if len(group) > 1 and references:
                placed = [Placement(item.path, "reference", reason) for item, reason in references]
                taken = {item.path for item in placed}
                others = [item for item in group if item.path not in taken]
                placed += [
                    Placement(
                        item.path,
                        "hypothesis",
                        f"{item.form.label} over the same {size} sentences as {references[0][0].base}",
                    )
                    for item in others
                ]
                self._propose(references[0][0].stem, placed)
                continue
            for item in group:
                why = f"an {item.form.label} file by itself is a source with its annotators' references"
                self._propose(item.stem, [Placement(item.path, role, why) for role in ("source", "reference")])

    def _by_authors(self, inside: str) -> None:
        """Propose word processors' documents of the same text: the likeliest with changes is the others' reference."""
        here = [item for item in self._free.values() if item.is_word_processed and item.folder == inside]
        carriers: list[Candidate] = []
        for item in here:
            if item.changes and not any(item.has_text_of(other) for other in carriers):
                carriers.append(item)
        for carrier in carriers:
            group = [item for item in here if item.has_text_of(carrier)]
            references = tracked_references(group)
            if not references:
                continue
            model = references[0][0]
            sources = unchanged([item for item in group if role_in_path(item.path) != "hypothesis"], model)
            taken = {item.path for item, _ in (*sources, *references)}
            hypotheses = [(item, starts_from(model)) for item in group if item.path not in taken]
            if not sources and not hypotheses:
                sources = [(model, _CARRIED)]
            alone = len(group) == 1 or len(carriers) > 1
            self._propose(model.stem if alone else self._name(inside), _placements(sources, references, hypotheses))


def _placements(
    sources: Iterable[Reasoned],
    references: Iterable[Reasoned],
    hypotheses: Iterable[Reasoned],
) -> list[Placement]:
    roles: tuple[tuple[Role, Iterable[Reasoned]], ...] = (
        ("source", sources),
        ("reference", references),
        ("hypothesis", hypotheses),
    )
    return [Placement(item.path, role, reason) for role, pairs in roles for item, reason in pairs]


def _why_left_out(item: Candidate) -> str:
    role = role_in_path(item.path)
    if role == "reference":
        return "a reference, by its name, but no source here has its name or its words"
    if role is not None:
        return f"a {role}, by its name, but no reference is there that it belongs to"
    if item.is_word_processed and item.is_text:
        return f"{item.form.title}, and none here changes its text"
    if not item.is_text and not item.is_annotated:
        authors = f": {', '.join(item.changes)}" if item.changes else ""
        together = f'"{item.path}#*" for all its authors together, ' if item.is_tracked and item.changes else ""
        return (
            f"a {item.form.label} document whose role its name does not say; "
            f"list it as a hypothesis or a reference "
            f'({together}"{item.path}#AUTHOR" for one of its authors{authors})'
        )
    return "neither its name nor its words say what it is"


def _bears(item: Candidate, name: str) -> bool:
    """Return whether a file or a folder that it is in has the name."""
    return bears(f"{item.folder}/{item.stem}", name)


def _complete(folder: Path) -> Iterator[Exercise]:
    return (exercise for exercise in named_exercises(folder) if exercise.problem is None)


def _distinct(proposals: Sequence[Proposal]) -> Iterator[Proposal]:
    """Yield proposals under different names: two folders may hold a ``week-1`` each."""
    counts = Counter(item.name for item in proposals)
    for item in proposals:
        place = item.placements[0].path.rpartition("/")[0]
        if counts[item.name] == 1 or not place:
            yield item
        else:
            yield attrs.evolve(item, name=place if _base(place) == item.name else f"{place}/{item.name}")


def _parents(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[:length]) for length in range(len(parts) + 1)]


def _depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def _base(path: str) -> str:
    return path.rpartition("/")[2]
