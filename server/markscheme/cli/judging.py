"""The judge of the command line, and the person's consent to use it."""

import sys

from markscheme.cli.progress import Shown
from markscheme.judges.environment import configured, configured_key
from markscheme.judges.errors import JudgeError
from markscheme.judges.inquiry import Inquiry
from markscheme.judges.judge import Judge


def configured_judge(endpoint: str | None, model: str | None, yes: bool, shown: Shown) -> Judge:
    """Return the judge that the options name, or else the environment.

    Before it is used, standard error shows the number of requests and the host. A model on this machine needs no
    consent. An endpoint needs ``--yes``, or the person's consent at the terminal; without a terminal
    nothing is sent.

    Raises
    ------
    JudgeError
        If no judge is named, or its settings can't be used.
    """

    def agree(inquiry: Inquiry) -> bool:
        with shown.put_aside():
            print(f"markscheme: {inquiry.text}", file=sys.stderr)
            if yes or inquiry.host is None:
                return True
            if not (sys.stdin.isatty() and sys.stderr.isatty()):
                raise JudgeError(f"nothing was sent to {inquiry.host}; to send without a question, add --yes")
            print("markscheme: send them? [y/N] ", end="", file=sys.stderr, flush=True)
            return sys.stdin.readline().strip().lower() in ("y", "yes")

    return Judge(configured(endpoint=endpoint, model=model), configured_key(), agree)
