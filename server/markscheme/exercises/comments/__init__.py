"""Comments for students: the bank (``comments.toml``), and what teachers say of single places in their own words."""
