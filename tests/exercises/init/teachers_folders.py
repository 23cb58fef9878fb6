"""Folders as teachers keep them, each with what a careful colleague would say about its files.

The material was made without knowledge of the code that reads it. The words stand in the folder
`teachers_texts`, one file a topic. A topic keeps all versions of a text in one place:

- ``== NAME`` begins a section. A class text has the section ``text``, and one for each student who writes it anew.
  Own essays have one section a student.
- ``{source|correction}`` is a place where versions differ. ``{source|one:A2|another:B|a third:5}`` names the writers of
  each: the letters are teachers, the digits students. ``{~source|change:5}`` is a place that needs no correction.
- Teachers and the student who changes too much (``5``) have the first correction of each place that needs one, unless
  another one of the place is theirs. All others have only what is theirs, and keep the source elsewhere.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from html import escape
from pathlib import Path
from types import MappingProxyType
from unicodedata import normalize

import attrs

from formats.word.tracked import gone, paragraph, run, word
from formats.word_processors.documents import content, open_document

TEXTS = Path(__file__).with_name("teachers_texts")
SOURCE = "0"
THOROUGH = "AB5"
FREE = "4"
_PLACE = re.compile(r"\{([^{}]*)\}")


class Role(StrEnum):
    """What a text is in an assignment; `NONE` is for a file that belongs to no exercise."""

    SOURCE = "source"
    HYPOTHESIS = "hypothesis"
    REFERENCE = "reference"
    NONE = "none"


@attrs.frozen
class Expectation:
    """What a colleague says about a file, or about one author's part of it."""

    path: str
    """The file's path in the folder, with ``/``."""
    role: Role
    person: str | None = None
    """The student who wrote the text or corrected it, or the teacher; None where the folder does not show it."""
    assignment: str | None = None
    """A label: the files of one assignment have the same one. The program may give it another name."""
    author: str | None = None
    """The author of tracked changes whose work this is; ``"*"`` is the text with the changes of all authors.

    None stands for the file's text: in a Word document with tracked changes, the text before them.
    """


@attrs.frozen
class Question:
    """What nobody can know from the folder, so that a careful program asks."""

    text: str
    paths: tuple[str, ...]
    """The files that the question is about."""


@attrs.frozen
class TeachersFolder:
    """A folder, and the expected answer.

    Files that no question names are certain enough for a program to go on without asking.
    """

    name: str
    """The folder's name on the teacher's disk; unique."""
    description: str
    files: Mapping[str, bytes]
    """The contents of the files, by path."""
    expectations: tuple[Expectation, ...]
    """At least one for each file."""
    questions: tuple[Question, ...] = ()

    def write(self, parent: Path) -> Path:
        """Write the folder into an existing one, and return its path."""
        folder = parent / self.name
        for path, data in self.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        return folder

    def of(self, path: str) -> tuple[Expectation, ...]:
        """Return what is expected of a file: one item, or one for each author of tracked changes and the text."""
        return tuple(expectation for expectation in self.expectations if expectation.path == path)


@attrs.frozen
class Place:
    """A place of a template: its source, and each other version with the letters of its writers."""

    source: str
    optional: bool
    versions: tuple[tuple[str, str], ...]

    @classmethod
    def parse(cls, text: str) -> "Place":
        source, *versions = text.removeprefix("~").split("|")
        divided = (version.rpartition(":") for version in versions)
        pairs = ((left, right) if colon else (right, "") for left, colon, right in divided)
        return cls(source, text.startswith("~"), tuple(pairs))

    def of(self, writer: str) -> str:
        """Return a writer's version."""
        for version, writers in self.versions:
            if writer in writers:
                return version
        return self.versions[0][0] if writer in THOROUGH and not self.optional else self.source


