"""The language server, and the engine process behind it."""
