"""Exercises that answer back: write a mechanism, and have its privacy attacked.

- `start`: begin the exercise of a lesson, with your own seed. Its `task`, `given`, `check`, `hints` and `receipt` are
  what a notebook's cells call. `restore`: take up where a receipt left off. `given`: one task's numbers.
- `Task`, `Exercise`: what a student is asked (`dpviz.exercises.task`), made of a folder a lesson in
  `dpviz.exercises.lessons` (`dpviz.exercises.form`).
- `Verdict`, made by `missing`, `working`, `almost`, `correct`; `require` ends a check early
  (`dpviz.exercises.verdict`). What checks are made of is in `dpviz.exercises.probes`.

Student code runs in a process that only answers calls (`dpviz.exercises.judge`), with limits, its output cut, its
errors told as sentences (`dpviz.exercises.contain`). The check, its data and the verdict stay outside, so that no
answer judges itself; that process may still do to the computer what the user may do, unless it is put into a box.

Every function raises `TypeError` for an argument of a wrong type and `ValueError` for a value out of range; the
message names the parameter, what is accepted and what came.
"""

from dpviz.exercises.session import Session, given, restore, start
from dpviz.exercises.task import Exercise, Given, Task
from dpviz.exercises.verdict import Verdict, almost, correct, missing, require, working

__all__ = [
    "Exercise",
    "Given",
    "Session",
    "Task",
    "Verdict",
    "almost",
    "correct",
    "given",
    "missing",
    "require",
    "restore",
    "start",
    "working",
]
