"""Second marking: a copy of a class or a text without what others decided, and the decisions of both as one."""

import datetime
import json
import os
import re
import shutil
import unicodedata
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZipFile, is_zipfile

import attrs

from markscheme.documents.corpus import PLAIN_TEXT, Document
from markscheme.documents.files import (
    ARCHIVE_DAMAGE,
    Encoding,
    TextSource,
    is_bounded,
    locked,
    make_folder,
    marked_json,
    read_data,
    read_json,
    read_text,
    write_all,
)
from markscheme.documents.folders import ADJUDICATED_FILE, CONFIGURATION, SECOND_MARKING_FILE, link_fault
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError
from markscheme.exercises.adjudicated_file import SentenceKey, skeleton
from markscheme.exercises.comment_bank import Quote
from markscheme.exercises.configuration import read_configuration
from markscheme.exercises.decision_files import (
    DecisionFile,
    DecisionFolder,
)
from markscheme.exercises.decisions import Decision, Subject, in_force
from markscheme.exercises.discovery import exercises_in, no_exercise
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.given_comments import GivenComment, comment_lines, newest, with_comment
from markscheme.exercises.own_files import encoded_like, read_toml, with_value
from markscheme.registry import Registry

Entry = Decision | GivenComment


@attrs.frozen
class Difference:
    """What two teachers say on one topic; ``None`` for the one who says nothing."""

    one: Entry | None
    other: Entry | None

    @property
    def entry(self) -> Entry:
        """What is said; the first teacher's where both say something."""
        entry = self.one or self.other
        assert entry is not None
        return entry


def differences(one: Iterable[Entry], other: Iterable[Entry]) -> tuple[Difference, ...]:
    first, second = by_topic(one), by_topic(other)
    pairs = (Difference(first.get(topic), second.get(topic)) for topic in {**first, **second})
    return tuple(sorted((pair for pair in pairs if not _agree(pair)), key=lambda pair: place_in_file(pair.entry)))


def by_topic(entries: Iterable[Entry]) -> dict[object, Entry]:
    return {entry.topic: entry for entry in counting(entries)}


