"""Make spaCy training data from EWT: ClearNLP labels, paragraphs and single sentences, and learner-like copies."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import spacy
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from conversion import ROOT, Sentence, Word, joined, read_conllu, to_clearnlp

SEED = 20
MAX_SENTENCES = 10
LEARNER_SHARE = 0.3
LEARNER_RATE = 0.3


def document(vocab: Vocab, sentences: Sequence[Sentence]) -> Doc:
    """Return one spaCy document of one or more sentences, with every gold annotation except lemmas."""
    words = [word for sentence in sentences for word in sentence.words]
    heads: list[int] = []
    starts: list[bool] = []
    for sentence in sentences:
        offset = len(heads)
        for index, word in enumerate(sentence.words):
            heads.append(offset + (index if word.head == ROOT else word.head))
            starts.append(index == 0)
    return Doc(
        vocab,
        words=[w.form for w in words],
        spaces=[w.space_after for w in words],
        tags=[w.tag for w in words],
        pos=[w.pos for w in words],
        morphs=[w.morph for w in words],
        heads=heads,
        deps=[w.label for w in words],
        sent_starts=starts,
    )


def paragraphs(sentences: Iterator[Sentence]) -> Iterator[list[Sentence]]:
    """Yield runs of consecutive sentences of one paragraph, at most ``MAX_SENTENCES`` long."""
    current: list[Sentence] = []
    for sentence in sentences:
        if current and (sentence.starts_paragraph or len(current) == MAX_SENTENCES):
            yield current
            current = []
        current.append(sentence)
    if current:
        yield current


def learner_like(sentence: Sentence, draw: random.Random) -> Sentence:
    """Return the sentence without some articles and inflections, and with the same analysis.

    A pipeline trained on edited English alone reads ``He go`` as two nouns; ERRANT then calls the
    correction a noun error. Inflections are only removed, which needs no inflection tables.
    """
    words = list(sentence.words)
    has_children = {w.head for w in words}
    kept: list[int] = []
    for index, word in enumerate(words):
        if draw.random() >= LEARNER_RATE:
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


def training_documents(path: Path, vocab: Vocab, learner_share: float) -> Iterator[Doc]:
    draw = random.Random(SEED)
    converted = (to_clearnlp(sentence) for sentence in read_conllu(path))
    for paragraph in paragraphs(converted):
        if draw.random() < 0.5:
            yield document(vocab, paragraph)
        else:
            yield from (document(vocab, [sentence]) for sentence in paragraph)
        for sentence in paragraph:
            with_joins = joined(sentence)
            if with_joins is not sentence:
                yield document(vocab, [with_joins])
            if draw.random() < learner_share:
                yield document(vocab, [learner_like(with_joins, draw)])


def write_corpus(ewt: Path, out: Path, learner_share: float) -> None:
    """Write ``train.spacy``, ``dev.spacy`` and ``test.spacy``; the last two hold whole paragraphs."""
    vocab = spacy.blank("en").vocab
    out.mkdir(parents=True, exist_ok=True)
    train = training_documents(ewt / "train.conllu", vocab, learner_share)
    DocBin(docs=train).to_disk(out / "train.spacy")
    for part in ("dev", "test"):
        sentences = (to_clearnlp(sentence) for sentence in read_conllu(ewt / f"{part}.conllu"))
        held_out = (document(vocab, paragraph) for paragraph in paragraphs(sentences))
        DocBin(docs=held_out).to_disk(out / f"{part}.spacy")
