"""Which words of an English text have the form that they have because of a phrase elsewhere in it.

A verb agrees with its subject, a determiner with its noun, a pronoun with what it stands for, and ``more`` and ``most``
stand for the adjective behind them. No parser is asked: it errs most in learners' sentences, and edits that are stated
or remembered have no parse. What the forms of words don't show counts as in agreement.
"""

from markscheme.languages.english.evident_kinds import (
    DETERMINERS,
    PLURALS,
    PREPOSITIONS,
    Words,
    is_other_person,
    word_set,
)

_SINGULAR = word_set("a an this that each every much little another it he she him her its is was has does")
_PLURAL = word_set("these those many few both several they them their we you are were have do people police")
_PRONOUNS = word_set("it its they them their he she him her his this that these those")
_DEGREES = word_set("more most")
_QUESTIONS = word_set("there here what where when why how who which")
_CLAUSES = word_set(
    "and but or nor so because although though while if unless than that as which who why where when how , ; : . ? !"
)
"""Words and signs at which another clause, or another part of one, begins."""


def agrees(text: Words, phrase: tuple[int, int], words: tuple[int, int], other: Words) -> bool:
    """Return whether some words of a text agree with a phrase of it, where another version has other words.

    Parameters
    ----------
    text
        The text's tokens.
    phrase, words
        The tokens of the phrase, and of the words that may agree with it: half-open ranges.
    other
        What the other version has for the words.

    >>> text = ("the", "reports", "on", "this", "channel", "are", "late")
    >>> agrees(text, (1, 2), (5, 6), ("is",)), agrees(text, (1, 2), (5, 6), ("were",))
    (True, False)
    >>> agrees(("his", "friends", "plays"), (1, 2), (2, 3), ("play",))
    False
    """
    text, other = tuple(word.lower() for word in text), tuple(word.lower() for word in other)
    own = text[slice(*words)]
    is_before = phrase[1] <= words[0]
    between = text[phrase[1] : words[0]] if is_before else text[words[1] : phrase[0]]
    if is_other_person(own, other):
        is_inverted = words[0] == 0 or text[words[0] - 1] in _QUESTIONS
        if not (_CLAUSES.isdisjoint(between) if is_before else is_inverted and _is_one_phrase(between)):
            return False
    elif {*own, *other} <= DETERMINERS and not is_before:
        if not _is_one_phrase(between):
            return False
    elif own and other and {*own, *other} <= _PRONOUNS:
        if not is_before:
            return False
    else:
        return not is_before and not between and own[:1] in {(word,) for word in _DEGREES} and not other
    numbers = {_number(own, other), _phrase_number(text, phrase, words[0] if is_before else phrase[1])}
    return numbers != {True, False}


def _is_one_phrase(between: Words) -> bool:
    """Return whether words may stand between a determiner and its noun: an adjective, or determiners and ``of``."""
    others = set(between) - DETERMINERS - {"of"}
    return len(others) <= 1 and _CLAUSES.isdisjoint(others) and PREPOSITIONS.isdisjoint(others)


def _number(own: Words, other: Words) -> bool | None:
    """Return whether words are plural; ``None`` where they don't show it."""
    if len(own) != 1:
        return None
    if own[0] in _SINGULAR | _PLURAL:
        return own[0] in _PLURAL
    return len(own[0]) < len(other[0]) if is_other_person(own, other) else None


def _phrase_number(text: Words, phrase: tuple[int, int], end: int) -> bool | None:
    """Return whether a phrase is plural, by its noun: the last word before a preposition, or before ``end``."""
    if phrase[0] == phrase[1]:
        return None
    words = text[phrase[0] : max(end, phrase[1])]
    length = next((at for at, word in enumerate(words) if word in PREPOSITIONS), len(words))
    if not length or "of" in words[length : length + 1] or "and" in words[:length]:
        return None
    noun = words[length - 1]
    if noun in _SINGULAR | _PLURAL:
        return noun in _PLURAL
    return noun in PLURALS.values() or (noun.endswith("s") and not noun.endswith(("ss", "us", "is")))
