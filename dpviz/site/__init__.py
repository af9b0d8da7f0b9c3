"""The lessons as plain files that any host serves: Pyodide, Python packages, pages."""
