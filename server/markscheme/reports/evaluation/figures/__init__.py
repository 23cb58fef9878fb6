"""Figures of a meta-evaluation; they need matplotlib."""
