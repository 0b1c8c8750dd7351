// translate [--diagnose] [--device | --device-only FILE] < preprocessed.ii > plain.ii
//   Reads preprocessed CUDA C++ and writes plain C++ for an ordinary compiler. --device: only the
//   part that nvcc compiles for the device. --device-only: the same for a program that may hold only
//   this part, so that more is refused in it; FILE is its text before the preprocessor.
//   --headers ALONE.ii: the preprocessed output of --without-macros (own_macros.hpp).
// translate --without-macros < FILE > alone.cu
// translate --explain preprocessed.ii [--only-ours] < messages
//   Reads the compiler's messages about the translated text and rewrites them for the program: all
//   of them, or only those about host code in device code.
// translate --explain preprocessed.ii --of-object | --of-device-code < messages
//   The same for the messages of inspect: all of them, or those about device code.
// translate --columns TEXT < messages
//   Changes messages about the columns of a text to the columns of the program's own files: see
//   columns.hpp.
// translate --accesses < x.s > y.s
//   Assembly of the diagnostic build, in which each access to memory is announced.
// Exit code 0; 1 when the program is refused (one line on standard error for each reason); 3, with
// --device, when the program has no device code.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "cuda_on_cpu/translate/accesses.hpp"
#include "cuda_on_cpu/translate/columns.hpp"
#include "cuda_on_cpu/translate/device_file.hpp"
#include "cuda_on_cpu/translate/messages.hpp"
#include "cuda_on_cpu/translate/own_macros.hpp"
#include "cuda_on_cpu/translate/rules.hpp"
#include "cuda_on_cpu/translate/translator.hpp"

namespace {

using namespace cuda_on_cpu::translate;

struct Options {
  Build build = Build::plain;
  Part part = Part::whole;
  std::string explained, device_file, headers, moved;
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
  const Source source(read_file(options.explained));
  const Outline outline(source);
  Messages messages(source, outline);
  if (options.of_object || options.of_device_code) {
    return messages.pass_on_of_object(std::cin, std::cerr, options.of_device_code) ? 1 : 0;
  }
  return messages.pass_on(std::cin, std::cerr, options.only_ours) ? 1 : 0;
}

// Whether all of it could be written.
bool write_all(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return true;
  std::cerr << "translate: cannot write the result: " << std::strerror(errno) << '\n';
  return false;
}

int translate(const Options& options) {
  const Source source(read_all(std::cin));
  const Outline outline(source);
  const bool is_device_file = !options.device_file.empty();
  if (options.part == Part::device && !is_device_file && !outline.has_device_code()) return 3;
  std::vector<std::string> errors;
  if (is_device_file) {
    DeviceFile file(source.text(), read_file(options.device_file));
    file.check();
    if (!options.headers.empty()) file.compare_headers(read_file(options.headers));
    errors = file.errors();
  }
  Rules rules(source, outline);
  rules.check();
  Translator translator(source, outline, options.build, options.part);
  const std::string result = translator.run();
  errors.insert(errors.end(), translator.errors().begin(), translator.errors().end());
  errors.insert(errors.end(), rules.errors().begin(), rules.errors().end());
  for (const std::string& error : errors) std::cerr << error << '\n';
  if (!errors.empty()) return 1;
  return write_all(result) ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i++) {
    const std::string word = argv[i];
    if (word == "--diagnose") {
      options.build = Build::diagnose;
    } else if (word == "--device") {
      options.part = Part::device;
    } else if (word == "--device-only" && i + 1 < argc) {
      options.part = Part::device;
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
    } else if (word == "--explain" && i + 1 < argc) {
      options.explained = argv[++i];
    } else {
      std::cerr << "translate: unknown option '" << word << "'\n";
      return 2;
    }
  }
  std::ios::sync_with_stdio(false);
  if (options.only_accesses) return write_all(with_all_accesses(read_all(std::cin))) ? 0 : 2;
  if (options.only_directives) return write_all(without_macros(read_all(std::cin))) ? 0 : 2;
  if (!options.moved.empty()) {
    move_columns(read_file(options.moved), std::cin, std::cerr);
    return 0;
  }
  return options.explained.empty() ? translate(options) : explain(options);
}
