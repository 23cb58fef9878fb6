"""The kinds of output of a moderation; each is an object in a registry."""

from collections.abc import Callable

import attrs

from markscheme.registry import Registry
from markscheme.reports.moderation.moderation import Moderation
from markscheme.reports.moderation.moderation_csv import moderation_csv
from markscheme.reports.moderation.moderation_json import moderation_json
from markscheme.reports.moderation.moderation_page import moderation_page
from markscheme.reports.moderation.moderation_text import moderation_text
from markscheme.text.products import marked_json, marked_text


@attrs.frozen
class Layout:
    """A kind of output.

    Attributes
    ----------
    write
        Return a moderation for a terminal of some columns.
    in_file
        Return the same as it is written to a file, with the mark of a product.
    """

    write: Callable[[Moderation, int], str]
    in_file: Callable[[str], str] = str


TEXT = Layout(moderation_text, marked_text)
CSV = Layout(lambda moderation, _: moderation_csv(moderation))
HTML = Layout(lambda moderation, _: moderation_page(moderation))
JSON = Layout(lambda moderation, _: moderation_json(moderation), marked_json)

LAYOUTS: Registry[Layout] = Registry(
    "format of a moderation",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "csv", "html", "json")},
)
"""The layouts by the names of formats."""
