"""Exercise 9, adversarial training: the worst picture, a maximum's gradient, a kink, a bug, when it pays."""
