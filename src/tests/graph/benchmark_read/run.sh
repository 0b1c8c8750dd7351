#!/usr/bin/env bash
# Measures how long several readers take to read one large Matrix Market file. The readers run one
# after the other. The fscanf loop uses one core; the others use all cores.
#
#   run.sh [FOLDER] [ENTRIES] [ROUNDS]      defaults: a temporary folder, 40000000, 5
#
# The fscanf loop and the Python package fast_matrix_market make three arrays: the rows, columns and
# weights of the entries, in the order of the file. For our reader, two times are measured: until it
# has these arrays, and until it has its final result. The final result is a checked graph with both
# directions of each edge, merged duplicates and sorted rows.
set -euo pipefail
cd "$(dirname "$0")/../../../.."
given=${1:-}
folder=${given:-$(mktemp -d)}
entries=${2:-40000000}
rounds=${3:-5}
[ -n "$given" ] || trap 'rm -rf "$folder"' EXIT

program=$folder/benchmark_read
sources=(src/tests/graph/benchmark_read/benchmark_read.cpp)
for source in src/graph/*.cpp; do
  case $source in
    *_main* | *generate* | *graph_spec* | */matrix_market.cpp) ;;
    *) sources+=("$source") ;;
  esac
done
"${CXX:-g++}" -std=c++17 -O2 -fopenmp -Isrc "${sources[@]}" -o "$program" -lz
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check numpy fast_matrix_market==1.7.6

file=$folder/graph.mtx
[ -e "$file" ] || "$program" make "$file" $((entries / 40)) "$entries"
echo "# $(date -u +%F), commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
echo "# $(grep -m 1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs), $(nproc) cores"
echo "# $(${CXX:-g++} --version | head -n 1); file of $(stat -c %s "$file") bytes, in the page cache"
cat "$file" >/dev/null
for round in $(seq "$rounds"); do
  echo "# round $round: how the file was read, seconds, edges or entries"
  "$program" fscanf "$file"
  "$folder/venv/bin/python" src/tests/graph/benchmark_read/fast_matrix_market_read.py "$file"
  "$program" arrays "$file"
  "$program" graph "$file"
done