def counting(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    items = tuple(entries)
    decisions = in_force([item for item in items if isinstance(item, Decision)])
    return (*decisions, *newest(item for item in items if isinstance(item, GivenComment)))


def place_in_file(entry: Entry) -> tuple[bool, str, str]:
    return isinstance(entry, GivenComment), repr(entry.order), repr(entry)


def say_the_same(one: Entry, other: Entry) -> bool:
    return _content(one) == _content(other)


def _agree(pair: Difference) -> bool:
    return pair.one is not None and pair.other is not None and say_the_same(pair.one, pair.other)


def _content(entry: Entry) -> object:
    if isinstance(entry, Decision):
        return entry.content
    return attrs.evolve(entry, exercise="", student="", quote=Quote(), change=None, key="", author="", date=None)


Place = tuple[Path, int]


@attrs.frozen
class Markings:
    """The entries beside the references of some exercises, and where each is written.

    The paths' files are there or not; no ``comment_path`` if a document has that path. ``course`` holds for all
    exercises.
    """

    decision_paths: Mapping[DecisionFile, Path]
    comment_path: Path | None
    decisions: tuple[Decision, ...] = ()
    comments: tuple[GivenComment, ...] = ()
    places: Mapping[Entry, Place] = attrs.field(factory=dict, repr=False)
    course: tuple[Decision, ...] = ()


def markings_of(exercise: Exercise, name: Callable[[str], str] = str, read: TextSource = read_text) -> Markings | None:
    """Return the entries beside an exercise's references; ``None`` without one, DocumentError if a file is broken."""
    folder = exercise.decision_folder
    if folder is None:
        return None
    places: dict[Entry, Place] = {}
    for file, path in (*folder.paths.items(), *DecisionFolder.of_course(folder.path).paths.items()):
        if path.exists():
            lines = file.lines(read(path), path)
            # Which marks a teacher calls final is not a decision about an answer, on which two could differ.
            places |= {item: (path, line) for item, line in lines.items() if item.kind.subject is not Subject.MARK}
    decisions = tuple(item for item in places if isinstance(item, Decision))
    own, course = (tuple(item for item in decisions if item.always is always) for always in (False, True))
    comments: list[GivenComment] = []
    comment_path = exercise.given_comments
    if comment_path is not None and comment_path.exists():
        for item, line in comment_lines(read(comment_path), comment_path).items():
            parts = newest((attrs.evolve(item, student=name(item.student)),))
            comments += parts
            places |= dict.fromkeys(parts, (comment_path, line))
    return Markings(folder.paths, comment_path, own, tuple(comments), places, course)


Choose = Callable[[Difference], Entry | None]
"""Return which of two contrary entries counts; ``None`` leaves the first teacher's, and the question open."""


@attrs.frozen
class Preference:
    """Whose entry counts where two are contrary."""

    choose: Choose
    words: str


@attrs.frozen
class Merge:
    """Two teachers' entries as one set: one on each topic that either teacher has.

    ``added`` are the second teacher's alone. ``replaced`` are contrary ones that count no longer, each with the one
    that does. ``earlier`` say the same as the first teacher's, and stay since they are older. The first teacher's of
    the ``open`` ones are among the entries. ``dropped`` are second lines of rejections: an answer that loses goes as a
    whole.
    """

    entries: tuple[Entry, ...]
    added: tuple[Entry, ...] = ()
    replaced: tuple[tuple[Entry, Entry], ...] = ()
    earlier: tuple[Entry, ...] = ()
    open: tuple[Difference, ...] = ()
    dropped: tuple[Entry, ...] = ()

    @classmethod
    def joined(cls, merges: Sequence["Merge"]) -> "Merge":
        fields = (field.name for field in attrs.fields(cls))
        return cls(*(tuple(chain.from_iterable(getattr(merge, name) for merge in merges)) for name in fields))


def newer(pair: Difference) -> Entry | None:
    """Return the later of two contrary entries, or the only one.

    One without a date is older than one with a date. Of the same day, it is the decision that is better for the
    student, and of comments the one whose text comes first in the alphabet.
    """
    one, other = pair.one, pair.other
    if one is None or other is None:
        return one or other
    if _day(one) != _day(other):
        return one if _day(one) > _day(other) else other
    return min(one, other, key=place_in_file)


A = Preference(lambda pair: pair.one, "the first teacher's")
B = Preference(lambda pair: pair.other, "the second teacher's")
NEWEST = Preference(newer, "the newer one")
NONE = Preference(lambda _: None, "nobody's: the first teacher's stay as they are")
PREFERENCES: Registry[Preference] = Registry(
    "preference", {name: f"{__name__}:{name.upper()}" for name in ("A", "B", "newest", "none")}
)


def merge(one: Iterable[Entry], other: Iterable[Entry], choose: Choose) -> Merge:
    """Return two teachers' entries as one set, in file order; where both say the same, the earlier entry stays."""
    first, second = by_topic(one), by_topic(other)
    replaced = tuple(_replaced(first, second, choose))
    dropped = _parts_of([loser for loser, _ in replaced], first, second)
    first, second = _without(first, dropped), _without(second, dropped)
    entries: list[Entry] = []
    added: list[Entry] = []
    earlier: list[Entry] = []
    left: list[Difference] = []
    for topic in {**first, **second}:
        pair = Difference(first.get(topic), second.get(topic))
        if pair.one is None or pair.other is None:
            entries.append(pair.entry)
            added += [pair.entry] if pair.one is None else []
        elif say_the_same(pair.one, pair.other):
            entries.append(min(pair.one, pair.other, key=lambda item: (item.date or datetime.date.max, repr(item))))
            earlier += [entries[-1]] if entries[-1] != pair.one else []
        else:
            chosen = choose(pair)
            entries.append(chosen or pair.one)
            left += [pair] if chosen is None else []
    whole = tuple(sorted(entries, key=place_in_file))
    return Merge(whole, tuple(added), replaced, tuple(earlier), tuple(left), dropped)


def _replaced(
    first: Mapping[object, Entry], second: Mapping[object, Entry], choose: Choose
) -> Iterator[tuple[Entry, Entry]]:
    for topic in (item for item in first if item in second):
        one, other = first[topic], second[topic]
        chosen = None if say_the_same(one, other) else choose(Difference(one, other))
        if chosen is not None:
            yield (other if chosen == one else one, chosen)


def _parts_of(losers: Sequence[Entry], *sides: Mapping[object, Entry]) -> tuple[Entry, ...]:
    rejections = [item for item in losers if isinstance(item, Decision)]
    entries = dict.fromkeys(item for side in sides for item in side.values())
    decisions = (item for item in entries if isinstance(item, Decision))
    return tuple(item for item in decisions if any(item.is_part_of(rejection) for rejection in rejections))


def _without(entries: Mapping[object, Entry], dropped: Sequence[Entry]) -> dict[object, Entry]:
    return {topic: entry for topic, entry in entries.items() if entry not in dropped}


def _day(entry: Entry) -> datetime.date:
    return entry.date or datetime.date.min


@attrs.frozen
class MergedFiles:
    """The files of a merge, before it is written; ``merge`` is of all folders of references.

    ``before`` and ``after`` are the texts of the files that change. Empty before: the file is new; after: it is
    removed.
    """

    merge: Merge
    before: Mapping[Path, str]
    after: Mapping[Path, str]

    def write(self, kept_in: Path) -> None:
        """Write the files of a merge, all or none, and keep the old ones in a folder.

        Raise DocumentError if a file was changed since it was read, or can't be written.
        """
        with locked(*self.after):
            for path, text in self.before.items():
                if (read_text(path) if path.exists() else "") != text:
                    raise DocumentError("the file was changed meanwhile; nothing was written", path=path)
            old = {path: read_data(path) for path in self.before if path.exists()}
            if old:
                make_folder(kept_in, parents=True)
                write_all({kept_in / name: old[path] for path, name in _names(old).items()})
            write_all({path: encoded_like(text, old.get(path)) for path, text in self.after.items() if text})
            for path in (path for path, text in self.after.items() if not text):
                path.unlink(missing_ok=True)

    @property
    def kept_names(self) -> Mapping[Path, str]:
        """Return the names under which the old files are kept; a file that is new has none."""
        return _names(path for path, text in self.before.items() if text)


def merged_files(pairs: Iterable[tuple[Markings, Markings]], choose: Choose) -> MergedFiles:
    """Return the first teacher's files with the entries of both, unwritten; DocumentError if a file can't hold one."""
    merges: list[Merge] = []
    before: dict[Path, str] = {}
    after: dict[Path, str] = {}
    for one, other in pairs:
        decisions = merge(one.decisions, other.decisions, choose)
        comments = merge(one.comments, other.comments, choose)
        merges += (decisions, comments)
        paths = [*one.decision_paths.values(), *([one.comment_path] if one.comment_path is not None else ())]
        texts = {path: read_text(path) if path.exists() else "" for path in paths}
        before |= texts
        after |= _with_decisions(one, texts, decisions) | _with_comments(one, texts, comments.entries)
    changed = [path for path in after if after[path] != before[path]]
    return MergedFiles(
        Merge.joined(merges), {path: before[path] for path in changed}, {path: after[path] for path in changed}
    )


def _with_decisions(one: Markings, texts: Mapping[Path, str], decisions: Merge) -> dict[Path, str]:
    after = {path: texts[path] for path in one.decision_paths.values()}
    present = set(one.decisions)
    for entry in decisions.dropped:
        for file, path in one.decision_paths.items():
            if isinstance(entry, Decision) and entry.kind in file.kinds:
                after[path] = file.without(after[path], entry)
    for item in decisions.entries:
        if item in present or not isinstance(item, Decision):
            continue
        for file, path in one.decision_paths.items():
            is_own = item.kind in file.kinds
            text = file.without(after[path], item) if is_own else after[path]
            after[path] = file.with_decision(text, item, path)
    return after


def _with_comments(one: Markings, texts: Mapping[Path, str], comments: Sequence[Entry]) -> dict[Path, str]:
    path = one.comment_path
    if path is None:
        return {}
    text = texts[path]
    present = set(one.comments)
    for item in comments:
        if item not in present and isinstance(item, GivenComment):
            text = with_comment(text, item, path)
    return {path: text}


def folder_name(now: datetime.datetime) -> str:
    """Return the name of the folder for the old files of a merge.

    >>> folder_name(datetime.datetime(2026, 11, 22, 16, 5, 9))
    'before merging 2026-11-22 16.05.09'
    """
    return f"before merging {now:%Y-%m-%d %H.%M.%S}"


def _names(paths: Iterable[Path]) -> dict[Path, str]:
    names: dict[Path, str] = {}
    for path in sorted(paths):
        same = sum(name.endswith(path.name) for name in names.values())
        names[path] = f"{same + 1} {path.name}" if same else path.name
    return names


_ABOUT = "About a second marking; markscheme class moderate reads this file."


@attrs.frozen
class SecondMarking:
    """A folder's note: in the second teacher's folder that teacher's name, which may be empty.

    ``samples`` says in words, by the second teachers' names, how the texts were chosen; it stands in the first
    teacher's folder, since it says something of marks.
    """

    teacher: str = ""
    samples: Mapping[str, str] = attrs.field(factory=dict)

    @classmethod
    def read(cls, folder: Path) -> "SecondMarking":
        path = folder / SECOND_MARKING_FILE
        if not path.exists():
            return cls()
        try:
            content = read_json(path)
            samples = {str(teacher): str(words) for teacher, words in content["samples"].items()}
            return cls(str(content["teacher"]), samples)
        except (ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def with_sample(self, teacher: str, words: str) -> "SecondMarking":
        return attrs.evolve(self, samples={**self.samples, teacher: words})

    def to_bytes(self) -> bytes:
        text = json.dumps({"schema": 1, "about": _ABOUT, **attrs.asdict(self)}, indent=2, ensure_ascii=False)
        return f"{marked_json(text)}\n".encode()


PROPERTIES = ("docProps/core.xml", "docProps/app.xml", "meta.xml")
"""Where Office documents (ISO/IEC 29500) and OpenDocument texts (ISO/IEC 26300) say who wrote them."""
_PEOPLE = re.compile(
    r"(<(dc:creator|cp:lastModifiedBy|meta:initial-creator|Manager|Company|meta:printed-by)(?: [^>]*)?>)[^<]*(</\2>)"
)
_AUTHORS = re.compile(r"""(\bw:(?:author|initials)=)(["'])(.*?)\2""")
_TAG = re.compile(r"<[^>]+>")
SHORTEST_NAME = 3
"""Letters of a part of a name that is looked for by itself."""


def _without_authors(data: bytes, words: Sequence[str], number: str) -> bytes:
    """Return an Office document without people's names in its properties, and with a number for a student's changes."""
    if not is_zipfile(BytesIO(data)):
        return data
    called = {word.casefold() for word in words}
    written = BytesIO()
    try:
        with ZipFile(BytesIO(data)) as archive, ZipFile(written, "w") as copy:
            for item in archive.infolist():
                part = archive.read(item)
                if item.filename.endswith(".xml"):
                    part = _without_names(part, item.filename, called, number)
                copy.writestr(item, part)
    except ARCHIVE_DAMAGE:
        return data
    return written.getvalue()


def _without_names(part: bytes, name: str, called: set[str], number: str) -> bytes:
    text = part.decode("utf-8", "surrogateescape")
    if name in PROPERTIES:
        text = _PEOPLE.sub(r"\1\3", text)

    def of_student(match: re.Match[str]) -> str:
        return f"{match[1]}{match[2]}{escape(number)}{match[2]}" if match[3].casefold() in called else match[0]

    return _AUTHORS.sub(of_student, text).encode("utf-8", "surrogateescape")


def _names_in(data: bytes, path: Path, person: str) -> tuple[str, ...]:
    text = _text(data, path)
    parts = [part for part in person.split() if len(part) >= SHORTEST_NAME and part[0].isupper()]
    return tuple(part for part in parts if re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text))


def _text(data: bytes, path: Path) -> str:
    if not is_zipfile(BytesIO(data)):
        return data.decode(Encoding.of(data).name, "replace")
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if name.endswith(".xml") and is_bounded(archive, name)]
            return "\n".join(_TAG.sub(" ", archive.read(name).decode("utf-8", "replace")) for name in names)
    except ARCHIVE_DAMAGE as error:
        raise DocumentError("the file is damaged", path=path) from error


