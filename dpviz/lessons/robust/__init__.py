"""Lesson 9: adversarial training. ``from dpviz.lessons.robust import lesson`` makes it, for its notebook."""

from dpviz.lessons.book import Book

BOOK = Book(__name__, "envelope", "worst", "weights", "boundary", "tradeoff")
make, __getattr__ = BOOK.make, BOOK.attribute
