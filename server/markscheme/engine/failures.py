"""What is told to a person when the engine can't answer."""


class EngineError(Exception):
    """The engine could not answer; the message says what it said of that."""


class EngineDied(EngineError):
    """The engine process ended while it was needed; the message is its last words."""
