"""The tables, one module for each group that is measured alike."""
