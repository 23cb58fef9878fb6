"""A connection to Ray: to a cluster that is there already, or to one of this machine alone that ends with the run.

Nothing leaves the cluster: Ray's usage statistics and its dashboard are off in what is started here.
"""

import logging
import os
import shutil
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import attrs
import psutil

from markscheme.execution.worker_pool import available_cores
from markscheme.left_out import is_own_process
from markscheme.text.errors import DocumentError

ANSWER_TIMEOUT: Final = 5.0
"""Seconds in which a cluster must answer."""
OBJECT_STORE: Final = 256 * 2**20
"""Bytes of shared memory for the items in flight, in a cluster that is started here."""
AUTO: Final = "auto"
"""The address of the cluster that runs on this machine, or that ``RAY_ADDRESS`` names."""

_REMEDY: Final = "Start one with ray start --head --disable-usage-stats, or leave out --address to work on this machine"
_GREETING: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""What a client of HTTP/2 says first (RFC 9113, 3.4): gRPC, which Ray speaks, answers with its settings."""
_SETTINGS: Final = 4
_QUIET: Final[dict[str, object]] = {"log_to_driver": False, "logging_level": "error", "configure_logging": False}


def import_ray() -> Any:
    """Return Ray's module.

    Raises
    ------
    DocumentError
        If it is not installed.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if is_own_process():
        # Ray prints a cluster's messages to standard output, where a command's result belongs.
        os.environ["RAY_DEDUP_LOGS_SKIP_REGEX"] = ".*"
    try:
        return import_module("ray")
    except ImportError as error:
        raise DocumentError("Ray is not installed", remedy="Run: pip install 'markscheme[ray]'") from error


@contextmanager
def ray_session(address: str | None, cores: int | None) -> Iterator[Any]:
    """Yield Ray's module, connected; a connection that the program has already is used, and stays.

    Parameters
    ----------
    address
        ``HOST:PORT`` of a cluster, or ``auto``; ``None`` for a cluster of this machine alone, which ends with the
        session.
    cores
        The number of workers that such a cluster has room for; ``None`` for one a core.

    Raises
    ------
    DocumentError
        If Ray is not installed, or the cluster does not answer.
    """
    ray = import_ray()
    if ray.is_initialized():
        yield ray
        return
    logging.getLogger("ray").setLevel(logging.ERROR)
    folder = _OwnCluster.begin(ray, cores or available_cores()) if address is None else None
    if address is not None:
        _join(ray, address)
    try:
        yield ray
    except KeyboardInterrupt:
        # Ray takes more than a second to take leave. A command ends now, and a cluster ends the actors of a driver
        # that is gone.
        if not is_own_process():
            ray.shutdown()
        if folder is not None:
            folder.end()
        raise
    except BaseException:
        _leave(ray, folder)
        raise
    else:
        _leave(ray, folder)


def _leave(ray: Any, cluster: "_OwnCluster | None") -> None:
    ray.shutdown()
    if cluster is not None:
        cluster.end()


@attrs.frozen
class _OwnCluster:
    """A cluster of this machine that this process has started, and its folder."""

    folder: Path

    @classmethod
    def begin(cls, ray: Any, cores: int) -> "_OwnCluster":
        """Start it. The paths of its sockets must be short, and so the folder is not in a folder of the user's."""
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
        """End what is left of its processes, and remove its folder."""
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
    """Connect to a cluster that is there already."""
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
            remedy="Run the command on one of its machines, with --address HOST:PORT or --address auto",
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
    return DocumentError(
        f"no Ray cluster answers at {address} ({problem})",
        remedy=_REMEDY,
    )
