"""Two teachers' marks for the same texts: which texts a second teacher marks, where both differ, and by how much."""
