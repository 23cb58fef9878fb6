"""``python -m benchmarks.block_costs METRIC SIZE FOLDER HYPOTHESIS REFERENCE [SOURCE]``: what each stage costs.

It does in one process what a run does in several, and writes processor seconds as a line of JSON. Blocks have SIZE
sentences; the first one has the models' loading in it.
"""

import json
import pickle
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean
from typing import TypeVar

from markscheme.inference.models import Models
from markscheme.inference.settings import EngineSettings
from markscheme.metrics.base import metric as find_metric
from markscheme.processes import begin_own_process
from markscheme.progress import silent
from markscheme.scoring.executor import OneProcess
from markscheme.scoring.journal import Journal, MarkedBlock
from markscheme.scoring.readers import FileOpener
from markscheme.scoring.scorer import Block, CorpusFiles, Marking, ScoreRequest

T = TypeVar("T")


def main() -> None:
    """Measure, and write the costs."""
    begin_own_process()
    name, size, folder, *paths = sys.argv[1:]
    hypothesis, reference = map(Path, paths[:2])
    source = Path(paths[2]) if paths[2:] else None
    settings = EngineSettings(cache=str(Path(folder) / f"costs-{time.monotonic_ns()}.sqlite"))
    models = Models(settings)
    opening = FileOpener(models)
    look, files = busy(
        lambda: CorpusFiles(
            (opening.stream("hypothesis", "h", hypothesis),),
            (opening.stream("reference", "r", reference),),
            opening.stream("source", "source", source) if source else None,
        )
    )
    metric = find_metric(name)
    work = Marking(files.readers, ScoreRequest(metric))
    cut, blocks = busy(lambda: list(files.blocks(int(size))))
    whole = [block for block in blocks if block.size == int(size)]
    sent = [busy(partial(pickle.dumps, block)) for block in whole]
    received = [busy(partial(pickle.loads, data))[0] for _, data in sent]
    marked = list(_marked(work, models, whole))
    with Journal(None) as journal:
        kept = [busy(partial(journal.keep, block))[0] for _, block in marked]
        fold, _ = busy(lambda: metric.fold_into(journal.statistics(0), None))
    usual = mean(seconds for seconds, _ in marked[1:])
    costs = {
        "load": max(0.0, marked[0][0] - usual),
        "look": look / files.carrier.size,
        "cut": cut / len(blocks),
        "send": mean(seconds for seconds, _ in sent),
        "receive": mean(received),
        "mark": usual,
        "keep": mean(kept),
        "fold": fold / sum(block.size for block in whole),
    }
    print(json.dumps(costs))


def busy(work: Callable[[], T]) -> tuple[float, T]:
    """Return the processor seconds that work takes in this process, and its result."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def _marked(work: Marking, models: Models, blocks: list[Block]) -> "list[tuple[float, MarkedBlock]]":
    """Mark blocks as a run does; the search for cycles that follows a block is counted with it."""
    clock = time.process_time()
    pairs: list[tuple[float, MarkedBlock]] = []
    for marked in OneProcess(models).run(work, blocks, lambda _: silent):
        now = time.process_time()
        pairs.append((now - clock, marked))
        clock = now
    return pairs


if __name__ == "__main__":
    main()
