"""Judged from outside: the student's functions answer from a process of their own, checks and verdicts stay here.

- `codec`: plain values as bytes; `link`: messages; `child`: the side that runs the student's functions and knows
  nothing else; `end`: how it is asked, there or here; `process`: the side that counts its time and ends it; `start`:
  how it comes up; `asking`: what a check holds; `planted`: random generators of which a check chooses a draw.
- `Student` is called like the function it stands for; `together` asks it many times at once.
"""

from dpviz.exercises.judge.asking import Student, together
from dpviz.exercises.judge.codec import Other
from dpviz.exercises.judge.end import End, Local
from dpviz.exercises.judge.process import Remote, Unavailable
from dpviz.exercises.judge.start import command, forked, spawned

__all__ = ["End", "Local", "Other", "Remote", "Student", "Unavailable", "command", "forked", "spawned", "together"]
