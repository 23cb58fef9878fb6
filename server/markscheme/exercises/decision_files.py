"""What teachers decide about single places, in plain M2 files beside an exercise's references.

An ``S`` line is a passage's source tokens. Each ``A`` line is a decision by itself. Its comment says what was decided,
by whom and when; the annotator's number only keeps overlapping lines apart. The text depends only on the decisions, so
that the additions of two people can be merged::

    S She like music .
    A 1 2|||UNK|||like|||REQUIRED|||not counted by Ms Kim on 2026-11-22|||0
    A 1 2|||R:VERB|||adores|||REQUIRED|||partly by Ms Kim on 2026-11-22|||1
    A 2 2|||M:DET|||the|||REQUIRED|||optional by Mr Roy on 2026-11-23|||0

``accepted.m2`` holds the students' corrections that count as a reference's; a comment of another form is the author.
``decisions.m2`` holds all other kinds that change marks; a comment of another form is an error. ``questions.m2`` holds
answers that change no mark: who skipped a question, who says that the texts stand as they are, and notes to the
adjudicator. The question's kind stands in brackets, and a note behind the date::

    A 1 2|||R:VERB|||adores|||REQUIRED|||skipped (uncovered) by Ms Kim on 2026-11-22|||0
    A 1 2|||R:VERB|||loves|||REQUIRED|||note (uncovered) by Mr Roy on 2026-11-22: too strong?|||1

An answer that somebody else's later one replaces is kept there too, with its kind in brackets, and comes back when the
later one is taken back::

    A 1 2|||R:VERB|||loves|||REQUIRED|||replaced (accepted) by Mr Roy on 2026-11-22: by Ms Kim on 2026-11-23|||2

M2 has no line about a place as such. ``not counted`` is written as an error that nobody corrected: type ``UNK``, and
the source's own words (none for a gap) as the correction. ERRANT's ``compare_m2`` counts no correction there. A
hand-written line may have another correction and type, which are ignored.

Files that a person has formatted are changed line by line: all other lines stay. To take back an answer, the files get
the contents that they had before it, and later answers are written again; so taking back the last one that is left
restores every byte, in whatever order. Where another program has changed a file meanwhile, the answer's decisions are
removed, and those that it replaced are written again.
"""

import datetime
import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import attrs

from markscheme.documents.corpus import DETECTION
from markscheme.documents.files import TextSource, decode, locked, read_data, write_all
from markscheme.documents.folders import COMPANIONS, CONFIGURATION, folders_upwards
from markscheme.documents.m2 import NO_CORRECTION, Annotation, read_annotations
from markscheme.errors import DocumentError, MissingDocument
from markscheme.exercises.decisions import Decision, DecisionKind, Subject
from markscheme.exercises.own_files import encoded_like, remove
from markscheme.grouping import grouped

_SEPARATOR = "|||"


def _without_lines(text: str, numbers: Collection[int]) -> str:
    lines = text.split("\n")
    dropped = {number - 1 for number in numbers}
    for block in _blocks(lines):
        if len(block) > 1 and dropped.issuperset(block[1:]):
            beside = (index for index in (block.start - 1, block.stop) if 0 <= index < len(lines) - 1)
            blank = next((index for index in beside if index not in dropped and not lines[index].strip()), None)
            dropped |= {block.start} | ({blank} if blank is not None else set())
    return "\n".join(line for index, line in enumerate(lines) if index not in dropped)


def _with_line(text: str, item: Decision) -> str:
    lines = text.split("\n")
    end_of_line = "\r" if lines[0].endswith("\r") else ""
    block = next((block for block in _blocks(lines) if tuple(lines[block.start].split()[1:]) == item.source), None)
    if block is None:
        at = next((index + 1 for index in reversed(range(len(lines))) if lines[index].strip()), 0)
        added = ["", f"S {' '.join(item.source)}", _line(item, 0)]
    else:
        at = block.stop
        places = [_place_and_annotator(line) for line in lines[block.start + 1 : block.stop]]
        taken = {annotator for place, annotator in places if _overlap(place, (item.start, item.end))}
        added = [_line(item, next(number for number in range(len(places) + 1) if number not in taken))]
    return "\n".join([*lines[:at], *(f"{line}{end_of_line}" for line in added), *lines[at:]])


