#include "cuda_on_cpu/driver/command_line.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>

#include "cuda_on_cpu/api_types.h"
#include "cuda_on_cpu/driver/version.hpp"
#include "cuda_on_cpu/runtime/settings_table.hpp"

namespace cuda_on_cpu::driver {
namespace {

// A name without its dashes: `-arch`, `--arch`, `-gpu-architecture` and `--gpu-architecture` are the
// same option.
std::string_view bare(std::string_view name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

struct Entry {
  const Option* option;
  bool is_refused;
};

const std::map<std::string_view, Entry>& entries() {
  static const std::map<std::string_view, Entry> result = [] {
    std::map<std::string_view, Entry> map;
    for (const OptionGroup& group : option_groups()) {
      for (const Option& option : group.options) {
        map[bare(option.name)] = map[bare(option.alias)] = {&option, group.is_refused};
      }
    }
    return map;
  }();
  return result;
}

const Entry* find(const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return nullptr;
  const auto found = entries().find(bare(word));
  return found == entries().end() ? nullptr : &found->second;
}

// The number of characters to add, remove or change to make b of a.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < a.size(); i++) {
    size_t diagonal = row[0]++;
    for (size_t k = 0; k < b.size(); k++) {
      const size_t same = diagonal + (a[i] == b[k] ? 0 : 1);
      diagonal = row[k + 1];
      row[k + 1] = std::min({same, row[k] + 1, diagonal + 1});
    }
  }
  return row.back();
}

[[noreturn]] void refuse_unknown(const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::string nearest;
  size_t least = name.size() < 4 ? 2 : 3;  // one or two mistakes in typing
  for (const auto& [known, entry] : entries()) {
    const size_t is_far = distance(bare(name), known);
    if (is_far >= least) continue;
    least = is_far;
    nearest = (known == bare(entry.option->name) ? entry.option->name : entry.option->alias);
  }
  throw UsageError("there is no option " + name + "; " +
                   (nearest.empty() ? "" : "do you mean " + nearest + "? ") + "write -Xcompiler " +
                   name + " to give it to the host's compiler; cucc --help lists all options");
}

bool begins_with(const std::string& text, std::string_view start) {
  return text.compare(0, start.size(), start) == 0;
}

bool is_one_of(const std::string& text, std::initializer_list<const char*> others) {
  return std::find(others.begin(), others.end(), text) != others.end();
}

// Options of g++ and clang++ that no option of nvcc looks like. They need no -Xcompiler.
bool is_of_compiler(const std::string& word) {
  for (const char* start : {"-f", "-W", "-m", "-g", "-pedantic", "-nostd", "-static", "-stdlib="})
    if (begins_with(word, start)) return true;
  return is_one_of(word, {"-ansi", "-pthread", "-pipe", "-pie", "-no-pie", "-rdynamic", "-dM",
                          "-dD", "-P", "-C", "-undef"});
}

void apply(const Entry& entry, const std::string& spelled, const std::string& value,
           CommandLine* line) {
  const Option& option = *entry.option;
  if (entry.is_refused) throw UsageError(spelled + " is not offered: " + option.about);
  if (option.apply == nullptr) return;
  const std::string_view form = option.value;
  if (form.find(",...") == std::string_view::npos) return option.apply(*line, value);
  const bool is_for_other_program = begins_with(option.alias, "-X");
  for (const std::string& one : cut(value, is_for_other_program ? ", \t" : ","))
    option.apply(*line, one);
}

// An option as it is written.
struct WrittenOption {
  const Entry* entry;  // nullptr: it is not in the table
  std::string name;
  std::optional<std::string> value;  // if it is in the same word
};

// -Ifolder, -O3, -t8
bool has_joined_value(const std::string& word) {
  if (word.size() < 3 || std::string_view("IDULlOt").find(word[1]) == std::string_view::npos)
    return false;
  return word[1] != 't' || word.find_first_not_of("0123456789", 2) == std::string::npos;
}

WrittenOption read_option(const std::string& word, const std::string& next) {
  const size_t equals = word.find('=');
  WrittenOption written = {nullptr, word.substr(0, equals), std::nullopt};
  if (equals != std::string::npos) written.value = word.substr(equals + 1);
  written.entry = find(written.name);
  const bool takes_none = written.entry != nullptr && *written.entry->option->value == '\0';
  if (takes_none && written.value) written.entry = nullptr;
  // -Werror without one of nvcc's kinds is the option of the host's compiler.
  if (written.name == "-Werror" && !is_kind_of_warning(written.value.value_or(next)))
    written.entry = nullptr;
  if (written.entry != nullptr || !has_joined_value(word)) return written;
  return {find(word.substr(0, 2)), word, word.substr(2)};
}

// Throws a UsageError if the file does not exist, or is neither source text nor input of a linker.
Kind kind_of(const std::string& name, const CommandLine& line) {
  if (!std::filesystem::exists(name)) {
    throw UsageError("there is no file " + name + "; check its name and its folder");
  } else if (std::filesystem::is_directory(name)) {
    throw UsageError(name + " is a folder; name the files in it");
  }
  const std::string suffix = std::filesystem::path(name).extension();
  if (is_one_of(suffix, {".o", ".obj", ".a", ".so", ".lib"}) ||
      name.find(".so.") != std::string::npos) {
    return Kind::linked;
  }
  const bool is_host = is_one_of(suffix, {".cpp", ".cc", ".cxx", ".c", ".C", ".c++", ".i", ".ii"});
  const std::string language = line.language.empty() && is_host ? "c++" : line.language;
  if (language.empty() && is_one_of(suffix, {".ptx", ".cubin", ".fatbin"}))
    throw UsageError(name + " has code of a GPU, which cannot run on a CPU; give the .cu file");
  if (language.empty() && suffix != ".cu")
    throw UsageError(
        name + " is not a CUDA file: the names of CUDA files end in .cu; add -x cu if it is one");
  char start[4096] = {};
  std::ifstream file;
  // What is read from a pipe is lost to the compiler.
  if (std::filesystem::is_regular_file(name)) file.open(name, std::ios::binary);
  file.read(start, sizeof start);
  if (std::find(start, start + file.gcount(), '\0') != start + file.gcount())
    throw UsageError(name +
                     " is not source text in UTF-8: it has bytes that are zero; save it as UTF-8");
  return is_one_of(language, {"c", "c++"}) ? Kind::host : Kind::cuda;
}

// Whether it is a file of the CUDA runtime library, which is part of us.
bool is_our_library(const std::string& name) {
  const std::string file = std::filesystem::path(name).filename();
  return begins_with(file, "libcudart.") || begins_with(file, "libcudart_static.") ||
         begins_with(file, "libcudadevrt.");
}

// What CMake looks for in the output of -v. It also takes the architecture from there.
void show_folders(const CommandLine& line) {
  const std::string home = std::filesystem::absolute(line.home);
  std::cerr << "#$ TOP=" << home << "\n#$ NVVMIR_LIBRARY_DIR=" << home << "/nvvm/libdevice"
            << "\n#$ INCLUDES=\"-I" << home << "/include\"\n#$ LIBRARIES=" << libraries_of(line)
            << "\n#$ ARCHITECTURE=-arch compute_80" << std::endl;
}

// Throws a UsageError about options that do not fit to each other or to the input.
void check(const CommandLine& line) {
  for (const std::string& word : line.compile) {
    if (line.goal != Goal::preprocessed && is_one_of(word, {"-dM", "-dD", "-P", "-C"}))
      throw UsageError(word + " changes the preprocessed source; write it together with -E");
  }
  if (!line.runtime.empty() && line.runtime != line.library)
    throw UsageError("--runtime " + line.runtime +
                     " has no effect in a file of options or in NVCC_PREPEND_FLAGS and "
                     "NVCC_APPEND_FLAGS; write it on the command line, or set CUCC_DIR");
  for (const Input& input : line.inputs) {
    if (input.kind != Kind::host || (!line.device_only && !line.variants)) continue;
    throw UsageError(input.name + " is host code, so " +
                     (line.variants ? "--variants" : "--device-only") +
                     " has no meaning for it; add -x cu if it is CUDA code");
  }
}

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string usage_of(const Option& option) {
  std::string text = option.name;
  if (std::string_view(option.alias) != option.name) text += std::string(", ") + option.alias;
  return *option.value == '\0' ? text : text + ' ' + option.value;
}

// The words of `text` in lines of at most 80 characters.
std::string wrapped(const std::string& text, const std::string& margin) {
  std::string result, line = margin;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (line.size() + word.size() > 80) {
      result += line + '\n';
      line = margin;
    }
    line += (line.size() == margin.size() ? "" : " ") + word;
  }
  return result + line + '\n';
}

