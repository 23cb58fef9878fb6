"""Imported first in the process that workers are copies of, where this one is our own: that one is too.

It leaves Ctrl-C to the command, as workers do; until it has imported the rest, Python itself would print a traceback.
"""

import signal

from markscheme.left_out import begin_own_process

signal.signal(signal.SIGINT, signal.SIG_IGN)
begin_own_process()
