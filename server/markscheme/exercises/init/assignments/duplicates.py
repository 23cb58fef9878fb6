"""Copies of files: the same text under the same name with a word or a number more."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.names import folder_of, stem_of, words_of
from markscheme.exercises.init.naming.role_words import kinds_of

_NUMBERED = re.compile(r"\s*\(\d\)$")
_COPY_WORDS = frozenset({"copy", "kopie", "copia", "copie", "kopya", "kopia"})


def copied_files(files: Iterable[Candidate]) -> Mapping[str, Candidate]:
    """Return the file that each copy is of, by the copy's path: ``Kim.txt`` for ``Copy of Kim.txt``."""
    by_text: dict[tuple[str, tuple[str, ...]], list[Candidate]] = defaultdict(list)
    for item in files:
        if item.words and not item.corrects:
            by_text[folder_of(item.path), item.words].append(item)
    copies: dict[str, Candidate] = {}
    for same in by_text.values():
        for item in same:
            original = next((other for other in same if _is_copy(item, other)), None)
            if original is not None:
                copies[item.path] = original
    return copies


def _is_copy(item: Candidate, original: Candidate) -> bool:
    """Return whether a name is another's with a word for a copy, or with a number in brackets, as systems write it."""
    stems = (_NUMBERED.sub("", stem_of(item.path)), stem_of(original.path))
    words, others = (frozenset(word.text for word in words_of(stem)) for stem in stems)
    is_numbered = stems[0] != stem_of(item.path)
    return others <= words and (is_numbered or others < words) and all(_tells_copy(word) for word in words - others)


def _tells_copy(word: str) -> bool:
    return "copy" in kinds_of(word) or word in _COPY_WORDS
