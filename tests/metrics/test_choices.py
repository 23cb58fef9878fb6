"""Levels, assumptions and weightings are defined once; what people choose from elsewhere is the same."""

from typing import get_args

import pytest

from markscheme.metrics.base import METRICS, Assumption, Level
from markscheme.metrics.weightings import WEIGHTINGS, WeightingName
from markscheme.settings import ASSUMPTION, LEVEL, WEIGHTING

CHOICES = {"assumption": (ASSUMPTION, Assumption), "weighting": (WEIGHTING, WeightingName), "level": (LEVEL, Level)}


@pytest.mark.parametrize("name", CHOICES)
def test_a_settings_choices_are_those_of_its_type(name: str):
    declared, kind = CHOICES[name]
    assert tuple(declared.choices or get_args(kind)) == get_args(kind)
    assert declared.default in (None, *get_args(kind))


def test_every_variant_has_the_name_that_it_is_found_by():
    assert WEIGHTINGS.names == get_args(WeightingName)
    assert all(WEIGHTINGS.get(name).name == name for name in WEIGHTINGS.names)
    assert all(METRICS.get(name).name == name for name in METRICS.built_in)
