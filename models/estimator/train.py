"""Make IMPARA's bundled quality estimator, from the treebank's file to the folder that ships.

Run ``OMP_NUM_THREADS=1 python train.py EWT_FOLDER WORK_FOLDER`` in this folder, with the ``recipes`` dependencies
installed. It writes parallel text and supervision data into the work folder, trains there (a run that was broken off
goes on), and copies what ships. On one core it takes about 20 minutes.
"""

import argparse
import shutil
from pathlib import Path

from corpus import write_parallel

import markscheme

SEED = 1
PAIRS = 3500
SUPERVISION = markscheme.SupervisionSettings(most=3, seed=SEED)
TRAINING = markscheme.TrainingSettings(epochs=4, learning_rate=1e-3, rank=16, seed=SEED)
SHIPPED = Path(__file__).parent.parent / "markscheme_models" / "estimator"
FILES = ("config.json", "estimator.safetensors", "report.html")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ewt", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    learners, corrected, data = (arguments.work / name for name in ("learners.txt", "corrected.txt", "data.jsonl"))
    write_parallel(arguments.ewt / "train.conllu", learners, corrected, PAIRS, SEED)
    count = markscheme.build_supervision(learners, corrected, data, settings=SUPERVISION)
    print(f"{count} instances")
    trained = arguments.work / "estimator"
    print(markscheme.train_estimator(data, trained, settings=TRAINING).figures)
    arguments.out.mkdir(exist_ok=True)
    for name in FILES:
        shutil.copy(trained / name, arguments.out / name)


if __name__ == "__main__":
    main()
