"""What lessons are made of: sections, parameters, questions, stages."""
