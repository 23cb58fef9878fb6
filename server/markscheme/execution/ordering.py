"""Results in the order of their items: executors yield them as each is done."""

import pickle
from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile
from typing import Protocol, TypeVar


class Numbered(Protocol):
    """A result that says which item it is of."""

    @property
    def number(self) -> int:
        """The 0-based place of its item among all."""
        ...


N = TypeVar("N", bound=Numbered)


def in_order(results: Iterable[N]) -> Iterator[N]:
    """Yield results by number, from 0 on.

    Results that come before their turn wait in a temporary file: while one item takes long, any number of others may
    be done.
    """
    turn = 0
    early: dict[int, tuple[int, int]] = {}
    with TemporaryFile() as waiting:
        for result in results:
            if result.number != turn:
                data = pickle.dumps(result)
                early[result.number] = waiting.seek(0, 2), len(data)
                waiting.write(data)
                continue
            yield result
            turn += 1
            while place := early.pop(turn, None):
                waiting.seek(place[0])
                yield pickle.loads(waiting.read(place[1]))  # noqa: S301  # written above
                turn += 1
            if not early:
                waiting.truncate(0)
