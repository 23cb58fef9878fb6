"""MAEGE's figures of a quality estimate, by the recipe of the bundled estimator (``models/estimator/maege.py``)."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from markscheme.edits.edit import Edits
from markscheme.formats.plain_text.line_pairs import Tokens

RECIPE = Path(__file__).parents[2] / "models" / "estimator" / "maege.py"
SEED = 1


def maege_figures(
    references: Mapping[Tokens, Sequence[Edits]], estimate: Callable[[list[str]], list[float]]
) -> list[float]:
    """Return r and rho of corpora, r and rho of sentences, and tau in chains.

    Parameters
    ----------
    references
        The edits of each reference, by source sentence.
    estimate
        Return the estimates of texts.
    """
    recipe = _recipe()
    lattice = recipe.lattice(references, SEED)
    agreed = recipe.agreement(lattice, estimate([version.text for version in lattice.versions]))
    return [
        agreed.corpus_pearson,
        agreed.corpus_spearman,
        agreed.sentence_pearson,
        agreed.sentence_spearman,
        agreed.chain_kendall,
    ]


def _recipe() -> ModuleType:
    """Return the recipe's module, which is a script's neighbour and in no package."""
    name = "markscheme_maege_recipe"
    if name not in sys.modules:
        spec = spec_from_file_location(name, RECIPE)
        if spec is None or spec.loader is None:
            raise ImportError(f"there is no recipe at {RECIPE}")
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
