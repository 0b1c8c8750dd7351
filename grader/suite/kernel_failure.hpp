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
// The hints for an index outside its array: the first function is for any code (with shape {0, 0}
// if the shape is not known), the second one for a case of a kernel.
Hint hint_outside(long index, Shape shape);
Hint hint_outside(const KernelCase& kernel_case, const Finding& finding, Shape shape);
// Whether an index below 0 is a right index of the array, converted to 16 bits.
bool is_wrapped_short(const KernelCase& kernel_case, const Finding& finding);
// The arrays as they are before the launch, for a failure without a wrong element.
void show_inputs(const KernelCase& kernel_case, Failure& failure);
Failure ended_early(const KernelCase& kernel_case, Shape shape, const LaunchReply& reply);

// The first error among the findings becomes the finding of the failure.
void add_first_error(const std::vector<Finding>& findings, Failure& failure);

Rule rule_of(Kernel kernel);

}  // namespace handshake::suite
