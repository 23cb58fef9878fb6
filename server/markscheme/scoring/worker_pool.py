"""Work done by worker processes of this machine, each with the work's tools.

A worker that dies costs its item, which is tried again (:class:`markscheme.scoring.executor.Trials`), and nothing else.
"""

import multiprocessing
import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import count
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, Self

import attrs

from markscheme.errors import ChoiceError, DocumentError
from markscheme.scoring._worker_processes import BEGUN, Failure, Job, Lack, begin_origin, kill, prepare_origin
from markscheme.scoring.executor import Crew, Item, ItemProgress, Loss, Member, Result, Tools, Trial, Work

MAX_RENEWALS: Final = 20
"""Processes that may end on end before they begin, with no item done between them."""
MAX_FIRST_DEATHS: Final = 2
"""The same, before any process has begun."""
GUARD: Final = 'if __name__ == "__main__":'
"""What a script that starts processes must begin with: they import it anew."""


def available_cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def prepare_workers(module: str) -> None:
    """Import the module of what workers will do, and let them be copies of this process as it is now, if they can be.

    No database may be open.
    """
    import_module(module)
    prepare_origin()


@attrs.frozen
class WorkerPool(Generic[Tools]):
    """Does work in worker processes; ``load`` can be pickled."""

    workers: int
    load: Callable[[], Tools]

    def run(
        self,
        work: Work[Item, Result, Tools],
        items: Iterable[Item],
        progress: ItemProgress[Item],  # noqa: ARG002  # workers report whole items
    ) -> Iterator[Result]:
        _check_guard()
        with _Processes(self.workers, work, self.load) as crew:
            yield from crew.results(iter(items))


def deadly_start() -> DocumentError:
    return DocumentError(f"the worker processes ended {MAX_RENEWALS} times before they began", remedy="Take one worker")


def _check_guard() -> None:
    """Raise ChoiceError in a process that imports the script that asked for workers: it would start them again."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise ChoiceError(f"workers import the script that asks for them. Call this below {GUARD}")


@attrs.define(eq=False)
class _Process(Member[Item, Result]):
    number: int
    pid: int
    connection: Connection
    has_begun: bool = False


class _Processes(Crew[_Process[Item, Result], Item, Result]):
    """Processes that answer in the order of their items; one that dies has worked on the first of them."""

    def __init__(self, workers: int, work: Work[Item, Result, Any], load: Callable[[], object]) -> None:
        super().__init__(work)
        self._workers = workers
        self._job = Job(pickle.dumps(work), pickle.dumps(load), max(1, available_cores() // workers))
        self._origin = begin_origin(self._job)
        self._handed = count()
        self._deaths = 0
        self._any_has_begun = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        is_stopped = kind is not None
        for member in self.members:
            if is_stopped:
                kill(member.pid)
            member.connection.close()
        self._origin.close(is_stopped=is_stopped)

    def results(self, items: Iterator[Item]) -> Iterator[Result]:
        for number in range(self._workers):
            self._begin(number)
        yield from super().results(items)

    def hand(self, member: _Process[Item, Result], trial: Trial[Item, Result]) -> None:
        member.trials[next(self._handed)] = trial
        with suppress(OSError):  # it has died, which is what comes from it next
            member.connection.send(trial.item)

    def finished(self) -> Iterator[Result]:
        members: dict[Any, _Process[Item, Result]] = {member.connection: member for member in self.members}
        for connection in wait(list(members)):
            member = members[connection]
            try:
                answer = member.connection.recv()
            except (EOFError, OSError):
                yield from self._replaced(member)
            else:
                yield from self._answered(member, answer)

    def _answered(self, member: _Process[Item, Result], answer: Any) -> Iterator[Result]:
        if answer == BEGUN:
            member.has_begun = self._any_has_begun = True
        elif isinstance(answer, Lack):
            self._origin.load(answer)
            self._origin.status(member.pid)
            self.give_up(member)
            self._begin(member.number)
        elif not isinstance(answer, Failure):
            self._deaths = 0
            yield from self.trials.done(member.taken(), answer)
        elif isinstance(answer.error, MemoryError) and member.trials:
            yield from self.try_again(member.taken(), Loss("ran out of memory"), answer.error)
        else:
            raise answer.error

    def _replaced(self, member: _Process[Item, Result]) -> Iterator[Result]:
        trial = member.taken() if member.has_begun and member.trials else None
        status = self._origin.status(member.pid)
        self.give_up(member)
        if trial is not None:
            yield from self.try_again(trial, Loss(status=status))
        elif not member.has_begun:
            self._count_death()
        self._begin(member.number)

    def give_up(self, member: _Process[Item, Result]) -> None:
        super().give_up(member)
        member.connection.close()

    def _begin(self, number: int) -> None:
        """Start a worker, of another origin if the present one has died."""
        while True:
            try:
                pid, connection = self._origin.start(number)
            except (EOFError, OSError):
                self._count_death()
                self._origin.close(is_stopped=True)
                self._origin = begin_origin(self._job)
            else:
                self.members.append(_Process(number, pid, connection))
                return

    def _count_death(self) -> None:
        self._deaths += 1
        if not self._any_has_begun and self._deaths > MAX_FIRST_DEATHS:
            raise DocumentError(
                "the worker processes end before they begin",
                remedy=f"Take one worker. If a script asks for several, call this below {GUARD}",
            )
        if self._deaths > MAX_RENEWALS:
            raise deadly_start()
