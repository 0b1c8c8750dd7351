// The table of flags, and the steps of a program.
#include "extensions/common/program.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdarg>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "flags/version.hpp"
#include "gpu/device_error.hpp"
#include "graph/file_writer.hpp"
#include "graph/run_program.hpp"
#include "matching/optimal_weight.hpp"

namespace handshake {
namespace {

// Breaks a text into lines of at most `width` characters; all lines but the first are indented.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string all;
  std::size_t at = 0;
  while (text.size() - at > width) {
    const std::size_t space = text.rfind(' ', at + width);
    all += text.substr(at, space - at) + "\n" + std::string(indent, ' ');
    at = space + 1;
  }
  return all + text.substr(at) + "\n";
}

template <class Number>
std::string range(Number value, Number smallest, Number largest) {
  std::ostringstream text;
  text << " (" << smallest << " to " << largest;
  if (value >= smallest && value <= largest) text << ", default " << value;
  text << ")";
  return text.str();
}

// The name of the processor; empty if the system does not report it.
std::string processor_name() {
  std::ifstream facts("/proc/cpuinfo");
  for (std::string line; std::getline(facts, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "";
}

// In a build for the CPU, an environment variable sets the number of simulated GPUs when the
// program starts. So this function sets the variable and starts the program again. The variable has
// no effect on real GPUs.
void simulate_gpus(int gpus, char** argv) {
  const char* const name = "CUCC_DEVICES";
  if (gpus == 1 || std::getenv(name) != nullptr) return;
  if (setenv(name, std::to_string(gpus).c_str(), 1) == 0) execv("/proc/self/exe", argv);
}

}  // namespace

Row::Row(std::string form, const std::string& help, int& number, int smallest, int largest)
    : form(std::move(form)),
      help(help + range(number, smallest, largest)),
      flag(name(), number, smallest, largest) {}

Row::Row(std::string form, const std::string& help, double& number, double smallest, double largest)
    : form(std::move(form)),
      help(help + range(number, smallest, largest)),
      flag(name(), [=, &number, flag = name()](const std::string& text) {
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error == std::errc() && rest == end && number >= smallest && number <= largest) return;
        std::ostringstream words;
        words << "-" << flag << " " << text << ": not a number from " << smallest << " to "
              << largest;
        throw UsageError(words.str());
      }) {}

int Program::run(int argc, char** argv, const std::function<void()>& work) {
  argv_ = argv;
  sections_.insert(
      sections_.begin() + 1,
      {"",
       [] { return true; },
       {{"repeat R", "repeat the work, and report the fastest run", repeat, 1, 1000000},
        {"json FILE", "write the measurements; - means the standard output", Writes{json_}},
        {"version", "print the version", print_version(name_.c_str())},
        {"help", "print this text", needs_help_}}});
  const auto all = [&] {
    read(argc, argv);
    needs_help_ ? say("%s", help().c_str()) : work();
  };
  const int code =
      run_program(name_, all, ExitsWith<DeviceError>{kExitCuda}, ExitsWith<NoLemon>{kExitUsage});
  return code == 0 ? exit_code : code;
}

void Program::read(int argc, char** argv) {
  std::vector<Flag> all;
  for (const Section& section : sections_) {
    for (const Row& row : section.rows) all.push_back(row.flag);
  }
  given = read_flags(argc, argv, all);
  if (needs_help_) return;
  std::vector<std::string> sources;
  for (const std::string& name : inputs_) {
    if (given.count(name) > 0) sources.push_back(name);
  }
  if (sources.empty()) throw UsageError("-input is missing");
  if (sources.size() > 1) {
    throw UsageError("-" + sources[0] + " and -" + sources[1] + " exclude each other");
  }
  for (const Section& section : sections_) {
    for (const Row& row : section.rows) {
      need(section.is_chosen(), section.mode, given, {row.name()});
    }
  }
}

std::string Program::help() const {
  constexpr std::size_t kWidth = 80;
  std::size_t indent = 0;
  for (const Section& section : sections_) {
    for (const Row& row : section.rows) indent = std::max(indent, row.form.size() + 5);
  }
  std::string text = "usage: " + name_ + " -" + sections_[0].rows[0].form + " [flags]\n";
  for (const Section& section : sections_) {
    if (!section.mode.empty()) text += "with " + section.mode + ":\n";
    for (const Row& row : section.rows) {
      text += "  -" + row.form + std::string(indent - 3 - row.form.size(), ' ') +
              wrapped(row.help, kWidth - indent, indent);
    }
  }
  return text + epilog_;
}

std::vector<NamedFile> Program::files(const std::string* Row::* kind) const {
  std::vector<NamedFile> found;
  for (const Section& section : sections_) {
    for (const Row& row : section.rows) {
      if (row.*kind != nullptr) found.push_back({row.flag.name.c_str(), *(row.*kind)});
    }
  }
  return found;
}

void Program::begin(int gpus) const {
  simulate_gpus(gpus, argv_);
  check_files();
}

void Program::say(const char* format, ...) const {
  std::va_list values;
  va_start(values, format);
  std::vfprintf(summary_stream(files(&Row::writes)), format, values);
  va_end(values);
}

void Program::verify(const char* claim, const std::function<std::string()>& fault) const {
  if (!is_verified) return;
  const std::string text = fault();
  if (!text.empty()) throw std::logic_error("the result is wrong: " + text);
  say("verified: %s\n", claim);
}

void Program::write_json(const Json& members) const {
  if (json_.empty()) return;
  Json all = {{"program", name_},
              {"version", HANDSHAKE_VERSION},
              {"processor", processor_name()},
              {"processors", std::thread::hardware_concurrency()}};
  for (const NamedFile& file : files(&Row::reads)) {
    if (!file.path.empty())
      all.emplace("input", file.path);  // the first file; no other replaces it
  }
  all.update(members);
  // Bytes that are not UTF-8, such as in the name of a file, become U+FFFD.
  write_text(json_, all.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::int64_t parse_memory(const std::string& text) {
  const std::string_view units = "kMG";
  const std::size_t unit = text.empty() ? units.npos : units.find(text.back());
  const bool has_unit = unit != units.npos;
  const int shift = has_unit ? 10 * static_cast<int>(unit + 1) : 0;
  const std::int64_t most = (1ll << 50) >> shift;
  try {
    return parse_number("memory", text.substr(0, text.size() - has_unit), 1, most) << shift;
  } catch (const UsageError&) {
    throw UsageError("-memory " + text + ": not a whole number from 1 to " + std::to_string(most) +
                     (has_unit ? std::string(" followed by ") + text.back() : ""));
  }
}

}  // namespace handshake
