"""Tables of numbers with what is said of them, for a terminal, in Markdown and in LaTeX: one value, one writer each."""
