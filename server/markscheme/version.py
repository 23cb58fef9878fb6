"""The version, in one place: ``pyproject.toml`` reads it from here, and the tag of a release has the same.

Numbers travel with :func:`full_version`, which also says the commit where the code is not that of a release.
"""

from functools import cache
from pathlib import Path

VERSION = "0.1.0"

BUILT = "built_version.txt"
"""The file of a built package that holds the full version; a build writes it, and no checkout has it."""


@cache
def full_version() -> str:
    """Return the version of a release, and of other code that with its commit, such as ``0.1.0+g2e261e36``.

    It ends in ``.changed`` where files differ from the commit. Without Git, as in an unpacked archive, it is the
    version alone.

    >>> full_version().startswith(VERSION)
    True
    """
    built = Path(__file__).with_name(BUILT)
    if built.is_file():
        return built.read_text("ascii").strip()
    return version_of_checkout(Path(__file__).parents[2])


def version_of_checkout(root: Path) -> str:
    """Return the full version of the files in the folder of a Git repository; the version alone of any other folder."""
    if not (root / ".git").exists():
        return VERSION
    import os
    import re
    import subprocess

    command = ["git", "describe", "--tags", "--match=v*", "--long", "--always", "--abbrev=8", "--dirty=-changed"]
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(command, cwd=root, env=variables, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return VERSION
    match = re.fullmatch(r"(?:(v.*)-(\d+)-g)?([0-9a-f]+)(-changed)?", done.stdout.strip())
    if match is None:
        return VERSION
    tag, later, commit, changed = match.groups()
    if tag == f"v{VERSION}" and later == "0" and not changed:
        return VERSION
    return f"{VERSION}+g{commit}{'.changed' if changed else ''}"
