"""What an adjudicator decides between annotators, in a plain M2 file beside an exercise's references."""
