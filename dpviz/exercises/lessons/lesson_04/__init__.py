"""Exercise 4, learning privately: who is in a rule, 2⁶⁰ rules at once, enough people, a second try."""
