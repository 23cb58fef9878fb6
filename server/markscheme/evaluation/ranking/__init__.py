"""Scores of systems made of judgements or of the scores of sentences."""
