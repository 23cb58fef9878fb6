"""Damage files for every reader until the time is over: ``make fuzz``, or ``make fuzz MINUTES=2``.

Prints how many files each reader read and refused, and each file that one neither read nor refused, or not soon. A
fault becomes a test beside the format's others.
"""

import argparse
import faulthandler
import os
import sys
from collections import Counter
from functools import partial
from itertools import chain, count, repeat
from multiprocessing import Pool
from random import SystemRandom
from time import monotonic

from documents.formats.test_fuzz import READERS, outcome

MINUTES = 60.0
STUCK = 120
"""Seconds after which a process says where it is, and ends."""

Found = tuple[Counter[tuple[str, str]], list[str]]
"""The number of files by their reader and how they ended, and the faults."""


def fuzzed(seconds: float, seed: int) -> Found:
    """Read files from this number on, readers in turns as their shares say."""
    counts: Counter[tuple[str, str]] = Counter()
    faults: list[str] = []
    turns = list(chain.from_iterable(repeat(name, reader.share) for name, reader in READERS.items()))
    end = monotonic() + seconds
    for number in count(seed):
        for turn, name in enumerate(turns):
            if monotonic() > end:
                return counts, faults
            faulthandler.dump_traceback_later(STUCK, exit=True)
            file = number * len(turns) + turn
            try:
                counts[name, outcome(READERS[name], file)] += 1
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                faults.append(f"{name}, file {file}: {type(error).__name__}: {error}\n{error.__notes__[0]}")
            finally:
                faulthandler.cancel_dump_traceback_later()
    raise AssertionError


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    options = parser.parse_args()
    seeds = [options.seed * 1_000_000 + number * 10**12 for number in range(options.jobs)]
    with Pool(options.jobs) as pool:
        found = pool.map(partial(fuzzed, options.minutes * 60), seeds)
    counts = sum((own for own, _ in found), Counter[tuple[str, str]]())
    faults = [fault for _, own in found for fault in own]
    for name in READERS:
        print(f"{name:20} {counts[name, 'read']:9,} read {counts[name, 'refused']:9,} refused")
    print(f"{counts.total():,} files in {options.minutes:g} minutes, seed {options.seed}: {len(faults)} faults")
    print(*faults, sep="\n\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
