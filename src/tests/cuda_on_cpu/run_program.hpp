// Runs a program and keeps its output, for tests of whole programs.
#pragma once
#include <map>
#include <string>
#include <vector>

struct Outcome {
  std::string output;
  std::string errors;
  int exit_code = 0;  // meaningless when a signal ended the program
  int signal = 0;
};

// Runs the command in the environment of the test, with `variables` added. Variables of the test
// whose names begin with HANDSHAKE_ are left out.
Outcome run_program(const std::vector<std::string>& command,
                    const std::map<std::string, std::string>& variables = {});

// Returns "file:line" for the line that ends with the comment "MARK name" in the source file.
std::string marked_line(const std::string& source_file, const std::string& name);

// A new empty folder, which the destructor removes.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  // Writes a file into the folder and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

std::string read_file(const std::string& path);
