"""Train the English pipeline from UD English EWT, from the treebank's files to the folder that ships.

Run ``python train.py EWT_FOLDER`` in this folder, with the ``recipes`` dependencies installed. On two CPU
cores it takes about 45 minutes. Seeds are fixed; the weights still depend on the BLAS that numpy uses.
"""

import argparse
import json
import tempfile
from pathlib import Path

import spacy
from assembly import assemble
from corpus import LEARNER_SHARE, write_corpus
from spacy.cli.train import train
from spacy.tokens import DocBin
from spacy.training import Example

HERE = Path(__file__).parent
SHIPPED = HERE.parent / "markscheme_models" / "english"


def evaluate(pipeline: Path, test: Path) -> dict[str, float]:
    """Return the accuracy on EWT's test set: tags, coarse parts of speech as trained, attachment, sentences."""
    nlp = spacy.load(pipeline, exclude=["attribute_ruler", "lemmatizer"])
    gold = list(DocBin().from_disk(test).get_docs(nlp.vocab))
    scores = nlp.evaluate([Example(nlp.make_doc(doc.text), doc) for doc in gold])
    wanted = ("token_acc", "tag_acc", "pos_acc", "dep_uas", "dep_las", "sents_f")
    return {name: round(scores[name], 4) for name in wanted}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ewt", type=Path)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--trained", type=Path, help="use this trained pipeline instead of training")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        corpus = Path(scratch)
        write_corpus(arguments.ewt, corpus, LEARNER_SHARE)
        trained = arguments.trained
        if trained is None:
            paths = {"paths.train": str(corpus / "train.spacy"), "paths.dev": str(corpus / "dev.spacy")}
            train(HERE / "train.cfg", corpus / "out", overrides=paths)
            trained = corpus / "out" / "model-best"
        assemble(trained, arguments.out)
        print(json.dumps(evaluate(arguments.out, corpus / "test.spacy")))


if __name__ == "__main__":
    main()
