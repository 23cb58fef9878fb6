"""Which words of an English text are as they are because of a phrase elsewhere in it.

A verb agrees with its subject, and has the form that its auxiliary asks for; a determiner agrees with its noun, a
pronoun with what it stands for; ``more`` and ``most`` stand for the adjective behind them, and one of two conjunctions
for the other. No parser is asked: it errs most in learners' sentences, and edits that are stated or remembered have no
parse. What the forms of words don't show counts as in agreement.
"""

from collections.abc import Sequence

from markscheme.languages.english.conventions import word_set
from markscheme.languages.english.error_types import (
    CONJUNCTIONS,
    DETERMINERS,
    PLURALS,
    PREPOSITIONS,
    Words,
    forms_of,
    is_other_person,
)
from markscheme.languages.language import Rewritten

_SINGULAR = word_set("a an this that each every much little another it he she him her its is was has does")
_PLURAL = word_set("these those many few both several they them their we you are were have do people police")
_PRONOUNS = word_set("it its they them their he she him her his this that these those")
_RELATIVES = {("who",), ("which",), ("that",), ("whom",)}
_NEGATIONS = word_set("no not n't never nothing nobody none neither nor nowhere")
_DEGREES = {("more",), ("most",)}
_QUESTIONS = word_set("there here what where when why how who which")
_CLAUSES = CONJUNCTIONS | word_set("which who why where when how , ; : . ? !")
"""Words and signs at which another clause, or another part of one, begins."""
_FORMS = {
    **dict.fromkeys(word_set("do does did can could will would shall should may might must"), word_set("base")),
    **dict.fromkeys(word_set("have has had"), word_set("past participle")),
    **dict.fromkeys(word_set("am is are was were be been"), word_set("ing past participle")),
}
"""The forms of verbs that auxiliaries ask for."""
_LONGEST = 3
"""Words of a correction that is only of agreement."""
_NOMINAL = ("ADJ", "DET", "NOUN", "OTHER", "PRON")
"""ERRANT's classes of words that make a phrase of a noun."""


def agrees(text: Sequence[str], phrase: Rewritten, words: Rewritten) -> bool | None:
    """Return whether some words of a text agree with a phrase of it, each with what another version has for it.

    ``None`` where neither asks anything of the other.

    >>> text, phrase = "The reports on this channel are late".split(), Rewritten(1, 2, ("news",), "R:NOUN")
    >>> agrees(text, phrase, Rewritten(5, 6, ("is",))), agrees(text, phrase, Rewritten(5, 6, ("were",)))
    (True, None)
    >>> agrees("his friends plays".split(), Rewritten(1, 2, ("mates",), "R:NOUN"), Rewritten(2, 3, ("play",)))
    False
    """
    own, other = _lower(text[words.start : words.end]), _lower(words.other)
    if max(len(own), len(other)) > _LONGEST:
        return None
    if _is_other_negation(text, phrase, own, other):
        return True
    is_person, is_nominal = is_other_person(own, other), any(f":{kind}" in phrase.type for kind in _NOMINAL)
    if phrase.end <= words.start:
        between = _lower(text[phrase.end : words.start])
        between = between[1:] if between[:1] in _RELATIVES else between
        if _CLAUSES.isdisjoint(between) and _is_of_verb(text, phrase, own, other):
            return True
        if _is_other_conjunction(phrase, own, other):
            return True
        is_subject = is_person and _CLAUSES.isdisjoint(between)
        is_meant = own in _RELATIVES and other in _RELATIVES and not between
        is_meant = is_meant or (bool(own and other) and _PRONOUNS.issuperset((*own, *other)))
        governs, end = is_subject or is_meant, words.start if is_subject else phrase.end
    else:
        between = _lower(text[words.end : phrase.start])
        if not between and own[:1] in _DEGREES and not other:
            return True
        is_inverted = is_person and (not words.start or text[words.start - 1].lower() in _QUESTIONS)
        governs = (is_inverted or DETERMINERS.issuperset((*own, *other))) and _is_one_phrase(between)
        end = phrase.end
    if not governs or not is_nominal:
        return None
    return {_number(own, other), _phrase_number(_lower(text[phrase.start : end]))} != {True, False}


def _lower(words: Sequence[str]) -> Words:
    return tuple(word.lower() for word in words)


def _is_of_verb(text: Sequence[str], phrase: Rewritten, own: Words, other: Words) -> bool:
    if not phrase.end or len(own) != 1 or len(other) != 1:
        return False
    wanted = _FORMS.get(text[phrase.end - 1].lower())
    if wanted is None:
        return False
    forms = [dict(forms_of(word)) for word in (*own, *other)]
    return not wanted.isdisjoint(forms[0][verb] for verb in forms[0] if verb in forms[1])


def _is_other_conjunction(phrase: Rewritten, own: Words, other: Words) -> bool:
    """Return whether a phrase is without a conjunction, and words that the other version is without are another."""
    is_without = phrase.end - phrase.start < len(phrase.other) and phrase.other[0].lower() in CONJUNCTIONS
    return is_without and bool(own) and CONJUNCTIONS.issuperset(own) and not any(map(str.isalpha, other))


def _is_other_negation(text: Sequence[str], phrase: Rewritten, own: Words, other: Words) -> bool:
    """Return whether words lack the other version's negation, and another one stands in a phrase or beside it."""
    if _NEGATIONS.isdisjoint(other) or not _NEGATIONS.isdisjoint(own):
        return False
    return not _NEGATIONS.isdisjoint(_lower(text[max(0, phrase.start - 1) : phrase.end + 1]))


def _is_one_phrase(between: Words) -> bool:
    others = set(between) - DETERMINERS - {"of"}
    return len(others) <= 1 and _CLAUSES.isdisjoint(others) and PREPOSITIONS.isdisjoint(others)


def _number(own: Words, other: Words) -> bool | None:
    if len(own) != 1:
        return None
    if own[0] in _SINGULAR | _PLURAL:
        return own[0] in _PLURAL
    return len(own[0]) < len(other[0]) if is_other_person(own, other) else None


def _phrase_number(words: Words) -> bool | None:
    """Return whether a phrase is plural, by its noun: the last word before a preposition; ``None`` if it has none."""
    length = next((at for at, word in enumerate(words) if word in PREPOSITIONS), len(words))
    if not length or "of" in words[length : length + 1] or "and" in words[:length]:
        return None
    noun = words[length - 1]
    if noun in _SINGULAR | _PLURAL:
        return noun in _PLURAL
    return noun in PLURALS.values() or (noun.endswith("s") and not noun.endswith(("ss", "us", "is")))
