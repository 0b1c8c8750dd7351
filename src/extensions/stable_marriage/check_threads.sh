#!/bin/bash
# Runs the engine omp under ThreadSanitizer, and compares every answer with the answer of one
# thread. ThreadSanitizer does not understand OpenMP, so this script replaces OpenMP with threads of
# the standard library.
#   src/extensions/stable_marriage/check_threads.sh [SEEDS]
set -euo pipefail
cd "$(dirname "$0")/../../.."
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir "$build/graph"
cat > "$build/graph/parallel.hpp" <<'END'
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>
namespace handshake {
inline int thread_count(int wanted) { return wanted > 0 ? wanted : 4; }
template <class Run>
void for_each_part(std::int64_t parts, int threads, const Run& run) {
  std::atomic<std::int64_t> next{0};
  std::vector<std::thread> team;
  for (int i = 0; i < thread_count(threads); ++i) {
    team.emplace_back([&] { for (std::int64_t part = next++; part < parts; part = next++) run(part); });
  }
  for (std::thread& thread : team) thread.join();
}
template <class Run>
void for_each_number(std::int64_t size, std::int64_t block, int threads, const Run& run) {
  for_each_part((size + block - 1) / block, threads, [&](std::int64_t part) {
    for (std::int64_t i = part * block; i < std::min(size, (part + 1) * block); ++i) run(i);
  });
}
}  // namespace handshake
END
cat > "$build/no_gpu.cpp" <<'END'
#include "extensions/stable_marriage/gpu_engine.hpp"
namespace handshake::marriage {
Marriage solve_on_gpu(const Problem&, const Options&, Measures*) { return {}; }
bool has_real_gpu() { return false; }
}  // namespace handshake::marriage
END
mapfile -t sources < <(
  find src/extensions/stable_marriage src/extensions/common src/graph src/matching -name '*.cpp' \
    ! -name '*_main.cpp' ! -name optimal_weight.cpp
)
"${CXX:-g++}" -std=c++17 -O1 -g -fsanitize=thread -I"$build" -Isrc "$build/no_gpu.cpp" \
  "${sources[@]}" src/extensions/stable_marriage/stable_marriage_main.cpp -lz -o "$build/check"

runs=0
for seed in $(seq 1 "${1:-5}"); do
  for instance in "-input easy:20000" "-input easy:3000" "-input hard:9000" "-input random:400" \
    "-input congested:300" "-input solo:150" "-input group:300" "-graph urand:11 -b 3" \
    "-graph kron:10 -b 1" "-graph rgg:11 -b 7"; do
    read -r flag spec more <<< "$instance"
    words=("$flag" "$spec:seed=$seed")
    for word in $more; do words+=("$word"); done
    "$build/check" "${words[@]}" -engine serial -output "$build/one" > "$build/said"
    for algorithm in gs mw; do
      "$build/check" "${words[@]}" -engine omp -threads 6 -algorithm "$algorithm" -verify \
        -output "$build/many" > "$build/said" || { echo "wrong: ${words[*]} $algorithm"; exit 1; }
      cmp "$build/one" "$build/many"
      runs=$((runs + 1))
    done
  done
done
echo "$runs runs with 6 threads: no race, and all answers equal the answers of one thread"
