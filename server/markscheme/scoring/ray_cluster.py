"""Work done by the actors of a Ray cluster.

Nothing leaves the cluster: Ray's usage statistics and its dashboard are off in what is started here. An actor that dies
costs the item that it worked on, which another one does again. Items go only to actors that have loaded their tools, at
most two to each: no item waits for an actor that Ray has no room for.
"""

import logging
import os
import shutil
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any, Final, Generic, Self

import attrs
import psutil

from markscheme.errors import DocumentError, installing
from markscheme.processes import is_own_process
from markscheme.scoring.executor import Crew, Item, ItemProgress, Loss, Member, Result, Tools, Trial, Work, Worker
from markscheme.scoring.worker_pool import MAX_RENEWALS, available_cores, deadly_start
from markscheme.version import VERSION

ANSWER_TIMEOUT: Final = 5.0
"""Seconds in which a cluster must answer."""
OBJECT_STORE: Final = 256 * 2**20
"""Bytes of shared memory for the items in flight, in a cluster that is started here."""
AUTO: Final = "auto"
"""The address of the cluster that runs on this machine, or that ``RAY_ADDRESS`` names."""

_REMEDY: Final = (
    "Start one with ray start --head --disable-usage-stats, or leave out the address to work on this machine"
)
_GREETING: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""What a client of HTTP/2 says first (RFC 9113, 3.4): gRPC, which Ray speaks, answers with its settings."""
_SETTINGS: Final = 4
_QUIET: Final[dict[str, object]] = {"log_to_driver": False, "logging_level": "error", "configure_logging": False}


def import_ray() -> Any:
    """Raise DocumentError if Ray is not installed."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if is_own_process():
        # Ray prints a cluster's messages to standard output, where a command's result belongs.
        os.environ["RAY_DEDUP_LOGS_SKIP_REGEX"] = ".*"
    try:
        return import_module("ray")
    except ImportError as error:
        raise DocumentError("Ray is not installed", remedy=installing("ray")) from error


@contextmanager
def ray_session(address: str | None, cores: int | None) -> Iterator[Any]:
    """Yield Ray's module, connected; a connection that the program has already is used, and stays.

    The address is ``HOST:PORT``, or ``auto``; ``None`` for a cluster of this machine alone, with room for ``cores``
    workers, which ends with the session. Raise DocumentError if Ray is not installed, or the cluster does not answer.
    """
    ray = import_ray()
    if ray.is_initialized():
        yield ray
        return
    logging.getLogger("ray").setLevel(logging.ERROR)
    with _witnessed() as watch, _connected(ray, address, cores):
        watch(_place(ray))
        yield ray


@contextmanager
def _connected(ray: Any, address: str | None, cores: int | None) -> Iterator[None]:
    cluster = _OwnCluster.begin(ray, cores or available_cores()) if address is None else None
    if address is not None:
        _join(ray, address)
    try:
        yield
    except KeyboardInterrupt:
        # Ray takes more than a second to take leave. A command ends now, and a cluster ends the actors of a driver
        # that is gone.
        if not is_own_process():
            ray.shutdown()
        if cluster is not None:
            cluster.end()
        raise
    except BaseException:
        _leave(ray, cluster)
        raise
    else:
        _leave(ray, cluster)


_FAREWELL: Final = b"bye"


@contextmanager
def _witnessed() -> Iterator[Callable[[str], object]]:
    """Have another process say so if Ray ends this command; yield what is told the socket of Ray's own process.

    Where that process dies, Ray ends those that are connected to it, at once and without a word.
    """
    if not is_own_process() or not hasattr(os, "fork"):
        yield lambda _: None
        return
    reading, writing = os.pipe()
    witness = os.fork()  # before Ray's threads are there
    if not witness:
        try:
            os.close(writing)
            _witness(reading)
        finally:
            os._exit(0)
    os.close(reading)
    try:
        yield lambda place: os.write(writing, f"{place}\n".encode())
    finally:
        os.write(writing, _FAREWELL)
        os.close(writing)
        os.waitpid(witness, 0)


def _witness(reading: int) -> None:
    """Wait until the command has ended; if it has not taken leave, and Ray's process is gone, say so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with open(reading, "rb") as told:
        place, _, farewell = told.read().partition(b"\n")
    if place and not farewell and not _is_alive(place):
        remedy = "Start the cluster again, and the command: with --resume it goes on where it was"
        fault = DocumentError("Ray's process on this machine ended, and the command with it", remedy=remedy)
        os.write(2, f"markscheme: {fault}\n".encode())


def _place(ray: Any) -> str:
    """Return the socket of Ray's process on this machine."""
    own = ray.get_runtime_context().get_node_id()
    return next((str(node["RayletSocketName"]) for node in ray.nodes() if node["NodeID"] == own), "")


