"""What answers are kept under, and what a signature calls a model; known without loading it."""

import hashlib
from pathlib import Path

import attrs

from markscheme.judges.errors import JudgeError

_WEIGHTS = ("*.safetensors", "*.bin")
_BESIDE = ("*.json", "*.jinja", "*.model", "*.txt")


@attrs.frozen
class JudgeIdentity:
    """Whose answers they are: the same one gives the same.

    Attributes
    ----------
    model
        What a signature calls it: its name at an endpoint, or a folder's with the digest of its files.
    place
        The endpoint's address without its scheme, as some servers answer with the model that they have, whatever
        name they are asked for; empty for a model on this machine.
    """

    model: str
    place: str
    temperature: float

    @property
    def owner(self) -> str:
        """What answers are kept under."""
        return "\n".join((self.model, self.place, repr(self.temperature)))


@attrs.frozen
class ModelFiles:
    """The files of a model's folder that decide what it answers, by name."""

    folder: Path
    files: tuple[Path, ...]

    @classmethod
    def of(cls, folder: Path) -> "ModelFiles":
        """Those that are there.

        Raises
        ------
        JudgeError
            If there are no weights among them.
        """
        weights = {path for pattern in _WEIGHTS for path in folder.glob(pattern)}
        if not weights:
            raise JudgeError(f"{folder} holds no language model: neither {' nor '.join(_WEIGHTS)} is in it")
        return cls(folder, tuple(sorted(weights.union(*(folder.glob(pattern) for pattern in _BESIDE)))))

    @property
    def state(self) -> str:
        """Names, sizes and times of change: another one when a file has been replaced."""
        stats = ((path.name, path.stat()) for path in self.files)
        return repr((str(self.folder), [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]))

    @property
    def identity(self) -> str:
        """The folder's name and the beginning of the SHA-256 of all files; it reads them whole."""
        hashed = hashlib.sha256()
        for path in self.files:
            with path.open("rb") as stream:
                hashed.update(f"{path.name} {hashlib.file_digest(stream, 'sha256').hexdigest()}\n".encode())
        return f"{self.folder.name.replace('|', '_')}@{hashed.hexdigest()[:12]}"
