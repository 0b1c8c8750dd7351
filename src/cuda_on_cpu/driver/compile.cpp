#include "cuda_on_cpu/driver/compile.hpp"

#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <sstream>

#include "cuda_on_cpu/api_types.h"
#include "cuda_on_cpu/translate/accesses.hpp"
#include "cuda_on_cpu/translate/own_macros.hpp"

namespace cuda_on_cpu::driver {
namespace {

// The warnings that show the use of host code in device code: see translate/host_code.hpp. Calls
// that a sanitizer inserts do not count.
const Words kMarks = {"-Wvla", "-Wno-error=vla", "-Wdeprecated-declarations",
                      "-Wno-error=deprecated-declarations", "-fno-sanitize=all"};

bool has_word(const Words& words, std::initializer_list<const char*> wanted) {
  for (const std::string& word : words)
    for (const char* one : wanted)
      if (word == one) return true;
  return false;
}

// The options by which the compiler writes a rule for make while it preprocesses.
Words options_for_rules(const CommandLine& line, const Files& files) {
  if (line.rules.empty() && line.rules_file.empty()) return {};
  Words options = line.rules;
  append(&options, {"-MF", line.rules_file.empty() ? files.rules : line.rules_file});
  if (!has_word(line.rules, {"-MT", "-MQ"})) append(&options, {"-MT", files.target});
  if (!has_word(line.rules, {"-MD", "-MMD"})) options.push_back("-MMD");
  return options;
}

// The options by which the compiler writes only this rule.
Words options_of_rule(const CommandLine& line, const Files& files) {
  Words options = joined({{line.rules_kind}, line.rules});
  if (!has_word(line.rules, {"-MT", "-MQ"})) append(&options, {"-MT", files.target});
  return options;
}

}  // namespace

CompileStep::CompileStep(const CommandLine& line, const Toolchain& tools, Processes* processes,
                         const Files& files)
    : line_(line),
      tools_(tools),
      processes_(*processes),
      files_(files),
      messages_(work_ / "messages") {
  texts_.preprocessed = work_ / "preprocessed.ii";
  texts_.plain = work_ / "plain.ii";
  texts_.our_headers = line.home + "/include";
  texts_.new_names = line.new_names;
  texts_.build = line.diagnose ? Build::diagnose : line.remote ? Build::remote : Build::plain;
  texts_.extended_lambda = line.extended_lambda;
  texts_.relaxed_constexpr = line.relaxed_constexpr;
  if (line.device_only) texts_.device_file = source_;
}

// The macros of date and time are constants, so that every build of a file compiles the same text.
Words CompileStep::options_of_preprocessor() const {
  Words options = {line_.standard,
                   "-D__CUDACC__",
                   "-D__NVCC__",
                   "-D__CUDA_ARCH__=800",
                   "-D__CUDACC_VER_MAJOR__=" + std::to_string(CUDART_VERSION / 1000),
                   "-D__CUDACC_VER_MINOR__=" + std::to_string(CUDART_VERSION % 1000 / 10),
                   "-D__CUDACC_VER_BUILD__=0",
                   "-Wno-builtin-macro-redefined",
                   "-D__DATE__=\"Jan  1 1970\"",
                   "-D__TIME__=\"00:00:00\"",
                   "-D__TIMESTAMP__=\"Thu Jan  1 00:00:00 1970\"",
                   "-I",
                   texts_.our_headers,
                   "-include",
                   texts_.our_headers + "/cuda_runtime.h"};
  if (line_.diagnose) options.push_back("-DCUDA_ON_CPU_DIAGNOSE");
  if (line_.variants) options.push_back("-DCUDA_ON_CPU_VARIANTS");
  // -O0 of -G and --diagnose is set only after the preprocessor: with -O0, headers define other
  // macros, and a program could use them to test whether it is compiled for diagnosis.
  options.push_back(line_.optimize);
  append(&options, line_.cuda_macros);
  append(&options, line_.preprocess);
  append(&options, line_.compile);
  options.push_back("-U_FORTIFY_SOURCE");  // no __memcpy_chk for memcpy
  return options;
}

// Returns the exit code of the preprocessor, or 1 if it has included a header that is refused.
int CompileStep::make_text() {
  const int status = processes_.run(joined({{line_.compiler},
                                            options_of_preprocessor(),
                                            options_for_rules(line_, files_),
                                            {"-x", "c++", "-E", source_}}),
                                    texts_.preprocessed, messages_);
  if ((status != 0 || !read_file(messages_).empty()) && tell_of_preprocessor(texts_, messages_))
    return 1;
  return status;
}

bool CompileStep::make_translation() {
  if (line_.device_only && tools_.is_clang) {
    texts_.without_macros = work_ / "alone.ii";
    write_file(work_ / "alone.cu", translate::without_macros(read_file(source_)));
    const std::string folder = std::filesystem::path(source_).parent_path();
    // If this command fails, its output differs from the output with macros, and the translator
    // finds the difference.
    processes_.run(
        joined({{line_.compiler},
                options_of_preprocessor(),
                {"-iquote", folder.empty() ? "." : folder, "-x", "c++", "-E", work_ / "alone.cu"}}),
        texts_.without_macros, messages_);
  }
  if (texts_.build == Build::plain && line_.goal != Goal::translated) {
    texts_.device_part = work_ / "device.ii";
    texts_.whole = work_ / "whole.ii";
  }
  return translate_text(texts_);
}

// Compiles the text, and stores the compiler's messages in the file messages_. Debug information
// gives every report its file and line.
int CompileStep::compile_text(const std::string& text, const std::string& object,
                              const Words& options, bool in_english) {
  compiled_ = text;
  const std::string assembly = work_ / "compiled.s";
  Words command = in_english ? Words{"env", "LC_ALL=C"} : Words{};
  append(&command, {line_.compiler, line_.standard, "-g"});
  append(&command, tools_.wrapping);
  append(&command, line_.compile);
  append(&command, options);
  command.push_back("-fno-optimize-sibling-calls");
  if (isatty(STDERR_FILENO)) command.push_back("-fdiagnostics-color=always");
  append(&command, {"-Wno-unknown-pragmas", "-x", "c++-cpp-output", tools_.announces ? "-S" : "-c",
                    text, "-o", tools_.announces ? assembly : object});
  const int status = processes_.run(command, "", messages_);
  if (status != 0 || !tools_.announces) return status;
  write_file(work_ / "announced.s", translate::with_all_accesses(read_file(assembly)));
  return processes_.run({line_.compiler, "-c", work_ / "announced.s", "-o", object});
}

// Prints the compiler's messages. Returns whether device code uses no host code.
bool CompileStep::explain(bool only_ours) {
  return !tell_of_compiler(texts_, compiled_, messages_, only_ours);
}

bool CompileStep::inspect(const Words& arguments) {
  if (processes_.run(joined({{tools_.inspector}, arguments}), "", messages_) == 0) return true;
  tell_of_object(texts_, messages_, false);
  return false;
}

// If a program has host code as well: checks its device code as nvcc's device pass does.
bool CompileStep::device_code_is_right() {
  if (!std::filesystem::exists(texts_.device_part)) return true;
  const std::string object = work_ / "device.o";
  const int status = compile_text(texts_.device_part, object, joined({{"-O0"}, kMarks}));
  if (!explain(true)) return false;
  // If the text without the host part does not compile, the build with the host part explains why.
  if (status != 0) return true;
  return processes_.run({tools_.inspector, "--references", object}, "", messages_) == 0 ||
         !tell_of_object(texts_, messages_, true);
}

// Compiles a program that has host code as well.
int CompileStep::compile_whole() {
  // The diagnostic build is made in addition to the plain build, which has checked the same code.
  // With --remote, there is no device code. So nothing is checked in these two cases.
  if (texts_.build == Build::plain && !device_code_is_right()) return 1;
  Words options = {line_.diagnose || line_.for_debugger ? "-O0" : line_.optimize};
  if (line_.quiet) options.push_back("-w");
  const int status =
      compile_text(texts_.plain, object_, joined({options, tools_.bounds, tools_.instrumentation}));
  return explain() ? status : 1;
}

// Host code is not part of the object. But, as with nvcc, it is compiled as well, so that mistakes
// in it are reported.
bool CompileStep::host_code_is_right() {
  if (!std::filesystem::exists(texts_.whole)) return true;
  if (compile_text(texts_.whole, work_ / "whole.o", {"-O0", "-fsyntax-only"}) == 0) return true;
  explain();
  return false;
}

// Compiles the text of the device pass, and checks the object.
int CompileStep::compile_device_only() {
  const std::string unoptimized = line_.diagnose ? object_ : work_ / "device.o";
  const Words kernels = {"--kernels", work_ / "kernels", object_};
  if (!line_.diagnose && !host_code_is_right()) return 1;
  // After optimization, the object no longer shows everything that the program calls.
  Words options = joined({{"-O0"}, kMarks});
  if (line_.diagnose) append(&options, joined({tools_.bounds, tools_.instrumentation}));
  const int status = compile_text(texts_.plain, unoptimized, options);
  if (!explain(true)) return 1;
  if (status != 0) {
    explain();
    return 1;
  }
  if (line_.diagnose) {
    if (!inspect(joined({{"--diagnose"}, kernels}))) return 1;
  } else {
    if (!inspect({"--references", unoptimized})) return 1;
    options = {line_.for_debugger ? "-O0" : line_.optimize};
    if (line_.quiet) options.push_back("-w");
    append(&options, joined({tools_.bounds, {"-Wno-deprecated-declarations"}}));
    const int optimized = compile_text(texts_.plain, object_, options);
    if (!explain() || optimized != 0 || !inspect(kernels)) return 1;
  }
  return hide_all_but_kernels() ? 0 : 1;
}

// As with nvcc, only the kernels of a file are visible to other files. So no other name in the file
// can replace a name of another file. (The linker may take inline functions and templates from any
// object. So `ld -r` first turns them into ordinary functions of this object.)
bool CompileStep::hide_all_but_kernels() {
  const std::string whole = work_ / "whole.o";
  return processes_.run({"ld", "-r", "--force-group-allocation", object_, "-o", whole}) == 0 &&
         processes_.run(joined({{"objcopy", "--keep-global-symbols=" + (work_ / "kernels")},
                                tools_.object_changes,
                                {whole, object_}})) == 0;
}

// The device is told the names of variables, and only external names can be looked up in a program:
// so static variables of the device get external names.
bool CompileStep::show_device_variables() {
  const std::string table = work_ / "symbols", variables = work_ / "variables";
  if (processes_.run({"objdump", "-t", object_}, table) != 0) return false;
  static const std::string kSection = " O cuda_on_cpu_device\t";
  std::istringstream lines(read_file(table));
  std::string names;
  for (std::string line; std::getline(lines, line);) {
    const size_t section = line.find(kSection);
    if (section == std::string::npos) continue;
    const size_t after_size = line.find(' ', section + kSection.size());
    names += line.substr(after_size + 1) + '\n';
  }
  if (names.empty()) return true;
  write_file(variables, names);
  return processes_.run({"objcopy", "--globalize-symbols=" + variables, object_}) == 0;
}

// Copies a text to the place that the command line names.
int CompileStep::deliver(const std::string& text) const {
  if (line_.only_shows) return 0;
  if (object_.empty()) {
    write_output(read_file(text));
  } else {
    write_file(object_, read_file(text));
  }
  return 0;
}

void CompileStep::keep_texts() const {
  if (line_.keep_folder.empty()) return;
  const std::filesystem::path base =
      std::filesystem::path(line_.keep_folder) / std::filesystem::path(source_).stem();
  write_file(base.string() + ".cpp4.ii", read_file(texts_.preprocessed));
  write_file(base.string() + ".cu.cpp.ii", read_file(texts_.plain));
}

int CompileStep::preprocess() {
  const int status = make_text();
  return status != 0 ? status : deliver(texts_.preprocessed);
}

int CompileStep::translate() {
  const int status = make_text();
  if (status != 0 || line_.only_shows) return status;
  return make_translation() ? deliver(texts_.plain) : 1;
}

int CompileStep::list_headers() {
  const int status = processes_.run(joined({{line_.compiler},
                                            options_of_preprocessor(),
                                            options_of_rule(line_, files_),
                                            {"-x", "c++", source_}}),
                                    texts_.plain, messages_);
  if (status != 0) tell_of_preprocessor(texts_, messages_);
  return status != 0 ? status : deliver(texts_.plain);
}

int CompileStep::run() {
  int status = make_text();
  if (status != 0) return status;
  // Without the preprocessed text, the steps after the compilation are not known.
  if (line_.only_shows)
    return compile_text(texts_.plain, object_,
                        joined({{line_.diagnose || line_.for_debugger ? "-O0" : line_.optimize},
                                tools_.bounds,
                                tools_.instrumentation}));
  if (line_.variants) return compile_changes();
  if (!make_translation()) return 1;
  keep_texts();
  if (line_.device_only) {
    status = compile_device_only();
    if (status != 0) std::filesystem::remove(object_);
  } else {
    status = compile_whole();
  }
  if (status != 0) return status;
  if (line_.remote && !show_device_variables()) return 1;
  if (!line_.diagnose || line_.device_only) return 0;
  return processes_.run(joined({{"objcopy"}, tools_.object_changes, {object_}}));
}

int compile_host(const CommandLine& line, Processes* processes, const Files& files) {
  const bool is_c =
      line.language == "c" ||
      (line.language.empty() && std::filesystem::path(files.source).extension() == ".c");
  const bool is_text = line.goal == Goal::preprocessed || line.goal == Goal::translated;
  Words options = {line.compiler, line.optimize, "-g", "-I", line.home + "/include"};
  if (!is_c) options.push_back(line.standard);
  if (line.quiet) options.push_back("-w");
  append(&options, line.preprocess);
  append(&options, line.compile);
  if (line.goal == Goal::rules) {
    append(&options, options_of_rule(line, files));
  } else {
    append(&options, options_for_rules(line, files));
    options.push_back(is_text ? "-E" : "-c");
  }
  append(&options, {"-x", is_c ? "c" : "c++", files.source});
  // clang++ renames a new file to the name after -o: it would replace /dev/stdout by a file.
  if ((is_text || line.goal == Goal::rules) && !files.object.empty()) {
    const WorkFolder work;
    const int status = processes->run(options, work / "text");
    if (status == 0 && !line.only_shows) write_file(files.object, read_file(work / "text"));
    return status;
  }
  if (!files.object.empty()) append(&options, {"-o", files.object});
  return processes->run(options);
}

}  // namespace cuda_on_cpu::driver
