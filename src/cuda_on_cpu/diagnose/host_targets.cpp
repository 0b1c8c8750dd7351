// Closes (PROT_NONE) the pages of host memory that is the target of copies, and opens these pages
// again. See host_targets.hpp.
#include "cuda_on_cpu/diagnose/host_targets.hpp"

#include <sys/mman.h>

#include <cstdint>

#include "cuda_on_cpu/diagnose/findings.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocations.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

constexpr uintptr_t kPage = 4096;
constexpr size_t kMostClosed = 16;  // if there are more copies, only the last 16 are watched

struct Closed {
  HostTarget target;
  uintptr_t first, end;  // the closed pages
};
Closed closed[kMostClosed];
size_t closed_count = 0;

struct EarlyUse {
  HostTarget target;
  const char* verb;
  const void* instruction;  // null if there is nothing to report
};
EarlyUse early_use;

void protect(const Closed& pages, int rights) {
  if (pages.first < pages.end) {
    mprotect(reinterpret_cast<void*>(pages.first), pages.end - pages.first, rights);
  }
}

// The pages to close for this target. They must not hold other data of the host, because a system
// call that gets an address on a closed page fails. But a small array (at most kPage bytes) has a
// single page: it is closed even if the copy fills only a part of the array.
Closed pages_of(const HostTarget& target) {
  auto first = reinterpret_cast<uintptr_t>(target.begin);
  uintptr_t end = first + target.bytes;
  if (const Allocation* live = find_live(target.begin)) {
    const auto begin_of_array = reinterpret_cast<uintptr_t>(live->begin);
    const bool is_small = live->bytes <= kPage;
    if (is_small || first == begin_of_array) first = begin_of_array / kPage * kPage;
    if (is_small || end == begin_of_array + live->bytes) end = (end + kPage - 1) / kPage * kPage;
  }
  return {target, (first + kPage - 1) / kPage * kPage, end / kPage * kPage};
}

}  // namespace

void open_host_targets() {
  for (size_t i = 0; i < closed_count; i++) protect(closed[i], PROT_READ | PROT_WRITE);
  closed_count = 0;
}

void close_host_targets(const std::vector<HostTarget>& targets) {
  open_host_targets();
  for (auto target = targets.rbegin(); target != targets.rend() && closed_count < kMostClosed;
       ++target) {
    closed[closed_count] = pages_of(*target);
    protect(closed[closed_count++], PROT_NONE);
  }
}

bool opens_host_target(const void* address, const char* verb, const void* instruction) {
  const auto byte = reinterpret_cast<uintptr_t>(address);
  bool is_ours = false;
  for (size_t i = 0; i < closed_count; i++) {
    const HostTarget& target = closed[i].target;
    is_ours = is_ours || (byte >= closed[i].first && byte < closed[i].end);
    const bool is_filled = byte - reinterpret_cast<uintptr_t>(target.begin) < target.bytes;
    if (is_filled && early_use.instruction == nullptr) early_use = {target, verb, instruction};
  }
  if (is_ours) open_host_targets();
  return is_ours;
}

void tell_early_use() {
  const EarlyUse use = early_use;
  early_use = {};
  if (use.instruction == nullptr) return;
  const Place& copy = use.target.place;
  const void* key = copy.site != nullptr ? static_cast<const void*>(copy.site) : copy.code;
  if (!is_new(Kind::used_too_early, use.instruction, key)) return;
  Finding finding(Kind::used_too_early, {nullptr, use.instruction});
  finding.other = copy;
  finding.other_text = "the copy was started at";
  finding.message.add("host code %s memory that %s fills, and has not waited for the copy",
                      use.verb, use.target.call);
  finding.advice =
      "call cudaStreamSynchronize for the stream of the copy before the host uses the memory";
  collect(finding);
}

}  // namespace cuda_on_cpu::diagnose
