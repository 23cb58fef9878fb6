"""What references cover, as text, CSV, JSON and a page."""
