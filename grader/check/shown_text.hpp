// Text of a submission, and paths, as a person may see them.
#pragma once

#include <string>
#include <string_view>

namespace handshake::check {

// Makes text of a submission safe for a terminal: characters that would move the cursor or change
// colors become blanks, and bytes that are not UTF-8 become U+FFFD.
std::string harmless(std::string_view text);

// The path relative to the current folder, which is the top of the source tree. A path outside of
// this folder is not changed.
std::string short_path(const std::string& path);

}  // namespace handshake::check
