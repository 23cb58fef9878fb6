"""Make copies of treebank sentences without some articles and endings, for the first stage of the training."""

import random
from dataclasses import replace

from conversion import ROOT, Sentence, Word

RATE = 0.3
"""Share of the articles and inflected words that are changed."""


def without_endings(sentence: Sentence, draw: random.Random) -> Sentence:
    """Return the sentence without some articles and inflections, and with the same analysis.

    A pipeline trained on edited English alone reads ``He go`` as two nouns; ERRANT then calls the
    correction a noun error. Inflections are only removed, which needs no inflection tables.
    """
    words = list(sentence.words)
    has_children = {w.head for w in words}
    kept: list[int] = []
    for index, word in enumerate(words):
        if draw.random() >= RATE:
            kept.append(index)
            continue
        if word.tag == "DT" and word.label == "det" and index not in has_children:
            continue
        words[index] = _uninflected(word)
        kept.append(index)
    new_index = {old: new for new, old in enumerate(kept)}
    return replace(
        sentence,
        words=tuple(replace(words[i], head=ROOT if words[i].head == ROOT else new_index[words[i].head]) for i in kept),
    )


def _uninflected(word: Word) -> Word:
    if word.pos == "AUX" or not word.form.islower():
        return word
    if word.tag == "VBZ":
        return replace(word, form=word.lemma, tag="VBP", morph="Tense=Pres|VerbForm=Fin")
    if word.tag == "NNS":
        return replace(word, form=word.lemma, tag="NN", morph="Number=Sing")
    return word
