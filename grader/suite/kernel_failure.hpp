// Makes failures that say what is wrong with a launch of a kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/case.hpp"
#include "suite/failure.hpp"
#include "suite/kernel_runner.hpp"

namespace handshake::suite {

// `got` is the output array; an element that was never written has no value.
Failure wrong_element(const KernelCase& kernel_case, Shape shape,
                      const std::vector<std::optional<int>>& got, int index);
Failure wrote_outside(const KernelCase& kernel_case, Shape shape, const Array& array, int index);
Failure changed_input(const KernelCase& kernel_case, Shape shape, const Array& array, int index,
                      int got);
// The hint for an index outside of its array. The first function is for any code; {0, 0} means
// that the shape is unknown. The second function is for a case of a kernel.
Hint hint_outside(long index, Shape shape);
Hint hint_outside(const KernelCase& kernel_case, const Finding& finding, Shape shape);
// Whether the index is below 0 because an index inside of the array was converted to 16 bits.
bool is_wrapped_short(const KernelCase& kernel_case, const Finding& finding);
// If the failure shows no arrays, adds the inputs as they were before the launch.
void show_inputs(const KernelCase& kernel_case, Failure& failure);
Failure ended_early(const KernelCase& kernel_case, Shape shape, const LaunchReply& reply);

// The first error among the findings becomes the finding of the failure.
void add_first_error(const std::vector<Finding>& findings, Failure& failure);

}  // namespace handshake::suite
