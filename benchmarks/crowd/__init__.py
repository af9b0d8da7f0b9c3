"""Many visitors at once, without a browser: what a class does to a server, against dpviz and against stock Voilà."""
