"""Commands for annotators: what is open, how far they agree, and one result of several."""
