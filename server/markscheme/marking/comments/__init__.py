"""Comments for a student: which comment of a bank belongs to a place, and where the teachers' own are. Pure."""
