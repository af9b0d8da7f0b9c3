"""Exercise 13, counting for ever: the nodes of a day, their noise, the tree itself, two matrices, a square root."""
