"""Second marking: a copy of a class for another teacher, and the decisions and comments of both as one."""
