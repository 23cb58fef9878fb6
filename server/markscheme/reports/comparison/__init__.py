"""Several systems beside each other, as text, CSV, JSON, Markdown, LaTeX and a page with a heat map."""
