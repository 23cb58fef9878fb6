"""Errors whose messages a person sees when the engine can't answer."""


class EngineError(Exception):
    """The engine could not answer; the message says why."""


class EngineDied(EngineError):
    """The engine process crashed while it was needed; the message is the end of its log."""


class EngineIncomplete(EngineError):
    """The engine answers, but lacks a part that the work needs; the message says which and what to do."""
