"""How sentences are drawn for samples, the intervals of what samples give, and p values of differences."""
