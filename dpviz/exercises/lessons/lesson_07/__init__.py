"""Exercise 7, private regression: noisy sums, a slope with noise, output perturbation, long rows, a broken promise
mended.
"""