Numbers = Mapping[str, str]
_NO_LETTER_BEFORE, _NO_LETTER_AFTER = r"(?<![^\W_])", r"(?![^\W_])"


@attrs.frozen
class ClassCopy:
    """The files of a copy, by their paths in it, and what a teacher should know before passing it on."""

    files: Mapping[Path, bytes]
    students: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def with_files(self, files: Mapping[Path, bytes]) -> "ClassCopy":
        return attrs.evolve(self, files={**self.files, **files})

    def write(self, folder: Path, check: Callable[[Path], None] = lambda _: None) -> None:
        """Write it to a new folder, all or nothing; ``check`` gets the folder before its name, and may raise.

        Raise DocumentError if the folder is there and not empty, or can't be written.
        """
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise DocumentError(
                "this folder is not empty; nothing was written", path=folder, remedy="Name a new folder"
            )
        partial = folder.with_name(f".{folder.name}.{uuid.uuid4().hex}")
        try:
            for parent in sorted({(partial / path).parent for path in self.files}):
                make_folder(parent, parents=True)
            write_all({partial / path: data for path, data in self.files.items()})
            check(partial)
            if folder.exists():
                folder.rmdir()
            partial.rename(folder)
        except OSError as error:
            raise DocumentError(f"the folder can't be written ({error.strerror})", path=folder) from error
        finally:
            shutil.rmtree(partial, ignore_errors=True)


