"""Exercise 7, private regression: a slope with noise, output perturbation, long rows, a promise broken and mended."""
