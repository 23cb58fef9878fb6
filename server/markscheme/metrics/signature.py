"""Signatures: a number never travels without how it was made, as sacrebleu's don't (Post, 2018)."""

from collections.abc import Mapping

from markscheme.version import VERSION


def signature(metric: str, settings: Mapping[str, object]) -> str:
    """``metric:...|setting:value|...|version:...`` in the order given; floats shortest-exact.

    >>> signature("errant", {"beta": 0.5}).startswith("metric:errant|beta:0.5|version:")
    True
    """
    parts = {"metric": metric, **settings, "version": VERSION}
    return "|".join(f"{name}:{value}" for name, value in parts.items() if value is not None)
