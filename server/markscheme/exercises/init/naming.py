"""What the names of files and folders tell of their roles in an exercise."""

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
    """The role that a word in the name of a file, or of a folder, tells."""
    words = [word.lower() for word in _WORD.findall(name)]
    for role, own in _WORDS.items():
        telling = f"{own}|{_FOLDER_WORDS[role]}" if folder and role in _FOLDER_WORDS else own
        if any(re.fullmatch(telling, word) for word in words):
            return role
    return None


def told_role(path: str) -> Role | None:
    """The role that a file's own name tells, or else that of a folder which it is in, the outermost first.

    >>> told_role("week-3/students/mei.txt")
    'hypothesis'
    """
    *folders, name = path.split("/")
    places = [(name, False), *((folder, True) for folder in folders)]
    return next((role for name, folder in places if (role := role_of(name, folder))), None)


def own_name(stem: str) -> str:
    """What a file is called but for the word of its role.

    >>> own_name("source-1")
    '1'
    """
    pieces = [piece for piece in re.split(r"([-_. ]+)", stem) if piece]
    while len(pieces) > 2 and role_of(pieces[0], False):
        del pieces[:2]
    while len(pieces) > 2 and role_of(pieces[-1], False):
        del pieces[-2:]
    return "".join(pieces)


def bears(place: str, name: str) -> bool:
    """Whether a file's path without its ending has a name in it, alone or parted off by punctuation."""
    return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", place) is not None
