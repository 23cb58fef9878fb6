"""What of the corrections that hypotheses make references cover, and what they are estimated to miss."""
