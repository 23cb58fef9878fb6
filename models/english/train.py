"""Train the English pipeline from UD English EWT, from the treebank's files to the folder that ships.

Run ``python train.py EWT_FOLDER`` in this folder, with the ``recipes`` dependencies installed. On two CPU
cores it takes about an hour. Seeds are fixed; the weights still depend on the BLAS that numpy uses.

The first stage learns the treebank. The second starts from its weights, and learns words as ERRANT gives them, and
learners' errors.
"""

import argparse
import json
import tempfile
from pathlib import Path

import spacy
from assembly import assemble
from corpus import write_corpus
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


def train_stages(corpus: Path) -> Path:
    """Train both stages in the corpus's folder, and return the folder of the second's best pipeline."""
    development = {"paths.dev": str(corpus / "dev.spacy")}
    train(HERE / "first.cfg", corpus / "first", overrides=development | {"paths.train": str(corpus / "first.spacy")})
    start = {"paths.train": str(corpus / "second.spacy"), "paths.first": str(corpus / "first" / "model-best")}
    train(HERE / "second.cfg", corpus / "second", overrides=development | start)
    return corpus / "second" / "model-best"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ewt", type=Path)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--trained", type=Path, help="use this trained pipeline instead of training")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        corpus = Path(scratch)
        write_corpus(arguments.ewt, corpus)
        assemble(arguments.trained or train_stages(corpus), arguments.out)
        print(json.dumps(evaluate(arguments.out, corpus / "test.spacy")))


if __name__ == "__main__":
    main()
