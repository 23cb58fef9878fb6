"""Rankings in the XML of Appraise, as SEEDA and GJG15 publish them.

A ``ranking-item`` has the number of its sentence (``src-id``), its annotator (``user``) and several ``translation``
elements. Each of these has a rank and the names of the systems that made this output, separated by spaces.
"""

from pathlib import Path
from typing import cast

from lxml import etree

from markscheme.evaluation.judgements.ranking import Ranking
from markscheme.text.errors import DocumentError, MissingDocument


def read_rankings(path: Path, first_number: int) -> tuple[Ranking, ...]:
    """Return the rankings of a file, in its order.

    Parameters
    ----------
    first_number
        The ``src-id`` of the first sentence: 0 or 1.

    Raises
    ------
    DocumentError
        If the file is missing, is not XML, or an item lacks a number or a name, with its line.
    """
    try:
        data = path.read_bytes()
    except OSError:
        raise MissingDocument("there is no file of judgements here", path=path) from None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise DocumentError("the judgements are not XML", path=path, line=error.lineno) from error
    rankings = tuple(_ranking(item, path, first_number) for item in root.iter("ranking-item"))
    if not rankings:
        raise DocumentError("there is no 'ranking-item' in the judgements", path=path)
    return rankings


def _ranking(item: etree._Element, path: Path, first_number: int) -> Ranking:
    attributes = {str(name): str(value) for name, value in item.attrib.items()}
    line = cast("int | None", item.sourceline)
    try:
        sentence = int(attributes["src-id"]) - first_number
        ranks = [
            (name, int(str(output.attrib["rank"])))
            for output in item.iter("translation")
            for name in str(output.attrib["system"]).split()
        ]
    except (KeyError, ValueError) as error:
        raise DocumentError(
            f"a ranking lacks a usable attribute: {error}",
            path=path,
            line=line,
            remedy="It needs 'src-id', and each 'translation' needs 'rank' and 'system'",
        ) from error
    if sentence < 0 or len(dict(ranks)) != len(ranks):
        raise DocumentError("a ranking has a wrong number, or ranks a system twice", path=path, line=line)
    return Ranking(sentence, attributes.get("user", ""), tuple(ranks))
