// Says before the work starts if it needs more memory than there is. Without this, Linux may promise
// the memory, and end the process later.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "graph/view.hpp"

namespace handshake {

class NotEnoughMemory : public std::bad_alloc {
 public:
  explicit NotEnoughMemory(std::string words) : words_(std::move(words)) {}
  const char* what() const noexcept override { return words_.c_str(); }

 private:
  std::string words_;
};

// The memory in bytes that this process can still use: what the machine has, and what a limit such as
// `ulimit -v` leaves. The largest number if the system does not say it.
inline std::int64_t free_memory() {
  std::int64_t free = std::numeric_limits<std::int64_t>::max();
  std::ifstream machine("/proc/meminfo");
  std::int64_t kilobytes = 0;
  for (std::string word; machine >> word;)
    if (word == "MemAvailable:" && machine >> kilobytes) free = kilobytes * 1024;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return free;
  std::ifstream own("/proc/self/statm");
  std::int64_t pages = 0;
  if (own >> pages) {
    const auto left = static_cast<std::int64_t>(limit.rlim_cur) - pages * sysconf(_SC_PAGESIZE);
    free = std::min(free, std::max<std::int64_t>(left, 0));
  }
  return free;
}

// Throws NotEnoughMemory if `work` needs at least `bytes`, and fewer are free.
inline void need_memory(const char* work, std::int64_t bytes) {
  constexpr std::int64_t kSmall = 1
                                  << 26;  // to ask the system takes longer than to match two nodes
  if (bytes < kSmall) return;
  const std::int64_t free = free_memory();
  if (bytes <= free) return;
  throw NotEnoughMemory(std::string(work) + " needs at least " + std::to_string(bytes) +
                        " bytes of memory, but only " + std::to_string(free) +
                        " are free; use a smaller graph, or free memory");
}

// The memory for what engines make of the arrays of a graph: offsets with 64 bits, and weights with
// four bytes. Nothing, if the arrays have such elements.
inline std::int64_t memory_for_copies(const graph::View& graph) {
  const bool is_narrow = std::holds_alternative<graph::Span<std::int32_t>>(graph.offsets);
  const bool is_float = std::holds_alternative<graph::Span<float>>(graph.weights);
  return (is_narrow ? 8 * std::int64_t{graph.numNodes} : 0) + (is_float ? 0 : 4 * graph.numEdges());
}

}  // namespace handshake
