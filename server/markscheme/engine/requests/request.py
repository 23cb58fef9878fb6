"""A request that clients send and the engine answers, as one object that both ends use.

Its handler runs in the engine alone. A module of requests is imported by clients too, so a handler imports
what is slow to import (spaCy, torch) in its own body.
"""

from collections.abc import Awaitable, Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Generic, TypeVar

import attrs

from markscheme.progress import Progress

if TYPE_CHECKING:
    from markscheme.engine.connection import Connection
    from markscheme.engine.service import Service
    from markscheme.marking.documents import DocumentMarker
    from markscheme.text.errors import DocumentError

P = TypeVar("P")
R = TypeVar("R", covariant=True)
T = TypeVar("T")
F = TypeVar("F")


class Priority(IntEnum):
    """The order of work: lower goes first."""

    OPEN_DOCUMENT = 0
    WORKSPACE = 1


@attrs.frozen
class Call:
    """One call of a request, as its handler sees it.

    Attributes
    ----------
    key
        Equal for calls of the same request with equal parameters, whoever sends them.
    priority
        The caller's, or the request's own.
    progress
        Reports progress to the caller. May be called in the event loop's thread only.
    connection
        The caller's connection.
    service
        What all connections share.
    """

    key: str
    priority: int
    progress: Progress
    connection: "Connection"
    service: "Service"

    async def run(
        self,
        work: Callable[["DocumentMarker", Progress], T],
        on_failure: Callable[[tuple["DocumentError", ...], str | None], F],
        progress: Progress | None = None,
    ) -> T | F:
        """Run work in the engine's worker thread when its turn comes. Calls with equal keys run once.

        Parameters
        ----------
        work
            Computes the result. It calls its progress between batches and lets what that raises pass.
        on_failure
            Makes the result from the documents' problems, or from the installation's, if the work raises one.
        progress
            Used in place of the call's own.
        """
        return await self.service.run(self.key, work, on_failure, self.priority, progress or self.progress)


Handler = Callable[[Call, P], Awaitable[R]]
"""Answers one call. Cancelled when the caller cancels the request or leaves."""


@attrs.frozen(eq=False)
class Request(Generic[P, R]):
    """One row of the table of requests.

    Attributes
    ----------
    method
        Its JSON-RPC method.
    params, reply
        The types of its parameters and of its reply; ``NoneType`` for none.
    handler
        Answers it, in the engine's event loop.
    priority
        Of its work, unless the caller sets another.
    reports_progress
        Whether the caller hears how far the work is.
    """

    method: str
    params: type[P]
    reply: type[R]
    handler: Handler[P, R]
    priority: int = Priority.OPEN_DOCUMENT
    reports_progress: bool = False