std::string for_man(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '-' ? "\\-" : c == '\\' ? "\\e" : std::string(1, c);
  return result;
}

const char* const kPurpose =
    "Compiles and links CUDA programs for the CPU. Its command line is that of nvcc 13; options of "
    "g++ and clang++ that begin with -f, -W, -m or -g need no -Xcompiler.";
const char* const kDetails =
    "Several values of one option are separated by commas; \\, is a comma in a value. A value "
    "follows its option after a blank or after =. The variables NVCC_PREPEND_FLAGS and "
    "NVCC_APPEND_FLAGS may contain more options. Exit code: 0, or that of the first step that "
    "fails; 2: the command line is not right.";

const char* const kSettings = "Environment variables of the programs that cucc has built";

std::string text_of(const SettingText& setting) {
  return std::string(setting.is_for_diagnosis ? "with --diagnose: " : "") + setting.about +
         " (default: " + setting.usual + ")";
}

}  // namespace

Words cut(const std::string& text, std::string_view separators) {
  const bool has_quotes = separators.find(' ') != std::string_view::npos;  // as in a shell
  Words words;
  std::string word;
  char quote = '\0';
  bool is_word = false;
  for (size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    const bool is_escaped = c == '\\' && i + 1 < text.size() &&
                            (separators.find(text[i + 1]) != std::string_view::npos ||
                             (has_quotes && (text[i + 1] == '"' || text[i + 1] == '\'')));
    if (is_escaped) {
      word += text[++i];
      is_word = true;
    } else if (quote == '\0' && separators.find(c) != std::string_view::npos) {
      if (is_word) words.push_back(word);
      word.clear();
      is_word = false;
    } else if (c == quote || (quote == '\0' && (c == '"' || c == '\''))) {
      quote = c == quote ? '\0' : c;
      if (!has_quotes) word += c;
      is_word = true;
    } else {
      word += c;
      is_word = true;
    }
  }
  if (is_word) words.push_back(word);
  return words;
}

