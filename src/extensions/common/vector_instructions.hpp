// Which vector instructions this processor has. This is determined once, when the program starts.
#pragma once

namespace handshake {

// In rising order: a processor that has one of these kinds also has all kinds before it.
enum class VectorInstructions { kNone, kAvx2, kAvx512 };

inline VectorInstructions ask_for_vector_instructions() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f")) return VectorInstructions::kAvx512;
  if (__builtin_cpu_supports("avx2")) return VectorInstructions::kAvx2;
#endif
  return VectorInstructions::kNone;
}

inline const VectorInstructions kVectorInstructions = ask_for_vector_instructions();

}  // namespace handshake
