"""How far annotators agree: each marked against the others, and agreement beyond what chance gives."""
