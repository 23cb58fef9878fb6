"""Feedback: what a student is given back. A value for a student, and a writer for each kind of file."""