def _is_alive(place: bytes) -> bool:
    with socket.socket(socket.AF_UNIX) as end:
        return end.connect_ex(place) == 0


def _leave(ray: Any, cluster: "_OwnCluster | None") -> None:
    ray.shutdown()
    if cluster is not None:
        cluster.end()


@attrs.frozen
class _OwnCluster:
    folder: Path

    @classmethod
    def begin(cls, ray: Any, cores: int) -> "_OwnCluster":
        """Start a cluster. The paths of its sockets must be short, and so its folder is in none of the user's."""
        short = Path("/tmp")  # noqa: S108  # mkdtemp makes a folder that nobody else can write to
        cluster = cls(Path(tempfile.mkdtemp(prefix="ray-", dir=short if short.is_dir() else None)))
        try:
            with _kept_termination():
                ray.init(
                    address="local",
                    num_cpus=cores,
                    include_dashboard=False,
                    object_store_memory=OBJECT_STORE,
                    _temp_dir=str(cluster.folder),
                    **_QUIET,
                )
        except BaseException:
            cluster.end()
            raise
        return cluster

    def end(self) -> None:
        for child in psutil.Process().children():
            with suppress(psutil.Error):
                if any(str(self.folder) in part for part in child.cmdline()):
                    for process in (*child.children(recursive=True), child):
                        with suppress(psutil.NoSuchProcess):
                            process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def _kept_termination() -> Iterator[None]:
    """Keep what the program does at SIGTERM: Ray would print a stack there, and end the process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if handler is not None:
            signal.signal(signal.SIGTERM, handler)


def _join(ray: Any, address: str) -> None:
    place = os.environ.get("RAY_ADDRESS", AUTO) if address == AUTO else address
    if place != AUTO:
        _check_answer(place)
    try:
        with _kept_termination():
            ray.init(address=place, **_QUIET)
    # Ray ends the process where a cluster's answers don't come; a program is not ended.
    except (ConnectionError, RuntimeError, ValueError, SystemExit) as error:
        if place == AUTO:
            raise DocumentError("no Ray cluster runs on this machine", remedy=_REMEDY) from error
        problem = " ".join(str(error).split()) if not isinstance(error, SystemExit) else "no answer"
        raise _unreachable(address, problem) from error


def _check_answer(address: str) -> None:
    """Check that something at ``HOST:PORT`` speaks as Ray does: Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or "//" in address:
        raise DocumentError(
            f"{address!r} is no address of a Ray cluster",
            remedy="Run the command on one of its machines, with --on ray:HOST:PORT or --on ray:auto",
        )
    try:
        with socket.create_connection((host.strip("[]"), int(port)), ANSWER_TIMEOUT) as connection:
            connection.sendall(_GREETING)
            answer = connection.recv(9)
    except (OSError, OverflowError) as error:
        raise _unreachable(address, str(error)) from error
    if len(answer) < 4 or answer[3] != _SETTINGS:
        raise _unreachable(address, "something else answers there")


def _unreachable(address: str, problem: str) -> DocumentError:
    return DocumentError(f"no Ray cluster answers at {address} ({problem})", remedy=_REMEDY)


POLL_INTERVAL: Final = 0.2
"""Seconds after which Ctrl-C is looked at, if no item is done."""
START_TIMEOUT: Final = 120.0
"""Seconds to wait for the first actor, and for a new one when all have died."""


@attrs.frozen
class RayActors(Generic[Tools]):
    """Does work in Ray's actors.

    ``workers`` is ``None`` for as many as the cluster has cores, or GPUs. ``load`` can be pickled, and is called on the
    actor's machine, which has none of this one's files. ``address`` is as for :func:`ray_session`. Without ``gpu`` an
    actor sees none.
    """

    workers: int | None
    load: Callable[[], Tools]
    address: str | None = None
    gpu: bool = False

    def run(
        self,
        work: Work[Item, Result, Tools],
        items: Iterable[Item],
        progress: ItemProgress[Item],  # noqa: ARG002  # actors report whole items
    ) -> Iterator[Result]:
        with ray_session(self.address, self.workers) as ray, _Actors(ray, work, self.load, gpu=self.gpu) as crew:
            crew.begin(self.workers or self._places(ray))
            yield from crew.results(iter(items))

    def _places(self, ray: Any) -> int:
        resource = "GPU" if self.gpu else "CPU"
        places = int(ray.cluster_resources().get(resource, 0))
        if not places:
            raise DocumentError(
                f"the Ray cluster has no {resource}", remedy="Take --device cpu" if self.gpu else "Add a machine to it"
            )
        return places


