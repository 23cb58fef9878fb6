"""Contractions: ``do n't`` and ``do not``, ``it 's`` and ``it is`` or ``it has``.

The canonical form is written out. Where a contraction has two readings, the words beside it decide. ``'s`` counts as a
verb after a pronoun or question word only, since it may be a possessive's after a noun. It is ``has`` before ``been``,
``got``, ``had`` or ``become``, else ``is``. ``'d`` is ``had`` before ``better`` and before a past participle, else
``would``. So ``he 's gone`` equals ``he is gone``, and can't equal ``he has gone`` too.
"""

import re
from collections.abc import Iterator
from typing import Final

from markscheme.languages.english.tolerances.quotation_marks import ALL_QUOTES
from markscheme.languages.english.typography import plain_apostrophes
from markscheme.languages.tolerance import Tokens, Tolerance


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SKIPPED = ALL_QUOTES | {","}
"""Tokens that another tolerance may drop; they decide nothing here."""
_BASES: Final = {"ca": "can", "wo": "will", "sha": "shall"}
"""The verbs that lose letters before ``n't``."""
_ENDINGS: Final = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'m": "am"}
"""The contractions with one reading."""
_CONTRACTIONS: Final = frozenset({*_ENDINGS, "'s", "'d"})
_ONE_TOKEN = re.compile(rf"(\w+)({'|'.join(sorted(_CONTRACTIONS))})")
_SUBJECTS: Final = _words("he here how it she that there this what when where who why")
"""The words after which ``'s`` is a verb."""
_ADVERBS: Final = _words("all already also always both ever finally just never not n't now only recently")
_HAS_BEFORE: Final = _words("become been got gotten had")
_PARTICIPLES: Final = _words(
    "been begun bitten blown bought broken brought built burnt caught chosen done drawn dreamt driven drunk "
    "dwelt eaten fallen felt flown forgotten fought found given gone got gotten grown had heard held hidden "
    "kept knelt known leant leapt learnt left lost made meant met paid ridden risen said seen sent shown slept "
    "smelt sold spelt spent spilt spoilt spoken stolen stood sung swum taken taught thought thrown told "
    "understood woken won worn written"
)
"""Irregular past participles that are no base form."""
_BASE_FORMS: Final = _words("bleed breed embed exceed feed heed need proceed seed speed succeed")
"""Base forms that end as regular participles do."""


def _canonical(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    words = tuple(split_contractions(tokens))
    left = [token for token in before if token not in _SKIPPED]
    result: list[str] = []
    for index, word in enumerate(words):
        right = tuple(
            token.lower() for token in (*words[index + 1 :], *split_contractions(after)) if token not in _SKIPPED
        )
        written = _written_out(word.lower(), left[-1].lower() if left else "", right)
        result.append(word if written is None else _cased(written, word))
        if word not in _SKIPPED:
            left.append(result[-1])
    return tuple(result)


def split_contractions(tokens: Tokens) -> Iterator[str]:
    """Yield tokens as English tokenisers split them: contractions and ``cannot`` in two, with plain apostrophes.

    >>> list(split_contractions(("don’t", "cannot", "He’s", "Kim's")))
    ['do', "n't", 'can', 'not', 'He', "'s", "Kim's"]
    """
    for token in tokens:
        plain = plain_apostrophes(token)
        lowered = plain.lower()
        match = _ONE_TOKEN.fullmatch(lowered)
        if lowered == "cannot":
            yield from (token[:3], token[3:])
        elif match and (match[2] != "'s" or match[1] in _SUBJECTS | {"let"}):
            yield from (plain[: match.end(1)], plain[match.end(1) :])
        else:
            yield plain if lowered in _CONTRACTIONS else token


def _written_out(word: str, previous: str, right: tuple[str, ...]) -> str | None:
    """Return what a word stands for; ``None`` if it is no contraction. All words are in small letters."""
    following = right[0] if right else ""
    if word in _BASES:
        return _BASES[word] if following in ("n't", "not") else None
    if word in _ENDINGS:
        return None if previous == "ai" else _ENDINGS[word]
    if word == "'s":
        return _written_out_s(previous, _verb(right))
    if word == "'d":
        return "had" if following == "better" or _is_participle(_verb(right)) else "would"
    return None


def _written_out_s(previous: str, verb: str) -> str | None:
    if previous == "let":
        return "us"
    if previous not in _SUBJECTS:
        return None
    return "has" if verb in _HAS_BEFORE else "is"


def _verb(right: tuple[str, ...]) -> str:
    """Return the first word that is no adverb of time or degree."""
    return next((word for word in right if word not in _ADVERBS), "")


def _is_participle(word: str) -> bool:
    return word in _PARTICIPLES or (word.endswith("ed") and len(word) > 3 and word not in _BASE_FORMS)


def _cased(written: str, word: str) -> str:
    """Return a written-out word with the capital letters of the contraction."""
    if word.isupper():
        return written.upper()
    return written.capitalize() if word[0].isupper() else written


CONTRACTIONS = Tolerance(
    "contractions", "Contractions", "{0}, contracted or written out", _canonical, "don't know; do not know"
)