def _blocks(lines: Sequence[str]) -> list[range]:
    blocks: list[range] = []
    for index, line in enumerate(lines):
        if line.startswith("S "):
            blocks.append(range(index, index + 1))
        elif line.startswith("A ") and blocks and blocks[-1].stop == index:
            blocks[-1] = range(blocks[-1].start, index + 1)
    return blocks


def _place_and_annotator(line: str) -> tuple[tuple[int, int], int]:
    place, *fields = line.split(_SEPARATOR)
    _, start, end = place.split()
    return (int(start), int(end)), int(fields[-1])


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one == other or (one[0] < other[1] and other[0] < one[1])


_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_SIGNATURE = rf"(?: by (?P<author>.+?))?(?: on (?P<date>{_DATE}))?"
_ACCEPTED = re.compile(rf"(?P<kind>accepted)(?: by (?P<author>.+))? on (?P<date>{_DATE})")
_DECIDED = re.compile(rf"(?P<kind>[a-z ]+?){_SIGNATURE}")
_FINAL = re.compile(rf"(?P<kind>final[a-z ]*?) \((?P<question>.+?)\){_SIGNATURE}: (?P<note>[0-9a-f]+)")
_ANSWERED = re.compile(rf"(?P<kind>[a-z]+)(?: \((?P<question>[a-z -]+)\))?{_SIGNATURE}(?:: (?P<note>.*))?")
_BARS = re.compile(r"\|{2,}|\|$")
_UNTYPED = ("", "noop", DETECTION)
_WITHOUT_CORRECTION = (Subject.PLACE, Subject.MARK)


