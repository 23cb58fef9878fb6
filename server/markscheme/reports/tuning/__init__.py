"""Chosen settings of metrics: as a file of settings with its evidence, and as a table for people."""
