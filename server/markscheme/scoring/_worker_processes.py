"""How worker processes begin and end.

Where processes can be copied, workers are copies of one, the original, and share its memory: modules, the work's tools,
models. It is a copy of the command's own process if that was copied in time, with what that had imported. A worker that
needs a model ends; the original loads it, and is copied again. So each model is loaded once, and none for results that
are in the cache. The original opens no file and computes nothing: what that leaves behind can't be used in copies.
"""

import gc
import multiprocessing
import os
import pickle
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection, Pipe
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NoReturn, Protocol, TypeVar

import attrs

from markscheme.processes import ask_before_loading, begin_own_process, is_own_process
from markscheme.scoring.executor import Worker

T = TypeVar("T")

VISIBLE: Final = "CUDA_VISIBLE_DEVICES"
"""The environment variable that says which devices a process sees; CUDA reads it when it is first used."""
THREADS: Final = "OMP_NUM_THREADS"
"""The environment variable that says how many threads a library may take; it is read when that is first imported."""

_DEVICE_FILE = re.compile(r"nvidia\d+")


def visible_devices(environment: Mapping[str, str], folder: Path = Path("/dev")) -> tuple[str, ...]:
    """Return the CUDA devices that an environment shows; loads no library. ``folder``: the driver's files (Linux)."""
    if VISIBLE in environment:
        return tuple(filter(None, (name.strip() for name in environment[VISIBLE].split(","))))
    try:
        count = sum(_DEVICE_FILE.fullmatch(path.name) is not None for path in folder.iterdir())
    except OSError:
        return ()
    return tuple(map(str, range(count)))


def device_of(worker: int, devices: Sequence[str]) -> str | None:
    """Return the device of the worker of this 0-based number; ``None`` where there is no choice.

    >>> [device_of(worker, ["0", "1"]) for worker in range(3)], device_of(1, ["0"])
    (['0', '1', '0'], None)
    """
    return devices[worker % len(devices)] if len(devices) > 1 else None


@attrs.frozen
class Job:
    """What workers do, pickled, and with how many threads each."""

    work: bytes
    load: bytes
    threads: int

    def worker(self) -> Worker:
        return Worker(pickle.loads(self.work), pickle.loads(self.load))  # noqa: S301  # from our own process


BEGUN: Final = "begun"
"""A worker's first word."""


@attrs.frozen
class Lack:
    """A worker's last word: the model, or module, that it needs, and the modules that it has imported, in order."""

    model: str
    modules: tuple[str, ...]


@attrs.frozen
class Failure:
    """What was raised in place of an answer."""

    error: Exception


class Origin(Protocol):
    """Where workers come from. EOFError or OSError say that it has died."""

    def start(self, number: int) -> tuple[int, Connection]:
        """Return a worker's process and connection: items go to it, and answers come. Raise what loading raises."""
        ...

    def load(self, lack: Lack) -> None:
        """Load what one lacks for the workers that are started from now on."""
        ...

    def status(self, pid: int) -> str:
        """Return how a worker has ended; empty if nobody knows."""
        ...

    def close(self, *, is_stopped: bool) -> None:
        """End, when the workers have ended; at once where the run is stopped."""
        ...


def kill(pid: int) -> None:
    with suppress(OSError):
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


_prepared: "_Original | None" = None


def prepare_origin() -> None:
    """Copy this process while it can be: a command's own, without threads; it may have no database open either."""
    global _prepared  # it is the next run's
    if sys.platform == "linux" and is_own_process() and len(list(Path("/proc/self/task").iterdir())) == 1:
        _prepared = _Original(is_copy=True)


def begin_origin(job: Job) -> Origin:
    global _prepared
    if not hasattr(os, "fork"):
        return _NewProcesses(job)
    original, _prepared = _prepared or _Original(), None
    original.begin(job)
    return original


@attrs.frozen
class _Start:
    """A wish for a copy, whose connection follows; the answer is its process, or why tools can't be loaded."""

    number: int


@attrs.frozen
class _Ended:
    """The question how a copy has ended; the answer is its exit status."""

    pid: int


class _Original:
    """The original as its driver sees it: a new process, or a copy of this one."""

    def __init__(self, *, is_copy: bool = False) -> None:
        self._control, its = Pipe()
        self._process: BaseProcess | None = None
        with its, _held_signals():
            if is_copy:
                self._pid = _copied(lambda: self._serve(its))
            else:
                self._process = multiprocessing.get_context("spawn").Process(target=_serve, args=(its,), daemon=True)
                self._process.start()
                self._pid = self._process.pid or 0

    def _serve(self, control: Connection) -> None:
        self._control.close()
        _Copies(control).serve()

    def begin(self, job: Job) -> None:
        with suppress(OSError):  # it has died, as is seen when a copy is wanted
            self._control.send(job)

    def start(self, number: int) -> tuple[int, Connection]:
        from multiprocessing.reduction import send_handle

        mine, its = Pipe()
        with its:
            self._control.send(_Start(number))
            send_handle(self._control, its.fileno(), self._pid)
            answer = self._control.recv()
        if isinstance(answer, Failure):
            raise answer.error
        return answer, mine

    def load(self, lack: Lack) -> None:
        with suppress(OSError):
            self._control.send(lack)

    def status(self, pid: int) -> str:
        try:
            self._control.send(_Ended(pid))
            return f"exit status {self._control.recv()}"
        except (EOFError, OSError):
            return ""

    def close(self, *, is_stopped: bool) -> None:
        if is_stopped:
            kill(self._pid)
        self._control.close()
        if self._process is not None:
            self._process.join()
        else:
            with suppress(ChildProcessError):
                os.waitpid(self._pid, 0)


