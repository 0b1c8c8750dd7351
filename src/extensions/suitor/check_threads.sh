#!/bin/bash
# Runs the algorithms for CPUs under ThreadSanitizer, which finds races, and compares every matching
# with the serial matching. ThreadSanitizer does not understand OpenMP, but these algorithms do not
# use it: they start their own threads.
#   src/extensions/suitor/check_threads.sh [SEEDS]
set -euo pipefail
cd "$(dirname "$0")/../../.."
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT

# Replaces the algorithms for GPUs, which this check does not run.
cat > "$build/no_gpu.cpp" <<'END'
#include "extensions/suitor/gpu_engine.hpp"
namespace handshake::suitor {
std::unique_ptr<Engine> make_gpu_ld(const CsrGraph&, const Options&) { return {}; }
std::unique_ptr<Engine> make_gpu_suitor(const CsrGraph&, const Options&) { return {}; }
}  // namespace handshake::suitor
END
mapfile -t sources < <(
  find src/extensions/suitor src/extensions/common src/graph src/matching -name '*.cpp' \
    ! -name '*_main.cpp' ! -name optimal_weight.cpp
)
"${CXX:-g++}" -std=c++17 -O1 -g -fsanitize=thread -Isrc "$build/no_gpu.cpp" "${sources[@]}" \
  src/extensions/suitor/compare_suitor_main.cpp -lz -o "$build/compare_suitor"
"$build/compare_suitor" cpu 1 "${1:-24}"
