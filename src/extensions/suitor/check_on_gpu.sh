#!/usr/bin/env bash
# Checks the algorithms for GPUs on the GPU of this machine. Usage: check_on_gpu.sh [SEEDS]. For
# each seed from 1 to SEEDS, the script matches one graph with every algorithm, and compares the
# matchings with the serial matching. Then it runs every algorithm under each tool of
# compute-sanitizer. With BACKEND=cpu, it only compares the matchings, and CUDA on the CPU runs the
# algorithms.
set -uo pipefail
cd "$(dirname "$0")/../../.." || exit
seeds=${1:-40} programs=build/${BACKEND:-cuda}-release
make BACKEND="${BACKEND:-cuda}" "$programs"/{suitor,compare_suitor} || exit 2
"$programs/compare_suitor" gpu 1 "$seeds" || exit 1
[ "${BACKEND:-cuda}" = cuda ] || exit 0

sanitizer=$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer) || {
  echo "check_on_gpu: compute-sanitizer is not on the PATH" >&2
  exit 2
}
failed=0
for tool in memcheck racecheck synccheck initcheck; do
  for flags in "gpu-ld" "gpu-suitor -variant "{nosync,syncnolb,synclb,hybrid}; do
    for graph in kron:8:w=int urand:9 mesh27:5:w=const; do
      # shellcheck disable=SC2086
      if log=$("$sanitizer" --tool "$tool" --error-exitcode 99 "$programs/suitor" -input "$graph" \
        -algorithm $flags 2>&1); then
        echo "clean: $tool $flags $graph"
      else
        failed=1
        echo "finding: $tool $flags $graph"
        tail -n 40 <<< "$log"
      fi
    done
  done
done
exit "$failed"
