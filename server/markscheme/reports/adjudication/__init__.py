"""Adjudication: how far it is, what was changed of an annotator's corrections, and the sentences for clients."""
