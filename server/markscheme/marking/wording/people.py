"""Names as people read them. JSON has the names that files and formats have."""

import re
from collections.abc import Iterable

_FILE_NAME = re.compile(r"[^\W_]+(?:[-_][^\W_]+)*")
"""What a file name's part looks like: words joined by hyphens or underscores."""


def person_name(name: str) -> str:
    """Return the name of a teacher or a student in words; one that already has capitals or spaces as it is.

    >>> [person_name(name) for name in ("ms-adeyemi", "teacher-a", "teacher_2", "Ms Adeyemi", "0", "reference#0")]
    ['Ms Adeyemi', 'Teacher A', 'Teacher 2', 'Ms Adeyemi', '0', 'reference#0']
    """
    if name != name.lower() or not _FILE_NAME.fullmatch(name):
        return name
    return " ".join(word[0].upper() + word[1:] for word in re.split("[-_]", name))


def person_names(names: Iterable[str]) -> str:
    """Return several names on one line, each once.

    >>> person_names(["ms-adeyemi", "mr-cruz", "mr-cruz"])
    'Ms Adeyemi, Mr Cruz'
    """
    return ", ".join(dict.fromkeys(map(person_name, names)))
