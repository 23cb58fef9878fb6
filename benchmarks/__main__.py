"""``python -m benchmarks [NAME...] [--data DIR] [--against REV]``: run all benchmarks, or the named ones."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from benchmarks import (
    alignment,
    class_folder,
    classroom,
    cleme2,
    cluster,
    encoder,
    encoder_sharing,
    errant,
    folder_tree,
    growth,
    keystroke,
    keystroke_modules,
    memory,
    ratios,
    scale,
    simulation,
    start,
    uot,
)
from benchmarks.measurement import Benchmark, Measurement, Skipped
from benchmarks.printing import make_console, print_machine, print_measurements, print_skipped
from benchmarks.revision import checked_out

MODULES = (
    ratios,
    start,
    keystroke,
    keystroke_modules,
    class_folder,
    classroom,
    memory,
    growth,
    cleme2,
    errant,
    uot,
    encoder,
    alignment,
    scale,
    cluster,
    folder_tree,
    encoder_sharing,
    simulation,
)
BENCHMARKS = {module.BENCHMARK.name: module.BENCHMARK for module in MODULES}
DATA = Path(__file__).parents[2] / "shared" / "data"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the named benchmarks, or all, and print each when it is done."""
    options = _options(arguments)
    console = make_console()
    print_machine(console)
    for name in options.names or BENCHMARKS:
        benchmark = BENCHMARKS[name]
        title = f"{benchmark.name}: {benchmark.title}"
        try:
            with Console(stderr=True).status(f"measuring {name}"):
                measurements = _measured(benchmark, options)
        except Skipped as reason:
            print_skipped(console, title, str(reason))
            continue
        print_measurements(console, title, measurements)


def _measured(benchmark: Benchmark, options: argparse.Namespace) -> Sequence[Measurement]:
    if options.against is None:
        return benchmark.measure(options.data)
    if benchmark.compare is None:
        raise Skipped("it does not compare revisions")
    with checked_out(options.against) as revision:
        return benchmark.compare(revision)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure speed and memory.")
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"one of {', '.join(BENCHMARKS)}; all by default")
    parser.add_argument(
        "--data", metavar="DIR", type=Path, default=DATA, help="the research data (../shared/data by default)"
    )
    parser.add_argument("--against", metavar="REV", help="compare with this commit's language server, in the same run")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in BENCHMARKS:
            parser.error(f"no benchmark is called {name!r}; choose from {', '.join(BENCHMARKS)}")
    return options


if __name__ == "__main__":
    main()
