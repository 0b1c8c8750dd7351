// inspect --host [--own FILE] x.o
//   Checks whether an object file of host code uses the operating system. Writes one line on
//   standard error for each use. FILE contains the names that other files of the program define,
//   one name per line.
// inspect [--diagnose] [--references] [--kernels FILE] x.o
//   Checks whether an object file contains device code and nothing else. Exit code 0: yes;
//   1: the object contains other things (one line on standard error for each, with the place in the
//   program); 2: x.o cannot be read. With --references, only the references of the object are
//   checked, not its sections. With --kernels, the names of the object's kernels are written to
//   FILE.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "cuda_on_cpu/object/device_object.hpp"
#include "cuda_on_cpu/object/host_object.hpp"

namespace {

using namespace cuda_on_cpu::object;

constexpr std::size_t kMostTold = 20;

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

// "file:line: " of a place in the object, from its debug information; empty if the debug
// information does not contain the place. If the compiler has inlined a function of a library, the
// result is the place in the program, not the place in the library.
std::string line_of(const std::string& file, const Intruder& intruder) {
  if (intruder.section.empty()) return "";
  std::ostringstream command;
  command << "addr2line -i -e " << quoted(file) << " -j " << quoted(intruder.section) << " 0x"
          << std::hex << intruder.offset;
  FILE* pipe = popen(command.str().c_str(), "r");
  if (pipe == nullptr) return "";
  std::string found;
  char line[4096];
  while (std::fgets(line, sizeof(line), pipe) != nullptr) {
    std::string place = line;
    place = place.substr(0, place.find_first_of("\n("));
    while (!place.empty() && place.back() == ' ') place.pop_back();
    const bool is_known =
        place.find('?') == std::string::npos && place.find(':') != std::string::npos;
    if (!found.empty() || !is_known || place.find("/include/") != std::string::npos) continue;
    found = place;
  }
  pclose(pipe);
  return found.empty() ? "" : found + ": ";
}

std::vector<Intruder> find_on_host(const ElfObject& object, const std::string& file,
                                   const std::string& own_file) {
  std::ifstream stream(own_file);
  std::unordered_set<std::string> own;
  for (std::string name; std::getline(stream, name);) own.insert(name);
  std::vector<Intruder> found = find_system_use(object, own);
  const std::string command = "objdump -d --no-show-raw-insn " + quoted(file);
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw BrokenObject("objdump cannot be started");
  std::string text;
  char part[65536];
  for (size_t n; (n = std::fread(part, 1, sizeof(part), pipe)) > 0;) text.append(part, n);
  if (pclose(pipe) != 0) throw BrokenObject("objdump cannot read it");
  for (const Intruder& call : find_system_calls(text)) found.push_back(call);
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  bool diagnose = false, only_references = false, on_host = false;
  std::string file, kernels_file, own_file;
  for (int i = 1; i < argc; i++) {
    const std::string word = argv[i];
    if (word == "--diagnose") {
      diagnose = true;
    } else if (word == "--references") {
      only_references = true;
    } else if (word == "--host") {
      on_host = true;
    } else if (word == "--own" && i + 1 < argc) {
      own_file = argv[++i];
    } else if (word == "--kernels" && i + 1 < argc) {
      kernels_file = argv[++i];
    } else {
      file = word;
    }
  }
  try {
    std::ifstream stream(file, std::ios::binary);
    const ElfObject object(std::vector<char>{std::istreambuf_iterator<char>(stream), {}});
    std::set<std::string> told;  // each line is printed only once
    const std::vector<Intruder> intruders = on_host
                                                ? find_on_host(object, file, own_file)
                                                : find_intruders(object, diagnose, only_references);
    for (const Intruder& intruder : intruders) {
      if (told.size() == kMostTold) break;
      const std::string message = line_of(file, intruder) + "error: " + intruder.what;
      if (told.insert(message).second) std::cerr << message << '\n';
    }
    if (!told.empty()) return 1;
    if (!kernels_file.empty()) {
      std::ofstream names(kernels_file);
      names << "cuda_on_cpu_no_name\n";  // with an empty list, objcopy would keep all names
      for (const std::string& name : kernels(object)) names << name << '\n';
    }
    return 0;
  } catch (const BrokenObject& error) {
    std::cerr << "inspect: " << file << ": " << error.what() << '\n';
    return 2;
  }
}
