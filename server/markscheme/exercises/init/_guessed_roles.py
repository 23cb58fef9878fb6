"""The roles of an assignment's files: from their names where these tell, else from what the texts say.

The source is chosen first, then each other file, or each step of own essays, is the teachers' or the students'.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

import attrs

from markscheme.exercises import file_names
from markscheme.exercises.file_names import Hint, Role, stem_of, texts_of
from markscheme.exercises.init._assignments import Assignment, Candidate, Comparison, Essay, Unit
from markscheme.exercises.init.plan import Sureness

Forced = Mapping[str, Role]
"""Roles that somebody chose, by the path of a unit's first file."""
Reader = Callable[[Sequence[str]], Sequence[float]]
"""Return how well each text reads, any numbers, higher for better: the versions of one text are compared."""


@attrs.frozen
class UnitRole:
    """The role of a unit's files, and by how far it is a teacher's rather than a student's."""

    unit: Unit
    role: Role
    reasons: Mapping[str, str]
    sureness: Sureness
    margin: float = 0.0

    @property
    def id(self) -> str:
        return self.unit.id


_SAMPLE = 24
"""Essays, and versions of a text, that are compared: enough where there are many."""


class Evidence:
    """What the versions of an assignment's texts say about their roles."""

    def __init__(self, assignment: Assignment, comparison: Comparison, reader: Reader) -> None:
        self._essays = assignment.essays[:_SAMPLE]
        self._comparison = comparison
        self._reader = reader

    @cached_property
    def _readings(self) -> Mapping[str, float]:
        readings: dict[str, float] = {}
        for essay in self._essays:
            files = _sample(essay.files)
            values = list(self._reader([item.text for item in files])) or [0.0]
            low, high = min(values), max(values)
            for item, value in zip(files, values, strict=False):
                readings[item.path] = (value - low) / (high - low) if high > low else 0.5
        return readings

    def reading(self, unit: Unit) -> float:
        """Return how well a unit's files read beside the others, 0 to 1; 0.5 where there is no difference."""
        return _mean(self._readings[item.path] for item in unit.files if item.path in self._readings)

    def margins(self, source: Unit, others: Sequence[Unit]) -> list[float]:
        """Return how far each unit is like a teacher's: the sum of three parts from 0 to 1.

        These are the part of the changes of several versions that it makes too, the part of its own changes that others
        make too, and how well it reads.
        """
        parts: list[list[float]] = [[] for _ in others]
        for essay in self._essays:
            start = next((item for item in source.files if item in essay.files), None)
            if start is None:
                continue
            here = [(number, item) for number, unit in enumerate(others) for item in _sample(unit.files, essay)]
            edits = [self._comparison.edits(start, item) for _, item in here]
            counts = Counter(chain.from_iterable(edits))
            agreed = {edit for edit, count in counts.items() if count > 1}
            for (number, _), changes in zip(here, edits, strict=True):
                shared = len(changes & agreed)
                coverage = shared / len(agreed) if agreed else 0.5
                parts[number].append(coverage + (shared / len(changes) if changes else 0.5))
        return [_mean(own, 1.0) + self.reading(unit) for own, unit in zip(parts, others, strict=True)]

    def departures(self, units: Sequence[Unit]) -> list[float]:
        """Return how far each unit's texts are from the versions that read best, 0 to 1: the source is the farthest.

        A text that is far from all others is written anew and counts as near.
        """
        values: list[list[float]] = [[] for _ in units]
        for essay in self._essays:
            plain = [(number, item) for number, unit in enumerate(units) for item in _sample(unit.files, essay)]
            if len(plain) < 3:
                continue
            for (number, _), value in zip(plain, self._departures([item for _, item in plain]), strict=True):
                values[number].append(value)
        return [_mean(own, 0.0) for own in values]

    def _departures(self, versions: Sequence[Candidate]) -> list[float]:
        rows = [[self._comparison.distance(one, other) for other in versions] for one in versions]
        nearest = [min(row[:at] + row[at + 1 :]) for at, row in enumerate(rows)]
        usual = 3 * sorted(nearest)[len(nearest) // 2] + 3
        kept = [at for at, distance in enumerate(nearest) if distance <= usual]
        readings = [self._readings.get(item.path, 0.5) for item in versions]
        limit = sorted(readings[at] for at in kept)[len(kept) // 2]
        good = [at for at in kept if readings[at] >= limit]
        far = {at: sum(rows[at][other] for other in good) for at in kept}
        most = max(far.values()) or 1
        return [far.get(at, 0) / most for at in range(len(versions))]


def _mean(values: Iterable[float], default: float = 0.5) -> float:
    every = list(values)
    return sum(every) / len(every) if every else default


def _sample(files: Iterable[Candidate], essay: Essay | None = None) -> list[Candidate]:
    plain = [item for item in files if not (item.corrects or item.is_empty) and (essay is None or item in essay.files)]
    return plain[:: max(1, len(plain) // _SAMPLE)]


def roles_of(
    assignment: Assignment, evidence: Evidence, forced: Forced | None = None, *, beside_annotators: bool = False
) -> tuple[UnitRole, ...]:
    """Return the role of each unit of an assignment, in the order source, references, hypotheses; none has a source
    where neither a file nor a correction holds it.

    ``beside_annotators``: whether the folder has annotators' work besides (:func:`has_annotators`).
    """
    return _Roles(assignment, evidence, forced or {}, beside_annotators=beside_annotators).every()


def has_annotators(assignment: Assignment) -> bool:
    """Return whether names say that several people corrected a text, and nothing of students."""
    hints = [item.hint(assignment.shared_words) for item in assignment.files]
    roles = Counter(None if hint is None else hint.role for hint in hints)
    return not assignment.is_own and roles["reference"] > 1 and not (roles[None] or roles["hypothesis"])


class _Roles:
    def __init__(self, assignment: Assignment, evidence: Evidence, forced: Forced, *, beside_annotators: bool) -> None:
        self._assignment = assignment
        self._evidence = evidence
        self._forced = forced
        self._beside_annotators = beside_annotators and not assignment.is_own
        self._ignored = assignment.shared_words
        self._carriers = [item for item in assignment.files if item.corrects]
        self._units: list[Unit] = []
        for unit in assignment.units():
            is_parted = any(item.path in forced for item in unit.files[1:])
            self._units += [Unit((item,)) for item in unit.files] if is_parted else [unit]
        self._hints = {unit.id: self._hint(unit) for unit in self._units}

    def every(self) -> tuple[UnitRole, ...]:
        source = self._carried_source() or self._chosen_source()
        if source is None and not self._carriers:
            return ()
        taken = {item.path for item in source.unit.files} if source is not None else set()
        free = (Unit(tuple(item for item in unit.files if item.path not in taken)) for unit in self._units)
        others = self._corrections([unit for unit in free if unit.files], source)
        return (*([source] if source else []), *sorted(others, key=lambda one: (one.role != "reference", one.id)))

    def _hint(self, unit: Unit) -> Hint | None:
        """Return what most of a unit's files tell; a step that one person alone changed is a teacher's."""
        hints = Counter(item.hint(self._ignored) for item in unit.files)
        hint = hints.most_common(1)[0][0]
        if hint is not None and hint.role == "source" and any(item.corrects for item in unit.files):
            hint = None
        authors = {file_names.person_key(author) for item in unit.files for author in item.people}
        is_by_one = len(unit.files) > 1 and len(authors) == 1 and all(item.people for item in unit.files)
        if hint is not None or not is_by_one:
            return hint
        others = [item for item in self._assignment.files if item not in unit.files]
        elsewhere = {file_names.person_key(author) for item in others for author in item.people}
        return None if authors & elsewhere else Hint("reference", "author", strong=True)

    def _is(self, unit: Unit, role: Role) -> bool:
        hint = self._hints.get(unit.id)
        return hint is not None and hint.role == role

    def _carried_source(self) -> UnitRole | None:
        """Return the files with the text that documents with tracked changes or M2 carry."""
        plain: dict[str, tuple[Candidate, str]] = {}
        for essay in self._assignment.essays:
            for carrier in (item for item in essay.files if item.corrects):
                same = [item for item in essay.files if not item.corrects and item.has_text_of(carrier)]
                same = [item for item in same if (hint := item.hint()) is None or hint.role == "source"]
                same.sort(key=lambda item: (item.hint() is None, item.path))
                if same:
                    plain.setdefault(same[0].path, (same[0], self._carrier_reason(same[0], essay)))
                    break
        if not plain:
            return None
        unit = Unit(tuple(item for item, _ in plain.values()))
        return UnitRole(unit, "source", {item.path: reason for item, reason in plain.values()}, "sure")

    def _carrier_reason(self, item: Candidate, essay: Essay) -> str:
        carriers = [other for other in essay.files if other.corrects and item.has_text_of(other)]
        carrier = max(carriers, key=lambda other: (hint := other.hint()) is not None and hint.role == "reference")
        is_unique = sum(file_name(other) == file_name(carrier) for other in self._assignment.files) == 1
        return f"the text that {file_name(carrier) if is_unique else carrier.path} changes"

    def _chosen_source(self) -> UnitRole | None:
        able = [unit for unit in self._units if self._may_be_source(unit)]
        picked = [unit for unit in able if self._forced.get(unit.id) == "source"]
        able = [unit for unit in able if unit.id not in self._forced]
        named = self._named_sources(able)
        if self._carriers and not (picked or any(self._is(unit, "source") for unit in named)):
            return None
        silent = [unit for unit in able if self._hints[unit.id] is None]
        possible = picked or named or silent
        if not possible:
            return None
        title = next((unit for unit in possible if self._is_title(unit)), None)
        departures = self._evidence.departures(self._units) if len(possible) > 1 and title is None else []
        scores = {
            unit.id: (departure, 1 - self._evidence.reading(unit))
            for unit, departure in zip(self._units, departures, strict=False)
        }
        best = title or max(possible, key=lambda unit: sum(scores.get(unit.id, ())))
        sureness: Sureness = "sure" if picked or named else "likely"
        if not (picked or named) and scores and not self._is_far(scores, best):
            sureness = "ask"
        has_most_slips = self._has_most_slips(best)
        return UnitRole(
            best,
            "source",
            {item.path: self._source_reason(item, has_most_slips=has_most_slips) for item in best.files},
            sureness,
        )

    def _may_be_source(self, unit: Unit) -> bool:
        """Return whether a unit has at most one text for each essay, as a source has; few students hand in two."""
        essays = Counter(essay for essay in self._assignment.essays for item in unit.files if item in essay.files)
        twice = sum(count > 1 for count in essays.values())
        is_single = 3 * twice <= len(self._assignment.essays) and twice < len(unit.files)
        return is_single and not any(item.corrects for item in unit.files)

    def _named_sources(self, able: Sequence[Unit]) -> list[Unit]:
        """Return the units whose names tell most that they are the source, and tell least besides."""
        hints = [(unit, hint) for unit in able if (hint := self._hints[unit.id]) and hint.role == "source"]
        if sum(hint.kind == "draft" for _, hint in hints) > 1 and not self._assignment.is_own:
            hints = [(unit, hint) for unit, hint in hints if hint.kind != "draft"]
        order = {
            unit: (not hint.strong, hint.kind == "text", len(texts_of(stem_of(unit.id)) - self._ignored))
            for unit, hint in hints
        }
        return [unit for unit, place in order.items() if place == min(order.values())]

    def _is_title(self, unit: Unit) -> bool:
        """Return whether all other names begin with this one's words: ``Food.txt`` beside ``Food - Mei.txt``."""
        files = self._assignment.files
        if self._assignment.is_own or len(unit.files) > 1 or len(files) < 3:
            return False
        words = texts_of(stem_of(unit.id))
        return bool(words) and all(words < texts_of(stem_of(item.path)) for item in files if item not in unit.files)

    def _is_far(self, scores: Mapping[str, tuple[float, float]], best: Unit) -> bool:
        (departure, slips), others = scores[best.id], [scores[path] for path in scores if path != best.id]
        is_far = all(departure > other for other, _ in others)
        return is_far and slips == max(slips, *(each for _, each in others)) > min(each for _, each in others)

    def _has_most_slips(self, best: Unit) -> bool:
        readings = sorted(self._evidence.reading(unit) for unit in self._units)
        return len(readings) > 1 and self._evidence.reading(best) == readings[0] < readings[1]

    def _corrections(self, units: Sequence[Unit], source: UnitRole | None) -> list[UnitRole]:
        hints = {unit.id: self._hints.get(unit.id) for unit in units}
        silent = [unit for unit in units if hints[unit.id] is None]
        weak = [unit for unit in units if self._is(unit, "reference") and not _is_strong(hints[unit.id])]
        has_students = bool(silent) or any(not self._is(unit, "reference") for unit in units)
        strong = [unit for unit in units if self._is(unit, "reference") and unit not in weak]
        roles: dict[str, Role] = {
            unit.id: "reference" if self._is(unit, "reference") else "hypothesis" for unit in units
        }
        unsure: list[Unit] = [] if strong or weak else silent
        sureness: dict[str, Sureness] = {unit.id: "likely" for unit in silent}
        if weak and strong and not has_students:
            roles |= {unit.id: "hypothesis" for unit in weak}
            sureness |= {unit.id: "likely" for unit in weak}
        elif len(weak) > 1 and not (has_students or self._assignment.is_own):
            unsure = weak
        margins = dict.fromkeys(hints, 0.0)
        if unsure and not any(unit.id in self._forced for unit in units):
            margins = self._margins(units, source)
            ordered = sorted(unsure, key=lambda unit: -margins[unit.id])
            teachers, doubt = self._teachers(ordered, [margins[unit.id] for unit in ordered], len(units))
            roles |= {unit.id: "reference" if unit in teachers else "hypothesis" for unit in unsure}
            sureness |= {unit.id: doubt for unit in unsure}
        elif self._beside_annotators and not any(self._is(unit, "hypothesis") for unit in units):
            roles |= dict.fromkeys((unit.id for unit in silent), "reference")
            sureness |= dict.fromkeys((unit.id for unit in silent), "ask")
        roles |= {path: role for path, role in self._forced.items() if path in roles}
        sureness |= dict.fromkeys(self._forced, "sure")
        return [
            UnitRole(
                unit,
                role := roles[unit.id],
                {item.path: self._reason(item, unit, role, units, source, margins[unit.id]) for item in unit.files},
                sureness.get(unit.id, "sure"),
                margins[unit.id],
            )
            for unit in units
        ]

    def _margins(self, units: Sequence[Unit], source: UnitRole | None) -> dict[str, float]:
        most = max((item.change_count for item in self._carriers), default=0)
        if most:
            counts = [_mean((item.change_count / most for item in unit.files), 0.0) for unit in units]
            stems = [stem_of(item.path) for item in self._assignment.files if item.is_annotated]
            first = [len(stems) > 1 and all(stem.startswith(stem_of(unit.id)) for stem in stems) for unit in units]
            return {unit.id: count + begins for unit, count, begins in zip(units, counts, first, strict=True)}
        if source is None:
            return dict.fromkeys((unit.id for unit in units), 0.0)
        margins = dict(zip((unit.id for unit in units), self._evidence.margins(source.unit, units), strict=True))
        writers = {file_names.person_key(item.author) for item in source.unit.files if item.author}
        theirs = [
            unit
            for unit in units
            if all(item.author and file_names.person_key(item.author) in writers for item in unit.files)
        ]
        if 3 * len(theirs) <= max(len(units), 3):
            margins |= {unit.id: margins[unit.id] + len(units) for unit in theirs}
        return margins

    def _teachers(
        self, ordered: Sequence[Unit], margins: Sequence[float], count: int
    ) -> tuple[Sequence[Unit], Sureness]:
        """Return the likely teachers' of corrections, the likeliest first: those before the clearest step."""
        if self._carriers:
            is_clear = len(margins) > 1 and margins[0] > margins[1]
            return ordered[:1], "likely" if is_clear else "ask"
        if len(ordered) == 1:
            others = self._units if count > 1 else ()
            return (ordered, "likely") if others else ((), "ask")
        nameless = self._by_missing_name(ordered)
        if nameless is not None:
            return nameless, "ask"
        most = max(1, min((len(ordered) + 1) // 2, MAX_TEACHERS))
        most = min(most, len(ordered) - 1)
        steps = [margins[number] - margins[number + 1] for number in range(most)]
        return ordered[: steps.index(max(steps)) + 1], "ask"

    def _by_missing_name(self, ordered: Sequence[Unit]) -> Sequence[Unit] | None:
        """Return the one correction without a name, or none, where all the others have one."""
        labels = file_names.labels_of([unit.id for unit in ordered])
        named = [path for path, label in labels.items() if _is_name(label)]
        unnamed = [unit for unit in ordered if unit.id not in labels]
        is_clear = len(named) > 1 and len(named) + len(unnamed) == len(ordered) and len(unnamed) <= 1
        return unnamed if is_clear else None

    def _source_reason(self, item: Candidate, *, has_most_slips: bool) -> str:
        if by_name := self._name_reason(item, "source"):
            return by_name
        if len(self._units) < 3:
            return "it has most slips" if has_most_slips else "a guess: nothing tells which text was there first"
        return "the others depart from it, and it has most slips" if has_most_slips else "the others depart from it"

    def _name_reason(self, item: Candidate, role: Role) -> str:
        """Return which word of a file's name, its folders' or its authors' tells its role; empty where none does."""
        silent = self._ignored | item.names
        words = [word for word in file_names.words_of(item.path) if word.text not in silent and _tells(word.text, role)]
        if words:
            word = max(words, key=_telling_order)
            written = item.path[word.start : word.end]
            if word.part < item.path.count("/"):
                return f"in the folder “{item.path.split('/')[word.part]}”"
            return f"“{written}” stands before a teacher's name" if word.is_title else f"called “{written}”"
        for author in item.people:
            if any(_tells(word, role) for word in texts_of(author)):
                return f"changed by {author}" if author in item.changes else f"written by {author}"
        return ""

    def _reason(
        self, item: Candidate, one: Unit, role: Role, units: Sequence[Unit], source: UnitRole | None, margin: float
    ) -> str:
        """Say why a correction is a teacher's or a student's."""
        if by_name := self._name_reason(item, role):
            return by_name
        if item.is_tracked and item.changes:
            authors = ", ".join(item.changes)
            counts = [other.change_count for unit in units for other in unit.files]
            if role == "reference" and item.change_count == max(counts) and counts.count(item.change_count) == 1:
                return f"{authors} made most changes, as a teacher would"
            return f"changed by {authors}"
        if role == "reference" and item.form.is_annotators_work:
            return f"annotated in {item.form.label}"
        if role == "reference" and self._beside_annotators:
            return "a guess: others in this folder are annotators'"
        if role == "reference":
            return self._teacher_reason(one, units, margin)
        sources = source.unit.files if source is not None else ()
        start = f" of {file_name(sources[0])}" if len(sources) == 1 else ""
        others = len(one.files) - 1
        if not others:
            return f"a correction{start}"
        return f"beside {others} other correction{'s' if others > 1 else ''}{start}"

    def _teacher_reason(self, one: Unit, units: Sequence[Unit], margin: float) -> str:
        readings = [self._evidence.reading(other) for other in units]
        own = self._evidence.reading(one)
        reads_best, agrees = own == max(readings) > min(readings), margin - own > 1
        if agrees and len(units) > 1:
            return f"it agrees with the other corrections{' and reads best' if reads_best else ''}"
        if reads_best:
            return "reads best" if agrees else "it reads best of the corrections"
        return "a guess: nothing tells it from the other corrections"


MAX_TEACHERS = 3
"""The most corrections without telling names that are guessed to be teachers'."""


def _is_strong(hint: Hint | None) -> bool:
    return hint is not None and hint.strong


def _is_name(label: str) -> bool:
    return label[0].isupper() and len(label) > 1 and all(word.isalpha() for word in file_names.composed(label).split())


def _tells(word: str, role: Role) -> bool:
    hint = file_names.hint_of((word,))
    return hint is not None and hint.role == role


def _telling_order(word: file_names.Word) -> tuple[int, bool, bool, int]:
    return word.part, not word.is_title, _is_strong(file_names.hint_of((word.text,))), -word.start


def file_name(item: Candidate) -> str:
    return item.path.rpartition("/")[2]
