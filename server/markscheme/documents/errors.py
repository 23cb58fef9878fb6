"""What is told to a person when a document can't be used."""

from pathlib import Path


class DocumentError(Exception):
    """A document, or a line of one, can't be used.

    Attributes
    ----------
    path
        The file, or ``None`` for text that has no file.
    line
        1-based line number, or ``None`` where the fault is the file's as a whole.
    problem
        One sentence without a full stop: what is wrong.
    remedy
        One sentence without a full stop: what to do about it. May be empty.
    """

    def __init__(self, problem: str, *, path: Path | None = None, line: int | None = None, remedy: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.path = path
        self.line = line
        self.remedy = remedy

    @property
    def explanation(self) -> str:
        """Problem and remedy, without the place."""
        return ". ".join(part for part in (self.problem, self.remedy) if part)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line) if part is not None)
        return f"{place}: {self.explanation}" if place else self.explanation
