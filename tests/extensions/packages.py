"""Packages that extend Markscheme, as pip would install them."""

import os
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.engine.engines import own_runtime_folder

HERE = Path(__file__).parent


@contextmanager
def installed(package: str, folder: Path) -> Iterator[None]:
    """Install a package of this folder for the processes that are started meanwhile, with engines of their own."""
    project = tomllib.loads((HERE / package / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copy(HERE / package / f"{package}.py", folder)
    information = folder / f"{package}-{project['version']}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    groups = (
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())])
        for group, entries in project["entry-points"].items()
    )
    (information / "entry_points.txt").write_text("\n".join(groups))
    with own_runtime_folder(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        yield
