"""The layers of an INCEpTION project that hold corrections, by the names of their features."""

from collections.abc import Iterable, Mapping

import attrs

CORRECTIONS = ("correction", "corrected", "correct", "edit", "replacement", "suggestion", "targethypothesis")
"""Names of features that hold a correction, the likeliest first, in lower case and without marks between words."""
_TYPES = ("errortype", "type", "category", "error", "label", "tag", "class")
_DELETIONS = ("delete", "deleted", "deletion")
_VALUE = "value"
_STRING, _BOOLEAN = "uima.cas.String", "uima.cas.Boolean"
_CUSTOM = ("webanno.custom.", "custom.")
"""How the names of layers begin that projects define themselves."""


@attrs.frozen
class Layer:
    """A layer of spans, and the features of its annotations.

    Attributes
    ----------
    name
        As the type system has it.
    features
        The range of each feature's values, by the feature's name.
    """

    name: str
    features: Mapping[str, str]

    @property
    def is_custom(self) -> bool:
        """Whether the project has defined the layer itself."""
        return self.name.startswith(_CUSTOM)

    @property
    def correction(self) -> str | None:
        """The feature with the correction; ``value`` may be one in a layer of the project's own."""
        return self._feature((*CORRECTIONS, *((_VALUE,) if self.is_custom else ())), _STRING)

    @property
    def type(self) -> str | None:
        """The feature with the error's type."""
        names = (*_TYPES, *((_VALUE,) if self.correction != self._feature((_VALUE,), _STRING) else ()))
        return self._feature(names, _STRING)

    @property
    def deletion(self) -> str | None:
        """The feature that says that the words are to be deleted."""
        return self._feature(_DELETIONS, _BOOLEAN)

    def _feature(self, names: Iterable[str], range_: str) -> str | None:
        names_by_plain = {_plain(name): name for name, kind in self.features.items() if kind == range_}
        return next((names_by_plain[name] for name in names if name in names_by_plain), None)


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")


def correction_layers(layers: Iterable[Layer]) -> tuple[Layer, ...]:
    """Return the layers with a feature for corrections: by a telling name, or else by the name ``value``."""
    likely = tuple(layer for layer in layers if layer.correction is not None)
    return tuple(layer for layer in likely if _plain(layer.correction or "") != _VALUE) or likely
