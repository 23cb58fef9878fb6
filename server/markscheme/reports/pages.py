"""Pages for a browser, made from templates beside the modules that fill them. They load nothing and have no script."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup


@cache
def page_template(package: str, name: str) -> Template:
    """Return a template of a package; what it is filled with is escaped, and must be complete."""
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    return environment.from_string(_resource(package, name))


def page_style(package: str, name: str = "page.css") -> Markup:
    """Return a style sheet of a package."""
    return Markup(_resource(package, name))  # noqa: S704 - a file of this program


def _resource(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")
