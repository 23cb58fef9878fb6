"""The entry point of the command line, ``markscheme``."""

import gc
import os
import sys

from markscheme.left_out import begin_own_process

NEW_VALUES = 100_000
"""Number of new values after which Python looks for cycles of them. Most values live until a
command ends; those of the language server, until a text is marked again."""


def run() -> None:
    """Run the command in the arguments.

    The language server starts before other modules are imported, since an editor waits for it. Other commands do not
    import the language server's modules.
    """
    begin_own_process()
    os.environ.setdefault("POT_BACKEND_DISABLE_PYTORCH", "1")
    gc.set_threshold(NEW_VALUES, *gc.get_threshold()[1:])
    if sys.argv[1:2] == ["serve"] and not {"--help", "-h"} & set(sys.argv):
        from markscheme.cli.commands.serve import serve

        serve(sys.argv[2:])
        return
    from markscheme.cli.commands.app import app
    from markscheme.cli.failures import end, exit_on_failure

    arguments = sys.argv[1:] or ["--help"]
    with exit_on_failure():
        end(app(arguments, prog_name="markscheme", standalone_mode=False))
