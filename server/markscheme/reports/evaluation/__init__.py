"""Meta-evaluation of metrics as text, JSON, Markdown and LaTeX."""
