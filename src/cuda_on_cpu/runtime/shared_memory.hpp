// The shared memory of one block: dynamic shared memory first, then the variables, in the order in
// which the block reaches them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuda_on_cpu {

// The most bytes of shared memory that a GPU gives to a block.
constexpr size_t kStaticSharedBytes = size_t{48} << 10;  // for its variables alone
constexpr size_t kMaxSharedBytes = size_t{227} << 10;    // with dynamic shared memory
// The arena is larger than the shared memory of a GPU, because here there are gaps between the
// variables.
constexpr size_t kSharedArena = size_t{256} << 10;

struct SharedVariable {
  const void* key;
  const char* name;
  uint32_t bytes;
  uint32_t alignment;
  uint32_t element_bytes;  // of a single variable or of an array with one dimension; otherwise 0
  uint32_t offset;
};

class SharedMemory {
 public:
  // Starts a new block. At first it has only dynamic shared memory, at most kMaxSharedBytes.
  void begin_block(size_t dynamic_bytes);

  const SharedVariable* find(const void* key) const;
  // Places the variable at least `gap` bytes after the memory that is already in use. Returns null
  // if a GPU would have no space for the variable, or if the gaps have used up the arena.
  const SharedVariable* add(SharedVariable wanted, size_t gap);

  const std::vector<SharedVariable>& variables() const { return variables_; }
  size_t dynamic_bytes() const { return dynamic_bytes_; }
  size_t static_bytes() const { return static_bytes_; }

 private:
  std::vector<SharedVariable> variables_;
  size_t dynamic_bytes_ = 0;
  size_t static_bytes_ = 0;  // of the variables, without the gaps
  size_t end_ = 0;
};

}  // namespace cuda_on_cpu
