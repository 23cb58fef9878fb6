"""The identity of a language model: answers are cached by it, and signatures show it. Loads no model."""

import hashlib
from pathlib import Path

import attrs

from markscheme.judges.errors import JudgeError

_WEIGHTS_FILES = ("*.safetensors", "*.bin")
_OTHER_FILES = ("*.json", "*.jinja", "*.model", "*.txt")


@attrs.frozen
class JudgeIdentity:
    """Which language model answers. Equal identities answer alike.

    Attributes
    ----------
    model
        The name in signatures: the model's at an endpoint, or a folder's with the digest of its files.
    place
        The endpoint's address without its scheme, as some servers answer with the model that they have under any
        name; empty for a model on this machine.
    temperature
        The temperature of decoding.
    """

    model: str
    place: str
    temperature: float

    @property
    def owner(self) -> str:
        """The text by which answers are cached."""
        return "\n".join((self.model, self.place, repr(self.temperature)))


@attrs.frozen
class ModelFiles:
    """The files of a model's folder that decide its answers, sorted by name."""

    folder: Path
    files: tuple[Path, ...]

    @classmethod
    def of(cls, folder: Path) -> "ModelFiles":
        """Return the files in a folder.

        Raises
        ------
        JudgeError
            If none of them holds weights.
        """
        weights = {path for pattern in _WEIGHTS_FILES for path in folder.glob(pattern)}
        if not weights:
            raise JudgeError(f"{folder} holds no language model: neither {' nor '.join(_WEIGHTS_FILES)} is in it")
        return cls(folder, tuple(sorted(weights.union(*(folder.glob(pattern) for pattern in _OTHER_FILES)))))

    @property
    def state(self) -> str:
        """Names, sizes and times of change. It differs when a file has been replaced."""
        stats = ((path.name, path.stat()) for path in self.files)
        return repr((str(self.folder), [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]))

    @property
    def identity(self) -> str:
        """The folder's name and 12 digits of the SHA-256 of all files; reads them whole."""
        hashed = hashlib.sha256()
        for path in self.files:
            with path.open("rb") as stream:
                hashed.update(f"{path.name} {hashlib.file_digest(stream, 'sha256').hexdigest()}\n".encode())
        return f"{self.folder.name.replace('|', '_')}@{hashed.hexdigest()[:12]}"
