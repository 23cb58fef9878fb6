"""The Python API, and what the command line itself calls: a module for each room whose results it returns."""
