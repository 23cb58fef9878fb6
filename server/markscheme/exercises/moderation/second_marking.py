"""The notes on a second marking: for whom the copy is, and, in the first teacher's folder alone, what was chosen."""

import json
from pathlib import Path

import attrs

from markscheme.text.products import marked_json
from markscheme.text.reading import read_text

SECOND_MARKING_FILE = "markscheme-second-marking.json"
_ABOUT = "About a second marking; markscheme moderate reads this file."


@attrs.frozen
class SecondMarking:
    """What is known of a second marking.

    Attributes
    ----------
    teacher
        The name of the second teacher; may be empty.
    sample
        How the texts were chosen, in words; empty in the second teacher's folder, since it says something of marks.
    """

    teacher: str = ""
    sample: str = ""

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
        return SecondMarking(str(content["teacher"]), str(content["sample"]))
    except (ValueError, KeyError, TypeError):
        return SecondMarking()
