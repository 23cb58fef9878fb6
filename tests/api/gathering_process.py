"""One process of a group: updates metrics with its part of the sentences, and writes the scores of all parts.

``python gathering_process.py RANK FOLDER``, for a rank of 0 or 1; a part may be empty.
"""

import json
import sys
from pathlib import Path

import torch.distributed as group

from markscheme.api.torch_metrics import TorchMetric


def gather(rank: int, folder: Path) -> None:
    work = json.loads((folder / "work.json").read_text("utf-8"))
    group.init_process_group("gloo", init_method=f"file://{folder / 'meeting'}", rank=rank, world_size=2)
    results = []
    for name, parts in work["gatherings"]:
        metric = TorchMetric(name)
        if own := parts[rank]:
            rows = [work["sentences"][index] for index in own]
            preds, targets, sources = (list(column) for column in zip(*rows, strict=True))
            metric.update(preds, targets, sources=sources, indices=own)
        results.append({score: float(value) for score, value in metric.compute().items()})
    (folder / f"{rank}.json").write_text(json.dumps(results), "utf-8")
    group.destroy_process_group()


if __name__ == "__main__":
    gather(int(sys.argv[1]), Path(sys.argv[2]))