@attrs.frozen
class DecisionFile:
    """A file of decisions in the folder of the references.

    ``rejection`` says why ``{words}`` can't be written. ``comments`` are the forms of comments, ``no_comment`` says
    what one of another form is not. ``always``: its decisions hold in all exercises of a course.
    """

    name: str
    kinds: tuple[DecisionKind, ...]
    rejection: str
    comments: tuple[re.Pattern[str], ...]
    no_comment: str = "no decision"
    always: bool = False

    def signed(self, comment: str) -> Decision:
        """Return what a comment says, about no place; ValueError, with a sentence for people, if it says nothing."""
        for form in self.comments:
            fields = match.groupdict() if (match := form.fullmatch(comment)) else {}
            word = fields.pop("kind", None)
            kind = next((item for item in self.kinds if item.value == word), None)
            if kind is not None and (kind.subject is Subject.MARK) is (form is _FINAL):
                return _signed(kind, **fields)
        raise ValueError(f"the comment {comment!r} is {self.no_comment}")

    def read(self, text: str, path: Path | None = None) -> tuple[Decision, ...]:
        """Return the decisions of a text, sorted, each once; DocumentError, with the line, at the first fault."""
        return tuple(self.lines(text, path))

    def lines(self, text: str, path: Path | None = None) -> dict[Decision, int]:
        """Return the decisions of a file's text, as :func:`read`, each with its line, from 1."""
        if not text.strip():
            return {}
        decisions: dict[tuple[object, ...], tuple[Decision, int]] = {}
        for source, annotation in read_annotations(text, path):
            for item in self._of_line(source, annotation, path):
                decisions.setdefault((item.kind, item.topic), (item, annotation.line))
        return dict(sorted(decisions.values(), key=lambda pair: pair[0].order))

    def with_decision(self, text: str, decision: Decision, path: Path | None = None) -> str:
        """Return a text after a decision: without the contrary ones, and with this one if its kind stands there.

        If the same was decided before, that line stays, with the person who decided first. ``path`` is for messages.
        Raise DocumentError if the text is broken or M2 can't hold the decision, ValueError if its place is outside its
        source.
        """
        if not 0 <= decision.start <= decision.end <= len(decision.source):
            raise ValueError("the place of the decision is outside its source")
        added = _normalised(decision)
        if added.changes_nothing and added.kind.subject in (Subject.CHANGE, Subject.REFERENCE_EDIT):
            verb = "accept" if added.kind is DecisionKind.ACCEPTED else "decide"
            raise DocumentError(f"this changes nothing: there is nothing to {verb}", path=path)
        before = self.read(text, path)
        kept = tuple(item for item in before if not item.contradicts(added))
        is_new = added.kind in self.kinds and not any(item.equals(added) for item in kept)
        if kept == before and not is_new:
            return text
        after = tuple(sorted((*kept, added), key=lambda item: item.order)) if is_new else kept
        new_text = self._rewritten(text, before, after, path)
        return self._checked(new_text, after, added, path) if is_new else new_text

    def without(self, text: str, decision: Decision, path: Path | None = None) -> str:
        """Return a text without a decision, whoever made it; empty without others. DocumentError if it is broken."""
        before = self.read(text, path)
        after = tuple(item for item in before if not item.equals(decision))
        return text if after == before else self._rewritten(text, before, after, path)

    def concerns(self, decision: Decision) -> bool:
        return any(kind.subject is decision.kind.subject for kind in self.kinds)

    def _of_line(self, source: tuple[str, ...], annotation: Annotation, path: Path | None) -> Iterable[Decision]:
        try:
            signed = self.signed(annotation.comment)
        except ValueError as error:
            raise DocumentError(str(error), path=path, line=annotation.line, remedy=self._comment_form()) from None
        kind, start, end = signed.kind, annotation.start, annotation.end
        placed = attrs.evolve(signed, source=source, start=start, end=end, always=self.always)
        if kind.subject in _WITHOUT_CORRECTION or (kind.subject is Subject.QUESTION and not annotation.corrects):
            yield attrs.evolve(placed, replacement=source[start:end], type=DETECTION)
            return
        if not annotation.corrects:
            what = "an accepted alternative" if kind is DecisionKind.ACCEPTED else f"what is {kind.value!r}"
            raise DocumentError(f"{what} must be a correction, and this line has none", path=path, line=annotation.line)
        for replacement in (annotation.replacement, *annotation.alternatives):
            yield attrs.evolve(placed, replacement=replacement, type=annotation.type)

    def _comment_form(self) -> str:
        *others, last = [repr(kind.value) for kind in self.kinds if kind.subject is not Subject.MARK]
        elsewhere = " ".join(
            f"What is {kind.value!r} stands in {other.name}."
            for other in DECISION_FILES
            for kind in other.kinds
            if kind.subject is not Subject.MARK and kind not in self.kinds and QUESTIONS_FILE not in (self, other)
        )
        word = "KIND (QUESTION)" if self is QUESTIONS_FILE else "KIND"
        form = f"Write '{word} by NAME on YYYY-MM-DD', where KIND is {', '.join(others)} or {last}"
        return f"{form}. {elsewhere}".rstrip(". ")

    def _rewritten(
        self, text: str, before: tuple[Decision, ...], after: tuple[Decision, ...], path: Path | None
    ) -> str:
        if not after or _written(before) == text:
            return _written(after)
        changed = self._changed_lines(text, after, tuple(item for item in after if item not in before), path)
        try:
            return changed if self.read(changed, path) == after else _written(after)
        except DocumentError:
            return _written(after)

    def _changed_lines(
        self, text: str, after: tuple[Decision, ...], added: tuple[Decision, ...], path: Path | None
    ) -> str:
        kept = {(item.content, item.topic) for item in after}
        dropped = {
            annotation.line
            for source, annotation in read_annotations(text, path)
            if any((item.content, item.topic) not in kept for item in self._of_line(source, annotation, path))
        }
        changed = _without_lines(text, dropped)
        for item in added:
            changed = _with_line(changed, item)
        return changed

    def _checked(self, text: str, meant: tuple[Decision, ...], new: Decision, path: Path | None) -> str:
        """Return the text if this reader, and ERRANT's, which parts lines at ``|||``, read these decisions from it."""
        try:
            sound = self.read(decode(text.encode(), path or Path(self.name)), path) == meant
        except (DocumentError, UnicodeEncodeError):
            sound = False
        words = " ".join(new.replacement)
        if not sound or _line(new, 0).split(_SEPARATOR)[2:3] != [words]:
            raise DocumentError(
                self.rejection.format(words=words),
                path=path,
                remedy="Its words, or its sentence's, have what an M2 file can't hold",
            )
        return text


