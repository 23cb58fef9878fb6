"""Make learner-like copies of treebank sentences, with the analysis that their forms deserve.

A pipeline trained on edited English alone reads ``He go`` as two nouns; ERRANT then calls the correction a noun
error. The copies have errors whose analysis is known from the right sentence: a wrong form keeps its word's head and
label, and gets the tag of the form (``he go``: ``VBP``); a misspelt word keeps the tag of the word that was meant.
Words are inflected by LemmInflect.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import lemminflect
from conversion import ROOT, Sentence, Word, joined

RATE = 0.14
"""Errors a token, besides the one error that every copy gets."""
MAX_ERRORS = 6
"""Maximum number of errors in a copy."""
MIN_ATTESTED = 2
"""How often the treebank must have a form with a tag, if an error makes another word of it."""

PREPOSITIONS = ("about", "at", "by", "for", "from", "in", "into", "of", "on", "to", "with")
ARTICLES = ("a", "an", "the")
MODALS = ("can", "could", "may", "might", "must", "should", "will", "would")
NUMBER_OF_BE = {"is": "are", "are": "is", "was": "were", "were": "was", "am": "is"}
TAG_OF_BE = {"is": "VBZ", "are": "VBP", "was": "VBD", "were": "VBD"}
PRONOUNS = {
    "PRP": {"he": "she", "she": "he", "they": "he", "it": "they", "him": "he", "them": "they", "me": "I", "us": "we"},
    "PRP$": {"his": "her", "her": "his", "their": "his", "its": "their", "our": "their", "your": "their"},
}
DERIVED = (
    ("JJ", "ful", "", "NN"), ("JJ", "y", "", "NN"), ("JJ", "ous", "", "NN"), ("JJ", "al", "", "NN"),
    ("JJ", "ent", "ence", "NN"), ("JJ", "ant", "ance", "NN"), ("JJ", "", "ly", "RB"), ("JJ", "ic", "ics", "NN"),
    ("JJ", "ive", "ion", "NN"), ("JJ", "", "ness", "NN"), ("JJ", "", "ity", "NN"), ("JJ", "le", "ility", "NN"),
    ("NN", "ence", "ent", "JJ"), ("NN", "ance", "ant", "JJ"), ("NN", "ness", "", "JJ"), ("NN", "ity", "", "JJ"),
    ("NN", "ment", "", "VB"), ("NN", "tion", "te", "VB"), ("NN", "ation", "e", "VB"), ("NN", "ion", "", "VB"),
    ("NN", "", "ful", "JJ"), ("NN", "", "y", "JJ"), ("NN", "", "al", "JJ"), ("NN", "usion", "ude", "VB"),
    ("RB", "ly", "", "JJ"), ("RB", "ily", "y", "JJ"), ("VB", "", "ment", "NN"), ("VB", "te", "tion", "NN"),
    ("VB", "e", "ation", "NN"), ("VB", "", "ion", "NN"),
)  # fmt: skip
"""Tag, ending, another ending, its tag: a word of the same family in another part of speech."""
MISSPELT = (
    ("ie", "ei"), ("ei", "ie"), ("ss", "s"), ("ll", "l"), ("tt", "t"), ("mm", "m"), ("cc", "c"), ("nn", "n"),
    ("pp", "p"), ("rr", "r"), ("ff", "f"), ("tion", "sion"), ("ence", "ance"), ("ance", "ence"), ("ible", "able"),
    ("able", "ible"), ("ent", "ant"), ("ant", "ent"), ("ough", "ogh"), ("ght", "gth"), ("ea", "ee"), ("ee", "ea"),
    ("ou", "uo"), ("th", "ht"), ("ck", "k"), ("ful", "full"), ("ph", "f"), ("ch", "tch"), ("ous", "us"),
    ("ui", "iu"), ("ai", "ia"), ("ly", "lly"), ("e", "a"), ("a", "e"), ("i", "e"),
)  # fmt: skip
"""A right spelling and a wrong one that learners write."""
UD_MORPH_OF_TAG = {
    "NN": "Number=Sing", "NNS": "Number=Plur", "JJ": "Degree=Pos", "RB": "Degree=Pos",
    "VB": "VerbForm=Inf", "VBG": "Tense=Pres|VerbForm=Part", "VBN": "Tense=Past|VerbForm=Part",
    "VBD": "Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin",
    "VBP": "Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin",
    "VBZ": "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin",
}  # fmt: skip
"""UD's most frequent morphology of each tag that an error can give."""
POS_OF_DERIVED = {"NN": "NOUN", "JJ": "ADJ", "RB": "ADV", "VB": "VERB"}


