"""Pages for a browser, made from the files in ``templates/``. They load nothing and have no script."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

_TEMPLATES = files("markscheme.reports").joinpath("templates")


@cache
def page_template(name: str) -> Template:
    """Return a page's template; what it is filled with is escaped, and must be complete."""
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    return environment.from_string(_text(f"{name}.html.j2"))


def page_style(name: str) -> Markup:
    """Return a page's style sheet."""
    return Markup(_text(f"{name}.css"))  # noqa: S704 - a file of this program


def _text(name: str) -> str:
    return _TEMPLATES.joinpath(name).read_text(encoding="utf-8")
