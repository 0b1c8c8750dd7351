// translate --offered FOLDER [--diagnose] [--device-only FILE] < preprocessed.ii > plain.ii
//   Reads preprocessed CUDA C++ and writes plain C++ for an ordinary compiler. FOLDER has our own
//   CUDA headers; the headers of a toolkit are refused. --device-only: the program may contain only
//   what nvcc compiles for the device; FILE is the program as its author wrote it. Without
//   --device-only, --device DEVICE.ii also writes the device part (if any) to DEVICE.ii.
//   With --device-only, --whole WHOLE.ii also writes the whole translated program to WHOLE.ii, if
//   plain.ii lacks a part of it. --headers ALONE.ii: the preprocessed output of
//   --without-macros (own_macros.hpp).
//   With --remote: host code alone; what it shares with kernels of another process is refused.
// translate --offered FOLDER --preprocessor preprocessed.ii < messages
//   Prints the preprocessor's messages, and explains a missing header of CUDA.
// translate --without-macros < FILE > alone.cu
//   Writes the directives of FILE, without macros that could put code into a header
//   (own_macros.hpp).
// translate --explain preprocessed.ii [--only-ours] < messages
//   Reads the compiler's messages about the translated text and rewrites them for the program's
//   author: all of them, or only those about host code in device code.
// translate --explain preprocessed.ii --of-object | --of-device-code < messages
//   Does the same for the messages of cuda_on_cpu_inspect: all of them, or those about device code.
// translate --columns TEXT < messages
//   In messages about TEXT, replaces the columns by the columns in the program's own files: see
//   columns.hpp.
// translate --accesses < x.s > y.s
//   Inserts calls into the assembly code of a diagnostic build. The calls report accesses to memory
//   (accesses.hpp).
// translate --variants LIST [--left-out NUMBERS] [--only NUMBERS] [--host-lines RANGES] [--diagnose]
//     < preprocessed.ii > plain.ii
//   Writes the device part with many small changes in it; one of them is chosen when the program
//   runs (variants.hpp). With --host-lines, also writes the host part, with changes in the lines
//   RANGES, for example 5-9,12-12. LIST gets a line for each change:
//     NUMBER STAYS KIND FILE LINE OTHER_LINE ABOUT
//   The changes that a student most likely needs come first. STAYS: 1 if the change replaces one
//   expression or statement, 0 if it adds or moves code. ABOUT: loop, if, the name of a variable,
//   or nothing. NUMBERS: a file with the numbers of the changes that do not compile (--left-out),
//   or that are wanted (--only).
// --rename OLD=NEW: see preprocessed.hpp.
// Exit codes: 0: success; 1: the program is refused (standard error has a message for each reason);
// 2: an unknown option, or the result cannot be written.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cuda_on_cpu/translate/accesses.hpp"
#include "cuda_on_cpu/translate/columns.hpp"
#include "cuda_on_cpu/translate/device_file.hpp"
#include "cuda_on_cpu/translate/messages.hpp"
#include "cuda_on_cpu/translate/own_macros.hpp"
#include "cuda_on_cpu/translate/preprocessed.hpp"
#include "cuda_on_cpu/translate/rules.hpp"
#include "cuda_on_cpu/translate/translator.hpp"
#include "cuda_on_cpu/translate/variants.hpp"

