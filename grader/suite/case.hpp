// A case of the suite: one kernel, its arrays, and the right result.
#pragma once

#include <string>
#include <vector>

#include "suite/edge_list.hpp"
#include "suite/slot.hpp"
#include "suite/title.hpp"

namespace handshake::suite {

// The three required kernels, in the order of the tasks.
enum class Kernel { handshaking, filter, scan };
constexpr Kernel kKernels[] = {Kernel::handshaking, Kernel::filter, Kernel::scan};

struct KernelInfo {
  const char* id;      // as in `make check-ID`
  const char* name;    // the function
  const char* file;    // relative to the folder of the sources
  const char* output;  // the name of the array that it writes
};
const KernelInfo& info(Kernel kernel);

enum class Role { in, out, in_out };

struct Array {
  std::string name;
  Role role;
  // The values before the launch; for an `out` array, only the length matters.
  std::vector<int> values;
};

struct KernelCase {
  Kernel kernel;
  CaseTitle title;
  std::vector<Array> arrays;  // in the order of the kernel's arguments
  std::vector<int> scalars;   // the arguments after the arrays
  std::vector<int> expected;  // the right values of the one array that is not `in`
  EdgeList graph;             // its nodes and edges are named in messages; empty for scans
  // "pass": a launch as match makes it; "shift": the first launch of a scan, with distance 0;
  // "general": a launch that the handout allows, but that no pass needs
  std::string kind = "pass";

  int distance() const { return scalars.size() == 2 ? scalars[0] : 0; }
  int output() const;  // the index of the array that is not `in`
};

// Simple cases come first, so that the first failure is the easiest to explain.
std::vector<KernelCase> handshaking_cases();
std::vector<KernelCase> filter_cases();
std::vector<KernelCase> scan_cases();
std::vector<KernelCase> cases_of(Kernel kernel);

// Makes a case of one kernel from the arrays of one pass.
KernelCase handshaking_case(const CaseTitle& title, std::vector<int> strongNeighbor,
                            std::vector<int> matches, const EdgeList& graph = {});
KernelCase filter_case(const CaseTitle& title, const EdgeList& graph, std::vector<int> matches);
KernelCase scan_case(const CaseTitle& title, std::vector<int> oldSum, int distance);

// Whether the case is so small that diagnostic mode also runs it with launch shapes other than the
// one that failed.
bool is_small(const KernelCase& kernel_case);

// Whether the case has more elements than 16 bits can count. Such a case runs only in the natural
// order of threads.
bool is_huge(const KernelCase& kernel_case);

// The handout says, under "Thread Assignment", that the number of threads is not the number of
// tasks. So a case that is not huge is run with one thread, with unusual shapes, and with more
// threads than any small case has tasks. A huge case is run with the default launch shape of
// ./match, and with more threads than 16 bits can count. It is also run with the "hundred thousand"
// threads of the handout, and with more blocks than threads per block.
const std::vector<Shape>& launch_shapes(const KernelCase& kernel_case);

}  // namespace handshake::suite
