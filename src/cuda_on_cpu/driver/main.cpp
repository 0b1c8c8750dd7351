// The compiler driver of CUDA on the CPU. The script cucc starts it:
//   cuda_on_cpu_driver HOME LIBRARY WORD...
// HOME: the folder with our headers; LIBRARY: the folder of this program; WORDS: see --help.
#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "cuda_on_cpu/driver/command_line.hpp"
#include "cuda_on_cpu/driver/compile.hpp"
#include "cuda_on_cpu/driver/process.hpp"

namespace {

using namespace cuda_on_cpu::driver;

constexpr int kExitUsage = 2, kExitOurFault = 70;

// What a source file becomes, if the command line gives it no name; empty: standard output.
std::string default_output(const CommandLine& line, const std::string& source) {
  const std::string folder = line.output_folder.empty() ? "" : line.output_folder + '/';
  const std::string stem = std::filesystem::path(source).stem();
  if (line.goal == Goal::objects) return folder + stem + ".o";
  if (line.goal == Goal::translated) return folder + stem + ".cu.cpp.ii";
  if (line.goal == Goal::rules) return line.rules_file;
  return "";
}

class Driver {
 public:
  explicit Driver(const CommandLine& line)
      : line_(line), processes_(line.shows, line.only_shows), tools_(line, &processes_) {
    for (const Input& input : line.inputs) num_sources_ += input.kind != Kind::linked;
  }

  int run() {
    if (line_.cleans) return clean();
    const int status = line_.goal == Goal::device_link ? make_empty_object()
                       : line_.links()                 ? compile_and_link()
                                                       : compile_each();
    stop_if_asked();
    write_times();
    return status;
  }

 private:
  std::string output_of(const std::string& source) const {
    const bool is_named =
        !line_.output.empty() && (line_.goal != Goal::rules || line_.rules_file.empty());
    return is_named ? line_.output : default_output(line_, source);
  }

  std::string linked_output() const {
    if (!line_.output.empty()) return line_.output;
    return line_.goal == Goal::archive       ? "a.a"
           : line_.goal == Goal::device_link ? "a_dlink.o"
           : line_.runs                      ? work_ / "a.out"
                                             : "a.out";
  }

  // The file of a rule for make has the name of what the command makes. If a program has several
  // source files, each of them has a rule of its own.
  Files files_of(const std::string& source, const std::string& output) const {
    const std::string stem = std::filesystem::path(source).stem();
    const std::string base = (line_.output_folder.empty() ? "" : line_.output_folder + '/') + stem;
    if (output.empty() || line_.goal == Goal::rules)
      return {source, output, stem + ".o", base + ".d"};
    if (!line_.links())
      return {source, output, output, std::filesystem::path(output).replace_extension(".d")};
    if (line_.output.empty())
      return {source, output, line_.runs ? "a.out" : linked_output(), base + ".d"};
    const std::string program = std::filesystem::path(line_.output).replace_extension("");
    return {source, output, line_.output, program + (num_sources_ > 1 ? '-' + stem : "") + ".d"};
  }

  int compile(const Input& input, const std::string& output) {
    const Files files = files_of(input.name, output);
    if (input.kind == Kind::host) return compile_host(line_, &processes_, files);
    CompileStep step(line_, tools_, &processes_, files);
    switch (line_.goal) {
      case Goal::preprocessed:
        return step.preprocess();
      case Goal::translated:
        return step.translate();
      case Goal::rules:
        return step.list_headers();
      default:
        return step.run();
    }
  }

  int compile_each() {
    for (const Input& input : line_.inputs) {
      if (input.kind == Kind::linked) continue;
      const int status = compile(input, output_of(input.name));
      if (status != 0) return status;
    }
    return 0;
  }

  int compile_and_link() {
    Words linked;
    for (const Input& input : line_.inputs) {
      if (input.kind == Kind::linked) {
        linked.push_back(input.name);
        continue;
      }
      const std::string object = new_object(input.name);
      const int status = compile(input, object);
      if (status != 0) return status;
      linked.push_back(object);
    }
    const int status = line_.goal == Goal::archive ? make_archive(linked) : make_program(linked);
    if (status != 0 || !line_.runs) return status;
    return processes_.run(
        joined({{std::filesystem::absolute(linked_output())}, line_.run_arguments}));
  }

  // An archive keeps the names of its objects, so they are those of the sources, and each object is
  // in a folder of its own.
  std::string new_object(const std::string& source) {
    const std::string folder = work_ / std::to_string(num_objects_++);
    std::filesystem::create_directory(folder);
    return folder + '/' + std::filesystem::path(source).stem().string() + ".o";
  }

  // An old archive is removed, because ar would keep its other members. Without q, ar would keep
  // only one of two objects with the same name.
  int make_archive(const Words& objects) {
    if (!line_.only_shows) std::filesystem::remove(linked_output());
    Words command = joined({{line_.archiver, "qcs"}, line_.archive, {linked_output()}});
    for (const std::string& object : objects)
      if (object[0] != '-') command.push_back(object);
    return processes_.run(command);
  }

