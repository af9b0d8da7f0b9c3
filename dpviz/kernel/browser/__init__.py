"""dpviz in a browser's worker: what `dpviz.kernel.core` needs there in place of IPython, and its face to JavaScript."""
