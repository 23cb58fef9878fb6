"""The agreement of annotators as text, JSON, CSV and a page."""
