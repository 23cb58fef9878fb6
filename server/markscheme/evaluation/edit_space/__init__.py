"""Where an encoder puts edits: their vectors by error type."""
