"""The kinds of output of progress; each is an object in a registry."""

from collections.abc import Sequence

from markscheme.registry import Registry
from markscheme.reports.layout import Layout
from markscheme.reports.progress.progress import Progress
from markscheme.reports.progress.progress_csv import progress_csv
from markscheme.reports.progress.progress_page import progress_page
from markscheme.reports.progress.progress_text import progress_text
from markscheme.text.products import marked_text

_Layout = Layout[[Sequence[Progress], int]]

TEXT: _Layout = Layout(progress_text, marked_text)
CSV: _Layout = Layout(lambda classes, _: progress_csv(classes))
HTML: _Layout = Layout(lambda classes, _: progress_page(classes))

LAYOUTS: Registry[_Layout] = Registry(
    "format of progress", {"text": f"{__name__}:TEXT", "csv": f"{__name__}:CSV", "html": f"{__name__}:HTML"}
)
