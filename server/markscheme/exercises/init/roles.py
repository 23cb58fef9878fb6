"""The roles of an assignment's files: from their names where these tell, else from what the texts say.

Files at one place of an assignment have one role (:class:`~markscheme.exercises.init.assignments.Unit`). The source is
chosen first, then each other place is the teachers' or the students'.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.exercises.exercise import Role
from markscheme.exercises.init import naming
from markscheme.exercises.init.assignments import Essay, Family, Unit
from markscheme.exercises.init.plan import Candidate, Sureness

Forced = Mapping[str, Role]
"""Roles that somebody chose, by the path of a unit's first file."""


@attrs.frozen
class Cast:
    """The role of a unit's files, and by how far it is a teacher's rather than a student's; ``None`` without a part."""

    unit: Unit
    role: Role | None
    reasons: Mapping[str, str]
    sureness: Sureness
    margin: float = 0.0

    @property
    def id(self) -> str:
        return self.unit.id


CLEAR_NAME = 0.3
"""How far a name speaks more for one role than for the others where it decides."""
CLEAR_CONTENT = 0.25
"""The same for names and texts together, where the guess is likely."""
_ANNOTATORS_VOTE = 1.0
"""How much a format that only annotators use speaks for a reference."""


def shared_words(family: Family) -> frozenset[str]:
    """Return the words that all files have, which tell nothing where others do."""
    files = family.files
    shared = frozenset.intersection(*(naming.texts_of(item.path) for item in files)) if len(files) > 1 else frozenset()
    return shared if any(naming.votes_of_path(item.path, shared | item.names) for item in files) else frozenset()


def unit_votes(unit: Unit, ignored: frozenset[str], *, authors: bool = True) -> dict[Role, float]:
    """Return how much the names speak for each role, on average; the names of authors count, too."""
    votes: dict[Role, float] = {}
    for item in unit.files:
        here = dict(naming.votes_of_path(item.path, ignored | item.names))
        for author in item.people if authors else ():
            for role, vote in naming.votes_of(naming.texts_of(author)).items():
                here[role] = max(here.get(role, 0.0), vote) if not here.get("hypothesis") else here.get(role, 0.0)
        if item.form.is_annotators_work and lead(here, "hypothesis") < CLEAR_NAME:
            here = {"reference": max(here.get("reference", 0.0), _ANNOTATORS_VOTE)}
        for role, vote in here.items():
            votes[role] = votes.get(role, 0.0) + vote / len(unit.files)
    return votes


def lead(votes: Mapping[Role, float], role: Role) -> float:
    return votes.get(role, 0.0) - max((vote for other, vote in votes.items() if other != role), default=0.0)


def tells_correction(votes: Mapping[Role, float]) -> bool:
    return max(lead(votes, "reference"), lead(votes, "hypothesis")) >= CLEAR_NAME


Reader = Callable[[Sequence[str]], Sequence[float]]
"""Return how well each text reads, any numbers, higher for better: the versions of one text are compared."""

_MAX_ESSAYS = 12
_MAX_FILES = 24
_MAX_VERSIONS = 40
_MAX_WORDS = 3000
_TOKEN = re.compile(r"\w+|[^\w\s]")

Edit = tuple[int, int, tuple[str, ...]]


@attrs.frozen
class Bearing:
    """How the files of a unit stand to a source, 0 to 1 each.

    ``coverage`` is the part of the changes of several versions that these files make too: a teacher's misses few.
    ``agreement`` is the part of these files' changes that others make too. ``amount`` is 0.5 for as many changes as the
    other units'.
    """

    coverage: float
    agreement: float
    amount: float


