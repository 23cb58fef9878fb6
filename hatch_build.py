"""What a build of the package adds to its files: the full version, since a package has no Git repository."""

import runpy
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
        self.folder = tempfile.TemporaryDirectory()
        file = Path(self.folder.name) / own["BUILT"]
        file.write_text(f"{own['full_version']()}\n", "ascii")
        inside = "markscheme" if self.target_name == "wheel" else "server/markscheme"
        build_data["force_include"][str(file)] = f"{inside}/{own['BUILT']}"
