"""``markscheme``: the command line's entry point."""

import os
import sys


def run() -> None:
    """Run the command that is asked for.

    The language server starts before anything else is imported: an editor waits for it. No other command waits
    for the language server's imports.
    """
    os.environ.setdefault("POT_BACKEND_DISABLE_PYTORCH", "1")
    if sys.argv[1:2] == ["serve"] and not {"--help", "-h"} & set(sys.argv):
        from markscheme.cli.commands.serve import serve

        serve(sys.argv[2:])
        return
    from markscheme.cli.commands.app import app
    from markscheme.cli.failures import exit_on_failure

    arguments = sys.argv[1:] or ["--help"]
    with exit_on_failure():
        sys.exit(app(arguments, prog_name="markscheme", standalone_mode=False))
