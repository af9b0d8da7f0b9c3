"""Exercise 3, PAC learning: a learner among 2⁶⁰ thresholds, enough examples, shattering, an honest estimate."""