class _NewProcesses:
    """Workers where processes can't be copied: each is new, and loads everything itself."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._processes: dict[int, BaseProcess] = {}

    def start(self, number: int) -> tuple[int, Connection]:
        mine, its = Pipe()
        with its:
            process = multiprocessing.get_context("spawn").Process(
                target=_work_anew, args=(its, self._job, number), daemon=True
            )
            process.start()
        self._processes[process.pid or 0] = process
        return process.pid or 0, mine

    def load(self, lack: Lack) -> None:
        raise NotImplementedError(f"each worker loads {lack.model} itself")

    def status(self, pid: int) -> str:
        self._processes[pid].join()
        return f"exit status {self._processes[pid].exitcode}"

    def close(self, *, is_stopped: bool) -> None:
        del is_stopped  # those that are stopped have been killed
        for process in self._processes.values():
            process.join()


# In the other processes.

_ENDING: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that end a command."""


@contextmanager
def _held_signals() -> Iterator[None]:
    """Hold them back, so that a process that begins here can first say what they do to it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the command; the others end this process, too, unless nohup keeps them from it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)


def _copied(do: Callable[[], object]) -> int:
    """Return the number of a copy of this process that does this and nothing else."""
    pid = os.fork()
    if pid:
        return pid
    try:
        _leave_interrupts()
        do()
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)


def _serve(control: Connection) -> None:
    _leave_interrupts()
    begin_own_process()
    _Copies(control).serve()


def _work_anew(connection: Connection, job: Job, number: int) -> None:
    _leave_interrupts()
    begin_own_process()
    _settle(number, job.threads, visible_devices(os.environ))
    try:
        worker = job.worker()
    except Exception as error:
        _send(connection, Failure(error))
        return
    gc.freeze()
    _work(connection, worker)


class _Copies:
    """What the original does, until its driver is gone."""

    def __init__(self, control: Connection) -> None:
        self._control = control
        self._job = Job(b"", b"", 1)
        self._worker: Worker | Failure = Failure(ValueError("no job has begun"))
        self._devices = visible_devices(os.environ)
        # What CUDA, or a library of Apple's, has begun can't be copied.
        self._shares = sys.platform == "linux" and not self._devices
        self._loaded: set[str] = set()
        self._running: set[int] = set()

    def serve(self) -> None:
        gc.disable()
        if self._shares:
            os.environ[THREADS] = "1"  # more could not be copied
        with suppress(EOFError, OSError):
            while True:
                self._answer(self._control.recv())
        self._control.close()
        for pid in self._running:
            os.waitpid(pid, 0)

    def _answer(self, request: "Job | Lack | _Start | _Ended") -> None:
        match request:
            case Job():
                self._job, self._worker = request, _outcome(request.worker)
            case Lack():
                self._load(request)
            case _Ended(pid):
                self._running.discard(pid)
                self._control.send(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            case _Start(number):
                self._control.send(self._started(number))

    def _load(self, lack: Lack) -> None:
        """Import and load, once; where that can't be done, the copy that needs it says why."""
        if lack.model in self._loaded:
            return
        for name in lack.modules:
            with suppress(Exception):
                import_module(name)
        self._loaded.add(lack.model)
        if isinstance(self._worker, Worker) and lack.model not in sys.modules:
            with suppress(Exception):
                self._worker.load(lack.model)

    def _started(self, number: int) -> int | Failure:
        from multiprocessing.reduction import recv_handle

        worker = self._worker
        with Connection(recv_handle(self._control)) as connection:
            if isinstance(worker, Failure):
                return worker
            gc.freeze()
            pid = _copied(lambda: self._work(worker, connection, number))
        self._running.add(pid)
        return pid

    def _work(self, worker: Worker, connection: Connection, number: int) -> None:
        self._control.close()
        _settle(number, self._job.threads, self._devices)
        if self._shares:
            ask_before_loading(partial(self._end_lacking, connection, frozenset(sys.modules)))
        gc.enable()
        _work(connection, worker)

    def _end_lacking(self, connection: Connection, before: frozenset[str], model: str) -> None:
        if model not in self._loaded:
            _send(connection, Lack(model, tuple(name for name in sys.modules if name not in before)))
            os._exit(0)


def _outcome(do: Callable[[], T]) -> T | Failure:
    try:
        return do()
    except Exception as error:
        return Failure(error)


def _settle(number: int, threads: int, devices: Sequence[str]) -> None:
    device = device_of(number, devices)
    if device is not None:
        os.environ[VISIBLE] = device
    os.environ[THREADS] = str(threads)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(threads)


def _work(connection: Connection, worker: Worker) -> NoReturn:
    """Do items as they come, until the driver is gone."""
    items: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(connection, items), daemon=True).start()
    _send(connection, BEGUN)
    while True:
        data = items.get()
        _send(connection, _outcome(lambda data=data: worker.done(pickle.loads(data))))  # type: ignore[misc]  # noqa: S301


def _receive(connection: Connection, items: "SimpleQueue[bytes]") -> None:
    """Take items in time, so that nobody waits to hand one over; and end with the driver, whatever is being done."""
    with suppress(EOFError, OSError):
        while True:
            items.put(connection.recv_bytes())
    os._exit(1)


def _send(connection: Connection, answer: object) -> None:
    try:
        data = pickle.dumps(answer)
    except Exception as error:
        data = pickle.dumps(Failure(TypeError(f"{answer!r} can't be sent: {error}")))
    try:
        connection.send_bytes(data)
    except OSError:  # the driver is gone
        os._exit(1)
