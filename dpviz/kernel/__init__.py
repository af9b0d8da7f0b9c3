"""What answers a page's widgets, without Jupyter: in a browser's worker, or forked by a server for each reader."""

#: Of a process with a kernel, from its start. Products of small matrices gain nothing from a second thread, and on a
#: busy machine they wait for it; widgets need not tell the page what it has just told them.
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "JUPYTER_WIDGETS_ECHO": "0"}
