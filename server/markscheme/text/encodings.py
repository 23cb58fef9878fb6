"""How a file's text is written in bytes: UTF-8, or what the file's byte order mark says."""

import codecs

import attrs

_SAMPLE, _FEWEST = 4096, 4
_SHARE_OF_NULS = 0.4


@attrs.frozen
class Encoding:
    """An encoding of Unicode.

    Attributes
    ----------
    name
        As Python and people call it.
    mark
        The byte order mark that the file begins with; empty for none.
    """

    name: str
    mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """Return a file's bytes, which begin with the mark."""
        return self.mark + text.encode(self.name)


UTF_8 = Encoding("UTF-8")
_MARKED = (
    Encoding("UTF-8", codecs.BOM_UTF8),
    Encoding("UTF-32-LE", codecs.BOM_UTF32_LE),  # begins with the mark of UTF-16
    Encoding("UTF-32-BE", codecs.BOM_UTF32_BE),
    Encoding("UTF-16-LE", codecs.BOM_UTF16_LE),
    Encoding("UTF-16-BE", codecs.BOM_UTF16_BE),
)


def encoding_of(data: bytes) -> Encoding:
    """Return the encoding that a file's first bytes name; UTF-8 where they have no byte order mark."""
    return next((encoding for encoding in _MARKED if data.startswith(encoding.mark)), UTF_8)


def looks_like_utf_16(data: bytes) -> bool:
    """Return whether a file without a byte order mark is UTF-16: every other byte of a Western text is zero."""
    sample = data[:_SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    return len(sample) >= _FEWEST and min(even, odd) == 0 and max(even, odd) > _SHARE_OF_NULS * (len(sample) // 2)
