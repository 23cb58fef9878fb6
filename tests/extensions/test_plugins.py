"""What all plugins share: one public module, their page, and the list of them; ``make lint`` checks their types."""

import json
import re
from pathlib import Path

import pytest

from conftest import Command
from extensions.packages import HERE, installed
from markscheme import plugins

KINDS = ("metric", "format", "language", "report", "request")
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kind", KINDS)
def test_a_plugin_imports_the_public_module_alone(kind: str):
    text = (HERE / f"toy_{kind}" / f"toy_{kind}.py").read_text()
    assert set(re.findall(r"(?:from|import) (markscheme\S*)", text)) == {"markscheme.plugins"}


def test_every_public_name_is_there():
    assert dir(plugins) == sorted(plugins.__all__)
    assert all(hasattr(plugins, name) for name in plugins.__all__)


def test_the_page_shows_the_packages_that_tests_install():
    page = (ROOT / "docs" / "plugins.md").read_text()
    for kind in KINDS:
        assert (HERE / f"toy_{kind}" / f"toy_{kind}.py").read_text().strip() in page, kind
        entry = re.search(
            r"^\[project.entry-points.*\n.*$", (HERE / f"toy_{kind}" / "pyproject.toml").read_text(), re.MULTILINE
        )
        assert entry is not None
        assert entry[0] in page, kind


def test_plugins_are_listed_with_package_version_and_state(markscheme_process: Command, tmp_path: Path):
    with installed("toy_metric", tmp_path):
        listed = markscheme_process("plugins")
        assert (listed.returncode, listed.stdout.split()) == (
            0,
            ["metric", "toy", "markscheme-toy-metric", "1.0", "ok"],
        )
        assert listed.stdout in (ROOT / "docs" / "plugins.md").read_text()
        (tmp_path / "toy_metric.py").write_text("import no_such_library\n")
        [item] = json.loads(markscheme_process("plugins", "--format", "json").stdout)
        assert (item["kind"], item["name"], item["version"]) == ("metric", "toy", "1.0")
        assert "No module named 'no_such_library'" in item["problem"]
