"""What a teacher names in ``markscheme.toml``: people whose files have other names, and groups of errors."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

import attrs


@attrs.frozen
class People:
    """The ``[people]`` of a configuration: names of files or authors, each with the person's name."""

    entries: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, content: Mapping[str, str]) -> "People":
        return cls(tuple((_composed(label), person.strip()) for label, person in content.items()))

    def name(self, label: str) -> str:
        """Return the person's name; the name of a file or an author that is not listed is the person's.

        >>> People.of({"mei_lin": "Mei Lin"}).name("mei_lin")
        'Mei Lin'
        """
        composed = _composed(label)
        return next((person for key, person in self.entries if key == composed), composed)

    def numbered(self, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return the people of a file, by its names, whose annotators have numbers, each with the number.

        >>> People.of({"0": "Kim", "Reference 1": "Roy", "quiz.ref#2": "Lee"}).numbered(["quiz.ref"])
        (('0', 'Kim'), ('1', 'Roy'), ('2', 'Lee'))
        """
        heads = "|".join(["reference[ #]", *(f"{re.escape(_composed(name))}#" for name in names)])
        matches = ((re.fullmatch(f"(?:{heads})?([0-9]+)", key, re.IGNORECASE), name) for key, name in self.entries)
        return tuple((match[1], name) for match, name in matches if match is not None)

    def labels(self, person: str) -> tuple[str, ...]:
        listed = tuple(key for key, name in self.entries if name == person)
        return listed if self.name(person) != person else (*listed, *({person} - {*listed}))


@attrs.frozen
class ErrorGroups:
    """The ``[groups]`` of a configuration: ERRANT's types, with the operation or without, each with its group."""

    entries: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, content: Mapping[str, Sequence[str]]) -> "ErrorGroups":
        return cls(tuple((error_type, group) for group, types in content.items() for error_type in types))

    def group(self, error_type: str) -> str | None:
        """Return the first group that holds a type, or one of several types joined by ``+``; ``None`` without one.

        >>> groups = ErrorGroups.of({"Articles": ["DET"], "Missing words": ["M:NOUN"]})
        >>> [groups.group(item) for item in ("U:DET", "R:OTHER+M:NOUN", "R:NOUN")]
        ['Articles', 'Missing words', None]
        """
        for item in error_type.split("+"):
            category = item.partition(":")[2]
            for listed, group in self.entries:
                if listed in (item, category):
                    return group
        return None


def _composed(label: str) -> str:
    """Return a name as people type it; some systems write accents of file names as characters of their own."""
    return unicodedata.normalize("NFC", label)
