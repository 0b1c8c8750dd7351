// Runs addr2line and reads its output. See locate.hpp.
#include "cuda_on_cpu/runtime/locate.hpp"

#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

extern char** environ;

namespace cuda_on_cpu {
namespace {

struct Program {
  uintptr_t base = 0;
  uintptr_t code_begin = 0;
  uintptr_t code_end = 0;
  uintptr_t image_begin = UINTPTR_MAX;
  uintptr_t image_end = 0;
};

// The first object that the loader lists is the program.
int read_program(dl_phdr_info* info, size_t, void* result) {
  auto* program = static_cast<Program*>(result);
  program->base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const uintptr_t begin = info->dlpi_addr + segment.p_vaddr, end = begin + segment.p_memsz;
    if (begin < program->image_begin) program->image_begin = begin;
    if (end > program->image_end) program->image_end = end;
    if ((segment.p_flags & PF_X) == 0) continue;
    program->code_begin = begin;
    program->code_end = end;
  }
  return 1;
}

const Program& program() {
  static const Program result = [] {
    Program found;
    dl_iterate_phdr(read_program, &found);
    return found;
  }();
  return result;
}

// The number at the beginning of the text; 0 if there is none. The text after the number is
// ignored.
int number_at(const char* text) {
  int number = 0;
  std::from_chars(text, text + std::strlen(text), number);
  return number;
}

// A name of a file, without the folder in which the program was started. The compiler writes whole
// paths into some places and the names of its command line into others.
const char* from_here(const char* file) {
  const char* folder = std::getenv("PWD");  // a system call might not be allowed in a sandbox
  const size_t length = folder == nullptr ? 0 : std::strlen(folder);
  const bool is_here = length > 1 && std::strncmp(file, folder, length) == 0 && file[length] == '/';
  return is_here ? file + length + 1 : file;
}

void use_site(const char* site, SourceLine* line) {
  // The site is "file:line:column". The file name itself may contain colons.
  const char* last = std::strrchr(site, ':');
  const char* before = last;
  while (before != nullptr && before > site && *--before != ':') continue;
  if (before == nullptr || before == site) return;
  const char* const name = from_here(site);
  std::snprintf(line->file, sizeof line->file, "%.*s", static_cast<int>(before - name), name);
  line->line = number_at(before + 1);
}

class Child {
 public:
  explicit Child(char* const* arguments) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&process_, arguments[0], &actions, nullptr, arguments, environ) != 0) {
      process_ = -1;
    }
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (process_ > 0) {
      output_ = fdopen(ends[0], "r");
    } else {
      close(ends[0]);
    }
  }
  ~Child() {
    if (output_ != nullptr) std::fclose(output_);
    if (process_ > 0) waitpid(process_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  bool read_line(char* line, int size) {
    if (output_ == nullptr || std::fgets(line, size, output_) == nullptr) return false;
    line[std::strcspn(line, "\n")] = '\0';
    return true;
  }

 private:
  pid_t process_ = -1;
  std::FILE* output_ = nullptr;
};

// Reads one line of the output of addr2line: "file:line (discriminator n)". For each address,
// addr2line prints one line for each inlined function, and the innermost function comes first. The
// first function that is not in a library was written by the student.
void use_frame(char* text, SourceLine* line, bool* settled) {
  if (*settled) return;
  char* colon = std::strrchr(text, ':');
  if (colon == nullptr || text[0] == '?' || number_at(colon + 1) == 0) return;
  *colon = '\0';
  while (std::strncmp(text, "./", 2) == 0) text += 2;  // the name as on the compiler's command line
  std::snprintf(line->file, sizeof line->file, "%.500s", from_here(text));
  line->line = number_at(colon + 1);
  *settled = !is_library_file(text);
}

void ask_addr2line(const Place* places, SourceLine* lines, const std::vector<size_t>& asked) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length < 0 ? 0 : length] = '\0';
  // Without /proc, addr2line gets the name by which this program was started.
  char* program = length > 0 ? path : reinterpret_cast<char*>(getauxval(AT_EXECFN));
  if (program == nullptr) return;
  char tool[] = "addr2line", option[] = "-aie";
  std::vector<char> numbers(asked.size() * 24);
  std::vector<char*> arguments = {tool, option, program};
  for (size_t k = 0; k < asked.size(); k++) {
    char* number = &numbers[k * 24];
    // A return address may already belong to the next line, but the byte before it does not.
    std::snprintf(number, 24, "0x%zx", file_address(places[asked[k]].code) - 1);
    arguments.push_back(number);
  }
  arguments.push_back(nullptr);
  Child child(arguments.data());
  char text[4096];
  size_t next = 0;
  bool settled = false;
  while (child.read_line(text, sizeof text)) {
    if (std::strncmp(text, "0x", 2) == 0) {
      next++;
      settled = false;
    } else if (next > 0 && next <= asked.size()) {
      use_frame(text, &lines[asked[next - 1]], &settled);
    }
  }
}

}  // namespace

bool is_library_file(const char* file) {
  for (const char* folder : {"cuda_on_cpu/include/", "/usr/include/", "/include/c++/", "/lib/gcc/",
                             "/libstdc++-v3/", "/libgcc/"})
    if (std::strstr(file, folder) != nullptr) return true;
  return false;
}

bool in_program_code(const void* address) {
  const auto value = reinterpret_cast<uintptr_t>(address);
  return value >= program().code_begin && value < program().code_end;
}

void program_code(const char** begin, size_t* bytes) {
  *begin = reinterpret_cast<const char*>(program().code_begin);
  *bytes = program().code_end - program().code_begin;
}

bool in_program_image(const void* address) {
  const auto value = reinterpret_cast<uintptr_t>(address);
  return value >= program().image_begin && value < program().image_end;
}

size_t file_address(const void* address) {
  return reinterpret_cast<uintptr_t>(address) - program().base;
}

void locate(const Place* places, SourceLine* lines, size_t count, KnownLines* known) {
  std::vector<size_t> asked;
  for (size_t i = 0; i < count; i++) {
    lines[i].file[0] = '\0';
    lines[i].line = 0;
    if (places[i].site != nullptr && *places[i].site != '\0') {
      use_site(places[i].site, &lines[i]);
    } else if (known != nullptr && known->count(places[i].code) > 0) {
      lines[i] = known->at(places[i].code);
    } else if (in_program_code(places[i].code)) {
      asked.push_back(i);
    }
  }
  if (asked.empty()) return;
  ask_addr2line(places, lines, asked);
  for (const size_t i : asked) {
    if (known != nullptr) known->emplace(places[i].code, lines[i]);
  }
}

}  // namespace cuda_on_cpu