def _signed(
    kind: DecisionKind, author: str | None = None, date: str | None = None, question: str = "", note: str = ""
) -> Decision:
    try:
        day = datetime.date.fromisoformat(date) if date else None
    except ValueError:
        raise ValueError(f"{date} is no date") from None
    return Decision(kind, (), 0, 0, (), "", author or "", day, question or "", note or "")


@attrs.frozen
class _AcceptedFile(DecisionFile):
    """A comment of another form is the author."""

    def signed(self, comment: str) -> Decision:
        try:
            return super().signed(comment)
        except ValueError:
            return _signed(DecisionKind.ACCEPTED, comment)


ACCEPTED_FILE = _AcceptedFile(
    "accepted.m2",
    (DecisionKind.ACCEPTED,),
    "the correction {words!r} can't be accepted",
    (_ACCEPTED,),
)
DECISIONS_FILE = DecisionFile(
    "decisions.m2",
    tuple(kind for kind in DecisionKind if kind is not DecisionKind.ACCEPTED and kind.subject is not Subject.QUESTION),
    "the decision about {words!r} can't be kept",
    (_FINAL, _DECIDED),
)
QUESTIONS_FILE = DecisionFile(
    "questions.m2",
    tuple(kind for kind in DecisionKind if kind.subject is Subject.QUESTION),
    "the answer about {words!r} can't be kept",
    (_ANSWERED,),
    "no answer to a question",
)
DECISION_FILES = (ACCEPTED_FILE, DECISIONS_FILE, QUESTIONS_FILE)
COURSE_FILE = DecisionFile(
    "course-decisions.m2",
    tuple(kind for kind in DecisionKind if kind.subject in (Subject.CHANGE, Subject.REFERENCE_EDIT, Subject.PLACE)),
    "the decision about {words!r} can't be kept",
    (_DECIDED,),
    always=True,
)


def read_accepted(text: str, path: Path | None = None) -> tuple[Decision, ...]:
    return ACCEPTED_FILE.read(text, path)


def read_decisions(text: str, path: Path | None = None) -> tuple[Decision, ...]:
    return DECISIONS_FILE.read(text, path)


def _normalised(item: Decision) -> Decision:
    """Return a decision as it is written: with a type, for a place with the source's words, and a note on one line.

    Two bars in a note, which part a line of M2, are written as broken bars.
    """
    note = _BARS.sub(lambda match: "¦" * len(match[0]), " ".join(item.note.split()))
    item = attrs.evolve(item, note=note)
    subject = item.kind.subject
    if subject in _WITHOUT_CORRECTION or (subject is Subject.QUESTION and item.changes_nothing):
        return attrs.evolve(item, replacement=item.source[item.start : item.end], type=DETECTION)
    if item.type not in _UNTYPED:
        return item
    kind = "M:OTHER" if item.start == item.end else "R:OTHER" if item.replacement else "U:OTHER"
    return attrs.evolve(item, type=kind)


def _written(decisions: Iterable[Decision]) -> str:
    sentences = grouped(decisions, lambda item: item.source).items()
    return "\n".join("\n".join([f"S {' '.join(source)}", *_lines(items), ""]) for source, items in sentences)


def _lines(decisions: Iterable[Decision]) -> Iterable[str]:
    annotators: list[list[tuple[int, int]]] = []
    for item in decisions:
        place = (item.start, item.end)
        free = (n for n, places in enumerate(annotators) if not any(_overlap(place, other) for other in places))
        number = next(free, len(annotators))
        if number == len(annotators):
            annotators.append([])
        annotators[number].append(place)
        yield _line(item, number)


