"""What sections share: whose table is published."""

from dpviz.lessons.tables import TableChoice

data = TableChoice()

# What an attacker knows of a graph, by depth.
KNOWN = (
    "nothing of anybody’s friends",
    "how many friends each has",
    "each one’s number of friends, and their friends’",
    "the numbers of friends up to three steps away",
    "the numbers of friends up to four steps away",
)
