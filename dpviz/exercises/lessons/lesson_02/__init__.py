"""Exercise 2, the exponential mechanism: its distribution, a score, a lead, all errors at once, a bug."""
