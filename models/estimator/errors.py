"""Learners' errors, and wrong corrections as systems make them, in sentences of a treebank.

Shares of learners' errors (:data:`SHARES`) are close to those of NUCLE (Ng et al., *The CoNLL-2014 Shared Task*), with
spelling and punctuation as frequent as in FCE and W&I (Bryant et al., *The BEA-2019 Shared Task*): whole numbers, not
fitted to anything. Errors in capital letters are left out, since the encoder is uncased. About a quarter as many are
what wrong corrections do: needless articles, prepositions and commas, another form of a verb, a word with a near
meaning. Words are inflected by LemmInflect.
"""

import random
from collections.abc import Callable, Mapping, Sequence

import attrs
import lemminflect
from confusions import CONFUSED, PREPOSITIONS, SOUNDS

DRAWS = 10
"""How often an error is drawn for a sentence before it is given up."""


@attrs.frozen
class Word:
    """A treebank word: form, lemma, universal and PTB tag."""

    form: str
    lemma: str
    upos: str
    tag: str


@attrs.frozen
class Error:
    """The words ``start`` to ``end`` (half-open) become ``replacement``."""

    start: int
    end: int
    replacement: tuple[str, ...]


Sentence = Sequence[Word]
Maker = Callable[[Sentence, int, random.Random], tuple[str, ...] | Error | None]
"""Return an error of one type at a word: the new words, or a wider change; ``None`` if none is possible there."""

ARTICLES = ("a", "an", "the")
VOWELS = "aeiou"


def _like(form: str, other: str) -> str:
    return other.capitalize() if form[:1].isupper() and form.lower() != "i" else other


def _inflected(word: Word, tag: str) -> tuple[str, ...] | None:
    forms: tuple[str, ...] = lemminflect.getInflection(word.lemma, tag)
    if not forms or forms[0].lower() == word.form.lower():
        return None
    return (_like(word.form, forms[0]),)


