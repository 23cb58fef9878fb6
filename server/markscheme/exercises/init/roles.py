"""The roles of an assignment's files: from their names where these tell, else from what the texts say.

Files at one place of an assignment have one role (:class:`~markscheme.exercises.init.families.Unit`). The source is
chosen first, then each other place is the teachers' or the students'.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

import attrs

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.evidence import Bearing, Evidence
from markscheme.exercises.init.families import Family, Unit, texts_of
from markscheme.exercises.init.names import stem_of, votes_of_path, words_of
from markscheme.exercises.init.plan import Sureness
from markscheme.exercises.init.role_words import votes_of

_CLEAR_NAME = 0.3
"""How far a name speaks more for one role than for the others where it decides."""
_CLEAR_CONTENT = 0.25
"""The same for names and texts together, where the guess is likely."""
_MANY, _SEVERAL = 5, 3
"""Files at one place from which on they are students', who are more than teachers."""

_LITTLE = 0.2
"""A correction with less than this part of the changes that are usual is much like the source."""
FAR = 9.0
"""The margin of the one possible source."""

Forced = Mapping[str, Role]
"""Roles that somebody chose, by the path of a unit's first file."""


@attrs.frozen
class Cast:
    """The role of a unit's files.

    Attributes
    ----------
    role
        ``None`` for files without a part.
    """

    unit: Unit
    role: Role | None
    reason: str
    sureness: Sureness

    @property
    def id(self) -> str:
        return self.unit.files[0].path


@attrs.frozen
class _Standing:
    """A unit's scores for the roles, and what its names alone say."""

    unit: Unit
    votes: Mapping[Role, float]
    reference: float
    hypothesis: float
    bearing: Bearing


def cast(family: Family, evidence: Evidence, forced: Forced | None = None) -> tuple[Cast, ...]:
    """Return the role of each unit of an assignment, in the order source, references, hypotheses, others."""
    chosen = forced or {}
    ignored = _shared_words(family)
    carried = _carried_source(family, ignored, chosen)
    if carried is not None:
        sources, source = carried
    else:
        sources, source = _source(family, evidence, ignored, chosen)
    taken = {item.path for item in source.unit.files} if source is not None else set()
    units = [unit for unit in (_without(unit, taken) for unit in sources) if unit is not None]
    others = [*_standings(family, evidence, source.unit if source else None, units, ignored)]
    casts = _corrections(family, others, source, chosen, ignored)
    return (*([source] if source else []), *casts)


def _shared_words(family: Family) -> frozenset[str]:
    """Return the words that all files have, which tell nothing where others do."""
    files = family.files
    shared = frozenset.intersection(*(texts_of(item.path) for item in files)) if len(files) > 1 else frozenset()
    return shared if any(votes_of_path(item.path, shared) for item in files) else frozenset()


def _without(unit: Unit, taken: set[str]) -> Unit | None:
    files = tuple(item for item in unit.files if item.path not in taken)
    return Unit(unit.place, files) if files else None


def _carried_source(
    family: Family, ignored: frozenset[str], forced: Forced
) -> tuple[Sequence[Unit], Cast | None] | None:
    """Return the source where documents with tracked changes or M2 carry it: a file with that text, or no file."""
    carriers = [item for item in family.files if item.corrects]
    if not carriers:
        return None
    plain: list[Candidate] = []
    for essay in family.essays:
        for carrier in (item for item in essay.files if item.corrects):
            same = [item for item in essay.files if not item.corrects and item.has_text_of(carrier)]
            same = [item for item in same if not _tells_other(item.votes)]
            same.sort(key=lambda item: -item.votes.get("source", 0.0) + item.votes.get("hypothesis", 0.0))
            plain += same[:1] if same and same[0] not in plain else []
            if same:
                break
    units = _parted(family, ignored, forced, has_source=True)
    if not plain:
        if any(not item.corrects and item.votes.get("source", 0) >= _CLEAR_NAME for item in family.files):
            return None
        return units, None
    unit = Unit((), tuple(plain))
    carrier = max(carriers, key=lambda item: item.votes.get("reference", 0.0))
    return units, Cast(unit, "source", f"the text that {_name(carrier)} changes", "sure")