class Evidence:
    """Compares the versions of an assignment's texts, a sample of them where there are many."""

    def __init__(self, essays: Sequence[Essay], reader: Reader) -> None:
        self._essays = essays[:_MAX_ESSAYS]
        self._reader = reader
        self._tokens: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _readings(self) -> Mapping[str, float]:
        readings: dict[str, float] = {}
        for essay in self._essays:
            files = _sample(essay.files)
            values = list(self._reader([item.text for item in files])) or [0.0]
            low, high = min(values), max(values)
            for item, value in zip(files, values, strict=False):
                readings[item.path] = 2 * (value - low) / (high - low) - 1 if high > low else 0.0
        return readings

    def reading(self, unit: Unit) -> float:
        """Return how well a unit's files read beside the others, -1 to 1; 0 where there is no difference."""
        values = [self._readings[item.path] for item in unit.files if item.path in self._readings]
        return sum(values) / len(values) if values else 0.0

    def bearings(self, source: Unit, others: Sequence[Unit]) -> list[Bearing]:
        totals = [[0.0, 0.0, 0.0, 0.0] for _ in others]
        for essay in self._essays:
            start = next((item for item in source.files if item in essay.files), None)
            if start is None:
                continue
            here = [(number, item) for number, unit in enumerate(others) for item in _sample(unit.files, essay)]
            edits = [self._edits(start, item) for _, item in here]
            counts = Counter(chain.from_iterable(edits))
            agreed = {edit for edit, count in counts.items() if count > 1}
            mean = sum(map(len, edits)) / max(len(edits), 1)
            for (number, _), changes in zip(here, edits, strict=True):
                total = totals[number]
                total[0] += len(changes & agreed) / len(agreed) if agreed else 0.5
                total[1] += len(changes & agreed) / len(changes) if changes else 0.5
                total[2] += len(changes) / (len(changes) + mean) if changes else 0.0
                total[3] += 1
        return [Bearing(*(value / max(total[3], 1) for value in total[:3])) for total in totals]

    def departures(self, units: Sequence[Unit]) -> list[float]:
        """Return how far each unit's texts are from the versions that read best, -1 to 1: the source is the farthest.

        A text that is far from all others is written anew and counts as near.
        """
        means: list[list[float]] = [[] for _ in units]
        for essay in self._essays:
            texts = [
                (number, item) for number, unit in enumerate(units) for item in unit.files[:8] if item in essay.files
            ]
            plain = [(number, item) for number, item in texts if not (item.corrects or item.is_empty)][:_MAX_VERSIONS]
            if len(plain) < 3:
                continue
            for (number, _), departure in zip(plain, self._departures([item for _, item in plain]), strict=True):
                means[number].append(departure)
        return [sum(values) / len(values) if values else 0.0 for values in means]

    def _departures(self, versions: Sequence[Candidate]) -> list[float]:
        rows = [[self.distance(one, other) for other in versions] for one in versions]
        nearest = [min(row[:at] + row[at + 1 :]) for at, row in enumerate(rows)]
        usual = 3 * sorted(nearest)[len(nearest) // 2] + 3
        kept = [at for at, distance in enumerate(nearest) if distance <= usual]
        readings = [self._readings.get(item.path, 0.0) for item in versions]
        limit = sorted(readings[at] for at in kept)[len(kept) // 2]
        good = [at for at in kept if readings[at] >= limit]
        far = {at: sum(rows[at][other] for other in good) / len(good) for at in kept}
        most = max(far.values()) or 1.0
        return [2 * far[at] / most - 1 if at in far else -1.0 for at in range(len(versions))]

    def distance(self, one: Candidate, other: Candidate) -> int:
        return Levenshtein.distance(self._words(one), self._words(other))

    def _edits(self, source: Candidate, item: Candidate) -> frozenset[Edit]:
        before, after = self._words(source), self._words(item)
        return frozenset(
            (code.src_start, code.src_end, tuple(after[code.dest_start : code.dest_end]))
            for code in Levenshtein.opcodes(before, after)
            if code.tag != "equal"
        )

    def _words(self, item: Candidate) -> tuple[str, ...]:
        if item.path not in self._tokens:
            self._tokens[item.path] = tuple(match[0] for match in _TOKEN.finditer(item.text))[:_MAX_WORDS]
        return self._tokens[item.path]


def _sample(files: Iterable[Candidate], essay: Essay | None = None) -> list[Candidate]:
    plain = [item for item in files if not (item.corrects or item.is_empty) and (essay is None or item in essay.files)]
    step = max(1, len(plain) // _MAX_FILES)
    return plain[::step]


_MANY = ((5, 0.5), (3, 0.2))
"""Numbers of files at one place that speak for students, who are more than teachers, and how much."""


@attrs.frozen
class Standing:
    """A unit's scores for the roles, what its names alone say, and how it stands to the source and the others."""

    unit: Unit
    votes: Mapping[Role, float]
    reference: float
    hypothesis: float
    bearing: Bearing
    reading: float

    @property
    def id(self) -> str:
        return self.unit.id

    @property
    def margin(self) -> float:
        return self.reference - self.hypothesis


def _standings_of(
    family: Family, evidence: Evidence, source: Unit | None, units: Sequence[Unit], ignored: frozenset[str]
) -> list[Standing]:
    even = Bearing(0.5, 0.5, 0.5)
    bearings = evidence.bearings(source, units) if source is not None else [even] * len(units)
    standings = []
    every = [unit_votes(unit, ignored) for unit in units]
    has_teachers = any(lead(votes, "reference") >= CLEAR_NAME for votes in every)
    for unit, votes, bearing in zip(units, every, bearings, strict=True):
        content = 0.4 * (bearing.coverage - 0.5) + 0.3 * (bearing.agreement - 0.5) + 0.2 * (bearing.amount - 0.5)
        reading = evidence.reading(unit)
        content += 0.2 * reading + _changes(unit, units) + _begins_all(unit, units)
        content += _by_source_author(unit, units, source) + _by_one_author(unit, units)
        many = next((vote for least, vote in _MANY if len(unit.files) >= least), 0.0)
        size = 0.0 if family.is_own else many
        rest = 0.7 if has_teachers and not votes.get("reference") else 0.0
        hypothesis = votes.get("hypothesis", 0.0) + 0.5 * votes.get("source", 0.0) + size + rest - content
        standings.append(Standing(unit, votes, votes.get("reference", 0.0) + content, hypothesis, bearing, reading))
    return standings


def _by_source_author(unit: Unit, units: Sequence[Unit], source: Unit | None) -> float:
    """Return how much authors speak for a reference: whoever wrote the source, and few others, is the teacher."""
    authors = {naming.person_key(item.author) for item in source.files if item.author} if source is not None else set()
    others = [item for each in units for item in each.files]
    same = [item for item in others if item.author and naming.person_key(item.author) in authors]
    is_theirs = any(item in same for item in unit.files)
    return 0.5 if is_theirs and 3 * len(same) <= max(len(others), 3) else 0.0


def _by_one_author(unit: Unit, units: Sequence[Unit]) -> float:
    """Return how much authors speak for a reference: one person who changed all of several files is a teacher."""
    authors = {naming.person_key(author) for item in unit.files for author in item.people}
    elsewhere = {
        naming.person_key(author) for each in units if each is not unit for item in each.files for author in item.people
    }
    is_theirs = len(unit.files) > 1 and all(item.people for item in unit.files) and len(authors) == 1
    return 0.5 if is_theirs and not authors & elsewhere else 0.0


def _begins_all(unit: Unit, units: Sequence[Unit]) -> float:
    """Return how much names of M2 files speak for a reference: its name begins all the others'."""
    stems = [naming.stem_of(item.path) for each in units for item in each.files if item.is_annotated]
    if len(unit.files) > 1 or len(stems) < 2 or not unit.files[0].is_annotated:
        return 0.0
    return 0.5 if all(stem.startswith(naming.stem_of(unit.id)) for stem in stems) else 0.0


def _changes(unit: Unit, units: Sequence[Unit]) -> float:
    """Return how much tracked changes speak for a teacher, who makes most; M2 by its annotators."""
    counts = {
        item.path: len(item.changes) if item.is_annotated else sum(item.changes.values())
        for item in chain.from_iterable(each.files for each in units)
    }
    most = max(counts.values(), default=0)
    carrying = [item for item in unit.files if item.corrects]
    if not most or not carrying:
        return 0.0
    return 0.6 * sum(counts[item.path] for item in carrying) / (most * len(carrying)) - 0.3


_AGREED = 0.5
"""The part of a text's changes that others make, too, from which on they agree."""


def name_reason(item: Candidate, role: Role, ignored: frozenset[str]) -> str:
    silent = ignored | item.names

    def vote(word: naming.Word) -> float:
        return naming.votes_of([word.text]).get(role, 0.0)

    def telling(word: naming.Word) -> tuple[bool, int, bool, float, int]:
        is_clear = lead(naming.votes_of([word.text]), role) > 0
        return is_clear, word.part, not naming.is_title(word.text), vote(word), -word.start

    words = [word for word in naming.words_of(item.path) if word.text not in silent and vote(word) >= CLEAR_NAME]
    if words:
        return _word_reason(item.path, max(words, key=telling))
    for author in item.people:
        if any(vote(word) >= CLEAR_NAME for word in naming.words_of(author)):
            return f"changed by {author}" if author in item.changes else f"written by {author}"
    return ""


def _word_reason(path: str, word: naming.Word) -> str:
    written = path[word.start : word.end]
    if word.part < path.count("/"):
        return f"in the folder “{path.split('/')[word.part]}”"
    return f"“{written}” stands before a teacher's name" if naming.is_title(word.text) else f"called “{written}”"


@attrs.frozen
class CorrectionReasons:
    """Says why corrections are teachers' or students'; no ``source`` where there are several, or none."""

    standings: Sequence[Standing]
    source: Candidate | None
    ignored: frozenset[str]

    def of(self, standing: Standing, role: Role) -> dict[str, str]:
        return {item.path: self._reason(item, standing, role) for item in standing.unit.files}

    def _reason(self, item: Candidate, standing: Standing, role: Role) -> str:
        if by_name := name_reason(item, role, self.ignored):
            return by_name
        if item.is_tracked and item.changes:
            return self._change_reason(item, role)
        if role == "reference" and item.form.is_annotators_work:
            return f"annotated in {item.form.label}"
        if role == "reference":
            return self._teacher_reason(standing)
        start = f" of {file_name(self.source)}" if self.source is not None else ""
        others = len(standing.unit.files) - 1
        if others:
            return f"beside {others} other correction{'s' if others > 1 else ''}{start}"
        return f"a correction{start}"

    def _change_reason(self, item: Candidate, role: Role) -> str:
        authors = ", ".join(item.changes)
        counts = [sum(other.changes.values()) for one in self.standings for other in one.unit.files]
        count = sum(item.changes.values())
        if role == "reference" and count == max(counts) and counts.count(count) == 1:
            return f"{authors} made most changes, as a teacher would"
        return f"changed by {authors}"

    def _teacher_reason(self, standing: Standing) -> str:
        readings = [item.reading for item in self.standings]
        reads_best = standing.reading == max(readings) > min(readings)
        agrees = len(self.standings) > 1 and min(standing.bearing.agreement, standing.bearing.coverage) > _AGREED
        reasons = (["it agrees with the other corrections"] if agrees else []) + (["reads best"] if reads_best else [])
        if not reasons:
            return "a guess: nothing tells it from the other corrections"
        return " and ".join(reasons) if agrees else "it reads best of the corrections"


def _source_reason(item: Candidate, ignored: frozenset[str], *, has_most_slips: bool, count: int) -> str:
    if by_name := name_reason(item, "source", ignored):
        return by_name
    if count < 3:
        return "it has most slips" if has_most_slips else "a guess: nothing tells which text was there first"
    return "the others depart from it, and it has most slips" if has_most_slips else "the others depart from it"


def _carrier_reason(carrier: Candidate, files: Sequence[Candidate]) -> str:
    name = file_name(carrier)
    is_unique = sum(file_name(item) == name for item in files) == 1
    return f"the text that {name if is_unique else carrier.path} changes"


def file_name(item: Candidate) -> str:
    return item.path.rpartition("/")[2]


MAX_TEACHERS = 3
"""The most corrections without telling names that are guessed to be teachers'."""
_STEP = 0.1
"""The least difference between two corrections by which one is clearly better."""


def _choose_corrections(
    family: Family, standings: Sequence[Standing], source: Cast | None, forced: Forced, ignored: frozenset[str]
) -> list[Cast]:
    roles: dict[str, Role] = {}
    for item in standings:
        roles[item.id] = forced.get(item.id) or ("reference" if item.reference > item.hypothesis else "hypothesis")
    changed: set[str] = set()
    if not family.is_own and any(item.corrects for item in family.files) and not forced:
        changed = _one_reference(standings, roles)
    nameless = _nameless(family, standings, source, forced)
    teachers = _by_missing_name(nameless)
    if teachers is None:
        teachers = nameless[: _likely_teachers(nameless)]
    for item in nameless:
        roles[item.id] = "reference" if item in teachers else "hypothesis"
    flipped = set() if nameless else _complete(standings, roles, forced)
    single = source.unit.files if source is not None else ()
    reasons = CorrectionReasons(standings, single[0] if len(single) == 1 else None, ignored)

    def sureness(item: Standing) -> Sureness:
        if item.id in changed:
            return "likely"
        if item.id in forced:
            return "sure"
        return "ask" if item in nameless else _sureness(item, roles[item.id], standings, flipped)

    casts = [
        Cast(item.unit, roles[item.id], reasons.of(item, roles[item.id]), sureness(item), item.margin)
        for item in standings
    ]
    return sorted(casts, key=lambda one: (one.role != "reference", one.id))


def _one_reference(standings: Sequence[Standing], roles: dict[str, Role]) -> set[str]:
    """Leave one reference among documents with tracked changes whose names tell no role: the one with most changes.

    Return the paths of those whose role is likely, because one document has clearly more changes than the others.
    """
    silent = [item for item in standings if max(item.votes.values(), default=0.0) < CLEAR_NAME]
    named = any(item.votes.get("reference", 0.0) >= CLEAR_NAME for item in standings)
    silent.sort(key=lambda item: -item.margin)
    for number, item in enumerate(silent):
        roles[item.id] = "reference" if number == 0 and not named else "hypothesis"
    is_clear = len(silent) > 1 and silent[0].reference - silent[1].reference >= CLEAR_CONTENT
    return {item.id for item in silent} if named or is_clear else set()


def _nameless(family: Family, standings: Sequence[Standing], source: Cast | None, forced: Forced) -> list[Standing]:
    """Return the corrections without a telling name, the likeliest teachers' first; a good student's may be as good."""
    silent = all(max(item.votes.values(), default=0.0) < CLEAR_NAME for item in standings) or _are_alike(standings)
    carried = any(item.corrects for item in family.files)
    chosen = any(item.path in forced for one in standings for item in one.unit.files)
    if family.is_own or (source is None or carried) or not silent or len(standings) < 2 or chosen:
        return []
    return sorted(standings, key=lambda item: -item.margin)


def _are_alike(standings: Sequence[Standing]) -> bool:
    """Return whether all names speak for a teacher's correction, with one weak word: then they tell nothing."""
    leads = {round(lead(item.votes, "reference"), 3) for item in standings}
    return len(standings) > 1 and len(leads) == 1 and 0 < leads.pop() < 2 * CLEAR_NAME


def _by_missing_name(nameless: Sequence[Standing]) -> list[Standing] | None:
    labels = naming.labels_of([item.id for item in nameless])
    named = {path for path, label in labels.items() if _is_name(label)}
    unnamed = [item for item in nameless if item.id not in labels]
    is_clear = len(named) > 1 and len(named) + len(unnamed) == len(nameless) and len(unnamed) <= 1
    return unnamed if is_clear and all(len(item.unit.files) == 1 for item in nameless) else None


def _is_name(label: str) -> bool:
    return label[0].isupper() and len(label) > 1 and all(word.isalpha() for word in naming.composed(label).split())


def _likely_teachers(nameless: Sequence[Standing]) -> int:
    """Return how many of the corrections, the likeliest first, are likely teachers': those before a clear step.

    Without a step, those as good as the first are the teachers' until somebody says: none of two equally good ones is a
    student's.
    """
    margins = [item.margin for item in nameless]
    most = max(1, min((len(margins) + 1) // 2, len(margins) - 1, MAX_TEACHERS))
    steps = [margins[number] - margins[number + 1] for number in range(most)] if len(margins) > 1 else [0.0]
    if max(steps) >= _STEP:
        return steps.index(max(steps)) + 1
    return max(1, sum(margin > margins[0] - _STEP for margin in margins[:most]))


def _complete(standings: Sequence[Standing], roles: dict[str, Role], forced: Forced) -> set[str]:
    wanted: tuple[tuple[Role, int], ...] = (("reference", 1), ("hypothesis", 2))
    missing = next(((role, doubt) for role, doubt in wanted if role not in roles.values()), None)
    if len(standings) < 2 or missing is None:
        return set()
    role, doubt = missing
    free = [item for item in standings if item.id not in forced]
    unsure = [item for item in free if lead(item.votes, _opposite(role)) < doubt * CLEAR_NAME]
    if not unsure:
        return set()
    likeliest = max(unsure, key=lambda item: item.margin if role == "reference" else -item.margin)
    roles[likeliest.id] = role
    return {likeliest.id}


def _sureness(item: Standing, role: Role, standings: Sequence[Standing], flipped: set[str]) -> Sureness:
    by_name = lead(item.votes, role)
    margin = item.margin if role == "reference" else -item.margin
    is_flipped = item.id in flipped
    if by_name >= CLEAR_NAME and (margin > 0 or is_flipped):
        return "sure"
    if (margin >= CLEAR_CONTENT or by_name >= CLEAR_NAME / 2) and not is_flipped:
        return "likely"
    if not item.votes and any(lead(other.votes, _opposite(role)) >= CLEAR_NAME for other in standings):
        return "likely"
    return "likely" if is_flipped and len(standings) == 2 and by_name > -0.4 else "ask"


def _opposite(role: Role) -> Role:
    return "hypothesis" if role == "reference" else "reference"


_LITTLE = 0.2
"""A correction with less than this part of the changes that are usual is much like the source."""
_FAR = 9.0
"""The margin of the one possible source."""


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
            same = [item for item in same if not tells_correction(item.votes)]
            same.sort(key=lambda item: -item.votes.get("source", 0.0) + item.votes.get("hypothesis", 0.0))
            plain += same[:1] if same and same[0] not in plain else []
            if same:
                break
    units = _parted(family, ignored, forced, has_source=True)
    if not plain:
        if any(not item.corrects and item.votes.get("source", 0) >= CLEAR_NAME for item in family.files):
            return None
        return units, None
    reasons = {item.path: _carrier_reason(_carrier(item, family), family.files) for item in plain}
    return units, Cast(Unit((), tuple(plain)), "source", reasons, "sure")


def _carrier(item: Candidate, family: Family) -> Candidate:
    carriers = [other for other in family.essay_of(item).files if other.corrects and item.has_text_of(other)]
    return max(carriers, key=lambda other: other.votes.get("reference", 0.0))


def _choose_source(
    family: Family, evidence: Evidence, ignored: frozenset[str], forced: Forced
) -> tuple[list[Unit], Cast | None]:
    units = _parted(family, ignored, forced)
    votes = [unit_votes(unit, ignored) for unit in units]
    able = [number for number, unit in enumerate(units) if _is_single(family, unit)]
    able = [number for number in able if not tells_correction(votes[number]) or units[number].id in forced]
    named = [number for number in able if votes[number].get("source", 0.0) >= CLEAR_NAME]
    picked = [number for number in able if forced.get(units[number].id) == "source"]
    possible = picked or [number for number in named or able if units[number].id not in forced]
    if not possible:
        return units, None
    departures = evidence.departures(units)
    scores = {
        number: lead(votes[number], "source")
        - 0.5 * evidence.reading(units[number])
        + 0.4 * departures[number]
        - 0.2 * _is_marked(units[number], ignored)
        + 0.5 * _is_title(units[number], family)
        for number in possible
    }
    best, *rest = sorted(possible, key=lambda number: (-scores[number], number))
    unlike = [number for number in rest if not _is_like(family, evidence, units[best], units[number])]
    margin = scores[best] - scores[unlike[0]] if unlike else _FAR
    by_name = lead(votes[best], "source")
    sureness: Sureness = (
        "sure" if picked or by_name >= CLEAR_NAME else "likely" if margin >= CLEAR_CONTENT and by_name > -0.1 else "ask"
    )
    readings = sorted(evidence.reading(unit) for unit in units)
    has_most_slips = len(readings) > 1 and evidence.reading(units[best]) == readings[0] < readings[1]
    reasons = {
        item.path: _source_reason(item, ignored, has_most_slips=has_most_slips, count=len(units))
        for item in units[best].files
    }
    return units, Cast(units[best], "source", reasons, sureness)


def _is_like(family: Family, evidence: Evidence, source: Unit, other: Unit) -> bool:
    """Return whether another text is the source with next to nothing changed: it is a poor correction of it."""
    if family.is_own:
        return False
    others = [item for item in family.files if not (item.corrects or item.is_empty)]
    distances = sorted(evidence.distance(source.files[0], item) for item in others)
    return evidence.distance(source.files[0], other.files[0]) <= _LITTLE * distances[len(distances) // 2]


def _parted(family: Family, ignored: frozenset[str], forced: Forced, *, has_source: bool = False) -> list[Unit]:
    """Return the units; where names tell no source or no reference, each file stands for itself."""
    units: list[Unit] = []
    every = list(family.units())
    if family.is_own:
        return every
    votes = [unit_votes(unit, ignored, authors=False) for unit in every]
    named = [item for item in votes if item.get("source", 0.0) >= CLEAR_NAME and lead(item, "source") > 0]
    has_source = has_source or bool(named)
    has_reference = any(item.get("reference", 0.0) >= CLEAR_NAME for item in votes)
    for unit, vote in zip(every, votes, strict=True):
        is_source = lead(vote, "source") > 0
        is_unknown = max(vote.values(), default=0.0) < CLEAR_NAME and not (has_source and has_reference)
        is_forced = any(item.path in forced for item in unit.files[1:])
        if is_source or is_unknown or is_forced:
            units += unit.parted()
        else:
            units.append(unit)
    return units


def _is_single(family: Family, unit: Unit) -> bool:
    """Return whether a unit has at most one text for each essay, as a source has; few students hand in two drafts."""
    twice = sum(len([item for item in unit.files if item in essay.files]) > 1 for essay in family.essays)
    return not any(item.corrects for item in unit.files) and 3 * twice <= len(family.essays) and twice < len(unit.files)


def _is_marked(unit: Unit, ignored: frozenset[str]) -> float:
    return min(len(naming.texts_of(naming.stem_of(unit.id)) - ignored) - 1, 3) / 3


def _is_title(unit: Unit, family: Family) -> bool:
    if family.is_own or len(unit.files) > 1 or len(family.files) < 3:
        return False
    words = naming.texts_of(naming.stem_of(unit.id))
    others = [naming.texts_of(naming.stem_of(item.path)) for item in family.files if item not in unit.files]
    return bool(words) and all(words < other for other in others)


_SEVERAL = 3
"""Files of which hardly all are teachers'."""


def cast(family: Family, evidence: Evidence, forced: Forced | None = None) -> tuple[Cast, ...]:
    """Return the role of each unit of an assignment, in the order source, references, hypotheses, others."""
    chosen = forced or {}
    ignored = shared_words(family)
    carried = _carried_source(family, ignored, chosen)
    if carried is not None:
        sources, source = carried
    else:
        sources, source = _choose_source(family, evidence, ignored, chosen)
    taken = {item.path for item in source.unit.files} if source is not None else set()
    free = (Unit(unit.place, tuple(item for item in unit.files if item.path not in taken)) for unit in sources)
    units = [unit for unit in free if unit.files]
    units = _parted_where_alike(family, units, ignored)
    others = [*_standings_of(family, evidence, source.unit if source else None, units, ignored)]
    casts = _choose_corrections(family, others, source, chosen, ignored)
    return (*([source] if source else []), *casts)


def _parted_where_alike(family: Family, units: list[Unit], ignored: frozenset[str]) -> list[Unit]:
    if family.is_own or len(units) != 1 or len(units[0].files) < _SEVERAL:
        return units
    is_weak = CLEAR_NAME <= lead(unit_votes(units[0], ignored), "reference") < 2 * CLEAR_NAME
    return units[0].parted() if is_weak and not any(item.corrects for item in family.files) else units
