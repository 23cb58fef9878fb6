"""British and American spellings of a word: ``colour`` and ``color``, ``learnt`` and ``learned``.

The words are those of the package breame (Apache-2.0) with their inflections. Its faults are left out, and so are pairs
that differ in more than spelling. The words that it lacks are listed here: irregular past forms, verbs in ``-ll-`` and
others. Inflections that no list has follow the listed words: ``-is-`` beside ``-iz-`` in every form of a listed verb,
and the regular endings.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from markscheme.languages.tolerance import Tokens, Tolerance

_MORE_PAIRS = """
    burnt burned, dreamt dreamed, dwelt dwelled, knelt kneeled, leant leaned, leapt leaped, learnt learned,
    relearnt relearned, smelt smelled, spelt spelled, spilt spilled, spoilt spoiled, unlearnt unlearned,
    equalled equaled, equalling equaling, fuelled fueled, fuelling fueling, totalled totaled, totalling totaling,
    focussed focused, focusses focuses, focussing focusing, benefitted benefited, benefitting benefiting,
    skilful skillful, skilfully skillfully, skilfulness skillfulness, wilful willful, wilfully willfully,
    enrolment enrollment, acknowledgement acknowledgment, misjudgement misjudgment, afterwards afterward,
    towards toward, cheque check, cypher cipher, doughnut donut, enquire inquire, enquired inquired,
    enquirer inquirer, enquiries inquiries, enquiring inquiring, enquiry inquiry, gaol jail, gipsy gypsy, kerb curb,
    mum mom, mummies mommies, mummy mommy, sheikhs sheiks, tranquillity tranquility, co-operate cooperate,
    co-operated cooperated, co-operates cooperates, co-operating cooperating, co-operation cooperation,
    co-operative cooperative, co-ordinate coordinate, co-ordinated coordinated, co-ordinates coordinates,
    co-ordinating coordinating, co-ordination coordination, co-ordinator coordinator, vectorise vectorize,
    virtualise virtualize
"""
"""British and American spellings that breame lacks."""

_FAULTS = frozenset({"pummelled", "pummelling", "snowploughs", "tranquilly"})
"""British spellings for which breame has another form of the word."""

_OTHER_WORDS = frozenset(
    {"bevvies", "bevvy", "fillet", "groyne", "groynes", "licenced", "licencing", "philtre", "philtres"}
    | {"practise", "practises", "tonne", "tonnes"}
)
"""Words of breame that are wrong or another word beside their American spelling, such as the verb ``practise``."""

_PLURAL_LIKE = re.compile(r"\w+yses")
"""``analyses`` is the verb's British spelling, and a plural noun everywhere."""

_STEM = re.compile(r"(\w+[iy])s(?:e|ed|es|er|ers|ing|ation|ations)")
_INFLECTED_STEM = re.compile(
    r"(\w+[iy])s(e|ed|es|er|ers|ing|ings|ingly|able|ably|ability|ation|ations|ational|ationally|ement|ements)"
)
_ENDINGS = ("s", "ed", "ing", "er", "ers", "ly", "ful", "fully", "less", "ness", "able", "ably", "ism", "ist", "ists")


@cache
def _american_spellings() -> Mapping[str, str]:
    """Return the American spelling by the British one, in small letters."""
    from breame.data.spelling_constants import BRITISH_ENGLISH_SPELLINGS

    left_out = _FAULTS | _OTHER_WORDS
    listed = {
        british: american
        for british, american in BRITISH_ENGLISH_SPELLINGS.items()
        if british not in left_out and not _PLURAL_LIKE.fullmatch(british)
    }
    return listed | dict(_more_pairs())


def _more_pairs() -> Iterator[tuple[str, str]]:
    for pair in _MORE_PAIRS.split(","):
        british, american = pair.split()
        yield british, american


@cache
def _stems() -> frozenset[str]:
    """Return the listed verbs whose ``s`` is an American ``z``, up to that letter, such as ``organi``."""
    return frozenset(
        match[1]
        for british, american in _american_spellings().items()
        if (match := _STEM.fullmatch(british)) and american.startswith(f"{match[1]}z")
    )


@cache
def _american(word: str) -> str:
    """Return the American spelling of a word in small letters; the word itself where it has none.

    >>> [_american(word) for word in ("colour", "colours", "customisable", "judgements", "exercise", "analyses")]
    ['color', 'colors', 'customizable', 'judgments', 'exercise', 'analyses']
    """
    spellings = _american_spellings()
    if word in spellings:
        return spellings[word]
    if _PLURAL_LIKE.fullmatch(word):
        return word
    match = _INFLECTED_STEM.fullmatch(word)
    if match and match[1] in _stems():
        return f"{match[1]}z{match[2]}"
    for ending in _ENDINGS:
        if word.endswith(ending) and word.removesuffix(ending) in spellings:
            return spellings[word.removesuffix(ending)] + ending
    return word


def _respelled(token: str) -> str:
    """Return a token in its American spelling, and in the same case; a compound part by part.

    >>> [_respelled(token) for token in ("Grey", "COLOUR", "multi-coloured", "cOlour", "co-operate")]
    ['Gray', 'COLOR', 'multi-colored', 'cOlour', 'cooperate']
    """
    for shaped in (str.lower, str.capitalize, str.upper):
        if token == shaped(token):
            whole = _american(token.lower())
            parts = whole if whole != token.lower() else "-".join(map(_american, whole.split("-")))
            return shaped(parts) if parts != token.lower() else token
    return "-".join(map(_respelled, token.split("-"))) if "-" in token else token


def _canonical(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    del before, after
    return tuple(map(_respelled, tokens))


SPELLING_VARIANTS = Tolerance(
    "spelling-variants", "Spelling variants", "another spelling of {0}", _canonical, "colour; color"
)
