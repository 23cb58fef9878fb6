"""What teachers decide about single places, in plain M2 files beside an exercise's references."""
