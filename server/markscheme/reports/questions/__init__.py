"""The questions of annotators as text, JSON and CSV."""
