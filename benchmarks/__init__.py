"""Speed and memory, as ratios in one run: ``python -m benchmarks [NAME...]``. Nothing here ever fails on a timing."""
