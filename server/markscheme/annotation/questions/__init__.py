"""What annotators have to decide: questions about one place each, in the order of what an answer changes."""
