"""Python's search for unreachable cycles of values, between two items of work instead of in the middle of one.

An item makes some hundred thousand values, nearly all of which go with it and stand in no cycle. Searching among them
as often as Python does takes a quarter of the time of marking a block.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from markscheme.left_out import is_own_process

_YOUNG: Final = 1
"""The oldest generation that is searched after each item: what outlived an earlier one is not searched again."""


@contextmanager
def cycles_searched_between_items() -> Iterator[None]:
    """Put the search off to the end of this item, in a process of our own; elsewhere change nothing."""
    if not is_own_process() or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect(_YOUNG)
