"""Sparse vector, variant 1 of six published ones: which questions are answered above 1?"""

import numpy as np

VARIANT = 1
claim = epsilon = 3.0
# Ten questions' answers. One person may change each by 1.
data = [1.0] * 5 + [0.0] * 5
neighbour = [0.0] * 5 + [1.0] * 5
if VARIANT == 3:
    data, neighbour = [0.0] * 4 + [1.0], [1.0] * 4 + [0.0]

# For each variant: scales of the noise on threshold and answers, and after how many positives it ends.
threshold_scale, answer_scale, most = {
    1: (2 / epsilon, 4 / epsilon, 1),
    2: (2 / epsilon, 4 / epsilon, 1),
    3: (2 / epsilon, 2 / epsilon, 1),
    4: (4 / epsilon, 4 / 3 / epsilon, 3),
    5: (2 / epsilon, 0, 10),
    6: (2 / epsilon, 2 / epsilon, 10),
}[VARIANT]


def mechanism(data, rng, size):
    answers = np.array(data) + answer_scale * rng.laplace(size=(size, len(data)))
    threshold = 1 + threshold_scale * rng.laplace(size=(size, 1))
    above = answers >= threshold
    if VARIANT == 3:  # where the first answer above is, and the answer as it was compared
        first = np.where(above.any(axis=1), above.argmax(axis=1), -1)
        return np.column_stack([first, np.where(first < 0, 0, answers[range(size), first])])
    ended = np.cumsum(above, axis=1) - above >= most
    return ["".join("⊥⊤"[one] for one in row[~end].astype(int)) for row, end in zip(above, ended, strict=True)]


# After trying:
# 1: One positive answer costs ε, however many answers were below: the threshold's noise hides them all (SVT-1).
# 1: Let it end after 8 positives instead of 1, without more noise, and press More draws until that is refuted.
# 2: The threshold's noise is drawn anew after each positive, of which there is one here: it costs ε (SVT-5).
# 2: With c positives both scales have to be c times as large.
# 3: The noisy answer that was above is published, and tells where the threshold was: no ε holds (SVT-5).
# 3: A value has to be released with noise of its own.
# 4: Three answers above, and noise on the answers for less than one: 19/4 ε instead of ε (SVT-5).
# 4: With c positives the answers' scale has to grow with c.
# 5: Without noise on the answers, those of one order cannot change places: no ε holds (SVT-5).
# 5: Noise on the threshold alone hides how high it is, not which answer is larger.
# 6: It never ends, so each positive answer costs more: no ε holds for streams of any length (SVT-5).
# 6: Ask two questions, with * 1 instead of each * 5, and the bound stays below the claim.
