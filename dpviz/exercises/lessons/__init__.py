"""The exercises, one module a lesson: ``lesson_NN.py`` holds an `EXERCISE`."""
