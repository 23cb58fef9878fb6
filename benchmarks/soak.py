"""Measure whether the memory of a server and its engine levels off under hours of edits, as fast as they are marked.

``python -m benchmarks.soak --minutes 60`` prints the curve, and the most memory beside that after the first minutes.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

import attrs
import psutil

from benchmarks.conversation import Conversation
from benchmarks.essay import essay
from benchmarks.measurement import MIB, Measurement, at_most, quantity
from benchmarks.printing import make_console, print_machine, print_measurements

MINUTES = 60.0
WARM_UP_MINUTES = 5.0
"""Minutes after which models are loaded and what is remembered has its size; of a shorter run, half of it."""
MAX_GROWTH = 1.10
"""Maximum ratio of the memory at any later time to the memory after that."""
WORDS = 600
EDITS_PER_SAMPLE = 25
EDITS_PER_VERSION = 300
"""Edits after which the student has the first version again, and the teacher opens another document meanwhile."""
LETTERS = "abcdefghiklmnoprstuw"


@attrs.frozen
class Sample:
    """Resident bytes after some seconds and edits."""

    seconds: float
    edits: int
    server: int
    engine: int


def samples(minutes: float) -> Iterator[Sample]:
    """Yield what two processes take while words of an essay are changed one after another."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        first = _prepare(folder)
        options = {"cache": str(folder / "cache.sqlite"), "debounce": 0, "engineIdle": 0}
        with Conversation(options) as conversation:
            conversation.initialize(folder)
            uri = conversation.open_document(folder / "essay.hyp.mei.txt")
            begin, edits, chance, text = monotonic(), 0, Random(0), first
            while (seconds := monotonic() - begin) < minutes * 60:
                if edits % EDITS_PER_SAMPLE == 0:
                    engine: int = conversation.request("markscheme/status", None)["memory"]
                    server = psutil.Process(conversation.pid).memory_info().rss
                    yield Sample(seconds, edits, server, engine)
                edits += 1
                text = first if edits % EDITS_PER_VERSION == 0 else _changed(text, chance)
                conversation.change_document(uri, edits + 1, text)
                conversation.request("markscheme/marks", {"textDocument": {"uri": uri}})
                if edits % EDITS_PER_VERSION == 0:
                    other = conversation.open_document(folder / "essay.hyp.tom.txt")
                    conversation.request("markscheme/marks", {"textDocument": {"uri": other}})
                    conversation.close_document(other)


def _prepare(folder: Path) -> str:
    """Write an exercise with two students and two teachers; return the first student's text."""
    text = essay(WORDS)
    texts = {
        "src": text.source,
        "hyp.mei": text.hypothesis,
        "hyp.tom": text.references[0].replace(" the ", " a "),
        "ref.kim": text.references[0],
        "ref.roy": text.references[1],
    }
    for name, content in texts.items():
        (folder / f"essay.{name}.txt").write_text(content, encoding="utf-8")
    return text.hypothesis


def _changed(text: str, chance: Random) -> str:
    """Return a text with a word misspelt, repeated, left out, or in another one's place, as a person types."""
    words = text.split(" ")
    place = chance.randrange(len(words))
    word = words[place]
    at = chance.randint(0, len(word))
    words[place] = chance.choice(
        (word[:at] + chance.choice(LETTERS) + word[at:], f"{word} {word}", "", chance.choice(words), word[:at])
    )
    return " ".join(words)


def _grown(curve: Sequence[Sample]) -> list[Measurement]:
    whole = curve[-1].seconds
    warm = min(WARM_UP_MINUTES * 60, whole / 2)
    later = [item for item in curve if item.seconds >= warm]
    measurements = []
    for subject in ("server", "engine"):
        sizes = [getattr(item, subject) for item in later]
        ratio = max(sizes) / sizes[0]
        measurements.append(
            Measurement(
                f"{subject}, {curve[-1].edits:,} edits in {whole / 60:.0f} minutes",
                quantity(max(sizes) / MIB, "MiB"),
                quantity(sizes[0] / MIB, f"MiB (after {warm / 60:.0f} minutes)"),
                ratio,
                at_most(ratio, MAX_GROWTH, ""),
            )
        )
    return measurements


def main() -> None:
    """Print the curve, a line every half minute, and the growth."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    console = make_console()
    print_machine(console)
    curve: list[Sample] = []
    for item in samples(parser.parse_args().minutes):
        if not curve or item.seconds // 30 > curve[-1].seconds // 30:
            sizes = f"server {item.server / MIB:.0f} MiB, engine {item.engine / MIB:.0f} MiB"
            console.print(f"{item.seconds:5.0f} s, {item.edits:6,} edits: {sizes}")
        curve.append(item)
    print_measurements(console, "soak", _grown(curve))


if __name__ == "__main__":
    main()