namespace {

using namespace cuda_on_cpu::translate;

struct Options {
  Build build = Build::plain;
  std::string offered, explained, preprocessed, device_file, headers, moved;
  std::string device_text, whole_text;   // the names of files to write
  std::string variants, left_out, only;  // names of files
  LineRanges host_lines;
  NewNames names;
  bool only_ours = false, of_object = false, of_device_code = false;
  bool only_accesses = false, only_directives = false;
};

std::string read_all(std::istream& file) {
  return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string read_file(const std::string& name) {
  std::ifstream file(name);
  return read_all(file);
}

int explain(const Options& options) {
  const Source source(with_new_names(read_file(options.explained), options.names));
  const Outline outline(source);
  Messages messages(source, outline);
  if (options.of_object || options.of_device_code) {
    return messages.pass_on_of_object(std::cin, std::cerr, options.of_device_code) ? 1 : 0;
  }
  return messages.pass_on(std::cin, std::cerr, options.only_ours) ? 1 : 0;
}

int pass_on_of_preprocessor(const Options& options) {
  const std::string refused = refused_header(read_file(options.preprocessed), options.offered);
  if (!refused.empty()) {
    std::cerr << refused << '\n';
    return 1;
  }
  explain_missing_headers(std::cin, std::cerr);
  return 0;
}

// Returns whether the whole text could be written.
bool write_all(const std::string& text, FILE* file = stdout) {
  const bool is_whole = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (is_whole && std::fflush(file) == 0) return true;
  std::cerr << "translate: cannot write the result: " << std::strerror(errno) << '\n';
  return false;
}

bool write_file(const std::string& name, const std::string& text) {
  FILE* file = std::fopen(name.c_str(), "w");
  if (file == nullptr) {
    std::cerr << "translate: " << name << ": " << std::strerror(errno) << '\n';
    return false;
  }
  const bool is_whole = write_all(text, file);
  return std::fclose(file) == 0 && is_whole;
}

// Prints the errors, and the lines that they name. Columns in the errors are columns of `text`.
// Returns whether there are errors.
bool tell(const std::vector<std::string>& errors, const std::string& text) {
  show_errors(errors, text, std::cerr);
  return !errors.empty();
}

// `result` is the text of the device part or of the whole program. Writes the other one of these
// two texts, if it is needed. Returns the exit code.
int write_other_part(const Options& options, const Source& source, const Outline& outline,
                     const std::string& result) {
  const bool is_device_file = !options.device_file.empty();
  const std::string& name = is_device_file ? options.whole_text : options.device_text;
  if (name.empty() || (!is_device_file && !outline.has_device_code())) return 0;
  Translator translator(source, outline, Build::plain, is_device_file ? Part::whole : Part::device);
  const std::string text = translator.run();
  if (tell(translator.errors(), source.text())) return 1;
  if (is_device_file && without_marks(result) == text) return 0;
  return write_file(name, text) ? 0 : 2;
}

int translate(const Options& options) {
  const std::string text = read_all(std::cin);
  const std::string refused = refused_header(text, options.offered);
  if (!refused.empty()) {
    tell({refused}, text);
    return 1;
  }
  const Source source(with_new_names(text, options.names));
  const Outline outline(source);
  const bool is_device_file = !options.device_file.empty();
  bool is_refused = false;
  if (is_device_file) {
    const std::string written = read_file(options.device_file);
    DeviceFile file(source.text(), written);
    file.check();
    if (!options.headers.empty()) file.compare_headers(read_file(options.headers));
    is_refused = tell(file.errors(), written);
  }
  Rules rules(source, outline);
  rules.check();
  Translator translator(source, outline, options.build,
                        is_device_file ? Part::device : Part::whole);
  const std::string result = translator.run();
  is_refused |= tell(translator.errors(), source.text());
  is_refused |= tell(rules.errors(), source.text());
  if (is_refused) return 1;
  return write_all(result) ? write_other_part(options, source, outline, result) : 2;
}

std::set<int> read_numbers(const std::string& name) {
  std::ifstream file(name);
  return {std::istream_iterator<int>(file), std::istream_iterator<int>()};
}

LineRanges parse_ranges(const std::string& text) {
  LineRanges ranges;
  std::istringstream in(text);
  char minus, comma;
  for (size_t first, last; in >> first >> minus >> last; in >> comma)
    ranges.emplace_back(first, last);
  return ranges;
}

int vary(const Options& options) {
  const Source source(with_new_names(read_all(std::cin), options.names), true);
  const Outline outline(source);
  Variants variants(source, outline, read_numbers(options.left_out), read_numbers(options.only),
                    options.host_lines);
  const Source varied(variants.run());
  const Outline of_varied(varied);
  Translator translator(varied, of_varied, options.build,
                        options.host_lines.empty() ? Part::device : Part::whole);
  std::vector<Variant> made = variants.made();
  std::stable_sort(made.begin(), made.end(),
                   [](const Variant& a, const Variant& b) { return a.change < b.change; });
  std::ostringstream list;
  for (const Variant& one : made)
    list << one.number << ' ' << stays_in_place(one.change) << ' ' << to_string(one.change) << ' '
         << one.file << ' ' << one.line << ' ' << one.other_line << ' ' << one.about << '\n';
  return write_file(options.variants, list.str()) && write_all(translator.run()) ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i++) {
    const std::string word = argv[i];
    if (word == "--diagnose") {
      options.build = Build::diagnose;
    } else if (word == "--remote") {
      options.build = Build::remote;
    } else if (word == "--offered" && i + 1 < argc) {
      options.offered = argv[++i];
    } else if (word == "--rename" && i + 1 < argc) {
      options.names.push_back(new_name(argv[++i]));
    } else if (word == "--preprocessor" && i + 1 < argc) {
      options.preprocessed = argv[++i];
    } else if (word == "--device" && i + 1 < argc) {
      options.device_text = argv[++i];
    } else if (word == "--whole" && i + 1 < argc) {
      options.whole_text = argv[++i];
    } else if (word == "--device-only" && i + 1 < argc) {
      options.device_file = argv[++i];
    } else if (word == "--headers" && i + 1 < argc) {
      options.headers = argv[++i];
    } else if (word == "--without-macros") {
      options.only_directives = true;
    } else if (word == "--accesses") {
      options.only_accesses = true;
    } else if (word == "--only-ours") {
      options.only_ours = true;
    } else if (word == "--of-object") {
      options.of_object = true;
    } else if (word == "--of-device-code") {
      options.of_device_code = true;
    } else if (word == "--columns" && i + 1 < argc) {
      options.moved = argv[++i];
    } else if (word == "--variants" && i + 1 < argc) {
      options.variants = argv[++i];
    } else if (word == "--left-out" && i + 1 < argc) {
      options.left_out = argv[++i];
    } else if (word == "--host-lines" && i + 1 < argc) {
      options.host_lines = parse_ranges(argv[++i]);
    } else if (word == "--only" && i + 1 < argc) {
      options.only = argv[++i];
    } else if (word == "--explain" && i + 1 < argc) {
      options.explained = argv[++i];
    } else {
      std::cerr << "translate: unknown option '" << word << "'\n";
      return 2;
    }
  }
  std::ios::sync_with_stdio(false);
  if (options.only_accesses) return write_all(with_all_accesses(read_all(std::cin))) ? 0 : 2;
  if (!options.preprocessed.empty()) return pass_on_of_preprocessor(options);
  if (options.only_directives) return write_all(without_macros(read_all(std::cin))) ? 0 : 2;
  if (!options.moved.empty()) {
    move_columns(read_file(options.moved), std::cin, std::cerr);
    return 0;
  }
  if (!options.variants.empty()) return vary(options);
  return options.explained.empty() ? translate(options) : explain(options);
}
