"""Where annotators differ, what an adjudicator takes of each, and the text that comes of it."""