def _votes(unit: Unit, ignored: frozenset[str], *, authors: bool = True) -> dict[Role, float]:
    """Return how much the names speak for each role, on average; the authors of tracked changes count as names."""
    votes: dict[Role, float] = {}
    for item in unit.files:
        here = dict(votes_of_path(item.path, ignored))
        for author in item.changes if item.is_tracked and authors else ():
            for role, vote in votes_of(word.text for word in words_of(author)).items():
                here[role] = max(here.get(role, 0.0), vote) if not here.get("hypothesis") else here.get(role, 0.0)
        for role, vote in here.items():
            votes[role] = votes.get(role, 0.0) + vote / len(unit.files)
    return votes


def _lead(votes: Mapping[Role, float], role: Role) -> float:
    """Return how far names speak more for a role than for any other."""
    return votes.get(role, 0.0) - max((vote for other, vote in votes.items() if other != role), default=0.0)


def _tells_other(votes: Mapping[Role, float]) -> bool:
    """Return whether names tell clearly that a text is a correction."""
    return max(_lead(votes, "reference"), _lead(votes, "hypothesis")) >= _CLEAR_NAME


def _source(
    family: Family, evidence: Evidence, ignored: frozenset[str], forced: Forced
) -> tuple[list[Unit], Cast | None]:
    """Return the units, parted where need be, and the source among them."""
    units = _parted(family, ignored, forced)
    votes = [_votes(unit, ignored) for unit in units]
    able = [number for number, unit in enumerate(units) if _is_single(family, unit)]
    able = [number for number in able if not _tells_other(votes[number]) or units[number].files[0].path in forced]
    named = [number for number in able if votes[number].get("source", 0.0) >= _CLEAR_NAME]
    picked = [number for number in able if forced.get(units[number].files[0].path) == "source"]
    possible = picked or [number for number in named or able if units[number].files[0].path not in forced]
    if not possible:
        return units, None
    departures = _departures(family, evidence, units)
    scores = {
        number: _lead(votes[number], "source")
        - 0.5 * evidence.reading(units[number])
        + 0.4 * departures[number]
        - 0.2 * _is_marked(units[number], ignored)
        for number in possible
    }
    best, *rest = sorted(possible, key=lambda number: (-scores[number], number))
    unlike = [number for number in rest if not _is_like(family, evidence, units[best], units[number])]
    margin = scores[best] - scores[unlike[0]] if unlike else FAR
    lead = _lead(votes[best], "source")
    sureness: Sureness = (
        "sure" if picked or lead >= _CLEAR_NAME else "likely" if margin >= _CLEAR_CONTENT and lead > -0.1 else "ask"
    )
    reason = _name_reason(units[best].files[0], "source", ignored) or "the others depart from it, and it has most slips"
    return units, Cast(units[best], "source", reason, sureness)


