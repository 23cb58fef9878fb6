"""What people said of systems: rankings, and the benchmarks that publish them."""
