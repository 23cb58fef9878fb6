"""The guess of a folder's set-up: which files are one exercise, who wrote them, and what to ask."""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from os.path import commonpath
from pathlib import Path

import attrs

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.candidates import Candidate, LeftOut, candidates
from markscheme.exercises.init.evidence import Evidence, Reader
from markscheme.exercises.init.families import Essay, Family, exercise_label, families, student_label, texts_of
from markscheme.exercises.init.kinship import Kinship, shared_topic
from markscheme.exercises.init.names import folder_of, label_of, naming_words, person_key, stem_of, words_of
from markscheme.exercises.init.persons import (
    AuthorRole,
    author_roles,
    composed,
    labels_of,
    version_order,
    with_common_spellings,
)
from markscheme.exercises.init.plan import Answer, PlannedFile, Question, SetUpPlan
from markscheme.exercises.init.role_words import kinds_of
from markscheme.exercises.init.roles import Cast, Forced, cast
from markscheme.formats.base import TOGETHER
from markscheme.languages.catalogue import find_language
from markscheme.text.errors import DocumentError

_TOPIC = 0.3
"""Part of its rarer words that a text written anew shares with the others."""
_NEIGHBOUR_TOPIC = 0.08
"""The same for a text that stands among the corrections of a source."""
_MAYBE_TOPIC = 0.15
"""The same for a text of which only the person knows whether it is one of the others."""
_CONVENTION = re.compile(r"(?P<stem>.+?)\.(?:src|hyp|ref)\d*(?:\..+)?")
_QUOTING = 2.5
"""A text this many times longer than most versions of a text quotes it."""
_MAX_ANSWERS = 8


def slips_reader(texts: Sequence[str]) -> list[float]:
    """Return how well texts read by the slips that show at once, for want of a model."""
    slips = find_language().slips
    return [-float(slips(text)) for text in texts]


def guess(folder: Path, reader: Reader | None = None) -> SetUpPlan:
    """Return the plan of a folder's set-up.

    Parameters
    ----------
    reader
        Asked which version of a text reads best, where names and the slips that show at once don't tell the roles. It
        may be slow.

    Raises
    ------
    DocumentError
        If there is no such folder.
    """
    if not folder.is_dir():
        raise DocumentError("this is not a folder" if folder.exists() else "there is no such folder", path=folder)
    return _Guess(folder, reader).plan()


