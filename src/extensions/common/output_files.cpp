// Checks the names of the files that a program will write: each must differ from the names of all
// other files that the program reads or writes.
#include "extensions/common/output_files.hpp"

#include <filesystem>

#include "flags/flags.hpp"
#include "graph/file_writer.hpp"

namespace handshake {
namespace {

namespace fs = std::filesystem;

fs::path real_path(const std::string& path) {
  std::error_code error;
  return fs::weakly_canonical(fs::absolute(path, error), error);
}

// Whether two names mean the same file. A device such as /dev/null does not count: several outputs
// may go there, because the device does not store them.
bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (a == "-" || b == "-") return a == b;
  if (fs::exists(a, error) && !fs::is_regular_file(a, error)) return false;
  return fs::equivalent(a, b, error) || real_path(a) == real_path(b);
}

// Throws if the file cannot be written. A pipe is not opened for this test: its reader would see
// the end of the data when the test closes the pipe.
void try_to_write(const std::string& path) {
  std::error_code error;
  const bool is_kept = !fs::exists(path, error) || fs::is_regular_file(path, error);
  if (path != "-" && (is_kept || fs::is_directory(path, error))) FileWriter{path};
}

}  // namespace

void check_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  std::vector<NamedFile> taken = inputs;
  for (const NamedFile& output : outputs) {
    if (output.path.empty()) continue;
    for (const NamedFile& other : taken) {
      if (other.path.empty() || !is_same_file(output.path, other.path)) continue;
      throw UsageError("-" + std::string(output.flag) + " " + output.path + ": -" + other.flag +
                       " names the same file; choose another name");
    }
    try_to_write(output.path);
    taken.push_back(output);
  }
}

std::FILE* summary_stream(const std::vector<NamedFile>& outputs) {
  for (const NamedFile& output : outputs) {
    if (output.path == "-") return stderr;
  }
  return stdout;
}

}  // namespace handshake
