"""Toy packages are imported only where a test installs them: at import, a request's decorator registers it."""

collect_ignore_glob = ["toy_*/*"]
