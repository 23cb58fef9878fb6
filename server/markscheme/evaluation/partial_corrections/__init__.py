"""Metrics beside sentences of which a known part is corrected, as in MAEGE; nobody judges them."""
