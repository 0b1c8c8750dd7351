// Places the variables of a block in its shared memory. See shared_memory.hpp.
#include "cuda_on_cpu/runtime/shared_memory.hpp"

#include <algorithm>

namespace cuda_on_cpu {

void SharedMemory::begin_block(size_t dynamic_bytes) {
  variables_.clear();
  dynamic_bytes_ = end_ = dynamic_bytes;
  static_bytes_ = 0;
}

const SharedVariable* SharedMemory::find(const void* key) const {
  for (const SharedVariable& variable : variables_) {
    if (variable.key == key) return &variable;
  }
  return nullptr;
}

const SharedVariable* SharedMemory::add(SharedVariable wanted, size_t gap) {
  constexpr size_t kLeastAlignment = 16;
  const size_t most =
      std::min(kStaticSharedBytes, kMaxSharedBytes - dynamic_bytes_) - static_bytes_;
  if (wanted.bytes > most) return nullptr;
  const size_t unit = std::max<size_t>(wanted.alignment, kLeastAlignment);
  const size_t offset = (end_ + gap + unit - 1) / unit * unit;
  if (offset > kSharedArena - wanted.bytes) return nullptr;
  static_bytes_ += wanted.bytes;
  end_ = offset + wanted.bytes;
  wanted.offset = static_cast<uint32_t>(offset);
  variables_.push_back(wanted);
  return &variables_.back();
}

}  // namespace cuda_on_cpu
