// A case of the suite: one kernel, its arrays, and the right result.
#pragma once

#include <string>
#include <vector>

#include "suite/kernel.hpp"
#include "suite/slot.hpp"

namespace handshake::suite {

struct Array : Parameter {
  // The values before the launch; for an `out` array, only the length matters.
  std::vector<Word> values;
  Type type = Type::integer;
  int position = 0;  // among all arguments of the kernel, from 1
};

struct KernelCase {
  const Kernel* kernel;
  std::string title;
  std::vector<Array> arrays;   // in the order of the kernel's arguments
  std::vector<Word> scalars;   // the other arguments, in their order
  std::vector<Word> expected;  // the right values of the one array that is not `in`
  // "pass": a launch as the whole program makes it; "general": a launch that the handout allows,
  // but that the program never needs; a lab may have other kinds
  std::string kind = "pass";

  int output() const;  // the index of the array that is not `in`
  // How many elements of this kind an array of the case has; 0 if there is no such array.
  int size_of(const std::string& counts) const;
};

// A case of a kernel with arrays of int, which are its first arguments.
// `values`: those of each array; for an `out` array, only the length matters.
KernelCase make_case(const Kernel& kernel, const std::string& title,
                     std::vector<std::vector<int>> values, std::vector<int> scalars,
                     std::vector<int> expected);

// Whether the case is so small that diagnostic mode also runs it with launch shapes other than the
// one that failed.
bool is_small(const KernelCase& kernel_case);

// Whether an array of the case has more elements than 16 bits can count. Such a case runs only in the natural
// order of threads.
bool is_huge(const KernelCase& kernel_case);

// Whether a launch of the kernel may have fewer or more threads than tasks: the kernel names no shapes.
bool takes_any_shape(const KernelCase& kernel_case);

// The number of threads is not the number of tasks. So a case that is not huge is run with one
// thread, with unusual shapes, and with more threads than any small case has tasks. A huge case is
// run with many blocks of 256 threads, and with more threads than 16 bits can count. It is also run
// with a hundred thousand threads, and with more blocks than threads per block. A kernel may name
// other shapes.
std::vector<Shape> launch_shapes(const KernelCase& kernel_case);
// The shapes of diagnostic mode: one with two warps in a block, and one with several blocks; or the
// first ones that the kernel names.
std::vector<Shape> small_shapes(const KernelCase& kernel_case);

}  // namespace handshake::suite
