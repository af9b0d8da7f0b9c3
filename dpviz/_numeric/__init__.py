"""What the engine's packages share: checks of arguments, one search, binomial distributions, sizes, counting."""
