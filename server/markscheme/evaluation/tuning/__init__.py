"""Settings of metrics, chosen by how far scores agree with people, with the evidence for each choice."""
