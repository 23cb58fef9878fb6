"""Whether scores differ: intervals, significance, systems beside each other, and scores beside people."""
