"""The notes on second markings: for whom a copy is, and, in the first teacher's folder alone, how each was chosen."""

import json
from collections.abc import Mapping
from pathlib import Path

import attrs

from markscheme.text.products import marked_json
from markscheme.text.reading import read_text

SECOND_MARKING_FILE = "markscheme-second-marking.json"
_ABOUT = "About a second marking; markscheme moderate reads this file."


@attrs.frozen
class SecondMarking:
    """A folder's note.

    Attributes
    ----------
    teacher
        The name of the second teacher, in that teacher's folder; may be empty.
    samples
        How the texts were chosen, in words, by the second teachers' names; in the first teacher's folder, since it
        says something of marks.
    """

    teacher: str = ""
    samples: Mapping[str, str] = attrs.field(factory=dict)

    def with_sample(self, teacher: str, words: str) -> "SecondMarking":
        """Return the note with how a second teacher's texts were chosen."""
        return attrs.evolve(self, samples={**self.samples, teacher: words})

    def to_bytes(self) -> bytes:
        text = json.dumps({"schema": 1, "about": _ABOUT, **attrs.asdict(self)}, indent=2, ensure_ascii=False)
        return f"{marked_json(text)}\n".encode()


def read_second_marking(folder: Path) -> SecondMarking:
    """Return the note of a folder; an empty one where there is none that can be read."""
    path = folder / SECOND_MARKING_FILE
    if not path.exists():
        return SecondMarking()
    try:
        content = json.loads(read_text(path))
        samples = {str(teacher): str(words) for teacher, words in content["samples"].items()}
        return SecondMarking(str(content["teacher"]), samples)
    except (ValueError, KeyError, TypeError, AttributeError):
        return SecondMarking()
