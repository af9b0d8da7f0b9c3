"""What serves the lessons: a Voilà application with a gallery, a page template, and JupyterLab on demand."""