def article(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | Error | None:
    word = sentence[at]
    if word.form.lower() in ARTICLES:
        if rng.random() < 0.65:
            return ()
        other = "the" if word.form.lower() != "the" else "a"
        return (_like(word.form, other),)
    before = sentence[at - 1] if at else None
    bare = word.upos in ("NOUN", "ADJ") and before is not None
    if bare and before is not None and before.upos not in ("DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON", "PUNCT"):
        return (rng.choice(("the", "the", "a")), word.form) if rng.random() < 0.4 else None
    return None


def preposition(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    if word.upos == "ADP" and word.form.lower() in PREPOSITIONS:
        if rng.random() < 0.3:
            return ()
        others = [other for other in PREPOSITIONS if other != word.form.lower()]
        return (_like(word.form, rng.choice(others)),)
    if word.upos == "VERB" and word.tag != "VBN" and at + 1 < len(sentence) and rng.random() < 0.15:
        following = sentence[at + 1]
        return (word.form, rng.choice(PREPOSITIONS)) if following.upos in ("DET", "PRON", "NOUN") else None
    return None


def noun_number(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    other = {"NN": "NNS", "NNS": "NN"}.get(word.tag)
    if word.upos != "NOUN" or other is None or (other == "NNS" and rng.random() < 0.5):
        return None
    return _inflected(word, other)


def agreement(sentence: Sentence, at: int, _rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    be = {"is": "are", "are": "is", "was": "were", "were": "was", "am": "is"}.get(word.form.lower())
    if be:
        return (_like(word.form, be),)
    other = {"VBZ": "VB", "VBP": "VBZ"}.get(word.tag)
    return _inflected(word, other) if other and "'" not in word.form else None


def verb_tense(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    if "'" in word.form:
        return None
    if word.tag == "MD":
        others = {"will": "would", "would": "will", "can": "could", "could": "can", "may": "might", "should": "must"}
        other = others.get(word.form.lower())
        return (_like(word.form, other),) if other else None
    if word.tag == "VBD":
        return _inflected(word, rng.choice(("VB", "VBZ", "VBP")))
    if word.tag in ("VBZ", "VBP"):
        return _inflected(word, "VBD")
    return None


def verb_form(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    after_to = at > 0 and sentence[at - 1].tag in ("TO", "MD")
    if word.tag == "VB" and after_to:
        return _inflected(word, rng.choice(("VBG", "VBD", "VBZ")))
    if word.tag == "VBG":
        return _inflected(word, rng.choice(("VB", "VB", "VBN"))) if rng.random() < 0.8 else ("to", word.lemma)
    if word.tag == "VBN":
        return _inflected(word, rng.choice(("VB", "VBG")))
    if word.tag == "TO" and at + 1 < len(sentence) and sentence[at + 1].tag == "VB":
        return ()
    return None


def word_form(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    form = sentence[at].form
    if sentence[at].upos == "ADV" and form.endswith("ly") and len(form) > 5:
        return (form[:-2],)
    if sentence[at].upos == "ADJ" and len(form) > 4:
        if rng.random() < 0.2 and sentence[at].tag == "JJR":
            return ("more", form)
        ends = (("ful", ""), ("ical", "ic"), ("ous", ""), ("ent", "ence"), ("able", ""), ("y", "ily"), ("al", ""))
        for end, other in ends:
            if form.endswith(end) and len(form) > len(end) + 3:
                return (form[: -len(end)] + other,)
        return (f"{form}ly",)
    if sentence[at].upos == "NOUN" and len(form) > 5:
        for end, other in (("tion", "te"), ("ness", ""), ("ment", ""), ("ence", "ent"), ("ity", "e")):
            if form.endswith(end):
                return (form[: -len(end)] + other,)
    return None


def spelling(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    form = word.form
    if len(form) < 4 or not form.isalpha() or word.upos == "PROPN":
        return None
    for right, wrong in rng.sample(SOUNDS, len(SOUNDS)):
        if right in form[1:] and rng.random() < 0.5:
            where = form.index(right, 1)
            return (form[:where] + wrong + form[where + len(right) :],)
    where = rng.randrange(1, len(form) - 1)
    before, letter, after = form[:where], form[where], form[where + 1 :]
    changes = [before + after, before + letter + letter + after, before + after[0] + letter + after[1:]]
    if letter in VOWELS:
        changes += [before + rng.choice([other for other in VOWELS if other != letter]) + after] * 2
    changed = rng.choice(changes)
    return (changed,) if changed != form else None


def confusion(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    form = sentence[at].form
    others = CONFUSED.get(form.lower()) or CONFUSED.get(sentence[at].lemma)
    if not others:
        return None
    other = rng.choice(others)
    if form.lower() not in CONFUSED and sentence[at].upos == "VERB":
        forms: tuple[str, ...] = lemminflect.getInflection(other, sentence[at].tag)
        other = forms[0] if forms else other
    return (_like(form, other),)


def word_order(sentence: Sentence, at: int, _rng: random.Random) -> Error | None:
    if at + 1 >= len(sentence):
        return None
    first, second = sentence[at], sentence[at + 1]
    kinds = {first.upos, second.upos}
    if kinds & {"PUNCT", "DET", "PART", "NUM"} or not kinds & {"ADV", "ADJ", "AUX", "NOUN", "VERB"}:
        return None
    words = (_like(first.form, second.form), first.form if first.upos == "PROPN" else first.form.lower())
    return Error(at, at + 2, words) if words[0].lower() != words[1].lower() else None


def missing(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    likely = {"AUX": 1.0, "PRON": 0.8, "PART": 0.6, "SCONJ": 0.6, "CCONJ": 0.3, "VERB": 0.2, "NOUN": 0.1}
    return () if rng.random() < likely.get(word.upos, 0.0) and "'" not in word.form else None


def doubled(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    if word.upos == "PUNCT" or word.form[0] in "'’":
        return None
    if rng.random() < 0.3:
        return (word.form, word.form.lower() if at == 0 else word.form)
    if word.upos == "VERB" and rng.random() < 0.5:
        return (rng.choice(("is", "are", "was", "be")), word.form)
    return (word.form, rng.choice(("that", "it", "of", "the", "to", "very", "also", "more"))) if at else None


def punctuation(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    if word.form == ",":
        return () if rng.random() < 0.8 else (".",)
    if word.form in (".", "?") and at == len(sentence) - 1:
        return () if rng.random() < 0.7 else (rng.choice((",", ".")),)
    inside = 1 < at < len(sentence) - 2 and word.upos not in ("PUNCT", "DET", "ADP") and "'" not in word.form
    return (word.form, ",") if inside and rng.random() < 0.1 else None


def needless_article(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    before = sentence[at - 1].upos if at else ""
    if word.upos in ("NOUN", "ADJ", "PROPN") and before in ("DET", "ADJ", "PRON", "PROPN", "NOUN", "NUM"):
        return None
    if word.upos in ("PROPN", "PRON") or (word.upos == "NOUN" and word.tag == "NNS"):
        return (rng.choice(("the", "a", "an") if word.upos != "PRON" else ("the",)), word.form)
    return None


def needless_comma(sentence: Sentence, at: int, _rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    inside = 0 < at < len(sentence) - 2 and "PUNCT" not in (word.upos, sentence[at + 1].upos)
    return (word.form, ",") if inside and "'" not in sentence[at + 1].form else None


def needless_preposition(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    if word.upos in ("VERB", "NOUN") and at + 1 < len(sentence) and sentence[at + 1].upos not in ("ADP", "PUNCT"):
        return (word.form, rng.choice(PREPOSITIONS))
    return None


def other_verb_form(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
    word = sentence[at]
    if word.upos not in ("VERB", "AUX") or "'" in word.form:
        return None
    draw = rng.random()
    if draw < 0.5:
        return _inflected(word, rng.choice(("VB", "VBG", "VBD", "VBN", "VBZ")))
    if draw < 0.75 and word.tag in ("VBD", "VBN"):
        return (rng.choice(("has", "have", "had", "was", "is")), word.form)
    if word.tag in ("VB", "VBP", "VBD"):
        return (rng.choice(("will", "would", "can", "to", "have")), word.lemma)
    return None


def near_word(near: Mapping[tuple[str, str], Sequence[str]]) -> Maker:
    """Return the maker that puts a word with a near meaning and the same tag in a word's place."""

    def made(sentence: Sentence, at: int, rng: random.Random) -> tuple[str, ...] | None:
        others = near.get((sentence[at].form.lower(), sentence[at].tag))
        return (_like(sentence[at].form, rng.choice(others)),) if others else None

    return made


SHARES: dict[Maker, int] = {
    article: 15, spelling: 14, confusion: 10, noun_number: 9, punctuation: 9, preposition: 8, verb_tense: 7,
    verb_form: 7, agreement: 6, missing: 5, word_form: 3, word_order: 3, doubled: 3,
}  # fmt: skip
"""Shares of learners' errors."""
NEAR_SHARE = 8
WRONG_CORRECTIONS: dict[Maker, int] = {
    needless_article: 4, needless_comma: 4, needless_preposition: 3, other_verb_form: 6,
}  # fmt: skip
"""Shares of wrong corrections, besides words with a near meaning."""


def makers(near: Mapping[tuple[str, str], Sequence[str]]) -> dict[Maker, int]:
    """Return all makers with their shares."""
    return {**SHARES, near_word(near): NEAR_SHARE, **WRONG_CORRECTIONS}


def error_in(
    sentence: Sentence,
    shares: Mapping[Maker, int],
    rng: random.Random,
    others: Sequence[Error] = (),
    at: int | None = None,
) -> Error | None:
    """Return one error that changes a word and overlaps no other; ``None`` if none was drawn in :data:`DRAWS` draws.

    Parameters
    ----------
    at
        The only word at which it may be made; ``None`` for any.
    """
    for _ in range(DRAWS):
        [maker] = rng.choices(list(shares), list(shares.values()))
        for place in [at] if at is not None else rng.sample(range(len(sentence)), len(sentence)):
            made = maker(sentence, place, rng)
            if made is None:
                continue
            error = made if isinstance(made, Error) else Error(place, place + 1, made)
            before = [word.form.lower() for word in sentence[error.start : error.end]]
            if [word.lower() for word in error.replacement] == before:
                continue
            if any(error.start < other.end and other.start < error.end for other in others):
                break
            return error
    return None
