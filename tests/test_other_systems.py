"""Tests can be collected where Python lacks what only some systems have: Windows has none of these."""

import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
LACKING = re.compile(r"\b(?:pty|resource|SIGHUP|geteuid|forkserver)\b")
COLLECT = """
import multiprocessing, os, signal, sys
import multiprocessing.context, psutil, pytest
sys.modules["pty"] = sys.modules["resource"] = None
del signal.SIGHUP, os.geteuid
del multiprocessing.context._concrete_contexts["forkserver"]
multiprocessing.get_all_start_methods = lambda: ["spawn"]
sys.exit(pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""


def test_what_a_system_lacks_is_no_fault_of_collection():
    modules = [path for path in TESTS.rglob("test_*.py") if LACKING.search(path.read_text("utf-8"))]
    others = [path for path in modules if path != Path(__file__)]
    assert others
    done = subprocess.run(
        [sys.executable, "-c", COLLECT, *map(str, others)],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