def students_of(exercises: Iterable[Exercise]) -> tuple[str, ...]:
    people = {person for exercise in exercises for _, person in _texts(exercise)}
    return tuple(sorted(people, key=lambda name: (name.casefold(), name)))


def _texts(exercise: Exercise) -> Iterator[tuple[Participant, str]]:
    for participant in exercise.hypotheses:
        yield participant, exercise.student or participant.identity


def class_folder_of(exercises: Sequence[Exercise], folder: Path) -> Path:
    """Return the folder of all files of exercises; DocumentError if there is none, or they are of several classes."""
    tops = {exercise.class_folder for exercise in exercises}
    if not tops:
        raise no_exercise(folder)
    if len(tops) > 1 and any(exercise.configuration is not None for exercise in exercises):
        raise DocumentError(
            f"there are {len(tops)} classes in this folder", path=folder, remedy="Name the folder of one of them"
        )
    top = tops.pop() if len(tops) == 1 else folder
    outside = sorted(path for exercise in exercises for path in exercise.paths if not path.is_relative_to(top))
    if outside:
        raise DocumentError(
            "a text of this class is in another folder", path=outside[0], remedy=f"Move it to {top}, and list it there"
        )
    return top


def class_copy(
    exercises: Sequence[Exercise], top: Path, students: Collection[str], numbers: Numbers | None = None
) -> ClassCopy:
    """Return the copy of the texts of some students; no decision, comment on a text, mark or report is in it.

    What holds in all exercises of the course is, since it is a rule. Without ``numbers`` the students keep their names.
    Raise DocumentError if a file can't be read, or names stand where they can't be replaced.
    """
    own = [exercise for exercise in exercises if exercise.student is None or exercise.student in students]
    renamed = _renamed(own, top, students, numbers) if numbers is not None else {}
    notes: list[str] = []
    files: dict[Path, bytes] = {}
    for exercise in own:
        people = {participant.path: person for participant, person in _texts(exercise)}
        for path in sorted(exercise.paths):
            person = people.get(path, exercise.student)
            if path in people and person not in students:
                continue
            data = read_data(path)
            if numbers is not None and person is not None:
                data = _without_authors(data, _words_for(exercises, person), numbers[person])
                notes += _name_notes(data, path, person, numbers[person])
            target = renamed.get(path, path.relative_to(top))
            files[target] = data
            files.update(_annotated_texts(path, target))
        course = exercise.course_folder
        for path in course.paths.values() if course is not None else ():
            files |= {Path(path.name): read_data(path)} if os.path.isfile(path) else {}
        bank = exercise.comments.bank
        if bank is not None and os.path.isfile(bank) and link_fault(bank, top) is None and bank.is_relative_to(top):
            files[bank.relative_to(top)] = read_data(bank)
    configuration = top / CONFIGURATION
    if os.path.isfile(configuration):
        kept = {path.relative_to(top).as_posix(): new.as_posix() for path, new in renamed.items()}
        left_out = {path.relative_to(top).as_posix(): None for path in _texts_of_others(exercises, students)}
        text = _with_paths(read_text(configuration), {**kept, **left_out})
        if numbers is not None:
            text = _without_people(text, students_of(exercises))
            notes += _names_left(text, students_of(exercises))
        files[Path(CONFIGURATION)] = text.encode()
    return ClassCopy(files, tuple(students), tuple(dict.fromkeys(notes)))


