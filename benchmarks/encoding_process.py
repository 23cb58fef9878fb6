"""``python -m benchmarks.encoding_process DATA THREADS PART PARTS``: encode a part of CoNLL-2014's variants.

It writes ``ready`` when the encoder is loaded, begins at a line of input, and writes what it took as a line of JSON.
"""

import json
import os
import sys
import time
from pathlib import Path


def main() -> None:
    """Load, wait, encode, report."""
    data, threads, part, parts = Path(sys.argv[1]), *map(int, sys.argv[2:])
    os.environ["OMP_NUM_THREADS"] = str(threads)
    import psutil

    from benchmarks.encoder import variants
    from benchmarks.research import conll_corpus
    from markscheme.inference.encoder import Encoder
    from markscheme.inference.settings import EncoderSettings

    texts = sorted(variants(conll_corpus(data)), key=len)[part * STEP :: parts * STEP]
    encoder = Encoder(EncoderSettings(device="cpu"))
    encoder.encode(texts[:WARM])
    print("ready", flush=True)
    sys.stdin.readline()
    begin, busy = time.perf_counter(), time.process_time()
    encoder.encode(texts)
    seconds, busy = time.perf_counter() - begin, time.process_time() - busy
    memory = psutil.Process().memory_full_info()
    print(json.dumps({"texts": len(texts), "seconds": seconds, "busy": busy, "own": memory.uss}), flush=True)


STEP = 8
"""Of the variants, ordered by length, one in this number is encoded."""
WARM = 64
"""Texts that are encoded before."""

if __name__ == "__main__":
    main()
