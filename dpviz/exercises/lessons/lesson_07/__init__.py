"""Exercise 7, private classification: a slope with noise, output perturbation, long rows, a broken promise mended,
noisy sums.
"""
