// Cuts out the part of an array that a reader wants to see: all of a short array, or the elements
// around an index.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::suite {

constexpr int kWhole = 16;  // an array of at most kWhole elements is shown whole
constexpr int kAround = 6;  // of a longer array: number of elements shown on each side of the index

// `of` is what an index counts: "node", "edge" or "element".
ShownArray show(const std::string& name, const std::string& what, const std::string& of,
                const std::vector<std::optional<int>>& values, int index,
                Type type = Type::integer);
ShownArray show(const std::string& name, const std::string& what, const std::string& of,
                const std::vector<int>& values, int index, Type type = Type::integer);

}  // namespace handshake::suite
