"""``markscheme.ignoreFinding``, ``markscheme.ignoreCategory``, ``markscheme.showIgnored``: hide findings, or show them.

Ignoring is one person's view: it is kept in the user's state folder, and the findings still count.
"""

from collections.abc import Sequence
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from markscheme.lsp.arguments import argument
from markscheme.lsp.commands.command import Command, result_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.ignored import FindingContent, Ignored
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.metrics.base import Category

CODES = tuple(kind.value for kind in (*Verdict, *Category))
"""The codes of findings that can be ignored all at once."""


async def ignore_finding(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Ignore a finding by its content; the arguments are the document's URI and the content."""
    finding = argument(arguments, 1, FindingContent)
    await _ignore(ls, argument(arguments, 0, str), Ignored(findings=frozenset({finding})))


async def ignore_category(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    code = argument(arguments, 1, str)
    if code not in CODES:
        raise JsonRpcInvalidParams(f"argument 2 is none of {', '.join(CODES)}")
    await _ignore(ls, argument(arguments, 0, str), Ignored(categories=frozenset({code})))


async def show_ignored(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    result = await result_of(ls, argument(arguments, 0, str))
    ls.session.show_ignored(result.document)


async def _ignore(ls: MarkschemeServer, uri: str, more: Ignored) -> None:
    result = await result_of(ls, uri)
    ls.session.ignore(result.document, more)


IGNORE_FINDING = Command("markscheme.ignoreFinding", ignore_finding)
IGNORE_CATEGORY = Command("markscheme.ignoreCategory", ignore_category)
SHOW_IGNORED = Command("markscheme.showIgnored", show_ignored)
