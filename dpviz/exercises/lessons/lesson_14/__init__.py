"""Exercise 14, nobody to trust: an encoding, its estimates, how many people, any answer from a coin, a shuffler."""
