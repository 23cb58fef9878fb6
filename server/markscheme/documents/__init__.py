"""A file in; its text, sentences, annotations and their places out; and back. One module a format."""
