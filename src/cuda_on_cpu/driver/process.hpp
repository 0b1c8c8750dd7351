// Starts the programs that do the work of the driver: the host's compiler, the linker, binutils.
#pragma once
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace cuda_on_cpu::driver {

using Words = std::vector<std::string>;

inline void append(Words* words, const Words& more) {
  words->insert(words->end(), more.begin(), more.end());
}

inline Words joined(std::initializer_list<Words> parts) {
  Words all;
  for (const Words& part : parts) append(&all, part);
  return all;
}

// What the user has to change. main() prints it, and ends with exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thrown after a signal has asked the driver to end.
struct Interrupted {
  int signal;
};

// A new empty folder, which the destructor removes.
class WorkFolder {
 public:
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

class Processes {
 public:
  // `shows`: each command is printed before it runs. `only_shows`: it is printed and not run.
  Processes(bool shows, bool only_shows);

  // Runs the command and returns its exit code (128 + the signal, if a signal ended it). Its output
  // and its messages go to these files, or, if a name is empty, to those of the driver.
  // Throws Interrupted if a signal has asked the driver to end, before or while the command runs.
  int run(const Words& command, const std::string& output = "", const std::string& messages = "");
  // Does the same without printing the command, even if commands are only printed: for questions
  // to a program whose answer changes the commands.
  int ask(const Words& command, const std::string& output);

  struct Step {
    std::string program;
    double milliseconds;
  };
  const std::vector<Step>& steps() const { return steps_; }

 private:
  bool shows_, only_shows_;
  std::vector<Step> steps_;
};

// Empty if the file cannot be read.
std::string read_file(const std::string& name);
// Writes the file, or throws a UsageError that says why it cannot be written.
void write_file(const std::string& name, const std::string& text);
// Does the same for standard output.
void write_output(const std::string& text);

// Throws Interrupted if a signal has asked the driver to end.
void stop_if_asked();

}  // namespace cuda_on_cpu::driver
