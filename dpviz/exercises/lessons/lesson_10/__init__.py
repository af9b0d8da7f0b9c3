"""Exercise 10, successive halving: one round, a survivor's budget, a crowd of rivals, looks that were not paid for."""
