"""Judged from outside: the student's functions answer from a process of their own, checks and verdicts stay here.

- `codec`: plain values as bytes; `link`: messages; `child`: the side that runs the student's functions and knows
  nothing else; `process`: the side that starts it, counts its time and ends it; `asking`: what a check holds.
- `Student` is called like the function it stands for; `together` asks it many times at once.
"""

from dpviz.exercises.judge.asking import Student, together
from dpviz.exercises.judge.codec import Other
from dpviz.exercises.judge.process import Local, Remote, Unavailable, command, forked, spawned

__all__ = ["Local", "Other", "Remote", "Student", "Unavailable", "command", "forked", "spawned", "together"]
