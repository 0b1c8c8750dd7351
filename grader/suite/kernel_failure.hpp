// The sentences of the suite: every failure in the handout's words, with a hint that leaves the
// answer to the student.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/case.hpp"
#include "suite/failure.hpp"
#include "suite/kernel_runner.hpp"

namespace handshake::suite {

// got: the output array, an element that was never written being none.
Failure wrong_element(const KernelCase& kernel_case, Shape shape,
                      const std::vector<std::optional<int>>& got, int index);
Failure wrote_outside(const KernelCase& kernel_case, Shape shape, const Array& array, int index);
Failure changed_input(const KernelCase& kernel_case, Shape shape, const Array& array, int index,
                      int got);
// What to think about when an index is outside of its array: in any code (shape: {0, 0} where it is
// not known), and in a kernel's case.
std::string hint_outside(long index, Shape shape);
std::string hint_outside(const KernelCase& kernel_case, const std::string& array, long index,
                         Shape shape);
std::string changed_input_note(const KernelCase& kernel_case, const Array& array);
// The arrays as they are before the launch, for a failure that no wrong element shows.
void show_inputs(const KernelCase& kernel_case, Failure& failure);
Failure ended_early(const KernelCase& kernel_case, Shape shape, const LaunchReply& reply);

// "element 3 of matches", "edge 3 (0 -- 1)".
std::string name_element(const KernelCase& kernel_case, const std::string& array, int index);

}  // namespace handshake::suite
