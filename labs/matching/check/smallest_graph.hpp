// A small graph on which the first failing part fails, with all arrays of its passes.
#pragma once

#include <memory>

#include "check/part.hpp"

namespace handshake::check {

std::shared_ptr<const Example> find_smallest_graph(const Check& check, const Report& report);

}  // namespace handshake::check
