"""Exercise 5, learning parities privately: a step, what is left, enough people, a coin forgotten, another try."""
