"""Settings of metrics in a file: read, checked, and those that ship."""
