"""Pictures of private multiplicative weights."""
