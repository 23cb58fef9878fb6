"""Measure speed and memory as ratios within one run: ``python -m benchmarks [NAME...]``. No timing is a failure."""