def _annotated_texts(path: Path, target: Path) -> dict[Path, bytes]:
    texts = (text for text in FORMATS.annotated([path]) if os.path.isfile(text))
    return {target.with_suffix(text.suffix): read_data(text) for text in texts}


def _renamed(exercises: Sequence[Exercise], top: Path, students: Collection[str], numbers: Numbers) -> dict[Path, Path]:
    renamed: dict[Path, Path] = {}
    for exercise in exercises:
        for participant, person in _texts(exercise):
            if participant.person is not None:
                raise DocumentError(
                    "the students' names are inside this file, and can't be replaced by numbers",
                    path=participant.path,
                    remedy="Prepare the copy without --anonymous",
                )
            if person not in students:
                continue
            paths = [participant.path] if exercise.student is None else exercise.paths
            words = _words_for(exercises, person)
            for path in paths:
                relative = path.relative_to(top)
                renamed[path] = Path(*(_renumbered(part, words, numbers[person]) for part in relative.parts))
    return renamed


def _words_for(exercises: Iterable[Exercise], person: str) -> list[str]:
    words = {person}
    for exercise in exercises:
        words |= {participant.name for participant, identity in _texts(exercise) if identity == person}
        if exercise.configuration is not None:
            words |= {*read_configuration(exercise.configuration).people.labels(person)}
    return sorted(words, key=lambda word: (-len(word), word))


