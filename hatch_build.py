"""What a build of the package adds to its files: the full version, since a package has no Git repository."""

import os
import re
import runpy
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FullVersion(BuildHookInterface):  # type: ignore[type-arg]
    """Write the full version beside ``version.py``; an archive of sources that has one keeps it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        package = Path(self.root) / "server" / "markscheme"
        own = runpy.run_path(str(package / "version.py"))
        if version == "editable" or (package / own["BUILT"]).exists():
            return
        check_tag(Path(self.root), own["VERSION"])
        self.folder = tempfile.TemporaryDirectory()
        file = Path(self.folder.name) / own["BUILT"]
        file.write_text(f"{own['version_of_checkout'](Path(self.root))}\n", "ascii")
        inside = "markscheme" if self.target_name == "wheel" else "server/markscheme"
        build_data["force_include"][str(file)] = f"{inside}/{own['BUILT']}"


def check_tag(root: Path, version: str) -> None:
    """End the build, with one line, if the commit is tagged as a release of another version."""
    if not (root / ".git").exists():
        return
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "tag", "--points-at", "HEAD"]
    try:
        done = subprocess.run(command, cwd=root, env=variables, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return
    releases = [tag for tag in done.stdout.split() if re.fullmatch(r"v\d+(\.\d+)+\S*", tag)]
    if releases and f"v{version}" not in releases:
        raise SystemExit(
            f"the commit is tagged {releases[0]}, and server/markscheme/version.py says {version}: make them agree"
        )
