"""The order of several versions by one person."""

from markscheme.exercises.init.naming.names import words_of
from markscheme.exercises.init.naming.role_words import kinds_of

_VERSION_RANK = {
    word: rank
    for rank, words in {
        2: "final last latest end endgultig endgueltig endfassung definitivo definitiva definitive ultima ultimo "
        "derniere son ostateczna laatste",
        1: "new neu nuevo nueva nouveau nuovo novo yeni nowy nowa nieuw rev updated second zweite segunda deuxieme "
        "seconda ikinci druga tweede",
        -1: "old alt anterior vecchio eski stary oud first erste primera premiere prima ilk pierwsza eerste",
    }.items()
    for word in words.split()
}


def _version_rank(word: str) -> int:
    return -1 if "draft" in kinds_of(word) else _VERSION_RANK.get(word, 0)


def version_order(path: str, modified: float) -> tuple[int, tuple[int, ...], float]:
    """Return what the versions by one person are ordered by: words such as ``final``, then numbers, then the time.

    >>> version_order("mei final.txt", 0) > version_order("mei 2.txt", 1) > version_order("mei.txt", 2)
    True
    """
    words = words_of(path)
    rank = max((_version_rank(word.text) for word in words), key=abs, default=0)
    return rank, tuple(int(word.text[:18]) for word in words if word.is_number), modified
