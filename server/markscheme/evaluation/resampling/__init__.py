"""Intervals and significance tests over sentences, from a metric's statistics and fold alone."""
