"""How far a metric agrees with people: correlations over systems, and agreement on single comparisons."""