def _line(item: Decision, annotator: int) -> str:
    words = " ".join(item.replacement)
    return f"A {item.start} {item.end}|||{item.type}|||{words}|||REQUIRED|||{_comment(item)}|||{annotator}"


def _comment(item: Decision) -> str:
    if item.kind is DecisionKind.ACCEPTED and item.date is None and not item.always:
        return item.author or NO_CORRECTION
    by, on = f" by {item.author}" if item.author else "", f" on {item.date}" if item.date else ""
    question, note = f" ({item.question})" if item.question else "", f": {item.note}" if item.note else ""
    return f"{item.kind.value}{question}{by}{on}{note}"


@attrs.frozen
class DecisionFolder:
    """The folder of an exercise's first reference, or a course's; one of its ``documents`` holds no decisions."""

    path: Path
    documents: frozenset[Path] = frozenset()
    files: tuple[DecisionFile, ...] = DECISION_FILES

    @classmethod
    def of_course(cls, folder: Path) -> "DecisionFolder":
        """Return where the decisions of a folder's course are kept, inside the folder's repository.

        The nearest folder with a file of them, from this one upwards; else that of the uppermost ``markscheme.toml``.
        """
        above = folders_upwards(folder)
        kept = [one for one in above if os.path.isfile(one / COURSE_FILE.name)][:1]
        set_up = [one for one in above if os.path.isfile(one / CONFIGURATION)][-1:]
        return cls((*kept, *set_up, folder)[0], files=(COURSE_FILE,))

    def path_of(self, file: DecisionFile) -> Path | None:
        path = self.path / file.name
        return path if path not in self.documents else None

    @property
    def paths(self) -> dict[DecisionFile, Path]:
        return {file: path for file in self.files if (path := self.path_of(file)) is not None}

    def read(self, source: TextSource) -> tuple[tuple[Decision, ...], tuple[DocumentError, ...]]:
        """Return the decisions of all files, and why a file can't be read; the others count all the same."""
        decisions: list[Decision] = []
        problems: list[DocumentError] = []
        for file, path in self.paths.items():
            try:
                decisions += file.read(source(path), path)
            except MissingDocument:
                continue
            except DocumentError as problem:
                problems.append(problem)
        return tuple(decisions), tuple(problems)

    def rewrite(self, decisions: Sequence[Decision], withdrawn: Sequence[Decision] = ()) -> "Rewriting":
        """Withdraw some decisions, and write others in place of contrary ones, all or none; raise as :func:`decide`."""
        with locked(*self._paths((*decisions, *withdrawn)).values()):
            before = self._contents()
            rewriting = self.rewritten(before, decisions, withdrawn)
            rewriting.write()
        return rewriting

    def rewritten(
        self,
        before: Mapping[Path, bytes | None],
        decisions: Sequence[Decision],
        withdrawn: Sequence[Decision] = (),
    ) -> "Rewriting":
        """Return the change that :meth:`rewrite` makes to these contents, without writing; raise as :func:`decide`."""
        after: dict[Path, bytes | None] = dict(before)
        added: list[Decision] = []
        removed: list[Decision] = []
        for file, path in self._paths((*decisions, *withdrawn)).items():
            data = before[path]
            old = text = decode(data, path) if data is not None else ""
            for item in withdrawn:
                text = file.without(text, item, path) if item.kind in file.kinds else text
            for item in decisions:
                text = file.with_decision(text, item, path) if file.concerns(item) else text
            if text == old:
                continue
            after[path] = encoded_like(text, data) if text else None
            earlier, later = file.read(old, path), file.read(text, path)
            added += (item for item in later if item not in earlier)
            removed += (item for item in earlier if item not in later)
        return Rewriting(before, after, tuple(added), tuple(removed))

    def _contents(self) -> dict[Path, bytes | None]:
        """Return the contents of a folder's files of decisions; DocumentError if one can't be read."""
        return {path: _data(path) for path in self.paths.values()}

    def _paths(self, decisions: Sequence[Decision]) -> dict[DecisionFile, Path]:
        for item in decisions:
            own = next(file for file in self.files if item.kind in file.kinds)
            if own not in self.paths:
                path = self.path / own.name
                contents = COMPANIONS[own.name].contents
                raise DocumentError(f"this document of the exercise has the name of the file of {contents}", path=path)
        return {file: path for file, path in self.paths.items() if any(file.concerns(item) for item in decisions)}


