"""POT, the optimal transport of Flamary et al. (2021), without scikit-learn and networkx, which it looks for.

Import it in functions: it takes half a second, and twice that with these two.
"""

from markscheme.left_out import left_out

with left_out("sklearn"), left_out("networkx"):
    import ot

__all__ = ["ot"]