class Lexicon:
    """The forms of a treebank, with their tags."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self._tags: dict[str, Counter[str]] = {}
        for sentence in sentences:
            for word in sentence.words:
                self._tags.setdefault(word.form.lower(), Counter())[word.tag] += 1
        wholes = [joined(sentence, attributes=True) for sentence in sentences]
        self.attributes = sorted({word.form.lower() for whole in wholes for word in whole.words if _is_attribute(word)})
        """Adjectives with a hyphen: *long-term*, *day-to-day*."""
        self.nouns = [form for form in self._tags if form.isalpha() and len(form) < 7 and self.attests(form, "NN")]
        """Short nouns, of which such adjectives are made."""

    def __contains__(self, form: str) -> bool:
        return form.lower() in self._tags

    def attests(self, form: str, tag: str) -> bool:
        """Return whether ``tag`` is the form's most frequent one, and frequent enough."""
        tags = self._tags.get(form.lower())
        return tags is not None and tags[tag] >= MIN_ATTESTED and tags.most_common(1)[0][0] == tag


class Draft:
    """A sentence that is being changed: words, and the order in which they stand."""

    def __init__(self, sentence: Sentence, lexicon: Lexicon, draw: random.Random) -> None:
        self.sentence = sentence
        self.words = list(sentence.words)
        self.order = list(range(len(self.words)))
        self.lexicon = lexicon
        self.draw = draw
        self.changed: set[int] = set()

    def before(self, index: int, distance: int = 1) -> Word | None:
        """Return the word at a distance before a word, in the changed order; ``None`` before the first one."""
        at = self.order.index(index) - distance
        return self.words[self.order[at]] if at >= 0 else None

    def has_children(self, index: int) -> bool:
        return any(self.words[other].head == index for other in self.order)

    def put(self, index: int, form: str, tag: str | None = None, pos: str | None = None) -> bool:
        """Give a word another form, and the tag of that form."""
        word = self.words[index]
        if form.lower() == word.form.lower():
            return False
        form = form[:1].upper() + form[1:] if word.form[:1].isupper() and word.form.lower() != "i" else form
        morph = word.morph if tag is None else UD_MORPH_OF_TAG.get(tag, word.morph)
        self.words[index] = replace(word, form=form, tag=tag or word.tag, pos=pos or word.pos, morph=morph)
        self.changed.add(index)
        return True

    def drop(self, index: int) -> bool:
        """Leave a word out, unless others depend on it."""
        if self.has_children(index) or len(self.order) < 2:
            return False
        self.order.remove(index)
        return True

    def insert(self, index: int, word: Word) -> bool:
        """Put a word before another one."""
        self.words.append(word)
        self.order.insert(self.order.index(index), len(self.words) - 1)
        self.changed.add(len(self.words) - 1)
        return True

    def result(self) -> Sentence:
        """Return the changed sentence; spaces between its words are not known."""
        new_index = {old: new for new, old in enumerate(self.order)}
        words = (self.words[index] for index in self.order)
        return replace(
            self.sentence, words=tuple(replace(w, head=ROOT if w.head == ROOT else new_index[w.head]) for w in words)
        )


def _is_attribute(word: Word) -> bool:
    return word.label == "amod" and word.tag == "JJ" and "-" in word.form and word.form.replace("-", "").isalpha()


Maker = Callable[[Draft, int], bool]
"""Make an error of one type at a word; return whether one was possible there."""


def _inflected(lemma: str, tag: str) -> str | None:
    forms: tuple[str, ...] = lemminflect.getInflection(lemma, tag)
    return forms[0] if forms else None


def _inflect(draft: Draft, index: int, tag: str, shown_tag: str | None = None) -> bool:
    form = _inflected(draft.words[index].lemma, tag)
    return form is not None and form.isalpha() and draft.put(index, form, shown_tag or tag)


def _is_common(word: Word) -> bool:
    return word.form.isalpha() and (word.form.islower() or word.form.istitle())


