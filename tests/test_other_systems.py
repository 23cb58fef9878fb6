"""Tests can be collected where Python lacks what only some systems have: Windows has none of these."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
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


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a module that its import runs: functions' decorators and defaults, and not their bodies."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            for part in (child.args, *child.decorator_list):
                yield from at_import(part)
        else:
            yield child
            yield from at_import(child)


def test_what_a_system_lacks_is_no_fault_of_collection():
    modules = [path for path in TESTS.rglob("test_*.py") if LACKING.search(path.read_text("utf-8"))]
    others = [
        path
        for path in modules
        if path != Path(__file__)
        and any(LACKING.search(ast.dump(node)) for node in at_import(ast.parse(path.read_text("utf-8"))))
    ]
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
