"""The teacher's side of the exercises: notebooks to hand out, links, and what comes back."""
