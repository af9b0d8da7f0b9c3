"""Exercise 6, private multiplicative weights: a step, how far a record moves all answers, rounds, a bug."""
