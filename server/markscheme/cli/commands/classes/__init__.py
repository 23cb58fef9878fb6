"""Commands for teachers of a class: comments, feedback, gradebooks, second marking, progress."""
