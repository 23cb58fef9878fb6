"""Second marking: a copy of a class for another teacher, and the decisions and comments of both as one."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import attrs

from markscheme.documents.files import TextSource, make_folder, read_data, read_text, write_all
from markscheme.errors import DocumentError
from markscheme.exercises.comments.bank import Quote
from markscheme.exercises.comments.given_file import GivenComment, comment_lines, newest, with_comment
from markscheme.exercises.configuration import course_folder
from markscheme.exercises.decision_files import DecisionFile, decision_lines, with_decision, without_decision
from markscheme.exercises.decisions import Decision, Subject, in_force
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.own_files import encoded_like, locked
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
    for file, path in (*folder.paths.items(), *course_folder(folder.path).paths.items()):
        if path.exists():
            lines = decision_lines(file, read(path), path)
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
                after[path] = without_decision(file, after[path], entry)
    for item in decisions.entries:
        if item in present or not isinstance(item, Decision):
            continue
        for file, path in one.decision_paths.items():
            is_own = item.kind in file.kinds
            text = without_decision(file, after[path], item) if is_own else after[path]
            after[path] = with_decision(file, text, item, path)
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


def write_merged(files: MergedFiles, kept_in: Path) -> None:
    """Write the files of a merge, all or none, and keep the old ones in a folder.

    Raise DocumentError if a file was changed since it was read, or can't be written.
    """
    with locked(*files.after):
        for path, text in files.before.items():
            if (read_text(path) if path.exists() else "") != text:
                raise DocumentError("the file was changed meanwhile; nothing was written", path=path)
        old = {path: read_data(path) for path in files.before if path.exists()}
        if old:
            make_folder(kept_in, parents=True)
            write_all({kept_in / name: old[path] for path, name in _names(old).items()})
        write_all({path: encoded_like(text, old.get(path)) for path, text in files.after.items() if text})
        for path in (path for path, text in files.after.items() if not text):
            path.unlink(missing_ok=True)


def kept_names(files: MergedFiles) -> Mapping[Path, str]:
    """Return the names under which the old files are kept; a file that is new has none."""
    return _names(path for path, text in files.before.items() if text)


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
