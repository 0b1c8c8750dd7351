// Reads a file that an untrusted process writes. The file may be missing, may be endless, or may
// not be an ordinary file.
#pragma once

#include <string>
#include <string_view>

namespace handshake::check {

// A file with a name that is unique in this run. The destructor deletes the file.
class UntrustedFile {
 public:
  explicit UntrustedFile(std::string path);
  UntrustedFile(const UntrustedFile&) = delete;
  UntrustedFile& operator=(const UntrustedFile&) = delete;
  ~UntrustedFile();
  const std::string& path() const { return path_; }

  // Returns the complete lines that were added since the last call, but at most `most` bytes.
  std::string read_new(size_t most);

 private:
  std::string path_;
  long read_ = 0;
};

// Makes text of a submission safe for a terminal: characters that would move the cursor or change
// colors become blanks, and bytes that are not UTF-8 become U+FFFD.
std::string harmless(std::string_view text);

// The path relative to the current folder, which is the top of the source tree. A path outside of
// this folder is not changed.
std::string short_path(const std::string& path);

}  // namespace handshake::check
