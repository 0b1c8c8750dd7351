#!/usr/bin/env bash
# Measures the times in the tables of docs/extensions/multi_gpu_ld.md, and prints a log.
# Usage: measure.sh PROGRAM [GPUS]
set -u
program=${1:?usage: measure.sh PROGRAM [GPUS]}
gpus=${2:-1}

measure() {
  echo "\$ multi_gpu_ld $*"
  timeout 300 "$program" -repeat 5 -json - "$@" 2>&1
}

date
nvidia-smi -L
if [ "$gpus" -gt 1 ]; then
  for graph in kmer:26:type=float kron:25:type=float urand:25:type=float urand:27:type=float; do
    for ((count = 1; count <= gpus; count *= 2)); do measure -input "$graph" -gpus "$count"; done
    measure -input "$graph" -gpus "$gpus" -engine paper
  done
  exit
fi
for graph in urand:16:w=unif kron:16:w=unif kmer:18:w=unif rgg:20 mesh27:128 kron:20 kmerl:22; do
  measure -input "$graph"
done
for graph in rgg:20 mesh27:128 kron:20 kmerl:22; do
  for ties in index hash degree; do measure -input "$graph:w=const" -ties "$ties"; done
done
for graph in myc:18 mesh81:111 rgg:23 kron:23 urand:24 kmer:26 urand:25 kron:25; do
  measure -input "$graph:type=float"
  measure -input "$graph:type=float" -engine paper
done
for graph in myc:18 mesh81:111 rgg:23 kron:23 urand:24 kmer:26; do
  for engine in fast paper; do measure -input "$graph:type=float" -engine "$engine" -components; done
done
for batches in 1 3 5 10; do measure -input urand:22:type=float -engine paper -batches "$batches"; done
measure -input urand:26:type=float -memory 5200M -repeat 1
for tool in memcheck racecheck synccheck; do
  for graph in urand:9 kron:11:ef=48 kmer:9 mesh27:5:w=const; do
    echo "== $tool $graph"
    compute-sanitizer --tool "$tool" "$program" -input "$graph" 2>&1 | tail -n 2
  done
done
