"""How long work tells of itself, and how it is stopped."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called between batches with a stage's name, the items done and the items in all.

It stops the work by raising :class:`Cancelled`.
"""


class Cancelled(Exception):
    """The work was stopped on request; nothing of it was published."""


def silent(stage: str, done: int, total: int) -> None:
    """A :data:`Progress` for work that nobody watches."""
