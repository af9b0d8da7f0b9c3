"""The exercises, a folder a lesson: ``lesson_NN/``, in the form of `dpviz.exercises.form`."""
