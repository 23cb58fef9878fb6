"""Make IMPARA's bundled quality estimator, from the treebank's file to the folder that ships.

Run ``OMP_NUM_THREADS=1 python train.py EWT_FOLDER WORK_FOLDER`` in this folder, with the ``recipes`` dependencies
installed. It writes parallel text and supervision data to the work folder, trains there, and copies the files that
ship. An interrupted run continues. On one core it takes about 20 minutes. ``--seed`` trains with another seed;
``--pairs 100 --epochs 1`` is a trial of the recipe.
"""

import argparse
import shutil
from pathlib import Path

from corpus import write_parallel

import markscheme

SEED = 1
PAIRS = 3500
EPOCHS = 4
SHIPPED = Path(__file__).parent.parent / "markscheme_models" / "estimator"
FILES = ("config.json", "estimator.safetensors", "report.html")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ewt", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    learners, corrected, data = (arguments.work / name for name in ("learners.txt", "corrected.txt", "data.jsonl"))
    write_parallel(arguments.ewt / "train.conllu", learners, corrected, arguments.pairs, arguments.seed)
    supervision = markscheme.SupervisionSettings(most=3, seed=arguments.seed)
    count = markscheme.build_supervision(learners, corrected, data, settings=supervision)
    print(f"{count} instances")
    trained = arguments.work / "estimator"
    training = markscheme.TrainingSettings(epochs=arguments.epochs, learning_rate=1e-3, rank=16, seed=arguments.seed)
    print(markscheme.train_estimator(data, trained, settings=training).figures)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copy(trained / name, arguments.out / name)


if __name__ == "__main__":
    main()
