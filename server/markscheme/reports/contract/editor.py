"""JSON that editors show: the engine's state, a text at a glance, the texts of a workspace."""

from typing_extensions import TypedDict


class LensData(TypedDict):
    """The ``data`` of a code lens."""

    estimate: bool
    """Whether the lens shows an estimate. An estimate has no transport plan."""
