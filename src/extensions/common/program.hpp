// The frame of the programs of src/extensions: a table of flags that prints its own help, and the
// steps that all these programs take.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "extensions/common/output_files.hpp"
#include "flags/flags.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {

using Json = nlohmann::ordered_json;  // members stay in the order in which they are added

constexpr const char* kGraphHelp = "a graph file, or the spec of a graph, such as urand:20:w=unif";
constexpr const char* kTiesHelp = "which of two equally heavy edges comes first";
constexpr const char* kThreadsHelp = "the threads of the CPU; by default all";
inline const Choices<TieRule> kTieRules = {
    {"index", TieRule::kIndex}, {"hash", TieRule::kHash}, {"degree", TieRule::kDegree}};

// Makes a JSON object out of the members of a struct. Use it in the namespace of the struct:
// HANDSHAKE_JSON(Measures, milliseconds, rounds)
#define HANDSHAKE_JSON(Type, ...)                                            \
  inline void to_json(Json& nlohmann_json_j, const Type& nlohmann_json_t) {  \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__)) \
  }

// The variable for the name of a file that the program reads or writes.
struct Reads {
  std::string& path;
};
struct Writes {
  std::string& path;
};

// A row of the table of flags. `form` has the name of the flag and, if the flag has a value, a word
// for it: "gpus N". Then come the help, and what a Flag has after its name. The row adds to the help
// which values are allowed, and the default value.
struct Row {
  template <class... To>
  Row(std::string form, std::string help, To&&... to)
      : form(std::move(form)), help(std::move(help)), flag(name(), std::forward<To>(to)...) {}
  Row(std::string form, const std::string& help, int& number, int smallest, int largest);
  Row(std::string form, const std::string& help, double& number, double smallest, double largest);
  template <class Value>
  Row(std::string form, const std::string& help, Value& value, const Choices<Value>& choices)
      : form(std::move(form)),
        help(help + ": " + words_of(choices) + " (default " + word_for(value, choices) + ")"),
        flag(name(), value, choices) {}
  Row(std::string form, std::string help, Reads file)
      : Row(std::move(form), std::move(help), file.path) {
    reads = &file.path;
  }
  Row(std::string form, std::string help, Writes file)
      : Row(std::move(form), std::move(help), file.path) {
    writes = &file.path;
  }
  std::string name() const { return form.substr(0, form.find(' ')); }

  std::string form, help;
  Flag flag;
  const std::string* reads = nullptr;
  const std::string* writes = nullptr;
};

class Program {
 public:
  // Exactly one of the flags `inputs` must be given. The help ends with `epilog`.
  Program(std::string name, std::string epilog, std::vector<std::string> inputs = {"input"})
      : name_(std::move(name)), epilog_(std::move(epilog)), inputs_(std::move(inputs)) {}

  std::string input, output;
  int repeat = 1;
  bool is_verified = false;
  std::set<std::string> given;  // the names of the flags that were given
  int exit_code = 0;            // of a run without an error

  // Adds rows to the table of flags. The flags of a section with a mode, such as "-engine gpu", have
  // an effect only if is_chosen() returns true; otherwise they are refused.
  void flags(std::vector<Row> rows) {
    flags("", [] { return true; }, std::move(rows));
  }
  void flags(std::string mode, std::function<bool()> is_chosen, std::vector<Row> rows) {
    sections_.push_back({std::move(mode), std::move(is_chosen), std::move(rows)});
  }
  // The same for a mode that the flag `name` chooses: its value must be one of `modes`.
  template <class Value>
  void flags(const std::string& name, const Value& value, const Choices<Value>& choices,
             const std::set<Value>& modes, std::vector<Row> rows) {
    Choices<Value> fitting;
    for (const auto& choice : choices) {
      if (modes.count(choice.second) > 0) fitting.push_back(choice);
    }
    flags(
        "-" + name + " " + words_of(fitting), [&value, modes] { return modes.count(value) > 0; },
        std::move(rows));
  }

  // Reads the flags and calls work(), or prints the help. Returns the exit code. The other functions
  // are for work().
  int run(int argc, char** argv, const std::function<void()>& work);

  // Checks the names of all files, and simulates several GPUs if the machine has none.
  void begin(int gpus = 1) const;
  void check_files() const { check_outputs(files(&Row::reads), files(&Row::writes)); }

  // Calls solve() -repeat times, and returns the measures of the fastest run.
  template <class Solve>
  auto best_of(const Solve& solve) const {
    auto best = solve();
    for (int i = 1; i < repeat; ++i) {
      auto measures = solve();
      if (measures.milliseconds < best.milliseconds) best = std::move(measures);
    }
    return best;
  }

  // Tells people about the run: on the standard error if the standard output gets a file.
  __attribute__((format(printf, 2, 3))) void say(const char* format, ...) const;

  // With -verify: prints `claim`, unless fault() returns a text. Then the program has a fault, and
  // this function throws, before any file is written.
  void verify(const char* claim, const std::function<std::string()>& fault) const;

  // With -json: writes one line with the facts that all programs report, and these members.
  void write_json(const Json& members) const;

 private:
  struct Section {
    std::string mode;
    std::function<bool()> is_chosen;
    std::vector<Row> rows;
  };

  void read(int argc, char** argv);
  std::string help() const;
  std::vector<NamedFile> files(const std::string* Row::* kind) const;

  std::string name_, epilog_, json_;
  std::vector<std::string> inputs_;
  std::vector<Section> sections_;
  char** argv_ = nullptr;
  bool needs_help_ = false;
};

// The number of bytes that the value of -memory means; k, M and G mean 2^10, 2^20 and 2^30. Throws
// UsageError.
std::int64_t parse_memory(const std::string& text);

}  // namespace handshake