def decide(folder: DecisionFolder, decision: Decision) -> None:
    """Write a decision to the file of its kind, and take contrary decisions out of the files.

    Raise DocumentError if a file is broken or can't be written, or M2 can't hold the decision; then the files are as
    they were. Raise ValueError if its place is outside its source.
    """
    folder.rewrite((decision,))


def withdraw(folder: DecisionFolder, decision: Decision) -> None:
    """Take a decision out of its file, whoever made it; a file without any is removed. Raise as :func:`decide`."""
    folder.rewrite((), (decision,))


@attrs.frozen
class Rewriting:
    """The contents of a folder's files before and after a change; ``None`` for a file that is not there."""

    before: Mapping[Path, bytes | None]
    after: Mapping[Path, bytes | None]
    added: tuple[Decision, ...] = ()
    removed: tuple[Decision, ...] = ()

    def write(self) -> None:
        """Write changed files, those that lose decisions last, so that none is lost; DocumentError if it fails."""
        changed = [path for path, data in self.after.items() if data != self.before[path]]
        texts = {path: data for path in changed if (data := self.after[path]) is not None}
        write_all(dict(sorted(texts.items(), key=lambda item: len(item[1]) < len(self.before[item[0]] or b""))))
        for path in changed:
            if self.after[path] is None:
                remove(path)

    def restore(self, texts: Mapping[Path, bytes | None]) -> bool:
        """Give the files other contents, unless somebody has changed one since; return whether they do."""
        with locked(*texts):
            now = {path: _data(path) for path in texts}
            if any(now[path] != self.after.get(path) for path in texts):
                return False
            Rewriting(now, texts).write()
        return True


@attrs.frozen
class Step:
    """One answer: the key of its question, its decisions, and how it changed the files."""

    key: str
    decisions: tuple[Decision, ...]
    withdrawn: tuple[Decision, ...]
    rewriting: Rewriting


class AnswerHistory:
    """The answers of a session, in their order; ``len`` is the number of those that can be taken back."""

    def __init__(self, folder: DecisionFolder) -> None:
        self._folder = folder
        self._steps: list[Step] = []

    def __len__(self) -> int:
        return len(self._steps)

    def answer(self, key: str, decisions: Sequence[Decision], withdrawn: Sequence[Decision] = ()) -> None:
        """Write the decisions of an answer, without those that it withdraws; raise as :func:`decide`."""
        rewriting = self._folder.rewrite(decisions, withdrawn)
        self._steps.append(Step(key, tuple(decisions), tuple(withdrawn), rewriting))

    def has(self, key: str) -> bool:
        return any(step.key == key for step in self._steps)

    def undo(self, key: str) -> None:
        """Take back the last answer to a question; raise as :func:`withdraw`."""
        number = max(index for index, step in enumerate(self._steps) if step.key == key)
        later = self._replayed(number)
        if later is not None:
            texts = later[-1].rewriting.after if later else self._steps[number].rewriting.before
            if self._steps[-1].rewriting.restore(texts):
                self._steps[number:] = later
                return
        step = self._steps[number].rewriting
        self._folder.rewrite(step.removed, step.added)
        del self._steps[number]

    def _replayed(self, number: int) -> list[Step] | None:
        """Return the steps after one as they are without it; ``None`` if a file was changed between them."""
        steps = self._steps[number:]
        if any(one.rewriting.after != other.rewriting.before for one, other in pairwise(steps)):
            return None
        state = steps[0].rewriting.before
        replayed: list[Step] = []
        for step in steps[1:]:
            rewriting = self._folder.rewritten(state, step.decisions, step.withdrawn)
            replayed.append(attrs.evolve(step, rewriting=rewriting))
            state = rewriting.after
        return replayed


def _data(path: Path) -> bytes | None:
    return read_data(path) if path.exists() else None
