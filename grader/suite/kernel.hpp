// A kernel of a lab, as the lab describes it.
#pragma once

#include <string>
#include <vector>

#include "suite/slot.hpp"

namespace handshake::suite {

class Explainer;
struct KernelCase;

// Knows only what is true for every kernel.
extern const Explainer* const kPlainExplainer;

enum class Role { in, out, in_out };

// An array that is an argument of the kernel.
struct Parameter {
  std::string name;
  Role role = Role::in;
  std::string counts = "element";  // what an index of the array counts, such as "node"
  // Whether a later step reads this input again: then a kernel that changes it is wrong. Otherwise,
  // the change is only a note.
  bool is_kept = false;
  // Whether the elements are indices of another array. A thread that works on one element too many
  // then gets the index 0, which exists, so the kernel does not crash, and the mistake is
  // reported in the same way, and costs the same number of points, as in other kernels.
  bool holds_indices = false;
};

// Which elements the thread at work on element x of the output uses, in the arrays whose indices
// count the same as those of the output.
enum class Reach {
  own,           // only element x
  reads_others,  // it writes element x, and also reads other elements: a scan, a stencil
  uses_others    // it reads and writes other elements, too
};

struct Kernel {
  std::string id;                 // as in `make check-ID`
  std::string name;               // the function
  std::string file;               // relative to the folder of the sources
  std::string rule;               // the sentence of the handout that says what is right
  std::vector<Parameter> arrays;  // in the order of the arguments
  Reach reach = Reach::own;
  // Simple cases come first, so that the first failure is the easiest to explain.
  std::vector<KernelCase> (*cases)() = nullptr;
  const Explainer* explainer = kPlainExplainer;  // what only this kernel needs; never null
  // The launch shapes with which the kernel must be right in this case; null: those of every kernel
  // whose threads may be fewer or more than its tasks. The first shapes are those of diagnostic mode.
  std::vector<Shape> (*shapes)(const KernelCase&) = nullptr;
};

}  // namespace handshake::suite
