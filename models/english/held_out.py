"""Measure ERRANT's types on learner-like copies of EWT's development part, against types from the treebank's analysis.

Run ``python held_out.py EWT_FOLDER [--pipeline FOLDER]``. Both sides of each correction are analysed twice: by the
pipeline, and with the treebank's tags, parts of speech, heads and labels. Variants of the training are chosen with this
figure, and with the treebank's own; the published corpora are only measured.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import spacy
from conversion import Sentence, joined, read_conllu, to_clearnlp
from corpus import SEED, document
from learners import Lexicon, learner_like
from spacy.tokens import Doc
from train import SHIPPED

from markscheme.languages.language import find_language


def pairs(ewt: Path) -> Iterator[tuple[Sentence, Sentence]]:
    """Yield a learner-like copy of each development sentence, and the sentence."""
    lexicon = Lexicon([to_clearnlp(sentence) for sentence in read_conllu(ewt / "train.conllu")])
    draw = random.Random(SEED)
    for sentence in read_conllu(ewt / "dev.conllu"):
        whole = joined(to_clearnlp(sentence), attributes=True)
        yield learner_like(whole, lexicon, draw), whole


class Analyses:
    """A pipeline's analysis of a sentence, and the treebank's."""

    def __init__(self, nlp: Any) -> None:
        self._nlp = nlp
        self._completing = [nlp.get_pipe(name) for name in ("attribute_ruler", "lemmatizer")]

    def own(self, sentence: Sentence) -> Doc:
        """Return the pipeline's analysis of the sentence's words."""
        return self._nlp(Doc(self._nlp.vocab, words=[word.form for word in sentence.words]))

    def gold(self, sentence: Sentence) -> Doc:
        """Return the treebank's analysis, with the pipeline's rules for parts of speech and lemmas."""
        doc = document(self._nlp.vocab, [sentence], spaced=False)
        for component in self._completing:
            doc = component(doc)
        return doc


def _types(annotator: Any, source: Doc, target: Doc) -> dict[tuple[int, int, str], str]:
    return {(edit.o_start, edit.o_end, edit.c_str): edit.type for edit in annotator.annotate(source, target)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ewt", type=Path)
    parser.add_argument("--pipeline", type=Path, default=SHIPPED)
    parser.add_argument("--confusions", type=int, default=0, help="show the most frequent differences of type")
    arguments = parser.parse_args()
    nlp = spacy.load(arguments.pipeline)
    analyses, annotator = Analyses(nlp), find_language().load_errant(nlp)
    counts: Counter[str] = Counter()
    confusions: Counter[tuple[str, str]] = Counter()
    for copy, sentence in pairs(arguments.ewt):
        gold = _types(annotator, analyses.gold(copy), analyses.gold(sentence))
        own = _types(annotator, analyses.own(copy), analyses.own(sentence))
        counts["edits"] += len(gold)
        counts["same"] += sum(own.get(place) == kind for place, kind in gold.items())
        confusions.update((kind, own.get(place, "-")) for place, kind in gold.items() if own.get(place) != kind)
    print(f"{counts['edits']} edits, types {counts['same'] / max(counts['edits'], 1):.2%}")
    for (gold_type, own_type), times in confusions.most_common(arguments.confusions):
        print(f"{times:5} {gold_type} > {own_type}")


if __name__ == "__main__":
    main()
