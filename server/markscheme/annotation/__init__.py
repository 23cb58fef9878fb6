"""What several people did with one source: where they agree, what is covered, and what is still open."""
