"""Scores of tables: a batch's rows for ``datasets.map`` and pandas, and whole datasets of Ray Data."""

from markscheme.api.ray_data import SentenceScorer, score_dataset, sentence_scores

__all__ = ["SentenceScorer", "score_dataset", "sentence_scores"]
