"""Slips that show on the surface of an English text: a quick look that needs no model.

The number is good for one thing: to see which of two versions of a text reads better. Words are looked up in the word
list that ERRANT carries; where it is missing, only patterns count.
"""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
_IRREGULAR = (
    "went|saw|came|took|gave|got|had|was|were|did|made|said|told|bought|brought|found|felt|left|met|ate|drank|wrote|"
    "spoke|began|knew|thought|taught|caught|ran|swam|slept|kept|lost|won|paid|sent|spent|heard|broke|chose|drove|fell"
)
_PATTERNS = tuple(
    map(
        re.compile,
        (
            r"\bi\b",
            r"(?<=[.!?] )[a-z]",
            r"(?i)\b(\w+) \1\b",
            r"(?i)\ba [aeio]\w+",
            r"(?i)\ban [bcdfgjklmnpqrstvwxz]\w+",
            r"(?i)\b(?:he|she|it) (?:have|do|don't|go|like|want|say|make|need|think|live|work|play|come|know)\b",
            r"(?i)\b(?:he|she|it) (?:are|were)\b",
            r"(?i)\b(?:i|you|we|they|people) (?:has|does|doesn't|goes|likes|wants|says|makes|needs|is|was(?<!i was))\b",
            rf"(?i)\b(?:did|didn't|did not|to|can|could|will|must|should) (?:\w+ed|{_IRREGULAR})\b(?<!need)",
            r"(?i)\bmore \w+er\b|\bmost \w+est\b",
            r"(?i)\b(?:am|is|are|was|were) (?:go|like|agree|want|think|make|take|have|see|come)\b",
            r"(?i)\b(?:informations|advices|furnitures|homeworks|childs|mans|womans|peoples|persons|moneys|luggages)\b",
            r"(?i)\b(?:many|several|these|those|two|three|four|five|ten) (?:year|day|hour|friend|time|week|person)\b",
            r"(?i)\b(?:on|in|at) (?:last|next) (?:week|year|month|summer|night)\b",
            r" [,.;!?](?=\s|$)(?<!\w \.)",
            r"[,;!?][A-Za-z]",
        ),
    )
)


def slips(text: str) -> int:
    """Return the number of slips that are seen at once: words that are in no list, and a few patterns of learners.

    >>> slips("Yesterday she go to teh market."), slips("Yesterday she went to the market.")
    (2, 0)
    """
    known = _word_list()
    misspelt = 0
    if known:
        small = (match[0].replace("’", "'") for match in _WORD.finditer(text) if match[0].islower())
        misspelt = sum(word not in known and word.removesuffix("'s") not in known for word in small)
    return misspelt + sum(len(pattern.findall(text)) for pattern in _PATTERNS)


@cache
def _word_list() -> frozenset[str]:
    """Return ERRANT's word list, read without importing ERRANT, which would load spaCy; nothing where it is missing."""
    spec = find_spec("errant")
    if spec is None or spec.origin is None:
        return frozenset()
    path = Path(spec.origin).parent / "en" / "resources" / "en_GB-large.txt"
    try:
        return frozenset(path.read_text("utf-8").split("\n"))
    except OSError:
        return frozenset()
