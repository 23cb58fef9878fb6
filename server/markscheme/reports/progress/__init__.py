"""Progress: what each student and the class found and missed, over the assignments, by kind of error."""
