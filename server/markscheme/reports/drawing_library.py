"""The library that draws figures, which is an extra."""

from importlib.util import find_spec

from markscheme.text.errors import DocumentError


def require_matplotlib() -> None:
    """Raise a DocumentError that says what to install if there is no matplotlib."""
    if find_spec("matplotlib") is None:
        raise DocumentError(
            "a figure needs matplotlib, which is not installed", remedy="Run: pip install 'markscheme[figures]'"
        )
