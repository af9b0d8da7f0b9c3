"""What answers to several tasks are made of."""


def least(given, arms, rounds):
    found = 1
    while sum(found // (size * rounds) for size in arms) < given.wanted:
        found += 1
    return found


def uniform(rng, size):
    return rng.uniform(-2, 2, size=size)
