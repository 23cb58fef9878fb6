"""``python -m markscheme``: the command line, where the script is not on the path."""

from markscheme.cli.main import run

run()
