"""A kind of output of a result, as the registries of layouts have them."""

from collections.abc import Callable
from typing import Generic, ParamSpec

import attrs

P = ParamSpec("P")


@attrs.frozen
class Layout(Generic[P]):
    """A kind of output.

    Attributes
    ----------
    write
        Return a result as text; what it takes beside the result stands in the layout's type, and a terminal's number of
        columns comes last.
    in_file
        Return the same as it is written to a file, with the mark of a product.
    """

    write: Callable[P, str]
    in_file: Callable[[str], str] = str
