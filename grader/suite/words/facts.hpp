// What is said about one wrong element, kernel by kernel.
#pragma once

#include "suite/case.hpp"
#include "suite/failure.hpp"

namespace handshake::suite {

// Adds to failure.what why the element must be as expected, and sets the hint. failure.index,
// failure.got and failure.expected are set.
void explain_element(const KernelCase& kernel_case, Failure& failure);

// Whether the array is worth its line beside the wrong output: an index means the same thing in
// both, or the array is short.
bool is_worth_showing(const KernelCase& kernel_case, const Array& array);

}  // namespace handshake::suite
