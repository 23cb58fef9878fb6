"""Levels, assumptions and weightings are defined once; what people choose from elsewhere is the same."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from markscheme.exercises.configuration import SCHEMA
from markscheme.metrics.base import Assumption, Level
from markscheme.metrics.registry import METRICS
from markscheme.metrics.weightings import WEIGHTINGS, WeightingName

CLIENT = Path(__file__).parents[2] / "vscode-client"
CHOICES = {"level": get_args(Level), "assumption": get_args(Assumption), "weighting": get_args(WeightingName)}


@pytest.fixture(scope="module")
def manifest() -> dict[str, dict[str, Any]]:
    """The extension's settings."""
    groups = json.loads((CLIENT / "package.json").read_text("utf-8"))["contributes"]["configuration"]
    return {name: shape for group in groups for name, shape in group["properties"].items()}


@pytest.mark.parametrize("setting", ["assumption", "weighting"])
def test_an_exercises_configuration_has_the_same_choices(setting: str):
    shape = json.loads(SCHEMA.read_text("utf-8"))["$defs"][setting]
    assert tuple(shape["enum"]) == CHOICES[setting]
    assert all(f'"{choice}"' in shape["errorMessage"] for choice in CHOICES[setting])


@pytest.mark.parametrize("setting", CHOICES)
def test_the_extensions_settings_have_the_same_choices(manifest: dict[str, dict[str, Any]], setting: str):
    shape = manifest[f"markscheme.{setting}"]
    assert tuple(choice for choice in shape["enum"] if choice is not None) == CHOICES[setting]


def test_each_weighting_of_the_extension_has_a_description(manifest: dict[str, dict[str, Any]]):
    strings = json.loads((CLIENT / "package.nls.json").read_text("utf-8"))
    shown = manifest["markscheme.weighting"]["markdownEnumDescriptions"]
    assert shown == [f"%setting.weighting.{name}%" for name in CHOICES["weighting"]]
    assert all(text.strip("%") in strings for text in shown)


def test_every_variant_has_the_name_that_it_is_found_by():
    assert WEIGHTINGS.names == CHOICES["weighting"]
    assert all(WEIGHTINGS.get(name).name == name for name in WEIGHTINGS.names)
    assert all(METRICS.get(name).name == name for name in METRICS.built_in)