def sections(topic: str) -> dict[str, str]:
    """Return a topic's templates by the name of their section."""
    _, *parts = re.split(r"^== (.+)\n", (TEXTS / f"{topic}.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name: text.strip("\n") + "\n" for name, text in zip(parts[::2], parts[1::2], strict=True)}


def version(template: str, writer: str) -> str:
    """Return a writer's version of a template."""
    return _PLACE.sub(lambda match: Place.parse(match[1]).of(writer), template)


def class_text(topic: str, writer: str, name: str = "") -> str:
    """Return a writer's version of a class text; ``name`` is the student's section if the student has one."""
    templates = sections(topic)
    return templates[name] if name in templates else version(templates["text"], writer)


def word_text(text: str) -> bytes:
    """Return a Word document without tracked changes."""
    return word("".join(paragraph(run(escape(line))) for line in text.splitlines()))


def open_text(text: str) -> bytes:
    """Return an OpenDocument text."""
    return open_document(content("".join(f"<text:p>{escape(line)}</text:p>" for line in text.splitlines())).encode())


def _change(kind: str, author: str, inside: str) -> str:
    return f'<w:{kind} w:id="7" w:author="{escape(author)}" w:date="2025-10-06T18:30:00Z">{inside}</w:{kind}>'


def _replacement(author: str, old: str, new: str) -> str:
    deleted = _change("del", author, gone(escape(old))) if old else ""
    return deleted + (_change("ins", author, run(escape(new))) if new else "")


def _tracked(place: Place, writers: tuple[tuple[str, str], ...]) -> str:
    """Return a place as the first writer and then perhaps a second one track it; a second one changes it after."""
    (letter, author), *others = writers
    first = place.of(letter)
    last = place.of(others[0][0]) if others else first
    if last == first:
        return run(escape(first)) if first == place.source else _replacement(author, place.source, first)
    second = others[0][1]
    if first == place.source:
        return _replacement(second, first, last)
    deleted = _change("del", author, gone(escape(place.source))) if place.source else ""
    undone = _change("ins", author, _change("del", second, gone(escape(first)))) if first else ""
    return deleted + undone + (_change("ins", second, run(escape(last))) if last else "")


def tracked(template: str, *writers: tuple[str, str]) -> bytes:
    """Return a Word document where writers (letter and author) track their changes, one after the other.

    The second one sees the first one's changes, leaves those that are good, and changes the others in their turn.
    """
    paragraphs = []
    for line in template.splitlines():
        pieces = _PLACE.split(line)
        runs = [
            _tracked(Place.parse(piece), writers) if index % 2 else run(escape(piece))
            for index, piece in enumerate(pieces)
            if piece
        ]
        paragraphs.append(paragraph("".join(runs)))
    return word("".join(paragraphs))


def plain(text: str) -> bytes:
    """Return a text file as most editors save it."""
    return text.encode()


def _folder(
    name: str,
    description: str,
    files: Iterable[tuple[Expectation, bytes]],
    questions: tuple[Question, ...] = (),
) -> TeachersFolder:
    pairs = tuple(files)
    contents = {expectation.path: data for expectation, data in pairs}
    return TeachersFolder(name, description, MappingProxyType(contents), tuple(e for e, _ in pairs), questions)


def other(path: str, data: bytes | str) -> tuple[Expectation, bytes]:
    """Return a file that belongs to no exercise."""
    return Expectation(path, Role.NONE), data.encode() if isinstance(data, str) else data


def given(topic: str, path: str, assignment: str) -> tuple[Expectation, bytes]:
    """Return the file with a class text's source."""
    return Expectation(path, Role.SOURCE, None, assignment), plain(class_text(topic, SOURCE))


def corrected(topic: str, path: str, assignment: str, person: str | None, letter: str) -> tuple[Expectation, bytes]:
    """Return the file with a teacher's correction of a class text."""
    return Expectation(path, Role.REFERENCE, person, assignment), plain(class_text(topic, letter))


def handed_in(topic: str, path: str, assignment: str, person: str, digit: str) -> tuple[Expectation, bytes]:
    """Return the file with a student's correction of a class text."""
    return Expectation(path, Role.HYPOTHESIS, normalize("NFC", person), assignment), plain(
        class_text(topic, digit, person)
    )


def english() -> TeachersFolder:
    """Original, two teachers' corrections by name, and a folder of students."""
    students = {"Mei Lin": "1", "Jonas": "2", "Amira": "3", "Tomás": "4", "Yuki": "5", "Olena": "6"}
    topic = "lost-phone"
    return _folder(
        "Lost phone",
        "English names: original, two corrections with the teachers' names, students in a folder",
        (
            given(topic, "original.txt", topic),
            corrected(topic, "correction Ms Baker.txt", topic, "Ms Baker", "A"),
            corrected(topic, "correction Mr Cruz.txt", topic, "Mr Cruz", "B"),
            *(handed_in(topic, f"students/{name}.txt", topic, name, digit) for name, digit in students.items()),
        ),
    )


def german() -> TeachersFolder:
    """German names; the instructions for the class lie in the folder, too."""
    students = {"Jürgen": "1", "Katharina": "2", "Malte": "3", "Zoë": "4", "Oğuz": "5", "Friederike": "6"}
    topic = "harbour"
    instructions = (
        "Aufgabe für Montag\n\nLies den Text in Original.txt. Verbessere alle Fehler, die du findest.\n"
        "Schreibe den ganzen Text neu und speichere ihn unter deinem Vornamen im Ordner Schüler.\n"
    )
    return _folder(
        "Hafen 9b",
        "German names: Original, Korrektur, Schüler, and the task in German, which is no learner's text",
        (
            other("Aufgabe.txt", instructions),
            given(topic, "Original.txt", topic),
            corrected(topic, "Korrektur Frau Lehmann.txt", topic, "Frau Lehmann", "A"),
            corrected(topic, "Korrektur Herr Öztürk.txt", topic, "Herr Öztürk", "B"),
            *(handed_in(topic, f"Schüler/{name}.txt", topic, name, digit) for name, digit in students.items()),
        ),
    )


def spanish() -> TeachersFolder:
    """Two weeks of a Spanish class, each with its own folder; one student was away in the second."""
    students = {"Lucía": "1", "Íñigo": "2", "Paula": "3", "Nico": "4", "Begoña": "5", "Xavi": "6"}
    weeks = (("Semana 1", "grandparents-house", students), ("Semana 2", "new-gym", {**students}))
    del weeks[1][2]["Paula"]
    files: list[tuple[Expectation, bytes]] = []
    for week, topic, present in weeks:
        files += [
            given(topic, f"{week}/original.txt", topic),
            corrected(topic, f"{week}/corrección profesora Molina.txt", topic, "profesora Molina", "A"),
            *(handed_in(topic, f"{week}/alumnos/{name}.txt", topic, name, digit) for name, digit in present.items()),
        ]
    files.append(corrected("new-gym", "Semana 2/corrección profesor Ruiz.txt", "new-gym", "profesor Ruiz", "B"))
    return _folder("Inglés 2º B", "Spanish names, nested by week; the same students in both weeks", files)


def turkish() -> TeachersFolder:
    """Turkish names, flat, a key by one teacher whose name nobody wrote down, and a name in decomposed letters."""
    students = {"İpek": "1", "Çağrı": "2", "Ömer": "3", "Şule": "4", "Işıl": "5", "Gu\u0308l": "6"}
    topic = "tea-house"
    return _folder(
        "9-A İngilizce",
        "Turkish names, all files in one folder: özgün, düzeltme, öğrenci and a first name",
        (
            given(topic, "özgün metin.txt", topic),
            corrected(topic, "öğretmen düzeltmesi.txt", topic, None, "A"),
            *(handed_in(topic, f"öğrenci {name}.txt", topic, name, digit) for name, digit in students.items()),
        ),
    )


def _own(
    topic: str, paths: Mapping[str, str], teacher: str | None, without: tuple[str, ...] = ()
) -> list[tuple[Expectation, bytes]]:
    """Return the files of own essays; ``paths`` has a pattern with ``{}`` for the student for each letter."""
    files = []
    for student, template in sections(topic).items():
        roles = {SOURCE: (Role.SOURCE, student), "A": (Role.REFERENCE, teacher), "R": (Role.HYPOTHESIS, student)}
        for letter, pattern in paths.items():
            if letter == "R" and student in without:
                continue
            role, person = roles[letter]
            files.append((Expectation(pattern.format(student), role, person, topic), plain(version(template, letter))))
    return files


def own_by_step() -> TeachersFolder:
    """Own essays in three folders: drafts, the teacher's corrected versions, and revisions."""
    paths = {SOURCE: "drafts/{}.txt", "A": "corrected/{}.txt", "R": "revisions/{}.txt"}
    return _folder(
        "My holidays", "Own essays of six students in drafts, corrected, revisions", _own("own-holidays", paths, None)
    )


def own_by_student() -> TeachersFolder:
    """Own essays with a folder for each student."""
    paths = {SOURCE: "{}/draft.txt", "A": "{}/corrected.txt", "R": "{}/revision.txt"}
    return _folder("My dream job", "Own essays, a folder for each of five students", _own("own-jobs", paths, None))


FOLDERS: tuple[TeachersFolder, ...] = (
    english(),
    german(),
    spanish(),
    turkish(),
    own_by_step(),
    own_by_student(),
)