void choose_compiler(CommandLine& line, const std::string& value) {
  line.compiler = std::filesystem::is_directory(value) ? value + "/g++" : value;
  const size_t name = line.compiler.rfind('/') + 1;
  if (line.compiler.compare(name, 3, "gcc") == 0) line.compiler.replace(name, 3, "g++");
}

void pass_on(const std::string& word, CommandLine* line) {
  if (begins_with(word, "-o"))
    throw UsageError("there is no option " + word +
                     "; for the host's compiler, it would be the name of an output: write -o NAME "
                     "without -Xcompiler");
  if (word == "-w") {
    line->quiet = true;
  } else if (begins_with(word, "-O")) {
    line->optimize = word;
  } else if (begins_with(word, "-Wl,")) {
    line->inputs.push_back({word, Kind::linked});
  } else {
    line->compile.push_back(word);
  }
  if (begins_with(word, "-ffile-prefix-map="))
    line->new_names.push_back(translate::new_name(word.substr(word.find('=') + 1)));
}

bool is_kind_of_warning(const std::string& value) {
  return is_one_of(
      value.substr(0, value.find(',')),
      {"all-warnings", "cross-execution-space-call", "reorder", "default-stream-launch",
       "missing-launch-bounds", "ext-lambda-captures-this", "deprecated-declarations"});
}

void read_words(const Words& words, CommandLine* line) {
  for (const std::string& word : words) {
    const Entry* entry = find(word);
    if (entry != nullptr && begins_with(entry->option->name, "--forward-unknown-"))
      line->forwards_unknown = true;  // also for the words before it
  }
  for (size_t i = 0; i < words.size(); i++) {
    const std::string& word = words[i];
    if (word.size() < 2 || word[0] != '-') {
      if (word.size() > 1 && word[0] == '@') {  // as for g++
        read_option_file(*line, word.substr(1));
      } else {
        line->inputs.push_back({word, Kind::unread});
      }
      continue;
    }
    const std::string next = i + 1 < words.size() ? words[i + 1] : "";
    WrittenOption option = read_option(word, next);
    if (option.entry == nullptr) {
      if (!line->forwards_unknown && !is_of_compiler(word)) refuse_unknown(word);
      pass_on(word, line);
      continue;
    }
    const char* form = option.entry->option->value;
    if (*form != '\0' && !option.value) {
      if (++i == words.size()) throw UsageError(word + " needs a value: " + word + ' ' + form);
      option.value = next;
    }
    apply(*option.entry, option.name, option.value.value_or(""), line);
  }
}

