"""Texts of documents, each sent once on a channel.

A request's parameters hold digests in the place of documents' texts. Beside them travel those texts that the client
has not sent on this channel before. The engine keeps the texts of all its clients, up to a limit, by last use. Where
it lacks one, it answers with :class:`TextsMissing`, and the client sends the request again with all its texts.
"""

import hashlib
from collections import ChainMap
from collections.abc import Mapping
from typing import Any

from cachetools import LRUCache
from pygls.exceptions import JsonRpcException

MIN_LENGTH = 128
"""Characters of a text above which its digest is sent in its place."""
MAX_SENT = 10_000
"""Texts that a client remembers as sent on one channel."""
MAX_KEPT = 32_000_000
"""Characters of the texts that an engine keeps."""
REFERENCE = "$text"
"""The one name in the JSON object that stands for a text; no field of a Python class has it."""


class DocumentText(str):
    """The text of a document among the JSON values of a request's parameters."""

    __slots__ = ()


class TextsMissing(JsonRpcException):
    """The engine no longer has a text that a request refers to."""

    CODE = -32001
    MESSAGE = "the engine lacks a text; send the request with all its texts"


class SentTexts:
    """The digests of the texts that a client has sent on one channel."""

    def __init__(self, limit: int = MAX_SENT) -> None:
        self._digests: LRUCache[str, None] = LRUCache(limit)

    def unsent(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the texts that are not remembered as sent, and remember them."""
        unsent = {digest: text for digest, text in texts.items() if digest not in self._digests}
        for digest in texts:
            self._digests[digest] = None
        return unsent


class KeptTexts:
    """The texts that an engine keeps for all its clients, by digest."""

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._texts: LRUCache[str, str] = LRUCache(limit, len)

    def attach(self, params: Any, texts: Mapping[str, str]) -> Any:
        """Return the parameters with their texts in place, and keep the texts that came with the request.

        Raises
        ------
        TextsMissing
            If one neither came with the request nor is kept.
        """
        try:
            attached = _attached(params, ChainMap(self._texts, dict(texts)))
        except KeyError:
            raise TextsMissing(TextsMissing.MESSAGE) from None
        finally:
            for digest, text in texts.items():
                if digest not in self._texts and len(text) <= self._texts.maxsize:
                    self._texts[digest] = text
        return attached


def detach(params: Any) -> tuple[Any, dict[str, str]]:
    """Return JSON parameters with references in the place of long texts, and these texts by digest."""
    texts: dict[str, str] = {}

    def detached(value: Any) -> Any:
        if isinstance(value, DocumentText):
            if len(value) <= MIN_LENGTH:
                return value
            digest = hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()
            texts[digest] = value
            return {REFERENCE: digest}
        if isinstance(value, dict):
            return {name: detached(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [detached(item) for item in value]
        return value

    return detached(params), texts


def _attached(value: Any, texts: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        if value.keys() == {REFERENCE}:
            return texts[value[REFERENCE]]
        return {name: _attached(item, texts) for name, item in value.items()}
    if isinstance(value, list):
        return [_attached(item, texts) for item in value]
    return value