class _Guess:
    """The files of a folder, on their way to a plan."""

    def __init__(self, folder: Path, reader: Reader | None) -> None:
        self._folder = folder
        self._reader = reader
        self._rows: dict[tuple[str, str | None], PlannedFile] = {}
        self._questions: list[Question] = []
        self._warnings: list[str] = []
        self._items: list[Candidate] = []
        for item in candidates(folder):
            if isinstance(item, LeftOut):
                self._add(PlannedFile(item.path, "none", item.reason))
            else:
                self._items.append(item)

    def plan(self) -> SetUpPlan:
        clusters = self._clusters()
        assignments = families([cluster for cluster in clusters if len(cluster) > 1])
        placed = {item.path for family in assignments for item in family.files}
        alone = [item for item in self._items if item.path not in placed]
        assignments, alone = _with_incomplete(assignments, alone)
        lone_sets, alone = _of_authors(alone)
        assignments += lone_sets
        names = self._names(assignments)
        for family, name in zip(assignments, names, strict=True):
            self._place(family, name)
        for item in alone:
            self._place_alone(item)
        self._ask_kinship(alone, assignments, names)
        self._warn_of_empty()
        rows = with_common_spellings(list(self._rows.values()))
        return SetUpPlan(self._folder, tuple(rows), tuple(self._questions), tuple(self._warnings))

    def _add(self, row: PlannedFile) -> None:
        self._rows.setdefault(row.key, row)

    def _clusters(self) -> list[list[Candidate]]:
        """Return the files by what they share; a text written anew joins the ones that it stands among."""
        items = self._items
        clusters = [[items[number] for number in numbers] for numbers in Kinship.of(_texts(items)).clusters()]
        clusters = [part for cluster in clusters for part in _without_quoting(cluster)]
        whole = [cluster for cluster in clusters if len(cluster) > 1]
        alone = [cluster[0] for cluster in clusters if len(cluster) == 1]
        strangers: list[list[Candidate]] = []
        adopted: list[tuple[Candidate, list[Candidate]]] = []
        for item in alone:
            home = _home(item, whole)
            if home is None:
                strangers.append([item])
            else:
                adopted.append((item, home))
        for item, home in adopted:
            home.append(item)
        return [sorted(cluster, key=lambda item: item.path) for cluster in (*whole, *strangers)]

    def _names(self, assignments: Sequence[Family]) -> list[str]:
        """Return a name for each assignment: its folder's, or what its files are called beside others there."""
        folders = [_common_folder(family) for family in assignments]
        counts = Counter(folders)
        names = []
        for family, folder in zip(assignments, folders, strict=True):
            name = folder.rpartition("/")[2] or self._folder.resolve().name or "exercise"
            if counts[folder] > 1 or _is_conventional(family):
                name = _called(family) or name
            names.append(name)
        return _distinct(names, folders)

    def _place(self, family: Family, name: str) -> None:
        """Add the rows of an assignment, and the questions about it."""
        evidence = Evidence(family.essays, slips_reader)
        casts = cast(family, evidence)
        if not any(one.role == "source" for one in casts) and not any(item.corrects for item in family.files):
            for item in family.files:
                self._add(PlannedFile(item.path, "none", "the text that it corrects is not there", "likely"))
            return
        if self._reader is not None and any(one.sureness == "ask" for one in casts):
            evidence = Evidence(family.essays, self._reader)
            casts = cast(family, evidence)
        rows = self._family_rows(family, casts, name)
        for row in rows:
            self._add(row)
        self._ask_roles(family, evidence, casts, rows, name)
        self._ask_authors(rows)
        self._ask_versions(rows, name)
        self._warn(rows, name)

    def _family_rows(self, family: Family, casts: Sequence[Cast], name: str) -> list[PlannedFile]:
        rows: list[PlannedFile] = []
        authors = author_roles([item for item in family.files if item.is_tracked])
        for one in casts:
            labels = _person_labels(family, one, casts)
            for item in one.unit.files:
                rows += _rows_of(item, one, family, labels.get(item.path), name, authors)
        return rows if family.is_own else _without_shared_names(rows)

    def _ask_roles(
        self, family: Family, evidence: Evidence, casts: Sequence[Cast], rows: Sequence[PlannedFile], name: str
    ) -> None:
        """Ask which texts are the source or the teachers', where names and texts leave it open."""
        unsure = [one for one in casts if one.sureness == "ask"]
        source = [one for one in unsure if one.role == "source"]
        others = [one for one in casts if one.role != "source" and one.sureness != "sure"]
        corrections = [one for one in others if one.sureness == "ask"]
        if source and others:
            text = "Which of these is the text that was given, before anybody corrected it?"
            options = [source, *([one] for one in others)]
            self._ask(f"source:{name}", text, options, [{one.id: "source"} for one in others], family, evidence, rows)
        if corrections and len(others) > 1:
            default = [one for one in others if one.role == "reference"]
            single = [one for one in others if [one] != default]
            forced = [{other.id: _role(other is one) for other in others} for one in single]
            options = [default, *([one] for one in single)]
            text = "Which of these did a teacher correct?"
            self._ask(f"reference:{name}", text, options, forced, family, evidence, rows)

    def _ask(
        self,
        key: str,
        text: str,
        options: Sequence[Sequence[Cast]],
        forced: Sequence[Forced],
        family: Family,
        evidence: Evidence,
        rows: Sequence[PlannedFile],
    ) -> None:
        """Add a question; the first option is how the rows are, the others follow from forced roles."""
        default, *others = options[:_MAX_ANSWERS]
        name = rows[0].exercise or ""
        answers = [Answer("guess", _units_words(default) if default else "none of these")]
        for units, roles in zip(others, forced, strict=False):
            answers.append(Answer(units[0].id, _units_words(units), self._changed(family, evidence, roles, rows, name)))
        if len(answers) > 1:
            paths = tuple(item.path for units in options for one in units for item in one.unit.files)
            self._questions.append(Question(_id(key), text, tuple(answers), "guess", tuple(dict.fromkeys(paths))))

    def _ask_authors(self, rows: Sequence[PlannedFile]) -> None:
        """Ask who the teacher is of the people who changed a document, where neither names nor documents tell."""
        by_path: dict[str, list[PlannedFile]] = defaultdict(list)
        for row in rows:
            if row.author is not None and row.sureness == "ask":
                by_path[row.path].append(row)
        for path, parts in by_path.items():
            people = [row.person or "" for row in parts]
            teacher = next((row for row in parts if row.role == "reference"), parts[0])
            answers = [Answer("guess", teacher.person or "")]
            for other in (row for row in parts if row is not teacher):
                swapped = (
                    attrs.evolve(teacher, person=other.person),
                    attrs.evolve(other, role="hypothesis", author=teacher.person, person=teacher.person),
                    attrs.evolve(other, role="none", exercise=None, essay=None, reason="part of all changes together"),
                )
                answers.append(Answer(other.person or "", other.person or "", swapped))
            text = f"Who is the teacher in {path}: {' or '.join(people)}?"
            self._questions.append(Question(_id(f"author:{path}"), text, tuple(answers), "guess", (path,)))

    def _changed(
        self, family: Family, evidence: Evidence, forced: Forced, rows: Sequence[PlannedFile], name: str
    ) -> tuple[PlannedFile, ...]:
        before = {row.key: row for row in rows}
        after = self._family_rows(family, cast(family, evidence, forced), name)
        return tuple(row for row in after if before.get(row.key) != row)

    def _ask_versions(self, rows: Sequence[PlannedFile], name: str) -> None:
        """Ask which of several versions by one student counts; the newest is the default, the others are left out."""
        groups: dict[tuple[str, str], list[PlannedFile]] = defaultdict(list)
        for row in rows:
            student = row.essay if row.essay is not None else row.person
            if student is not None and row.author is None and row.role in ("hypothesis", "source"):
                groups[row.role, person_key(student)].append(row)
        for (role, key), versions in groups.items():
            if len(versions) < 2:
                continue
            ordered = sorted(versions, key=lambda row: version_order(row.path, self._modified(row.path)), reverse=True)
            answers = []
            for counted in ordered:
                left = (row for row in ordered if row is not counted)
                changed = [attrs.evolve(counted, reason="the version that counts", sureness="ask")]
                changed += [_left_out(row, f"another version of {counted.path} counts") for row in left]
                answers.append(Answer(counted.path, counted.path, tuple(changed)))
            for row in answers[0].rows:
                self._rows[row.key] = row
            student = ordered[0].essay or ordered[0].person
            text = f"{student} has {len(versions)} versions. Which one counts?"
            paths = tuple(row.path for row in ordered)
            self._questions.append(Question(_id(f"version:{name}:{role}:{key}"), text, tuple(answers), paths[0], paths))

    def _modified(self, path: str) -> float:
        return (self._folder / path).stat().st_mtime

    def _warn(self, rows: Sequence[PlannedFile], name: str) -> None:
        if not any(row.role == "reference" for row in rows):
            self._warnings.append(f"{name} has no teacher's correction yet: its texts are estimated, not marked.")

    def _ask_kinship(self, alone: Sequence[Candidate], assignments: Sequence[Family], names: Sequence[str]) -> None:
        """Ask whether a text of the same length, which shares some rarer words with a class's, is one of them."""
        for item in alone:
            for family, name in zip(assignments, names, strict=True):
                if family.is_own or item.corrects or item.is_empty or not _may_be_rewritten(item, family):
                    continue
                row = self._rows[item.path, None]
                label = labels_of([item.path]).get(item.path)
                part = attrs.evolve(
                    row,
                    role="hypothesis",
                    exercise=name,
                    sureness="ask",
                    label=label,
                    person=_person(label),
                    reason="it may be a correction that is written anew",
                )
                answers = (Answer("yes", "yes, a correction", (part,)), Answer("no", "no, something else", (row,)))
                text = f"{item.path} shares few words with the other texts. Is it a correction of the same text?"
                self._questions.append(Question(_id(f"kin:{item.path}"), text, answers, "yes", (item.path,)))
                break

    def _warn_of_empty(self) -> None:
        for item in self._items:
            if item.is_empty:
                self._warnings.append(f"{item.path} is empty.")

    def _place_alone(self, item: Candidate) -> None:
        """Add a file that shares no text with others: a source with corrections in one file, or no part."""
        if item.corrects and (item.is_annotated or len(item.changes) < 2 or item.votes.get("reference")):
            by = f"{item.form.title[0].upper()}{item.form.title[1:]}"
            reason = f"{by} by itself is a source with its corrections"
            row = PlannedFile(item.path, "complete", reason, "likely", None, stem_of(item.path))
            self._add(attrs.evolve(row, authors=tuple(item.changes), carries=True))
            return
        reason = "the file is empty" if item.is_empty else "it shares no text with the other files"
        authors = tuple(item.changes)
        self._add(PlannedFile(item.path, "none", reason, "likely", authors=authors, carries=item.corrects))