void read_option_file(CommandLine& line, const std::string& name) {
  constexpr int kMostFiles = 20;
  if (!std::ifstream(name)) throw UsageError("there is no file " + name + " with options");
  if (++line.open_option_files > kMostFiles)
    throw UsageError("files with options name each other without end; remove -optf from " + name);
  read_words(cut(read_file(name), " \t\r\n"), &line);
  line.open_option_files--;
}

CommandLine read_command_line(const std::string& home, const std::string& library,
                              const Words& words) {
  CommandLine line;
  line.home = home;
  line.library = library;
  choose_compiler(line, from_environment("NVCC_CCBIN"));
  if (line.compiler.empty()) line.compiler = from_environment("CXX");
  if (line.compiler.empty()) line.compiler = "g++";
  Words all = cut(from_environment("NVCC_PREPEND_FLAGS"), " \t\n");
  append(&all, words);
  append(&all, cut(from_environment("NVCC_APPEND_FLAGS"), " \t\n"));
  read_words(all, &line);
  if (line.shows && !line.only_shows) show_folders(line);
  std::vector<Input>& inputs = line.inputs;
  inputs.erase(std::remove_if(inputs.begin(), inputs.end(),
                              [](const Input& input) { return is_our_library(input.name); }),
               inputs.end());
  for (Input& input : inputs)
    if (input.kind == Kind::unread) input.kind = kind_of(input.name, line);
  check(line);
  return line;
}

std::string libraries_of(const CommandLine& line) {
  return "\"-L" + std::filesystem::absolute(line.library).string() + "/lib64\"";
}

std::string help() {
  std::string text = "cucc [options] file...\n\n" + wrapped(kPurpose, "") + '\n';
  for (const OptionGroup& group : option_groups()) {
    text += std::string(group.title) + ":\n";
    for (const Option& option : group.options) {
      text += "  " + usage_of(option) + '\n' + wrapped(option.about, "        ");
    }
    text += '\n';
  }
  text += std::string(kSettings) + ":\n";
  for (const SettingText& setting : kSettingTexts)
    text += std::string("  ") + setting.name + '\n' + wrapped(text_of(setting), "        ");
  return text + '\n' + wrapped(kDetails, "");
}

std::string version() {
  const std::string release =
      std::to_string(CUDART_VERSION / 1000) + '.' + std::to_string(CUDART_VERSION % 1000 / 10);
  return std::string("cucc ") + kVersion + ": CUDA on the CPU\nCUDA runtime, release " + release +
         ", V" + release +
         ".0; options of nvcc 13.0; compute capability 8.0\n"
         // CMake looks for these words.
         "It works in place of nvcc: NVIDIA (R) Cuda compiler driver\n";
}

std::string man_page() {
  std::string text =
      ".TH CUCC 1\n.SH NAME\ncucc \\- compiles CUDA programs for the CPU\n"
      ".SH SYNOPSIS\n.B cucc\n[options] file...\n.SH DESCRIPTION\n" +
      for_man(kPurpose) + '\n';
  for (const OptionGroup& group : option_groups()) {
    text += ".SH " + for_man(group.title) + '\n';
    for (const Option& option : group.options)
      text += ".TP\n.B " + for_man(usage_of(option)) + '\n' + for_man(option.about) + '\n';
  }
  text += ".SH ENVIRONMENT\n" + for_man(kSettings) + ":\n";
  for (const SettingText& setting : kSettingTexts)
    text += std::string(".TP\n.B ") + setting.name + '\n' + for_man(text_of(setting)) + '\n';
  return text + ".SH NOTES\n" + for_man(kDetails) + '\n';
}

}  // namespace cuda_on_cpu::driver
