"""For run.sh: measures how long the Python package fast_matrix_market takes to read a file."""

import os
import sys
import time

import fast_matrix_market

start = time.perf_counter()
(values, (rows, columns)), shape = fast_matrix_market.read_coo(
    sys.argv[1], parallelism=len(os.sched_getaffinity(0))
)
seconds = time.perf_counter() - start
print(
    f"{'fast_matrix_market':24} {seconds:8.3f} s   {len(values)}"
    f" ({rows.dtype}, {values.dtype}, version {fast_matrix_market.__version__})"
)
