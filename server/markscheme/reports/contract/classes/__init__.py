"""JSON of a class: its files, its mark scheme, its set-up and its progress."""
