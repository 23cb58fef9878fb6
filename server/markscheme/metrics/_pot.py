"""POT, the optimal transport of Flamary et al. (2021), without scikit-learn and networkx, which it looks for.

Import it in functions: it takes half a second, and twice that with these two.
"""

from markscheme.processes import before_loading, without_package

before_loading(__name__)

with without_package("sklearn"), without_package("networkx"):
    import ot

__all__ = ["ot"]
