"""The comma after a short phrase that begins a sentence: ``For example, …``, ``However, …``, ``Last week, …``."""

import re
from collections.abc import Sequence

from markscheme.languages.english.tolerances.quotation_marks import ALL_QUOTES
from markscheme.languages.tolerance import Tokens, Tolerance

SENTENCE_ENDS = frozenset({".", "!", "?", "…", "...", "..", ":", ";"})
_INTRODUCTIONS = """
    above all, accordingly, actually, additionally, after all, after that, afterwards, all in all, also, as a
    consequence, as a result, as a rule, as we know, at first, at last, at present, at the moment, at the same time,
    basically, besides, by contrast, by the way, clearly, consequently, currently, eventually, evidently, finally,
    at home, at night, at noon, at school, first, first of all, firstly, for example, for instance, for this reason,
    for that reason, fortunately, frankly,
    furthermore, generally, generally speaking, hence, hopefully, however, in addition, in conclusion, in contrast,
    in fact, in general, in general terms, in my opinion, in my view, in other words, in particular, in short, in
    summary, in that case, in the beginning, in the end, in this case, in this way, indeed, instead, last but not
    least, lastly, later, likewise, luckily, mainly, maybe, meanwhile, moreover, naturally, nevertheless, next,
    nonetheless, normally, nowadays, obviously, of course, often, on the contrary, on the one hand, on the other
    hand, on the whole, originally, otherwise, overall, perhaps, personally, probably, recently, regrettably, sadly,
    second, secondly, similarly, so far, sometimes, still, subsequently, surely, surprisingly, then, therefore,
    these days, third, thirdly, thus, to begin with, to conclude, to start with, to sum up, today, ultimately,
    undoubtedly, unfortunately, usually, what is more
"""
_WHICH = frozenset({"each", "every", "last", "next", "one", "that", "this"})
_PREPOSITIONS = frozenset({"at", "by", "in", "on", "since"})
_TIMES = """
    afternoon april august autumn century christmas day december easter evening fall february friday january july june
    march may midnight moment monday month morning night november october saturday september spring summer sunday
    thursday time tuesday wednesday week weekend winter year
"""
_TIME_NOUNS = frozenset(_TIMES.split())
_TIME_WORDS = frozenset({"soon", "suddenly", "tomorrow", "tonight", "yesterday"})
_YEAR = re.compile(r"[12]\d{3}")
_PHRASES = frozenset(tuple(phrase.split()) for phrase in _INTRODUCTIONS.split(","))
_LONGEST = max(map(len, _PHRASES))


def _canonical(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    del after
    left = [token for token in before if token not in ALL_QUOTES]
    kept = []
    for word in tokens:
        if word == "," and ends_in_introduction(left):
            continue
        kept.append(word)
        if word not in ALL_QUOTES:
            left.append(word)
    return tuple(kept)


def ends_in_introduction(words: Sequence[str]) -> bool:
    """Return whether words end in an introductory phrase that begins their last sentence."""
    for length in range(1, min(len(words), _LONGEST) + 1):
        start = len(words) - length
        begins = start == 0 or words[start - 1] in SENTENCE_ENDS
        if begins and _is_introduction(tuple(word.casefold() for word in words[start:])):
            return True
    return False


def _is_introduction(phrase: tuple[str, ...]) -> bool:
    """Return whether words in small letters are a short adverbial with which a sentence may begin.

    >>> [_is_introduction(tuple(text.split())) for text in ("for example", "last week", "in the morning", "in 1999")]
    [True, True, True, True]
    >>> _is_introduction(("the", "week"))
    False
    """
    if phrase in _PHRASES:
        return True
    first, *rest = phrase
    if not rest:
        return first in _TIME_WORDS
    if first in _WHICH:
        return len(rest) == 1 and rest[0] in _TIME_NOUNS
    when = rest[1:] if rest[0] == "the" else rest
    is_time = len(when) == 1 and (when[0] in _TIME_NOUNS or bool(_YEAR.fullmatch(when[0])))
    return first in _PREPOSITIONS and is_time


FOR_EXAMPLE_COMMA = Tolerance(
    "for-example-comma",
    "The comma after an introductory phrase",
    "with or without the comma after an introductory phrase",
    _canonical,
    "For example, it rained; For example it rained",
)
