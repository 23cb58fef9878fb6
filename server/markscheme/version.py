"""The version, which is that of a release's tag, such as ``v1.0.0``: a build writes it into the package.

Numbers travel with :func:`full_version`, which also says the commit where the code is not that of a release.
"""

from functools import cache
from pathlib import Path

UNRELEASED = "0.1.0"
"""The version of code that no release leads to, and of sources without Git that no build has packed."""

BUILT = "built_version.txt"
"""The file of a built package that holds the full version; a build writes it, and no checkout has it."""


@cache
def full_version() -> str:
    """Return the version of a release, and of later code that with its commit, such as ``0.1.0+g2e261e36``.

    It ends in ``.changed`` where files differ from the commit.

    >>> full_version().startswith(VERSION)
    True
    """
    built = Path(__file__).with_name(BUILT)
    if built.is_file():
        return built.read_text("ascii").strip()
    return version_of_checkout(Path(__file__).parents[2])


def version_of_checkout(root: Path) -> str:
    """Return the full version of the files in the folder of a Git repository; :data:`UNRELEASED` of any other one."""
    if not (root / ".git").exists():
        return UNRELEASED
    import os
    import re
    import subprocess

    releases = "--match=v[0-9]*"
    command = ["git", "describe", "--tags", releases, "--long", "--always", "--abbrev=8", "--dirty=-changed"]
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(command, cwd=root, env=variables, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return UNRELEASED
    match = re.fullmatch(r"(?:v(.*)-(\d+)-g)?([0-9a-f]+)(-changed)?", done.stdout.strip())
    if match is None:
        return UNRELEASED
    release, later, commit, changed = match.groups()
    if release and later == "0" and not changed:
        return release
    return f"{release or UNRELEASED}+g{commit}{'.changed' if changed else ''}"


VERSION = full_version().partition("+")[0]
"""The version of the release, or of the last one before this code."""
