"""All that is loaded, asked or remembered: pipeline, encoder, estimator, judge, the cache and its memos."""
