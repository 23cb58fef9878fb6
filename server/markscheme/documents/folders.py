"""Folders of other people: the names of what Markscheme keeps in them, and which links in them are followed.

A person trusts what they name: on the command line, in a call of the Python API, or in the variable
``MARKSCHEME_TRUST``. What lies in a folder is
trusted as far as it stays there: a link is followed within the folder of its ``markscheme.toml``, and to what is
trusted. Reading, writing and the search for exercises all ask :func:`link_fault`.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from markscheme.errors import DocumentError

CONFIGURATION = "markscheme.toml"
REPORT_FOLDER = "markscheme-reports"
"""The folder for products, beside ``markscheme.toml`` or in the workspace's folder. No exercise is searched in it."""
HIDDEN = (".", "~$")
"""Beginnings of the names of hidden files, and of the lock files that word processors leave beside open documents."""
SECOND_MARKING_FILE = "markscheme-second-marking.json"
ROSTER_FILE = "markscheme-class.json"
KEY_FILE = "markscheme-key.json"
ADJUDICATED_FILE = "adjudicated.m2"
BANK_FILE = "comments.toml"
GIVEN_FILE = "teacher-comments.toml"


@attrs.frozen
class Companion:
    """What files of a name hold, for people: after "these are", and in a list of files."""

    contents: str
    description: str


COMPANIONS = {
    "accepted.m2": Companion("accepted alternatives", "the alternatives that teachers accepted"),
    "decisions.m2": Companion("teachers' decisions", "the decisions of teachers about single places"),
    "questions.m2": Companion("answers to questions", "the answers of annotators that change no mark"),
    "course-decisions.m2": Companion(
        "a teacher's decisions for all exercises", "the decisions of a teacher for all exercises of a course"
    ),
    ADJUDICATED_FILE: Companion("an adjudicator's decisions", "the decisions of an adjudicator between annotators"),
    GIVEN_FILE: Companion("teachers' comments", "the comments of teachers on students' texts"),
    BANK_FILE: Companion("comments for students", "the bank of comments for students"),
    ROSTER_FILE: Companion("a class's identifiers", "who the students are in the school's system"),
    KEY_FILE: Companion("a class's numbers", "whose number is whose"),
    SECOND_MARKING_FILE: Companion("notes on a second marking", "the notes on a second marking"),
}


def companion(path: Path) -> Companion | None:
    """Return what a file of this name holds; ``None`` for a file that may be a document."""
    return COMPANIONS.get(path.name)


def folders_upwards(folder: Path) -> list[Path]:
    """Return a folder and those above it, up to that of its repository."""
    above = [folder, *folder.parents]
    top = next((number for number, one in enumerate(above, 1) if begins_repository(one)), len(above))
    return above[:top]


def begins_repository(folder: Path) -> bool:
    return os.path.isdir(folder / ".git") or os.path.isfile(folder / ".git")


TRUSTED = "MARKSCHEME_TRUST"
"""The environment variable with the folders into which links are followed, parted as in ``PATH``."""
_NAMED = "MARKSCHEME_NAMED"
"""The same for what the command line and calls of the API name; workers and the engine inherit it."""
_EARLIER_NAMES = 100
"""Places that earlier calls of a program have named and that stay trusted: an environment variable has a bound."""


def _absolute(path: str | Path) -> str:
    return os.path.normpath(Path(path).absolute())


def trust_named(words: Iterable[str]) -> None:
    """Trust the folders that a command line or a program names, and what the links lead to that it names."""
    earlier = os.environ.get(_NAMED, "").split(os.pathsep)[-_EARLIER_NAMES:]
    places: dict[str, None] = dict.fromkeys(filter(None, earlier))
    for word in words:
        for name in {word, word.partition("=")[2]} - {""}:
            path = _absolute(name)
            above = path.rpartition(os.sep)[0] or path
            places |= dict.fromkeys(
                real
                for one in (path, above)
                if (real := os.path.realpath(one)) != one or (one == path and os.path.isdir(one))
            )
    os.environ[_NAMED] = os.pathsep.join(places)


def _trusted() -> Iterator[str]:
    for variable in (TRUSTED, _NAMED):
        for place in filter(None, os.environ.get(variable, "").split(os.pathsep)):
            yield os.path.realpath(place)


def link_fault(path: Path, root: Path | None = None, *, found: bool = False) -> DocumentError | None:
    """Return why a file or folder, there or not, is not looked at: it is outside of ``root`` and nobody named it.

    ``root``: the folder of the ``markscheme.toml`` that governs the path, unless it is given. Where there is none, a
    file that was ``found`` stays in its folder, and so does what Markscheme itself keeps; a program may name others.
    """
    absolute, real = _absolute(path), os.path.realpath(path)
    if root is None:
        if real == absolute:
            return None
        root = _governing(absolute) or (path.parent if found else None)
        if root is None:
            return None
    if _is_within(real, os.path.realpath(root)) or any(_is_within(real, place) for place in _trusted()):
        return None
    top = Path(_absolute(root))
    name = _link_in(absolute, top)
    problem = f"this leads out of the folder {top.name}, and is not followed"
    remedy = f"Copy what it leads to, or name the folder of that in {TRUSTED}"
    return DocumentError(f"{'a link: ' if name else ''}{problem}", path=name or path, remedy=remedy)


def _is_within(path: str, folder: str) -> bool:
    path, folder = os.path.normcase(path), os.path.normcase(folder)
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _governing(path: str) -> Path | None:
    """Return the folder whose file or configuration a path is; of linked folders only the first can be it."""
    linked: Path | None = None
    place = Path(path)
    if place.name in COMPANIONS or place.name in (CONFIGURATION, REPORT_FOLDER):
        return place.parent
    for folder in place.parents:
        is_link = folder.is_symlink()
        if os.path.lexists(folder / CONFIGURATION) or folder.name == REPORT_FOLDER:
            linked = folder.parent if folder.name == REPORT_FOLDER else folder
            if not is_link or linked != folder:
                return linked
        if begins_repository(folder) and not is_link:
            break
    return linked


def _link_in(path: str, top: Path) -> Path | None:
    """Return the first link below a folder on the way to a path."""
    place = Path(path)
    ways = [one for one in (place, *place.parents) if one.is_relative_to(top) and one != top]
    return next((one for one in reversed(ways) if one.is_symlink()), None)
