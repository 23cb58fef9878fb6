"""Words in LaTeX."""

# In a new row, LaTeX takes a star or a bracket for an argument of the row's end before it: patterns begin with both.
_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "*": "{*}",
        "[": "{[}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "–": "--",
        "ρ": r"$\rho$",
        "τ": r"$\tau$",
        **{character: rf"\{character}" for character in "&%$#_{}"},
    }
)


def latex_words(text: str) -> str:
    r"""Return a text as LaTeX that shows it.

    >>> print(latex_words("R:NOUN_A & *"))
    R:NOUN\_A \& {*}
    """
    return text.translate(_SPECIAL)