def _renumbered(part: str, words: Iterable[str], number: str) -> str:
    part = unicodedata.normalize("NFC", part)
    for word in words:
        part = re.sub(f"{_NO_LETTER_BEFORE}{re.escape(word)}{_NO_LETTER_AFTER}", number, part)
    return part


def _texts_of_others(exercises: Iterable[Exercise], students: Collection[str]) -> Iterator[Path]:
    by_path: dict[Path, set[str]] = {}
    for exercise in exercises:
        for participant, person in _texts(exercise):
            by_path.setdefault(participant.path, set()).add(person)
    yield from (path for path, people in by_path.items() if people.isdisjoint(students))


def _with_paths(text: str, moved: Mapping[str, str | None]) -> str:
    for number, table in enumerate(read_toml(text).content.get("exercise", ())):
        for key, value in table.items():
            if isinstance(value, str):
                text = with_value(text, ("exercise", number, key), moved.get(value) or value)
            elif isinstance(value, list):
                items = (moved.get(str(item), item) for item in value)
                text = with_value(text, ("exercise", number, key), [item for item in items if item is not None])
    return text


def _without_people(text: str, students: Collection[str]) -> str:
    people = read_toml(text).content.get("people", {})
    kept = {label: person for label, person in people.items() if person.strip() not in students}
    return with_value(text, ("people",), kept or None)


