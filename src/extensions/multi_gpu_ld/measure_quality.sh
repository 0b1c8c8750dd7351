#!/usr/bin/env bash
# Measures four scans of -quality on a GPU, in times of the matching (the goal is 6 or less), and
# compares the bytes with those of the CPU. Prints a log.
# Usage: measure_quality.sh FOLDER [GRAPH ...]    FOLDER has the programs multi_gpu_ld and suitor.
set -u
folder=${1:?usage: measure_quality.sh FOLDER [GRAPH ...]}
shift
[ $# -gt 0 ] || set -- urand:24:type=float kron:23:type=float urand:24 kron:23
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

date
nvidia-smi -L
nvcc --version | tail -n 1
different=0
printf '%-20s %10s %10s %6s %6s  %s\n' graph 'match, ms' 'scans, ms' ratio scans bytes
for graph in "$@"; do
  "$folder/multi_gpu_ld" -input "$graph" -quality 4 -repeat 5 -output "$scratch/gpu" -json "$scratch/json" ||
    exit
  "$folder/suitor" -input "$graph" -quality 4 -output "$scratch/cpu" -json "$scratch/cpu.json" || exit
  cmp -s "$scratch/gpu" "$scratch/cpu" && bytes='equal to the CPU' || bytes=DIFFERENT different=1
  python3 - "$graph" "$bytes" "$scratch/json" <<'END'
import json
import sys

graph, same, name = sys.argv[1:]
with open(name) as file:
    m = json.load(file)
match, scans = m["milliseconds"], m["quality_milliseconds"]
print(f"{graph:<20} {match:10.3f} {scans:10.3f} {scans / match:6.2f} {m['quality_scans']:6}  {same}, on {m['quality_on']}")
END
done
exit "$different"
