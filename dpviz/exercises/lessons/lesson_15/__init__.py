"""Exercise 15, kinder than the worst case: a local sensitivity, a smooth one, its noise, a test, a histogram."""