  int make_program(const Words& objects) {
    const char* kind = line_.remote ? "_client" : line_.diagnose ? "_diagnose" : "";
    const bool is_shared =
        std::find(line_.link.begin(), line_.link.end(), "-shared") != line_.link.end();
    Words command = joined({{line_.compiler}, line_.compile, line_.link, objects});
    // The program that loads a shared library has the runtime library.
    if (!is_shared) command.push_back(line_.library + "/libcuda_on_cpu" + kind + ".a");
    append(&command, {"-pthread", "-o", linked_output()});
    // CMake looks for the folders of libraries in what the host's compiler prints.
    if (line_.shows) command.push_back("-v");
    const int status = processes_.run(command, "", work_ / "messages");
    if (line_.shows && !line_.only_shows) show_link(objects);
    explain_linker(read_file(work_ / "messages"));
    return status;
  }

  // CMake links with the first word of the line that has LIBRARIES: with cucc, which knows whether the
  // result needs the runtime library, and which one.
  void show_link(const Words& objects) const {
    const std::string cucc = std::filesystem::absolute(line_.home + "/cucc");
    std::cerr << "#$ " << std::quoted(cucc);
    for (const std::string& object : objects) std::cerr << ' ' << std::quoted(object);
    std::cerr << " -o " << std::quoted(linked_output()) << ' ' << libraries_of(line_)
              << " -lcudadevrt -lcudart_static" << std::endl;
  }

  // Of a missing library, the linker says only that it "cannot find" it.
  static void explain_linker(const std::string& messages) {
    std::istringstream lines(messages);
    bool is_explained = false;
    for (std::string line; std::getline(lines, line);) {
      static const std::string kMissing = "cannot find -l";
      const size_t at = line.find(kMissing);
      if (at != std::string::npos) {
        const size_t begin = at + kMissing.size();
        const std::string name = line.substr(begin, line.find_first_of(": ", begin) - begin);
        std::cerr << "cucc: there is no library " << name << " (-l" << name
                  << "); install it, or name its folder with -L\n";
        is_explained = true;
      } else if (!is_explained || line.find("ld returned") == std::string::npos) {
        std::cerr << line << '\n';
      }
    }
  }

  int make_empty_object() {
    return processes_.run({line_.compiler, "-x", "c++", "-c", "/dev/null", "-o", linked_output()});
  }

  int clean() {
    Words made;
    if (line_.links()) made.push_back(linked_output());
    for (const Input& input : line_.inputs) {
      if (!line_.links() && input.kind != Kind::linked && !output_of(input.name).empty())
        made.push_back(output_of(input.name));
    }
    return made.empty() ? 0 : processes_.run(joined({{"rm", "-f", "--"}, made}));
  }

  void write_times() const {
    if (line_.times_file.empty() || line_.only_shows) return;
    std::ostringstream text;
    text << "command,milliseconds\n";
    for (const Processes::Step& step : processes_.steps())
      text << step.program << ',' << step.milliseconds << '\n';
    write_file(line_.times_file, text.str());
  }

  const CommandLine& line_;
  Processes processes_;
  Toolchain tools_;
  WorkFolder work_;
  int num_sources_ = 0, num_objects_ = 0;
};

int run(const std::string& home, const std::string& library, const Words& words) {
  if (words.size() == 1 && words[0] == "--man") {
    write_output(man_page());
    return 0;
  }
  const CommandLine line = read_command_line(home, library, words);
  if (!line.answer.empty()) {
    write_output(line.answer);
    return 0;
  }
  size_t num_sources = 0;
  for (const Input& input : line.inputs) num_sources += input.kind != Kind::linked;
  if (line.inputs.empty())
    throw UsageError("no input files; write cucc file.cu -o program, or cucc --help");
  if (!line.links() && num_sources == 0)
    throw UsageError("no source file: objects and libraries are only for a command that links");
  if (!line.links() && num_sources > 1 && !line.output.empty())
    throw UsageError(
        "-o without linking takes one source file; leave -o out, or write -odir FOLDER");
  return Driver(line).run();
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  try {
    return run(argv[1], argv[2], Words(argv + 3, argv + argc));
  } catch (const UsageError& error) {
    std::cerr << "cucc: " << error.what() << '\n';
    return kExitUsage;
  } catch (const Interrupted& end) {
    return 128 + end.signal;
  } catch (const std::filesystem::filesystem_error& error) {
    std::cerr << "cucc: " << error.what() << '\n';
    return kExitUsage;
  } catch (const std::exception& error) {
    std::cerr << "cucc: a fault of cucc itself: " << error.what()
              << "; please send the command and the file to the maintainers\n";
    return kExitOurFault;
  }
}
