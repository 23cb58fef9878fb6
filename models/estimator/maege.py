"""MAEGE's chains of partly corrected sentences, and how well estimates order them.

The code is Markscheme's own (:mod:`markscheme.evaluation.partial_corrections`); recipes find its names here.
"""

from markscheme.evaluation.partial_corrections.lattice import MEANS, VARIANCE, Chain, Lattice, Version, lattice
from markscheme.evaluation.partial_corrections.lattice_agreement import Agreement, agreement

__all__ = ["MEANS", "VARIANCE", "Agreement", "Chain", "Lattice", "Version", "agreement", "lattice"]
