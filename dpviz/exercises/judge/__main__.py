"""``python -m dpviz.exercises.judge``: a child, started by `dpviz.exercises.judge.start.spawned`."""

from dpviz.exercises.judge.child import main

if __name__ == "__main__":
    main()
