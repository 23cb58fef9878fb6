"""The weightings by name."""

from typing import Any

import attrs

from markscheme.metrics.weightings.weighting import Weighting
from markscheme.registry import Registry

WEIGHTINGS: Registry[type[Weighting]] = Registry(
    "weighting",
    {
        "none": "markscheme.metrics.weightings.none:NoWeighting",
        "length": "markscheme.metrics.weightings.length:LengthWeighting",
        "similarity": "markscheme.metrics.weightings.similarity:SimilarityWeighting",
        "vector": "markscheme.metrics.weightings.vector:VectorWeighting",
        "llm": "markscheme.metrics.weightings.llm:LlmWeighting",
    },
)


def weighting(name: str, **settings: Any) -> Weighting:
    """Return the weighting of a name, with those of these settings that it has.

    Raises
    ------
    RegistryError
        If there is none.
    """
    kind = WEIGHTINGS.get(name)
    names = {field.name for field in attrs.fields(kind)}
    return kind(**{key: value for key, value in settings.items() if key in names})


def weighting_or_name(value: Weighting | str) -> Weighting:
    """Return a weighting that is given by itself or by name."""
    return weighting(value) if isinstance(value, str) else value
