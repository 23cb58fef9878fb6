"""What is installed from a wheel: the models come along, and are used from there."""

import subprocess
import sys
from pathlib import Path

import pytest

from markscheme.version import version_of_checkout

ROOT = Path(__file__).parents[2]
PROBE = """
import json, markscheme, markscheme_models
from markscheme.languages.language import find_language
from markscheme.languages.pipeline import Pipeline
[parsed] = Pipeline(find_language()).parse([("She", "sings", ".")])
print(json.dumps([markscheme.__file__, markscheme_models.__file__, [token.tag_ for token in parsed]]))
"""


@pytest.mark.thorough
def test_an_installed_wheel_parses_with_its_own_pipeline(tmp_path: Path):
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--target",
        str(site),
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    probe = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=tmp_path,
        env={"PYTHONPATH": str(site)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert probe.stdout.count(str(site)) == 2
    assert '["PRP", "VBZ", "."]' in probe.stdout
    assert {path.name for path in (site / "markscheme_models/english").iterdir()} >= {"MODEL_CARD.md", "LICENSE.txt"}
    assert {path.name for path in (site / "markscheme_models/estimator").iterdir()} >= {
        "config.json",
        "estimator.safetensors",
        "LICENSE.txt",
        "MODEL_CARD.md",
    }
    assert (site / "markscheme/inference/templates/card.md.j2").is_file()
    assert (site / "markscheme/py.typed").is_file()
    assert (site / "markscheme/__init__.pyi").is_file()
    assert (site / "markscheme/built_version.txt").read_text().strip() == version_of_checkout(ROOT)
    assert (site / "markscheme/server/diagnostics.md").is_file()
