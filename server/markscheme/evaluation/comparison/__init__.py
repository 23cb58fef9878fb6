"""Several systems on one source and references: scores with intervals, differences with p values, error types."""
