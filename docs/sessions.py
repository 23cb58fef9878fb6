"""Write what the commands in ``README.md`` and on the pages of ``docs/`` print into those pages.

A session stands between fences that are called ``console``, with ``$`` before each command. A line with ``…`` stands
for the rest of what a command prints. ``tests/test_readme.py`` compares the pages with the commands.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```console\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
ELLIPSIS = "…"


def pages() -> list[Path]:
    """Return the pages with sessions."""
    every = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    return [page for page in every if FENCE.search(page.read_text(encoding="utf-8"))]


def main() -> None:
    """Write the pages again."""
    for page in pages():
        with TemporaryDirectory() as name:
            desk = Path(name)
            shutil.copytree(ROOT / "examples", desk / "examples")
            shutil.copytree(ROOT / "examples" / "evening", desk, dirs_exist_ok=True)
            text = page.read_text(encoding="utf-8")
            page.write_text(FENCE.sub(partial(_written, desk), text), encoding="utf-8")


def _written(desk: Path, fence: re.Match[str]) -> str:
    """Return a fence with what its commands print now."""
    lines: list[str] = []
    for part in re.split(r"^\$ ", fence["text"], flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        printed = _printed(command, desk)
        end = shown.index(ELLIPSIS) if ELLIPSIS in shown else min(len(shown), len(printed))
        lines += [f"$ {command}", *printed[:end], *([ELLIPSIS] if ELLIPSIS in shown else [])]
    return "\n".join(("```console", *lines, "```"))


def _printed(command: str, desk: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=desk,
        env=os.environ | {"COLUMNS": "120"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return [line.rstrip() for line in (done.stdout + done.stderr).replace(f"{desk}{os.sep}", "").splitlines()]


if __name__ == "__main__":
    main()