def _texts(items: Iterable[Candidate]) -> list[str]:
    return [item.text for item in items]


def _without_quoting(cluster: list[Candidate]) -> list[list[Candidate]]:
    """Return a cluster without the files that only quote its texts: far longer ones, which no name makes a version."""
    if len(cluster) < 3:
        return [cluster]
    usual = sorted(len(item.words) for item in cluster)[len(cluster) // 2]
    quoting = [item for item in cluster if len(item.words) > _QUOTING * usual and not item.votes and not item.corrects]
    return [[item for item in cluster if item not in quoting], *([item] for item in quoting)]


def _home(item: Candidate, clusters: Sequence[list[Candidate]]) -> list[Candidate] | None:
    """Return the cluster of a text that is written anew: it shares rare words with it, most if it stands elsewhere."""
    if item.corrects:
        return None
    if item.is_empty:
        return (
            max(clusters, key=lambda cluster: _nearness(item, cluster) > 1, default=None)
            if any(_nearness(item, cluster) > 1 for cluster in clusters)
            else None
        )
    scored: list[tuple[int, float, int]] = []
    for number, cluster in enumerate(clusters):
        share = max(shared_topic(item.text, other.text) for other in cluster)
        length = sorted(len(other.words) for other in cluster)[len(cluster) // 2]
        nearness = _nearness(item, cluster)
        needed = _NEIGHBOUR_TOPIC if nearness else _TOPIC
        if share >= needed and (nearness or length <= 3 * len(item.words) <= 9 * length):
            scored.append((nearness, share, number))
    scored.sort(reverse=True)
    if not scored:
        return None
    is_clear = scored[0][0] or len(scored) == 1 or scored[0][1] >= 1.5 * scored[1][1]
    return clusters[scored[0][2]] if is_clear else None


def _nearness(item: Candidate, cluster: Sequence[Candidate]) -> int:
    """Return how much a file's place is that of a cluster's files, 0 to 2: of several of a class, or of a student's."""
    shape = _shape(item.path)
    like = [other for other in cluster if _shape(other.path) == shape]
    words = [texts_of(stem_of(other.path)) for other in like]
    constant = frozenset.intersection(*words) if words else frozenset()
    is_class = len(like) >= 2 and len(cluster) > 3
    if is_class and any(folder_of(other.path) == folder_of(item.path) for other in like):
        return 2 if any(shape[:-1]) or (constant and constant <= texts_of(item.path)) else 0
    if is_class and any(shape[:-1]):
        return 1
    names = frozenset.intersection(*(texts_of(other.path) for other in cluster))
    is_named = any(not kinds_of(word) and not word.isdigit() and word in texts_of(item.path) for word in names)
    return 2 if is_named and all(_shape(other.path) != shape for other in cluster) else 0


def _may_be_rewritten(item: Candidate, family: Family) -> bool:
    lengths = sorted(len(other.words) for other in family.files)
    usual = lengths[len(lengths) // 2]
    share = max(shared_topic(item.text, other.text) for other in family.files)
    return share >= _MAYBE_TOPIC and 3 * len(item.words) >= 2 * usual and 2 * len(item.words) <= 3 * usual


def _person(label: str | None) -> str | None:
    """Return the person that a label names; a single letter names nobody."""
    return composed(label) if label and len(composed(label)) > 1 else None


def _shape(path: str) -> tuple[frozenset[str], ...]:
    """Return the kinds of words in each folder's and the file's name; in a folder of a role, the folders' alone."""
    *folders, stem = (frozenset(chain_kinds(part)) for part in (*path.split("/")[:-1], stem_of(path)))
    return (*folders, frozenset() if any(folders) else stem)


def chain_kinds(stem: str) -> set[str]:
    """Return the kinds of the words of a name."""
    return {kind for word in words_of(stem) for kind in kinds_of(word.text)}


def _with_incomplete(assignments: list[Family], alone: Sequence[Candidate]) -> tuple[list[Family], list[Candidate]]:
    """Return the assignments with the students who have one text so far, and the files that are left."""
    rest: list[Candidate] = []
    grown = list(assignments)
    for item in alone:
        number = next((number for number, family in enumerate(grown) if family.is_own and _fits(item, family)), None)
        if number is None:
            rest.append(item)
        else:
            key = _key_alone(item, grown[number])
            essays = (*grown[number].essays, Essay((item,), key))
            grown[number] = attrs.evolve(grown[number], essays=essays)
    return grown, rest


def _fits(item: Candidate, family: Family) -> bool:
    """Return whether a file stands at a place of own essays, under a name of its own."""
    key = _key_alone(item, family)
    if not key or any(key & essay.key for essay in family.essays):
        return False
    extended = attrs.evolve(family, essays=(*family.essays, Essay((item,), key)))
    return any(item in unit.files and len(unit.files) > 2 for unit in extended.units())


def _key_alone(item: Candidate, family: Family) -> frozenset[str]:
    """Return the words of a path that no other file of a set has, and no role's word."""
    taken = frozenset(word for other in family.files for word in texts_of(other.path))
    return frozenset(word for word in texts_of(item.path) if word not in taken and not kinds_of(word))


def _of_authors(alone: Sequence[Candidate]) -> tuple[list[Family], list[Candidate]]:
    """Return the documents that a student and a teacher changed: by themselves, or as a set of own essays."""
    shared = author_roles(alone)
    documents = [item for item in alone if item.path in shared and not item.votes.get("reference")]
    rest = [item for item in alone if item not in documents]
    if not documents:
        return [], rest
    labels = labels_of([item.path for item in documents])
    essays = []
    for item in documents:
        label = labels.get(item.path, "")
        essays.append(Essay((item,), frozenset(word.text for word in words_of(label))))
    keys = {essay.key for essay in essays}
    if len(essays) > 1 and len(keys) == len(essays) and all(keys):
        return [Family(tuple(essays), is_own=True)], rest
    return [Family((essay,), is_own=False) for essay in essays], rest


def _person_labels(family: Family, one: Cast, casts: Sequence[Cast]) -> dict[str, str]:
    """Return the names in the paths of a unit's files: the student's in own essays, else whoever made the file."""
    if family.is_own and one.role != "reference":
        pairs = ((item.path, student_label(item, family.essay_of(item).key)) for item in one.unit.files)
        return {path: label for path, label in pairs if label is not None}
    if one.role == "source":
        return {}
    paths = [item.path for other in casts if other.role == one.role for item in other.unit.files]
    if family.is_own:
        return _teachers_of_essays(family, one, casts)
    elsewhere = [item.path for other in casts if other.role != one.role for item in other.unit.files]
    return labels_of(paths, elsewhere, teachers=one.role == "reference")


def _teachers_of_essays(family: Family, one: Cast, casts: Sequence[Cast]) -> dict[str, str]:
    """Return the teachers' names in the paths of their corrections of own essays: the same in several."""
    others = [item for other in casts if other.role != "reference" for item in other.unit.files]
    elsewhere = {word for item in others for word in texts_of(item.path)}
    labels: dict[str, str] = {}
    for item in one.unit.files:
        taken = frozenset(family.essay_of(item).key | elsewhere)
        for part in range(item.path.count("/") + 1):
            named = naming_words([word for word in words_of(item.path) if word.part == part], taken)
            label = label_of(item.path, [word for word in named if not word.is_number])
            if label is not None:
                labels[item.path] = label
    counts = Counter(labels.values())
    many = len(one.unit.files) > 2
    return {path: label for path, label in labels.items() if counts[label] > 1 or not many}


def _rows_of(
    item: Candidate,
    one: Cast,
    family: Family,
    label: str | None,
    name: str,
    authors: Mapping[str, tuple[AuthorRole, ...]],
) -> list[PlannedFile]:
    """Return the rows of a file: one, or several where a student and a teacher changed it."""
    essay = _essay_name(family, item) if family.is_own else None
    student = student_label(item, family.essay_of(item).key) if family.is_own else None
    row = PlannedFile(
        item.path,
        one.role or "none",
        one.reason,
        one.sureness,
        _person(label),
        name,
        essay,
        student if family.is_own else label,
        authors=tuple(item.changes),
        carries=item.corrects,
    )
    parts = authors.get(item.path, ())
    if not parts or (one.role == "reference" and one.sureness == "sure"):
        return [row]
    return _author_rows(row, parts)


def _without_shared_names(rows: Sequence[PlannedFile]) -> list[PlannedFile]:
    """Return the rows of a class without the names that several references have: these are no teachers' names."""
    counts = Counter(person_key(row.person) for row in rows if row.role == "reference" and row.person)
    return [
        attrs.evolve(row, person=None, label=None)
        if row.role == "reference" and row.person and counts[person_key(row.person)] > 1 and row.author is None
        else row
        for row in rows
    ]


def _author_rows(row: PlannedFile, parts: Sequence[AuthorRole]) -> list[PlannedFile]:
    """Return the rows of a document: the text before the changes, each student's, and each teacher's.

    One teacher sees what a student has changed, and leaves what is good: the correction is all changes together.
    """
    student = row.essay or row.person
    rows = [attrs.evolve(row, role="source", person=student, reason="the text before the changes", sureness="sure")]
    teachers = [part for part in parts if part.is_teacher]
    for part in parts:
        together = part.is_teacher and len(teachers) == 1
        rows.append(
            attrs.evolve(
                row,
                role="reference" if part.is_teacher else "hypothesis",
                reason=f"{part.reason}; with the student's changes that stay" if together else part.reason,
                sureness=part.sureness,
                author=TOGETHER if together else part.author,
                person=part.author if part.is_teacher else student or part.author,
            )
        )
    return rows


def _essay_name(family: Family, item: Candidate) -> str:
    """Return the student's name as the first of the essay's files has it."""
    essay = family.essay_of(item)
    labels = [label for file in essay.files if (label := student_label(file, essay.key))]
    return composed(labels[0]) if labels else " ".join(sorted(essay.key))


def _left_out(row: PlannedFile, reason: str) -> PlannedFile:
    return attrs.evolve(row, role="none", exercise=None, essay=None, reason=reason, sureness="ask")


def _id(key: str) -> str:
    """Return a question's id: a word that JSON and programs take for a name, the same for the same question."""
    return f"{key.partition(':')[0]}_{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _role(is_teacher: bool) -> Role:
    return "reference" if is_teacher else "hypothesis"


def _units_words(units: Sequence[Cast]) -> str:
    """Return files in words: two by name, of more the first and how many more."""
    first, *rest = (item.path for one in units for item in one.unit.files)
    return first if not rest else f"{first} and {rest[0]}" if len(rest) == 1 else f"{first} and {len(rest)} more"


def _common_folder(family: Family) -> str:
    """Return the folder that holds all files of an assignment."""
    folders = {folder_of(item.path) or "." for item in family.files}
    shared = commonpath(folders).replace("\\", "/") if folders else "."
    shared = "" if shared == "." else shared
    while shared and (chain_kinds(shared.rpartition("/")[2]) - {"text"}):
        shared = folder_of(shared)
    return shared


def _is_conventional(family: Family) -> bool:
    """Return whether the names of files name the exercise: ``STEM.src``, and M2 files that begin alike."""
    stems = [stem_of(item.path) for item in family.files]
    is_named = any(_CONVENTION.fullmatch(stem) for stem in stems)
    return is_named or all(item.is_annotated for item in family.files)


def _called(family: Family) -> str | None:
    """Return what the files of an exercise are called: by the convention of names, or by the words they share."""
    if family.is_own:
        return None
    stems = [stem_of(item.path) for item in family.files]
    named = {match["stem"] for stem in stems if (match := _CONVENTION.fullmatch(stem)) is not None}
    if len(named) == 1:
        return named.pop()
    shortest = min(stems, key=len)
    if all(item.is_annotated for item in family.files) and all(stem.startswith(shortest) for stem in stems):
        return shortest
    label = exercise_label(family)
    return composed(label) if label else None


def _distinct(names: Sequence[str], folders: Sequence[str]) -> list[str]:
    """Return different names: two folders may hold a ``week-1`` each."""
    counts = Counter(names)
    distinct: list[str] = []
    for name, folder in zip(names, folders, strict=True):
        longer = name if counts[name] == 1 or not folder else folder if folder.endswith(name) else f"{folder}/{name}"
        number = 2
        unique = longer
        while unique in distinct:
            unique, number = f"{longer} {number}", number + 1
        distinct.append(unique)
    return distinct
