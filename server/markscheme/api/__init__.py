"""The Python API, and what the command line itself calls: documents, research, tables and Ray Data, training loops."""
