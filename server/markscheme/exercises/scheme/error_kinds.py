"""Kinds of errors as a mark scheme names them: by a group in a teacher's words, or by a pattern of ERRANT's types."""

import difflib
from collections.abc import Iterable
from fnmatch import fnmatchcase

import attrs

from markscheme.exercises.people import ErrorGroups
from markscheme.languages.catalogue import DEFAULT_LANGUAGE, error_types, find_language


@attrs.frozen
class ErrorKinds:
    """The kinds of errors of one language, with a teacher's own groups."""

    language: str = DEFAULT_LANGUAGE
    groups: ErrorGroups = ErrorGroups()

    def group(self, error_type: str) -> str:
        """Return the group of a type, or of several joined by ``+``; empty for an empty type."""
        if not error_type:
            return ""
        return self.groups.group(error_type) or find_language(self.language).error_types.group(error_type)

    def matches(self, kind: str, error_type: str) -> bool:
        """Return whether a kind holds a type, or one of several joined by ``+``.

        A group's name stands for the teacher's own group, or else for the language's, whatever other groups of the
        teacher's hold.

        >>> kinds = ErrorKinds(groups=ErrorGroups.of({"Verbs": ["VERB:TENSE"]}))
        >>> [kinds.matches(kind, "R:VERB:TENSE") for kind in ("Verbs", "tense", "VERB:*", "M:VERB:TENSE", "spelling")]
        [True, True, True, False, False]
        """
        if not error_type:
            return False
        if kind in self._own:
            return self.groups.group(error_type) == kind
        if kind in self._built_in:
            return find_language(self.language).error_types.group(error_type) == kind
        return any(_fits(kind, item) for item in error_type.split("+"))

    def chosen(self, kinds: Iterable[str], error_type: str) -> str | None:
        """Return the kind that says most of a type: a whole type, then a pattern, then a group, then the first.

        >>> ErrorKinds().chosen(["spelling", "*:SPELL", "R:SPELL"], "R:SPELL")
        'R:SPELL'
        """
        return min((kind for kind in kinds if self.matches(kind, error_type)), key=self._breadth, default=None)

    def is_known(self, kind: str) -> bool:
        """Return whether a kind is a group, or a pattern that some type of ERRANT fits."""
        return kind in self.names or any(_fits(kind, item) for item in error_types())

    def likely(self, kind: str) -> str | None:
        """Return the kind that an unknown one may stand for."""
        names = {name.casefold(): name for name in (*self.names, *error_types())}
        return next((names[name] for name in difflib.get_close_matches(kind.casefold(), names, 1)), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of groups, the teacher's first."""
        return tuple(dict.fromkeys((*self._own, *self._built_in)))

    @property
    def _own(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(group for _, group in self.groups.entries))

    @property
    def _built_in(self) -> tuple[str, ...]:
        types = find_language(self.language).error_types
        return tuple(dict.fromkeys((*types.groups.values(), types.other)))

    def _breadth(self, kind: str) -> int:
        if kind in self.names:
            return 2
        return int(kind not in error_types())


def _fits(pattern: str, error_type: str) -> bool:
    category = error_type.partition(":")[2]
    return fnmatchcase(error_type, pattern) or (bool(category) and fnmatchcase(category, pattern))
