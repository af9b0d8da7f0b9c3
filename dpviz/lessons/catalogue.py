"""The lessons there are, in reading order.

The gallery, the README's table and the tests all read this list; a lesson is added here once its notebook runs.
Importing it costs nothing: no lesson, and no widget, is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """What the gallery says of one lesson.

    Parameters
    ----------
    number : int
        Its place in reading order; the notebook's file name starts with it.
    slug : str
        Short name, as in the file of its picture (``pictures/<slug>.svg``).
    notebook : str
        File name inside ``notebooks/``.
    title : str
        The subject, in a few words.
    question : str
        The question it answers, as a reader would ask it.
    teaches : tuple of str
        What one can do afterwards, one short phrase each.
    builds_on : tuple of str
        What one should know before: plain words, or the slug of another lesson.
    picture : str
        What the gallery's picture shows (its alternative text).
    """

    number: int
    slug: str
    notebook: str
    title: str
    question: str
    teaches: tuple[str, ...]
    builds_on: tuple[str, ...]
    picture: str


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        number=1,
        slug="privacy",
        notebook="01_what_privacy_means.ipynb",
        title="What privacy means",
        question="Can a table of people be useful to everybody, and tell on nobody?",
        teaches=(
            "what ε and δ promise, seen from the seat of somebody who wants to know",
            "how much noise an answer needs, how wrong it may be, and how many people that takes",
            "why many answers cost more than one, and what a budget is for",
        ),
        builds_on=("probabilities and densities", "the natural logarithm"),
        picture="Two overlapping peaked curves, one for each of two tables that differ in one person, and below "
        "them how strongly each output points to one of the tables.",
    ),
    Lesson(
        number=2,
        slug="exponential",
        notebook="02_exponential_mechanism.ipynb",
        title="The exponential mechanism",
        question="How can one choose the best answer from a list without giving anybody away?",
        teaches=(
            "how to write down a score and its sensitivity, and draw an answer by the exponential mechanism",
            "why it is ε-differentially private, and when the factor 2 in its exponent may go",
            "what the utility theorem promises, and how much better the truth is, on a real table or your own",
        ),
        builds_on=("probabilities of a finite list", "the natural logarithm"),
        picture="Two rows of bars over family income: how well each answer fits, and how often it is given.",
    ),
    Lesson(
        number=3,
        slug="pac",
        notebook="03_pac_learning.ipynb",
        title="PAC learning",
        question="When may one trust a rule that was right on every example?",
        teaches=(
            "how far the empirical error can be from the true error, for all hypotheses at once",
            "how many examples learning takes: Occam’s razor, the VC dimension, and the exact answer",
            "why a learner can be perfect on its sample and useless on the rest",
        ),
        builds_on=("probabilities of independent draws", "the natural logarithm"),
        picture="The chance to fail falls with the number of patients: simulated dots on the exact curve, and two "
        "bounds above it.",
    ),
    Lesson(
        number=4,
        slug="private_pac",
        notebook="04_private_pac_learning.ipynb",
        title="Learning, then learning privately",
        question="Can one learn a rule from people’s records without giving any of them away, and what does it cost?",
        teaches=(
            "what a private PAC learner is, and why a deterministic consistent learner is none",
            "the sample complexity of the generic private learner, and the cost of privacy up to 2⁶⁰ concepts",
            "how differential privacy limits overfitting, and what changes on agnostic data",
        ),
        builds_on=("privacy", "exponential", "pac"),
        picture="The chance to fail falls with the number of records, for a learner that is private and, sooner, for "
        "one that is not; each with its bound.",
    ),
    Lesson(
        number=5,
        slug="parity",
        notebook="05_parity.ipynb",
        title="Learning parities, privately",
        question="Can one learn a hidden rule from examples, quickly, and give away nobody who supplied one?",
        teaches=(
            "how each example halves the solution space, and how elimination over GF(2) finds the target",
            "how subsampling and a coin make the learner private, and its exact privacy loss",
            "how many runs and examples make failure rare, and what statistical queries cannot do",
        ),
        builds_on=("privacy", "exponential", "private_pac"),
        picture="A cube whose corners are rules: those that fit the examples so far are marked, and below them their "
        "number is counted.",
    ),
    Lesson(
        number=6,
        slug="multiplicative_weights",
        notebook="06_private_multiplicative_weights.ipynb",
        title="Private multiplicative weights",
        question="How can one answer hundreds of questions about a table, and spend a privacy budget that is enough "
        "for a few?",
        teaches=(
            "how multiplicative weights correct an estimate at its mistakes, and the potential that bounds these",
            "how each round chooses and measures privately, how ε is shared, and how many people the accuracy needs",
            "when private multiplicative weights, MWEM, or Laplace and Gaussian noise answer a workload best",
        ),
        builds_on=("privacy", "exponential"),
        picture="Sixteen bars, one for each kind of person, with diamonds where the truth is; the cells of one query "
        "are shaded, and their bars have just become lower.",
    ),
    Lesson(
        number=7,
        slug="private_regression",
        notebook="07_private_regression.ipynb",
        title="Private regression",
        question="Where should the noise go: into the learnt weights, or into what they minimise?",
        teaches=(
            "how far one person can move a learnt classifier, and how output and objective perturbation hide it",
            "why a proof of privacy needs a determinant, and what it costs when one forgets it",
            "what λ, n and ε buy, on made data and on real people, and why choosing λ is not free",
        ),
        builds_on=("gradients", "privacy"),
        picture="Two discs with the same points in two clouds: thin lines through the middle, a wide fan on the left "
        "and a narrow one on the right, around one thick line.",
    ),
    Lesson(
        number=8,
        slug="anonymity",
        notebook="08_anonymity_and_attacks.ipynb",
        title="Anonymity, and why it fails",
        question="If I take the names out of a table, are the people in it safe?",
        teaches=(
            "what k-anonymity, ℓ-diversity and t-closeness measure, on a real table you make coarser yourself",
            "what a class, a few known ratings, or one’s friends give away although no name is published",
            "why two anonymous tables can name a secret, and what two private answers cost instead",
        ),
        builds_on=("privacy", "the entropy of a distribution"),
        picture="Three rows of bars: people by the size, the diversity and the distance of their class, nearly all of "
        "them as wanted, a few not.",
    ),
    Lesson(
        number=9,
        slug="robust",
        notebook="09_adversarial_training.ipynb",
        title="Adversarial training",
        question="What does a model learn when somebody works against it?",
        teaches=(
            "Danskin’s theorem: what the slope of a maximum is, and where it has none",
            "the worst perturbation of a linear model, FGSM and PGD, and why a failed attack proves nothing",
            "why weak features are given up against one adversary and not another, and what robustness costs",
        ),
        builds_on=("gradients and the logistic loss", "the normal distribution"),
        picture="Nine thin lines through one point, and their maximum as a thick curve with a kink.",
    ),
    Lesson(
        number=10,
        slug="halving",
        notebook="10_successive_halving.ipynb",
        title="Successive halving",
        question="How does one find the best of many settings with few trials, and what do the trials give away?",
        teaches=(
            "how halving spends a budget, when it beats equal pulls, and what makes a choice hard",
            "what the theorem asks for, and how much less is enough",
            "why a validation score is a release, and what private tuning costs",
        ),
        builds_on=("privacy", "exponential"),
        picture="Sixteen arms with their rewards, round by round; each round keeps the better half.",
    ),
    Lesson(
        number=12,
        slug="accounting",
        notebook="12_accounting.ipynb",
        title="Privacy accounting",
        question="What has it cost so far?",
        teaches=(
            "how a privacy loss is a random variable, and δ the part of it beyond ε",
            "what basic, advanced, zCDP, Rényi and numerical accounting say of the same releases, and what is true",
            "how DP-SGD trains, what it costs, and what ε = 8 lets an attacker do",
        ),
        builds_on=("privacy", "private_regression", "the normal distribution"),
        picture="Five curves of the total ε against the number of releases, from basic composition high above down to "
        "a narrow bracket around the truth.",
    ),
)


def lesson(slug: str) -> Lesson:
    """The lesson of that slug.

    Parameters
    ----------
    slug : str
        The short name of a lesson in `LESSONS`.

    Returns
    -------
    Lesson
        Its entry.

    Raises
    ------
    KeyError
        If there is no such lesson; the message lists those there are.
    """
    for entry in LESSONS:
        if entry.slug == slug:
            return entry
    raise KeyError(f"no lesson {slug!r}; there are: {', '.join(entry.slug for entry in LESSONS)}")
