"""Several people or systems at once: agreement, coverage, questions, adjudication, comparison, meta-evaluation."""
