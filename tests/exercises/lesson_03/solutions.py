"""Solutions of exercise 3. Each function takes the student's own numbers and gives the answer that is checked."""


def learn(points, labels):
    ones = [x for x, y in zip(points, labels, strict=True) if y]
    zeros = [x for x, y in zip(points, labels, strict=True) if not y]
    t = max(ones) + 1 if ones else 0
    return t if all(t <= x for x in zeros) else "none"


def enough(given):
    n = 1
    while given.rules * (1 - given.alpha) ** n > given.beta:
        n += 1
    return n


def shatter(given):
    most = 2 * given.intervals
    return list(range(most)), [1 - place % 2 for place in range(most + 1)]


def choose(mistakes):
    half = mistakes.shape[1] // 2
    rule = int(mistakes[:, :half].mean(axis=1).argmin())
    return rule, mistakes[rule, half:].mean()


SOLUTIONS = {"learner": lambda given: learn, "enough": enough, "shatter": shatter, "honest": lambda given: choose}