def agreement(draft: Draft, index: int) -> bool:
    """Use the third person for another one, or the other way round."""
    word = draft.words[index]
    form = word.form.lower()
    if word.tag in ("VBZ", "VBP", "VBD") and form in NUMBER_OF_BE:
        return draft.put(index, NUMBER_OF_BE[form], TAG_OF_BE[NUMBER_OF_BE[form]])
    if not _is_common(word):
        return False
    if word.tag == "VBZ":
        return _inflect(draft, index, "VBP")
    return word.tag == "VBP" and _inflect(draft, index, "VBZ")


def noun_number(draft: Draft, index: int) -> bool:
    """Use the plural for the singular, or the other way round; ``informations`` too."""
    word = draft.words[index]
    if word.pos != "NOUN" or not _is_common(word):
        return False
    if word.tag == "NNS":
        return _inflect(draft, index, "NN")
    return word.tag == "NN" and _inflect(draft, index, "NNS")


def verb_form(draft: Draft, index: int) -> bool:
    """Use another form for an infinitive or a participle."""
    word = draft.words[index]
    if word.pos not in ("VERB", "AUX") or word.label in ("amod", "compound") or not _is_common(word):
        return False
    if word.tag == "VB":
        tag = draft.draw.choice(("VBG", "VBN", "VBD", "VBZ", "VBZ"))
        is_past = tag == "VBD" and _inflected(word.lemma, "VBD") == _inflected(word.lemma, "VBN")
        return _inflect(draft, index, tag, "VBN" if is_past else tag)
    if word.tag == "VBG":
        return _inflect(draft, index, draft.draw.choice(("VB", "VB", "VBN")))
    return word.tag == "VBN" and _inflect(draft, index, draft.draw.choice(("VB", "VB", "VBG")))


def verb_tense(draft: Draft, index: int) -> bool:
    """Use the present for the past, the past for the present, or another modal verb."""
    word = draft.words[index]
    if word.tag == "MD" and word.form.lower() in MODALS:
        return draft.put(index, draft.draw.choice(MODALS))
    if word.form.lower() in NUMBER_OF_BE:
        present = {"was": "is", "were": "are", "is": "was", "are": "were", "am": "was"}[word.form.lower()]
        return draft.put(index, present, TAG_OF_BE[present]) if word.tag in ("VBZ", "VBP", "VBD") else False
    if not _is_common(word):
        return False
    if word.tag == "VBD":
        return _inflect(draft, index, draft.draw.choice(("VBP", "VBP", "VBZ")))
    return word.tag in ("VBZ", "VBP") and _inflect(draft, index, "VBD")


def word_form(draft: Draft, index: int) -> bool:
    """Use a word of the same family in another part of speech; the treebank must have it with that tag."""
    word = draft.words[index]
    before = draft.before(index)
    if len(word.form) < 4 or not _is_common(word) or word.pos == "AUX" or (before is not None and before.tag == "TO"):
        return False
    families = [family for family in DERIVED if family[0] == word.tag and word.form.endswith(family[1])]
    draft.draw.shuffle(families)
    for _, ending, other, tag in families:
        form = word.form[: len(word.form) - len(ending)] + other
        if len(form) > 2 and draft.lexicon.attests(form, tag):
            return draft.put(index, form, tag, POS_OF_DERIVED[tag])
    return False


def spelling(draft: Draft, index: int) -> bool:
    """Misspell a word; the result is no word of the treebank."""
    word = draft.words[index]
    form = word.form
    if len(form) < 4 or not _is_common(word):
        return False
    draw = draft.draw
    if draw.random() < 0.6:
        right, wrong = draw.choice(MISSPELT)
        at = form.find(right, 1)
        misspelt = form[:at] + wrong + form[at + len(right) :] if at > 0 else form
    else:
        at = draw.randrange(1, len(form) - 1)
        before, letter, after = form[:at], form[at], form[at + 1 :]
        changes = (before + after, before + letter * 2 + after, before + after[0] + letter + after[1:])
        misspelt = draw.choice(changes)
    return misspelt not in draft.lexicon and draft.put(index, misspelt)


def article(draft: Draft, index: int) -> bool:
    """Leave an article out, use another one, or put one before a noun that has none."""
    word = draft.words[index]
    if word.tag == "DT" and word.form.lower() in ARTICLES:
        if draft.draw.random() < 0.6:
            return draft.drop(index)
        return draft.put(index, draft.draw.choice(ARTICLES))
    before = draft.before(index)
    is_bare = (
        word.tag in ("NN", "NNS") and before is not None and before.tag in ("IN", "VB", "VBP", "VBZ", "VBD", "VBG")
    )
    if not is_bare or word.label not in ("dobj", "pobj", "nsubj"):
        return False
    form = draft.draw.choice(("the", "the", "a"))
    return draft.insert(index, Word(form, form, "DT", "DET", "Definite=Def|PronType=Art", index, "det", True))


