"""Exercise 11, the sparse vector technique: AboveThreshold, how many questions, c positives, a split, an attack."""
