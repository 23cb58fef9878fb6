"""The kinds of output of progress; each is an object in a registry."""

from collections.abc import Callable, Sequence

import attrs

from markscheme.registry import Registry
from markscheme.reports.progress.progress import Progress
from markscheme.reports.progress.progress_csv import progress_csv
from markscheme.reports.progress.progress_page import progress_page
from markscheme.reports.progress.progress_text import progress_text
from markscheme.text.products import marked_text


@attrs.frozen
class Layout:
    """A kind of output.

    Attributes
    ----------
    write
        Return the progress of classes for a terminal of some columns.
    in_file
        Return the same as it is written to a file, with the mark of a product.
    """

    write: Callable[[Sequence[Progress], int], str]
    in_file: Callable[[str], str] = str


TEXT = Layout(progress_text, marked_text)
CSV = Layout(lambda classes, _: progress_csv(classes))
HTML = Layout(lambda classes, _: progress_page(classes))

LAYOUTS: Registry[Layout] = Registry(
    "format of progress", {"text": f"{__name__}:TEXT", "csv": f"{__name__}:CSV", "html": f"{__name__}:HTML"}
)
