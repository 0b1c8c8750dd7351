// Instances as a header with checksums, followed by arrays: for lists that are too long for text.
#pragma once

#include <string>
#include <string_view>

#include "extensions/stable_marriage/problem.hpp"

namespace handshake {

bool is_binary_preferences(std::string_view start);

// Throws InputError, which names `path`, unless every byte is as it was written and the lists are
// valid.
Problem read_binary_preferences(std::string_view bytes, const std::string& path);

std::string binary_preferences(const Problem& problem);

}  // namespace handshake
