// Makes and recycles stacks. See fiber.hpp.
#include "cuda_on_cpu/runtime/fiber.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cstdint>

namespace cuda_on_cpu {
namespace {

constexpr size_t kPage = 4096;
// By default, Linux allows 65530 mappings per process, and a guard page needs two of them. Stacks
// after the first kMaxGuards have no guard page.
constexpr int kMaxGuards = 24000;

std::atomic<size_t> bytes_for_new_stacks{size_t{128} * 1024};
std::atomic<int> guards{0};

}  // namespace

void FiberPool::set_stack_bytes(size_t bytes) {
  bytes_for_new_stacks = (bytes + kPage - 1) / kPage * kPage;
}
size_t FiberPool::stack_bytes() {
  return bytes_for_new_stacks;
}

Fiber* FiberPool::make() {
  const size_t bytes = bytes_for_new_stacks;
  // Most stacks have the guard page of another stack above them. The first stack gets an extra
  // guard page above it.
  const size_t above = all_.empty() ? kPage : 0;
  void* memory = mmap(nullptr, kPage + bytes + above, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* low = static_cast<char*>(memory);
  if (guards.fetch_add(1) >= kMaxGuards || mprotect(low, kPage, PROT_NONE) != 0) guards--;
  if (above != 0) mprotect(low + kPage + bytes, above, PROT_NONE);
  auto* fiber = new Fiber{nullptr, nullptr, low + kPage, low + kPage + bytes};
  all_.push_back(fiber);
  // Stacks begin at different places within a page. Otherwise the tops of all stacks would compete
  // for the same few cache lines.
  constexpr size_t kColours = 20, kColourBytes = 192;
  fiber->stack_high -= (all_.size() % kColours) * kColourBytes;
  fiber->context = fresh_context(*fiber);
  return fiber;
}

Context FiberPool::fresh_context(const Fiber& fiber) const {
  return new_context(fiber.stack_high, entry_);
}

void FiberPool::abandon_all() {
  idle_ = nullptr;
  for (Fiber* fiber : all_) {
    fiber->context = fresh_context(*fiber);
    give_back(fiber);
  }
}

bool FiberPool::is_guard(const void* address) const {
  const auto* byte = static_cast<const char*>(address);
  for (const Fiber* fiber : all_) {
    if (byte < fiber->stack_low && byte >= fiber->stack_low - kPage) return true;
  }
  return false;
}

}  // namespace cuda_on_cpu
