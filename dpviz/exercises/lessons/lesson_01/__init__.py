"""Exercise 1, what privacy means: noise for a number, an estimate, enough people, a bug, an attack."""
