"""The tables of papers beside our figures: published figures, ours as stored, and the page's tables of both."""
