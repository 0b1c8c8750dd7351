// Instances in binary form, for lists that are too long for text: a header with a checksum,
// followed by arrays.
#pragma once

#include <string>
#include <string_view>

#include "extensions/stable_marriage/problem.hpp"

namespace handshake::marriage {

bool is_binary_preferences(std::string_view start);

// Throws InputError, which names `path`, if a byte has changed since the file was written, or if
// the lists are not valid.
Problem read_binary_preferences(std::string_view bytes, const std::string& path);

std::string binary_preferences(const Problem& problem);

}  // namespace handshake::marriage
