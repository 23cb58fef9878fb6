"""The words for a class as a whole."""


def marked_texts(texts: int, to_check: int, problems: int) -> str:
    """Return that all texts are marked, and what there is to look at.

    >>> marked_texts(43, 395, 0)
    "43 texts are marked. Students' texts have 395 places to check."
    >>> marked_texts(1, 0, 2)
    "1 text is marked. Students' texts have nothing to check. 2 problems are listed."
    """
    marked = "1 text is marked" if texts == 1 else f"{texts} texts are marked"
    places = "1 place" if to_check == 1 else f"{to_check or 'nothing'}{' places' if to_check else ''}"
    listed = "1 problem is listed" if problems == 1 else f"{problems} problems are listed"
    return f"{marked}. Students' texts have {places} to check.{f' {listed}.' if problems else ''}"
