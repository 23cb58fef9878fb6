"""Marking blocks as work for an executor, in this process or in others."""

import attrs

from markscheme.progress import Progress
from markscheme.scoring.blocks.block import Block
from markscheme.scoring.blocks.journal import MarkedBlock, packed
from markscheme.scoring.blocks.marking import Marking
from markscheme.scoring.models import Models
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.text.errors import DocumentError


@attrs.frozen
class BlockWork:
    """Marks blocks, and packs what they contribute.

    Attributes
    ----------
    signature
        Of the scores. A process on another machine may have other models, and then marks nothing.
    references, accepted
        The number of references and of accepted corrections, which the signature names.
    """

    marking: Marking
    signature: str
    references: int
    accepted: int

    def done(self, item: Block, tools: Models, progress: Progress) -> MarkedBlock:
        """Return what a block contributes.

        Raises
        ------
        DocumentError
            If a file is malformed there, or carries another source than the others; or the models are not those of
            the signature.
        """
        signature = score_signature(self.marking.metric, SignatureNames(tools), self.references, self.accepted)
        if signature != self.signature:
            raise DocumentError(
                f"a worker has other models than this command: {signature} and not {self.signature}",
                remedy="Install the same versions, and put encoders' and estimators' folders at the same place, on all "
                "machines",
            )
        return packed(self.marking.marked(item, tools, progress))

    def title(self, item: Block) -> str:
        """Return the block's sentences."""
        return f"sentences {item.first + 1} to {item.first + item.size}"
