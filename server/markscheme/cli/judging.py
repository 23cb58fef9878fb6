"""The language model that the command line may ask, and whether the person lets it."""

import sys

from markscheme.cli.progress import Shown
from markscheme.judges.errors import JudgeError
from markscheme.judges.inquiry import Inquiry
from markscheme.judges.judge import Judge
from markscheme.judges.judge_settings import configured, configured_key


def asked_judge(endpoint: str | None, model: str | None, yes: bool, shown: Shown) -> Judge:
    """The one that options name, or else the environment.

    What is going to be asked is told on standard error, before it is asked. A model on this machine is then asked. An
    endpoint is with ``--yes``, or when the person says so at the terminal; where there is none, nothing is sent.

    Raises
    ------
    JudgeError
        If none is named, or what is said of it can't be meant.
    """

    def agree(inquiry: Inquiry) -> bool:
        with shown.put_aside():
            print(f"markscheme: {inquiry.told}", file=sys.stderr)
            if yes or inquiry.host is None:
                return True
            if not (sys.stdin.isatty() and sys.stderr.isatty()):
                raise JudgeError(f"nothing was sent to {inquiry.host}; with --yes it is, without asking")
            print("markscheme: send them? [y/N] ", end="", file=sys.stderr, flush=True)
            return sys.stdin.readline().strip().lower() in ("y", "yes")

    return Judge(configured(endpoint=endpoint, model=model), configured_key(), agree)