def _names_left(text: str, students: Iterable[str]) -> Iterator[str]:
    for person in students:
        if re.search(f"{_NO_LETTER_BEFORE}{re.escape(person)}{_NO_LETTER_AFTER}", text):
            yield f"{CONFIGURATION} of the copy still names {person}: look at it before you pass it on"


def _name_notes(data: bytes, path: Path, person: str, number: str) -> Iterator[str]:
    names = _names_in(data, path, person)
    if names:
        words = " and ".join(f"“{name}”" for name in names)
        yield f"the text of {person} ({number} in the copy) has {words} in it: read it before you pass it on"


def check_copy(exercises: Sequence[Exercise], students: Collection[str], folder: Path) -> None:
    """Raise DocumentError if numbers in the names of files would make other people hand in texts than those chosen."""
    found = set(students_of(exercises_in(folder)))
    if found == set(students):
        return
    path = next((exercise.configuration for exercise in exercises if exercise.configuration), None)
    raise DocumentError(
        "the students' names can't be replaced by numbers in the names of these files; nothing was written",
        path=path,
        remedy='List the texts as hypotheses = ["students/{student}.txt"] in markscheme.toml',
    )


_NO_FILE_NAME = re.compile(r"[^\w.,()' -]+")


def blind_files(exercise: Exercise, annotator: str, read: TextSource) -> Mapping[str, bytes]:
    """Return the files of an exercise's copy by name: its source, and a copy of it to be corrected.

    Where M2 carries the source, the copy is one M2 file of ``S`` lines. Raise DocumentError if the source can't be
    read.
    """
    document = _source(exercise, read)
    stem, name = file_word(exercise.name), file_word(annotator)
    form = FORMATS.of(document)
    if form.carries_source:
        sources = form.parallel_texts(document)[0].sources or ()
        return {f"{stem}.ref.{name}.m2": skeleton([SentenceKey(segment.tokens) for segment in sources]).encode()}
    suffix = _suffix(document)
    text = document.text.encode()
    return {f"{stem}.src{suffix}": text, f"{stem}.ref.{name}{suffix}": text}


def received_file(exercise: Exercise, annotator: str, folder: Path, read: TextSource) -> Path | None:
    """Return the file that an annotator filled in, if there is one; DocumentError if its source is another."""
    files = blind_files(exercise, annotator, read)
    *sources, name = files
    path = folder / name
    if not path.exists():
        return None
    for source in sources:
        copied = folder / source
        if copied.exists() and read(copied).split() != files[source].decode().split():
            raise DocumentError(
                "this is not the source of the exercise (any more)",
                path=copied,
                remedy="Correct the other file only, and leave the source as it is",
            )
    return path


def file_word(name: str) -> str:
    """Return a name as a part of a file's name.

    >>> file_word("week-3/Ms Kim")
    'week-3-Ms Kim'
    """
    return _NO_FILE_NAME.sub("-", name).strip(". ") or "second"


def _source(exercise: Exercise, read: TextSource) -> Document:
    document = exercise.source_text(read)
    if document is not None:
        return document
    for participant in (*exercise.references, *exercise.hypotheses):
        texts = participant.texts(read)
        if texts.source is not None:
            return texts.source
        for item in texts.corrections:
            if FORMATS.of(item).carries_source:
                return item
    raise DocumentError(f"the exercise {exercise.name!r} has no source", path=exercise.folder)


def _suffix(document: Document) -> str:
    """Return the source's suffix, if it is plain text; parallel lines may have none."""
    if document.path is None or document.format != PLAIN_TEXT:
        return ".txt"
    return "" if document.path.suffix == ".src" else document.path.suffix


def adjudicated_path(exercise: Exercise) -> Path:
    """Return the path, there or not, beside the first reference; DocumentError if the exercise has none."""
    if not exercise.references:
        raise exercise.problem or DocumentError("there is no teacher's correction", path=exercise.source)
    return exercise.references[0].path.parent / ADJUDICATED_FILE
