"""The roles that names of files and folders show."""

import re

from markscheme.exercises.exercise import Role

_WORDS: dict[Role, str] = {
    "reference": "references?|refs?|teachers?|gold|experts?|key|solution",
    "hypothesis": "hypothes[ei]s|hyps?|students?|pupils?|corrected|submissions?|submitted|systems?|outputs?|answers",
    "source": "sources?|src|originals?|orig|tasks?|prompts?|input",
}
_FOLDER_WORDS: dict[Role, str] = {"hypothesis": "class|corrections", "source": "texts|essays|learners"}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


def role_of(name: str, folder: bool) -> Role | None:
    """Return the role that a word in the name of a file, or of a folder, shows."""
    words = [word.lower() for word in _WORD.findall(name)]
    for role, words_of_role in _WORDS.items():
        pattern = f"{words_of_role}|{_FOLDER_WORDS[role]}" if folder and role in _FOLDER_WORDS else words_of_role
        if any(re.fullmatch(pattern, word) for word in words):
            return role
    return None


def is_role_alone(stem: str) -> bool:
    """Return whether a file's name is the word of a role, and nothing else.

    >>> is_role_alone("source"), is_role_alone("source+error")
    (True, False)
    """
    return len(_WORD.findall(stem)) == 1 and stem.isalpha() and role_of(stem, False) is not None


def role_in_path(path: str) -> Role | None:
    """Return the role that a file's name shows, or else the name of a folder that it is in, the outermost first.

    >>> role_in_path("week-3/students/mei.txt")
    'hypothesis'
    """
    *folders, name = path.split("/")
    places = [(name, False), *((folder, True) for folder in folders)]
    return next((role for name, folder in places if (role := role_of(name, folder))), None)


def name_without_role(stem: str) -> str:
    """Return a file's name without the word of its role.

    >>> name_without_role("source-1")
    '1'
    """
    pieces = [piece for piece in re.split(r"([-_. ]+)", stem) if piece]
    while len(pieces) > 2 and role_of(pieces[0], False):
        del pieces[:2]
    while len(pieces) > 2 and role_of(pieces[-1], False):
        del pieces[-2:]
    return "".join(pieces)


def bears(place: str, name: str) -> bool:
    """Return whether a file's path without its suffix has a name in it, alone or between punctuation."""
    return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", place) is not None
