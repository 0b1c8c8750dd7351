// Reads a file that an untrusted process writes. It may be missing, may be endless, or may not be
// an ordinary file.
#pragma once

#include <string>
#include <string_view>

namespace handshake::check {

// A file whose name no other file of this run has. The destructor deletes the file.
class UntrustedFile {
 public:
  explicit UntrustedFile(std::string path);
  UntrustedFile(const UntrustedFile&) = delete;
  UntrustedFile& operator=(const UntrustedFile&) = delete;
  ~UntrustedFile();
  const std::string& path() const { return path_; }

  // Returns the whole lines that were added since the last call, but at most `most` bytes.
  std::string read_new(size_t most);

 private:
  std::string path_;
  long read_ = 0;
};

// Text of a submission as a terminal may show it: letters that would move the cursor or change
// colors become blanks, and bytes that are not UTF-8 become U+FFFD.
std::string harmless(std::string_view text);

// The path from the top of the source tree.
std::string short_path(const std::string& path);

}  // namespace handshake::check