def preposition(draft: Draft, index: int) -> bool:
    """Use another preposition."""
    word = draft.words[index]
    if word.tag != "IN" or word.label not in ("prep", "agent") or word.form.lower() not in PREPOSITIONS:
        return False
    return draft.put(index, draft.draw.choice(PREPOSITIONS))


def pronoun(draft: Draft, index: int) -> bool:
    """Use another pronoun of the same kind."""
    word = draft.words[index]
    other = PRONOUNS.get(word.tag, {}).get(word.form.lower())
    return other is not None and draft.put(index, other)


def missing(draft: Draft, index: int) -> bool:
    """Leave out an auxiliary verb, *to*, a pronoun or a conjunction."""
    word = draft.words[index]
    is_short = word.label in ("aux", "auxpass", "nsubj", "mark", "cc", "det", "poss", "dobj")
    return is_short and word.tag in ("MD", "TO", "VBZ", "VBP", "VBD", "PRP", "PRP$", "IN", "CC") and draft.drop(index)


def punctuation(draft: Draft, index: int) -> bool:
    """Leave out a comma or the full stop, or write one for the other."""
    word = draft.words[index]
    if word.form not in (",", "."):
        return False
    if draft.draw.random() < 0.7:
        return draft.drop(index)
    other = "." if word.form == "," else ","
    return draft.put(index, other, other)


def case(draft: Draft, index: int) -> bool:
    """Begin a sentence or a name with a small letter, or a noun with a capital one."""
    word = draft.words[index]
    if not word.form.isalpha():
        return False
    if word.form.istitle() and (draft.before(index) is None or word.pos == "PROPN" or word.form == "I"):
        form = word.form.lower()
    elif word.form.islower() and word.pos == "NOUN":
        form = word.form.capitalize()
    else:
        return False
    draft.words[index] = replace(word, form=form)
    draft.changed.add(index)
    return True


def word_order(draft: Draft, index: int) -> bool:
    """Put an adverb on the other side of the verb beside it."""
    at = draft.order.index(index)
    if at + 2 > len(draft.order) - 1 or at == 0:
        return False
    first, second = draft.words[index], draft.words[draft.order[at + 1]]
    if {first.pos, second.pos} not in ({"ADV", "VERB"}, {"ADV", "AUX"}) or "'" in first.form + second.form:
        return False
    draft.order[at], draft.order[at + 1] = draft.order[at + 1], draft.order[at]
    return True


def hyphenated(draft: Draft, index: int) -> bool:
    """Use an adjective with a hyphen for another one: the treebank splits such words, and has few of them."""
    word = draft.words[index]
    if word.tag != "JJ" or word.label != "amod" or not word.form.islower() or draft.has_children(index):
        return False
    if draft.draw.random() < 0.7:
        return draft.put(index, draft.draw.choice(draft.lexicon.attributes))
    noun = draft.draw.choice(draft.lexicon.nouns)
    return draft.put(index, f"{noun}-{draft.draw.choice(('to', 'to', 'by', 'on'))}-{noun}")


SHARES: dict[Maker, int] = {
    agreement: 16, noun_number: 18, verb_form: 12, verb_tense: 8, word_form: 9, spelling: 13, article: 8,
    preposition: 4, hyphenated: 2, pronoun: 1, missing: 4, punctuation: 2, case: 2, word_order: 1,
}  # fmt: skip
"""Percent of the errors tried. Inflections have more than their share of learners' errors: types depend on them."""


def learner_like(sentence: Sentence, lexicon: Lexicon, draw: random.Random) -> Sentence:
    """Return the sentence with learners' errors; without any, if none was possible."""
    draft = Draft(sentence, lexicon, draw)
    wanted = min(MAX_ERRORS, 1 + sum(draw.random() < RATE for _ in sentence.words))
    made = 0
    for _ in range(8 * wanted):
        if made == wanted:
            break
        [maker] = draw.choices(list(SHARES), list(SHARES.values()))
        places = [index for index in draft.order if index not in draft.changed]
        draw.shuffle(places)
        made += any(maker(draft, index) for index in places)
    return draft.result()
