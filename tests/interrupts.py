"""SIGINT in processes that tests start."""

import signal


def listen_to_interrupts() -> None:
    """Listen to SIGINT again: a shell's background jobs, and their children, ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