class _Worker:
    _worker: Worker

    def version(self) -> str:
        return VERSION

    def begin(self, work: Work[Any, Any, Any], load: Callable[[], object], folder: str) -> None:
        """Load the tools, in the command's folder if this machine has it."""
        if Path(folder).is_dir():
            os.chdir(folder)
        self._worker = Worker(work, load)

    def done(self, item: object) -> Any:
        return self._worker.done(item)


@attrs.define(eq=False)
class _Actor(Member[Item, Result]):
    """An actor; ``version`` and ``beginning`` are answers, ``None`` once they have come."""

    handle: Any
    version: Any
    beginning: Any

    @property
    def is_free(self) -> bool:
        return self.beginning is None and super().is_free

    @property
    def answers(self) -> list[Any]:
        beginning = [answer for answer in (self.version, self.beginning) if answer is not None]
        return beginning or list(self.trials)


class _Actors(Crew[_Actor[Item, Result], Item, Result]):
    def __init__(self, ray: Any, work: Work[Item, Result, Any], load: Callable[[], object], *, gpu: bool) -> None:
        super().__init__(work)
        self._ray = ray
        self._arguments = (ray.put(work), ray.put(load))
        # A dead actor is not begun anew by Ray, which would count as attempts the items that waited for it.
        self._actor = ray.remote(num_cpus=1, num_gpus=int(gpu), max_restarts=0, max_task_retries=0)(_Worker)
        self._deaths = 0
        self._last_ready = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for actor in self.members:
            self._ray.kill(actor.handle)

    def begin(self, number: int) -> None:
        for _ in range(number):
            handle = self._actor.remote()
            version = handle.version.remote()
            self.members.append(_Actor(handle, version, handle.begin.remote(*self._arguments, str(Path.cwd()))))

    def hand(self, member: _Actor[Item, Result], trial: Trial[Item, Result]) -> None:
        member.trials[member.handle.done.remote(trial.item)] = trial

    def finished(self) -> Iterator[Result]:
        owners = {answer: actor for actor in self.members for answer in actor.answers}
        answers, _ = self._ray.wait(list(owners), num_returns=1, timeout=POLL_INTERVAL)
        for answer in answers:
            actor = owners[answer]
            try:
                value = self._ray.get(answer)
            except self._ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, ImportError | self._ray.exceptions.RaySystemError):
                    raise _lacking(error.cause) from error
                if isinstance(error.cause, MemoryError) and answer in actor.trials:
                    yield from self.try_again(actor.trials.pop(answer), Loss("ran out of memory"), error)
                    continue
                raise error.cause from error  # what the work itself, or loading its tools, has raised
            except self._ray.exceptions.RayError as error:
                yield from self._lose(actor, error)
                continue
            if answer is actor.version:
                _check_version(value)
                actor.version = None
            elif answer is actor.beginning:
                actor.beginning = None
            else:
                self._deaths = 0
                yield from self.trials.done(actor.trials.pop(answer), value)
        self._check_ready()

    def _lose(self, actor: _Actor[Item, Result], error: Exception) -> Iterator[Result]:
        """Replace a dead actor, which worked on its first item, or on the one before if it died before the handover."""
        self._ray.kill(actor.handle)  # it may only be out of reach
        if actor.beginning is not None:
            self._deaths += 1
            if self._deaths > MAX_RENEWALS:
                raise deadly_start() from error
        trial = actor.taken() if actor.trials else None
        self.give_up(actor)
        if trial is not None:
            yield from self.try_again(trial, Loss(), error)
        self.begin(1)

    def _check_ready(self) -> None:
        if any(actor.beginning is None for actor in self.members):
            self._last_ready = monotonic()
        elif monotonic() - self._last_ready > START_TIMEOUT:
            raise DocumentError(
                f"no actor of the Ray cluster began within {START_TIMEOUT:g} seconds",
                remedy="See with ray status whether it has a free core, and with --device cuda a free GPU",
            )


def _lacking(error: Exception) -> DocumentError:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return DocumentError(
        f"a machine of the Ray cluster can't load what it needs ({lines[-1] if lines else type(error).__name__})",
        remedy=f"Install Markscheme {VERSION} there, with the same packages as here",
    )


def _check_version(version: str) -> None:
    if version != VERSION:
        raise DocumentError(
            f"a machine of the Ray cluster has Markscheme {version}, and this one {VERSION}",
            remedy="Install the same version on all",
        )
