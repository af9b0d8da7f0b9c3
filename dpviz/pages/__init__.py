"""A notebook as a page: its prose, what is beside it, its files; for the server and for the site."""
