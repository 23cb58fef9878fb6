"""The entry point of the command line, ``markscheme``."""

import os
import sys

from markscheme.garbage_collection import COMMAND_VALUES, collect_seldom
from markscheme.left_out import begin_own_process


def run() -> None:
    """Run the command in the arguments.

    The language server starts before other modules are imported, since an editor waits for it. Other commands do not
    import the language server's modules.
    """
    begin_own_process()
    os.environ.setdefault("POT_BACKEND_DISABLE_PYTORCH", "1")
    collect_seldom(COMMAND_VALUES)
    if sys.argv[1:2] == ["serve"] and not {"--help", "-h"} & set(sys.argv):
        from markscheme.cli.commands.serve import serve

        serve(sys.argv[2:])
        return
    from markscheme.cli.commands.app import app
    from markscheme.cli.failures import end, exit_on_failure
    from markscheme.cli.termination import ended_by_signals

    arguments = sys.argv[1:] or ["--help"]
    with exit_on_failure(), ended_by_signals() as termination:
        status = app(arguments, prog_name="markscheme", standalone_mode=False)
        end(termination.status or status)
