"""Make spaCy training data from EWT: ClearNLP labels, paragraphs and single sentences, and learner-like copies."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import spacy
from conversion import ROOT, Sentence, joined, read_conllu, to_clearnlp
from endings import without_endings
from learners import Lexicon, learner_like
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

SEED = 20
MAX_SENTENCES = 10
WITHOUT_ENDINGS_SHARE = 0.3
"""Share of the sentences that occur once more without endings, in the first stage."""
COPIES = 2
"""Learner-like copies of each sentence."""
RUN_SHARE = 0.15
"""Share of the copies that hold two sentences."""


def document(vocab: Vocab, sentences: Sequence[Sentence], *, spaced: bool = True) -> Doc:
    """Return one spaCy document of one or more sentences, with every gold annotation except lemmas.

    Without ``spaced``, the spaces are unknown: training then takes the words as they are instead of the text.
    """
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
        spaces=[w.space_after for w in words] if spaced else None,
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


def first_documents(sentences: Sequence[Sentence], vocab: Vocab) -> Iterator[Doc]:
    """Yield the first stage's texts: edited English, and some copies without endings."""
    draw = random.Random(SEED)
    for paragraph in paragraphs(iter(sentences)):
        if draw.random() < 0.5:
            yield document(vocab, paragraph)
        else:
            yield from (document(vocab, [sentence]) for sentence in paragraph)
        for sentence in paragraph:
            whole = joined(sentence)
            if whole is not sentence:
                yield document(vocab, [whole])
            if draw.random() < WITHOUT_ENDINGS_SHARE:
                yield document(vocab, [without_endings(whole, draw)])


def second_documents(sentences: Sequence[Sentence], vocab: Vocab) -> Iterator[Doc]:
    """Yield the second stage's texts: paragraphs, single sentences of given words, and learner-like copies.

    The pipeline tokenises running text; ERRANT gives it words instead, and spaCy's tokenizer normalises ``ca`` and
    ``n't`` only in running text. So it has to learn both.
    """
    draw = random.Random(SEED)
    lexicon = Lexicon(sentences)
    for paragraph in paragraphs(iter(sentences)):
        yield document(vocab, paragraph)
        wholes = [joined(sentence, attributes=True) for sentence in paragraph]
        yield from (document(vocab, [whole], spaced=False) for whole in wholes)
        for _ in range(COPIES):
            copies = [learner_like(whole, lexicon, draw) for whole in wholes]
            yield from (document(vocab, run, spaced=False) for run in _runs(copies, draw))


def _runs(sentences: Sequence[Sentence], draw: random.Random) -> Iterator[list[Sentence]]:
    """Yield the sentences one by one, some of them with the next one, as learners' text is often split."""
    index = 0
    while index < len(sentences):
        length = 2 if draw.random() < RUN_SHARE else 1
        yield list(sentences[index : index + length])
        index += length


def write_corpus(ewt: Path, out: Path) -> None:
    """Write each stage's texts, and ``dev.spacy`` and ``test.spacy``, which hold whole paragraphs."""
    vocab = spacy.blank("en").vocab
    out.mkdir(parents=True, exist_ok=True)
    sentences = [to_clearnlp(sentence) for sentence in read_conllu(ewt / "train.conllu")]
    DocBin(docs=first_documents(sentences, vocab)).to_disk(out / "first.spacy")
    DocBin(docs=second_documents(sentences, vocab)).to_disk(out / "second.spacy")
    for part in ("dev", "test"):
        sentences = [to_clearnlp(sentence) for sentence in read_conllu(ewt / f"{part}.conllu")]
        held_out = (document(vocab, paragraph) for paragraph in paragraphs(iter(sentences)))
        DocBin(docs=held_out).to_disk(out / f"{part}.spacy")
