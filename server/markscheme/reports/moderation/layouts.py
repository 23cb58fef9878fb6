"""The kinds of output of a moderation; each is an object in a registry."""

from markscheme.registry import Registry
from markscheme.reports.layout import Layout
from markscheme.reports.moderation.moderation import Moderation
from markscheme.reports.moderation.moderation_csv import moderation_csv
from markscheme.reports.moderation.moderation_json import moderation_json
from markscheme.reports.moderation.moderation_page import moderation_page
from markscheme.reports.moderation.moderation_text import moderation_text
from markscheme.text.products import marked_json, marked_text

_Layout = Layout[[Moderation, int]]


TEXT: _Layout = Layout(moderation_text, marked_text)
CSV: _Layout = Layout(lambda moderation, _: moderation_csv(moderation))
HTML: _Layout = Layout(lambda moderation, _: moderation_page(moderation))
JSON: _Layout = Layout(lambda moderation, _: moderation_json(moderation), marked_json)

LAYOUTS: Registry[_Layout] = Registry(
    "format of a moderation",
    {name: f"{__name__}:{name.upper()}" for name in ("text", "csv", "html", "json")},
)
"""The layouts by the names of formats."""
