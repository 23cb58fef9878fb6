"""Packages that extend Markscheme, as pip would install them."""

import importlib
import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from markscheme.documents.formats import FORMATS
from markscheme.languages.language import LANGUAGES
from markscheme.metrics.base import METRICS
from markscheme.registry import Registry
from markscheme.reports.review_report import REVIEW_FORMATS
from server.engine.engines import own_runtime_folder

HERE = Path(__file__).parent
REGISTRIES: tuple[Registry[Any], ...] = (FORMATS, LANGUAGES, METRICS, REVIEW_FORMATS)


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


@contextmanager
def installed_here(package: str, folder: Path) -> Iterator[None]:
    """Install a package for commands in the tests' process as well."""
    kept = [dict(vars(registry)) for registry in REGISTRIES]
    with installed(package, folder), pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        read_anew(package)
        yield
    sys.modules.pop(package, None)
    for registry, values in zip(REGISTRIES, kept, strict=True):
        vars(registry).clear()
        vars(registry).update(values)


def read_anew(package: str) -> None:
    """Let the tests' process look for packages and import this one as a new process does."""
    importlib.invalidate_caches()
    sys.modules.pop(package, None)
    for registry in REGISTRIES:
        for name in [
            name for name in vars(registry) if isinstance(getattr(type(registry), name, None), cached_property)
        ]:
            delattr(registry, name)
        registry._loaded = {}
