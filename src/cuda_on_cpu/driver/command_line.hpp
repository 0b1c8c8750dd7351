// The command line of cucc, as data. option_table.cpp lists all options.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "cuda_on_cpu/driver/process.hpp"
#include "cuda_on_cpu/translate/preprocessed.hpp"

namespace cuda_on_cpu::driver {

// What the command makes. rules: the list of the headers that a source file includes, for make.
enum class Goal { program, objects, preprocessed, translated, rules, archive, device_link };

// linked: objects, libraries and options of the linker, which keep their order
enum class Kind { unread, cuda, host, linked };

struct Input {
  std::string name;
  Kind kind;
};

struct CommandLine {
  Goal goal = Goal::program;
  std::vector<Input> inputs;
  std::string output;         // empty: named after the input, or a.out
  std::string output_folder;  // of objects without a name of their own
  std::string language;       // of all inputs: c, c++ or cu; empty: their names tell

  std::string home;     // the folder with our headers
  std::string library;  // the folder with this program and the runtime library
  std::string compiler, archiver = "ar";
  std::string standard = "-std=c++17", optimize = "-O2";
  std::string runtime;  // as --runtime says it; the script cucc has made `library` of it
  Words preprocess, compile, link, archive;  // options of the host's compiler, linker and archiver
  Words cuda_macros;                         // options of the preprocessor, for CUDA files only
  bool quiet =
      false;  // -w, kept apart: it would hide the warnings that show host code in device code
  bool for_debugger = false;  // -G
  translate::NewNames new_names;

  Words rules;  // -MD, -MT x, ...
  std::string rules_file, rules_kind;

  bool diagnose = false, device_only = false, remote = false, variants = false;
  std::string only, host_lines;
  bool extended_lambda = false, relaxed_constexpr = false;

  bool runs = false, shows = false, only_shows = false, cleans = false;
  Words run_arguments;
  std::string keep_folder, times_file;
  bool forwards_unknown = false;  // to the host's compiler
  int open_option_files = 0;      // each of them is named by the one before
  std::string answer;             // printed in place of any work

  // Whether all inputs together become one file.
  bool links() const {
    return goal == Goal::program || goal == Goal::archive || goal == Goal::device_link;
  }
};

struct Option {
  const char* name;   // --gpu-architecture
  const char* alias;  // -arch, or the same as `name`
  const char*
      value;  // what follows; empty: nothing; it ends in ",..." if several values may follow
  const char* about;  // what cucc does, or why it has nothing to do, or what to do instead
  void (*apply)(CommandLine& line, const std::string& value) = nullptr;  // for each value
};

// The groups of the table, in the order of the help.
struct OptionGroup {
  const char* title;
  bool is_refused;
  std::vector<Option> options;
};
const std::vector<OptionGroup>& option_groups();

// Reads the words of the command line, and those of NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS.
// Throws a UsageError about what is unknown, refused or missing.
void read_words(const Words& words, CommandLine* line);
CommandLine read_command_line(const std::string& home, const std::string& library,
                              const Words& words);

// Reads options from a file. Throws a UsageError if there is none, or if it names itself.
void read_option_file(CommandLine& line, const std::string& name);
// The option of the linker for our libraries, as -v prints it.
std::string libraries_of(const CommandLine& line);
// The host's compiler, or the folder with it.
void choose_compiler(CommandLine& line, const std::string& value);
// Gives an option to the host's compiler. Throws a UsageError if it would change the output.
void pass_on(const std::string& word, CommandLine* line);
// Whether it is a kind of nvcc's --Werror, or a list that begins with one.
bool is_kind_of_warning(const std::string& value);

// Cuts a text at these characters, but not inside quotes or after a backslash.
Words cut(const std::string& text, std::string_view separators);

std::string help();
std::string man_page();
std::string version();

}  // namespace cuda_on_cpu::driver