def _is_like(family: Family, evidence: Evidence, source: Unit, other: Unit) -> bool:
    """Return whether another unit's text is the source with next to nothing changed: it is a poor correction of it."""
    if family.is_own:
        return False
    others = [item for item in family.files if not (item.corrects or item.is_empty)]
    distances = sorted(evidence.distance(source.files[0], item) for item in others)
    return evidence.distance(source.files[0], other.files[0]) <= _LITTLE * distances[len(distances) // 2]


def _parted(family: Family, ignored: frozenset[str], forced: Forced, *, has_source: bool = False) -> list[Unit]:
    """Return the units of a family; where names tell no source or no reference, each file stands for itself."""
    units: list[Unit] = []
    every = list(family.units())
    if family.is_own:
        return every
    votes = [_votes(unit, ignored, authors=False) for unit in every]
    named = [item for item in votes if item.get("source", 0.0) >= _CLEAR_NAME and _lead(item, "source") > 0]
    has_source = has_source or bool(named)
    has_reference = any(item.get("reference", 0.0) >= _CLEAR_NAME for item in votes)
    for unit, vote in zip(every, votes, strict=True):
        is_source = _lead(vote, "source") > 0
        is_unknown = max(vote.values(), default=0.0) < _CLEAR_NAME and not (has_source and has_reference)
        is_forced = any(item.path in forced for item in unit.files[1:])
        if is_source or is_unknown or is_forced:
            units += [Unit(unit.place, (item,)) for item in unit.files]
        else:
            units.append(unit)
    return units


def _is_single(family: Family, unit: Unit) -> bool:
    """Return whether a unit has at most one text for each essay, as a source has; few students hand in two drafts."""
    twice = sum(len([item for item in unit.files if item in essay.files]) > 1 for essay in family.essays)
    return not any(item.corrects for item in unit.files) and 3 * twice <= len(family.essays) and twice < len(unit.files)


def _is_marked(unit: Unit, ignored: frozenset[str]) -> float:
    """Return how many more words a unit's name has than a plain one: ``source+error`` is a version of ``source``."""
    return min(len(texts_of(stem_of(unit.files[0].path)) - ignored) - 1, 3) / 3


def _departures(family: Family, evidence: Evidence, units: Sequence[Unit]) -> list[float]:
    """Return how far each unit's texts are from the versions that read best, -1 to 1: the source is the farthest.

    A text that is far from all others is written anew and counts as near.
    """
    means: list[list[float]] = [[] for _ in units]
    for essay in family.essays[:12]:
        texts = [(number, item) for number, unit in enumerate(units) for item in unit.files[:8] if item in essay.files]
        plain = [(number, item) for number, item in texts if not (item.corrects or item.is_empty)][:40]
        if len(plain) < 3:
            continue
        rows = [[evidence.distance(one, other) for _, other in plain] for _, one in plain]
        nearest = [min(row[:at] + row[at + 1 :]) for at, row in enumerate(rows)]
        usual = 3 * sorted(nearest)[len(nearest) // 2] + 3
        kept = [at for at, distance in enumerate(nearest) if distance <= usual]
        readings = [evidence.reading_of(item) for _, item in plain]
        limit = sorted(readings[at] for at in kept)[len(kept) // 2]
        good = [at for at in kept if readings[at] >= limit]
        far = {at: sum(rows[at][other] for other in good) / len(good) for at in kept}
        most = max(far.values()) or 1.0
        for at, (number, _) in enumerate(plain):
            means[number].append(2 * far[at] / most - 1 if at in far else -1.0)
    return [sum(values) / len(values) if values else 0.0 for values in means]


def _standings(
    family: Family, evidence: Evidence, source: Unit | None, units: Sequence[Unit], ignored: frozenset[str]
) -> list[_Standing]:
    even = Bearing(0.5, 0.5, 0.5)
    bearings = evidence.bearings(source, units) if source is not None else [even] * len(units)
    standings = []
    every = [_votes(unit, ignored) for unit in units]
    has_teachers = any(_lead(votes, "reference") >= _CLEAR_NAME for votes in every)
    for unit, votes, bearing in zip(units, every, bearings, strict=True):
        content = 0.4 * (bearing.coverage - 0.5) + 0.3 * (bearing.agreement - 0.5) + 0.2 * (bearing.amount - 0.5)
        content += 0.2 * evidence.reading(unit) + _changes(unit, units) + _begins_all(unit, units)
        size = 0.0 if family.is_own else 0.5 if len(unit.files) >= _MANY else 0.2 if len(unit.files) >= _SEVERAL else 0
        rest = 0.4 if has_teachers and len(unit.files) > 1 and not votes.get("reference") else 0.0
        hypothesis = votes.get("hypothesis", 0.0) + 0.5 * votes.get("source", 0.0) + size + rest - content
        standings.append(_Standing(unit, votes, votes.get("reference", 0.0) + content, hypothesis, bearing))
    return standings


def _begins_all(unit: Unit, units: Sequence[Unit]) -> float:
    """Return how much names of M2 files speak for a reference: its name begins all the others'."""
    stems = [stem_of(item.path) for each in units for item in each.files if item.is_annotated]
    if len(unit.files) > 1 or len(stems) < 2 or not unit.files[0].is_annotated:
        return 0.0
    return 0.5 if all(stem.startswith(stem_of(unit.files[0].path)) for stem in stems) else 0.0


def _changes(unit: Unit, units: Sequence[Unit]) -> float:
    """Return how much the number of tracked changes speaks for a teacher, who makes most; M2 by its annotators."""
    counts = {
        item.path: len(item.changes) if item.is_annotated else sum(item.changes.values())
        for item in chain.from_iterable(each.files for each in units)
    }
    most = max(counts.values(), default=0)
    carrying = [item for item in unit.files if item.corrects]
    if not most or not carrying:
        return 0.0
    return 0.6 * sum(counts[item.path] for item in carrying) / (most * len(carrying)) - 0.3


def _corrections(
    family: Family, standings: Sequence[_Standing], source: Cast | None, forced: Forced, ignored: frozenset[str]
) -> list[Cast]:
    """Return the other units as references or hypotheses: each as it stands, and at least one of both."""
    roles: dict[str, Role] = {}
    for item in standings:
        path = item.unit.files[0].path
        roles[path] = forced.get(path) or ("reference" if item.reference > item.hypothesis else "hypothesis")
    changed: set[str] = set()
    if not family.is_own and any(item.corrects for item in family.files) and not forced:
        changed = _one_reference(standings, roles)
    nameless = _nameless(family, standings, source, forced)
    for item in nameless:
        path = item.unit.files[0].path
        roles[path] = "reference" if nameless.index(item) < max(1, len(nameless) // 3) else "hypothesis"
    flipped = set() if nameless else _complete(standings, roles, forced)
    casts = []
    for item in standings:
        path = item.unit.files[0].path
        role = roles[path]
        casts.append(
            Cast(
                item.unit,
                role,
                _reason(item, role, source, ignored),
                "likely"
                if path in changed
                else "sure"
                if path in forced
                else "ask"
                if item in nameless
                else _sureness(item, role, standings, flipped),
            )
        )
    return sorted(casts, key=lambda one: (one.role != "reference", one.id))


def _one_reference(standings: Sequence[_Standing], roles: dict[str, Role]) -> set[str]:
    """Keep the likeliest reference alone, where files that carry their source are told apart by changes alone.

    Return the paths of those of which it is likely: there is one with clearly more changes than the others.
    """
    silent = [item for item in standings if max(item.votes.values(), default=0.0) < _CLEAR_NAME]
    named = any(item.votes.get("reference", 0.0) >= _CLEAR_NAME for item in standings)
    silent.sort(key=lambda item: item.hypothesis - item.reference)
    for number, item in enumerate(silent):
        roles[item.unit.files[0].path] = "reference" if number == 0 and not named else "hypothesis"
    if len(silent) < 2 or named:
        return {item.unit.files[0].path for item in silent} if named else set()
    first, second = silent[:2]
    is_clear = first.reference - second.reference >= _CLEAR_CONTENT
    return {item.unit.files[0].path for item in silent} if is_clear else set()


def _nameless(family: Family, standings: Sequence[_Standing], source: Cast | None, forced: Forced) -> list[_Standing]:
    """Return the corrections of a class whose names tell no role at all, the likeliest teachers' first.

    Texts alone don't tell a teacher from a good student: a third of them are the teachers' until the teacher says.
    """
    silent = all(max(item.votes.values(), default=0.0) < _CLEAR_NAME for item in standings)
    carried = any(item.corrects for item in family.files)
    if family.is_own or (source is None or carried) or not silent or len(standings) < 3 or forced:
        return []
    return sorted(standings, key=lambda item: item.hypothesis - item.reference)


def _complete(standings: Sequence[_Standing], roles: dict[str, Role], forced: Forced) -> set[str]:
    """See that there is a reference and a hypothesis among several units; return the paths of those that changed."""
    if len(standings) < 2:
        return set()
    free = [item for item in standings if item.unit.files[0].path not in forced]
    flipped: set[str] = set()
    if "reference" not in roles.values() and free:
        unsure = [item for item in free if _lead(item.votes, "hypothesis") < _CLEAR_NAME]
        if unsure:
            likeliest = min(unsure, key=lambda item: item.hypothesis - item.reference)
            roles[likeliest.unit.files[0].path] = "reference"
            flipped.add(likeliest.unit.files[0].path)
    elif "hypothesis" not in roles.values():
        unsure = [item for item in free if _lead(item.votes, "reference") < 2 * _CLEAR_NAME]
        if unsure:
            likeliest = min(unsure, key=lambda item: item.reference - item.hypothesis)
            roles[likeliest.unit.files[0].path] = "hypothesis"
            flipped.add(likeliest.unit.files[0].path)
    return flipped


def _sureness(item: _Standing, role: Role, standings: Sequence[_Standing], flipped: set[str]) -> Sureness:
    lead = _lead(item.votes, role)
    margin = (item.reference - item.hypothesis) * (1 if role == "reference" else -1)
    is_flipped = item.unit.files[0].path in flipped
    if lead >= _CLEAR_NAME and (margin > 0 or is_flipped):
        return "sure"
    if (margin >= _CLEAR_CONTENT or lead >= _CLEAR_NAME / 2) and not is_flipped:
        return "likely"
    if not item.votes and any(_lead(other.votes, _opposite(role)) >= _CLEAR_NAME for other in standings):
        return "likely"
    return "likely" if is_flipped and len(standings) == 2 and lead > -0.4 else "ask"


def _opposite(role: Role) -> Role:
    return "hypothesis" if role == "reference" else "reference"


def _reason(item: _Standing, role: Role, source: Cast | None, ignored: frozenset[str]) -> str:
    by_name = _name_reason(item.unit.files[0], role, ignored)
    if by_name:
        return by_name
    first = item.unit.files[0]
    if first.is_tracked and first.changes:
        authors = ", ".join(first.changes)
        return f"{authors} made most changes, as a teacher would" if role == "reference" else f"changed by {authors}"
    if role == "reference":
        return "it agrees with the other corrections and reads best"
    start = f" of {_name(source.unit.files[0])}" if source is not None and len(source.unit.files) == 1 else ""
    count = len(item.unit.files)
    return f"one of {count} corrections{start} in one place" if count > 1 else f"a correction{start}"


def _name_reason(item: Candidate, role: Role, ignored: frozenset[str]) -> str:
    """Return the word in a file's name, or in a folder's, that tells a role; nothing where there is none."""
    last = item.path.count("/")
    for word in sorted(words_of(item.path), key=lambda word: -word.part):
        if word.text not in ignored and votes_of([word.text]).get(role, 0.0) >= _CLEAR_NAME:
            written = item.path[word.start : word.end]
            return f"called “{written}”" if word.part == last else f"in the folder “{item.path.split('/')[word.part]}”"
    for author in item.changes:
        if any(votes_of([word.text]).get(role, 0.0) >= _CLEAR_NAME for word in words_of(author)):
            return f"changed by {author}"
    return ""


def _name(item: Candidate) -> str:
    return item.path.rpartition("/")[2]
