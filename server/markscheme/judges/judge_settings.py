"""Settings of the language model that weighs edits."""

import ipaddress
import math
from urllib.parse import urlsplit

import attrs

from markscheme.judges.errors import JudgeError

PAPER_TEMPERATURE = 0.1
"""The temperature of CLEME2.0, Appendix A."""


@attrs.frozen
class JudgeSettings:
    """Which language model, and how it is reached.

    Raises JudgeError if a number is out of its range.

    Attributes
    ----------
    model
        The model's name at the endpoint; without an endpoint, the folder of a causal model of transformers.
    endpoint
        The base URL of an OpenAI-compatible API, such as ``http://127.0.0.1:11434/v1``; ``None`` for no endpoint.
    temperature
        The temperature at which scores are sampled; above 0.
    concurrency
        Most requests at a time; at least 1.
    timeout
        Seconds to wait for an answer; above 0.
    attempts
        Most requests for one question; at least 1.
    input_price, output_price
        The price of a million tokens, in any currency; ``None`` to show no cost.
    """

    model: str
    endpoint: str | None = None
    temperature: float = PAPER_TEMPERATURE
    concurrency: int = 4
    timeout: float = 60.0
    attempts: int = 5
    input_price: float | None = None
    output_price: float | None = None

    def __attrs_post_init__(self) -> None:
        for name in ("temperature", "timeout"):
            if not 0 < getattr(self, name) < math.inf:
                raise JudgeError(f"the language model's {name} must be a number above 0")
        for name in ("concurrency", "attempts"):
            if getattr(self, name) < 1:
                raise JudgeError(f"the language model's {name} must be at least 1")

    @property
    def host(self) -> str | None:
        """Where sentences go: host and port; ``None`` if they stay in this process."""
        return urlsplit(self.endpoint).netloc if self.endpoint else None

    @property
    def on_this_machine(self) -> bool:
        """Whether the endpoint's host is a loopback address, or there is no endpoint."""
        name = urlsplit(self.endpoint or "").hostname
        if name is None or name == "localhost":
            return True
        try:
            return ipaddress.ip_address(name).is_loopback
        except ValueError:
            return False
