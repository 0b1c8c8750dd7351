// Looks for code that uses the operating system. See host_object.hpp.
#include "cuda_on_cpu/object/host_object.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <set>
#include <sstream>

#include "cuda_on_cpu/object/allowed.hpp"
#include "cuda_on_cpu/text/names.hpp"

namespace cuda_on_cpu::object {
namespace {

using handshake::starts_with;

// Whether the symbol is of an ordinary kind. Three kinds are unusual: a function that the loader
// runs to choose another function, a variable whose place the linker chooses, and a fixed address.
bool is_usual(const Symbol& symbol) {
  return symbol.type != STT_GNU_IFUNC && symbol.section != SHN_COMMON &&
         (symbol.section != SHN_ABS || symbol.type == STT_FILE);
}

// Whether every file may define this function. True for placement `new` and `delete`, and for a
// function that clang++ adds.
bool is_harmless(const std::string& name) {
  static const handshake::Names names =
      handshake::words("_ZnwmPv _ZnamPv _ZdlPvS_ _ZdaPvS_ __clang_call_terminate");
  return names.count(name) != 0;
}

bool begins_with_one_of(const std::string& name, std::initializer_list<const char*> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const char* beginning) { return starts_with(name, beginning); });
}

// Whether the symbol would replace a definition of the C library, of the C++ library or of CUDA on
// the CPU. An inline definition can do this, too. But inline functions of the C++ library and of
// CUDA on the CPU are allowed, because their headers define them in every file that uses them.
bool replaces(const Symbol& symbol) {
  const bool is_inline = symbol.binding == STB_WEAK;
  const bool is_defined = symbol.section != SHN_UNDEF && !symbol.name.empty();
  if (!is_defined || is_harmless(symbol.name)) return false;
  if (!is_inline && symbol.binding != STB_GLOBAL) return false;
  if (!starts_with(symbol.name, "_Z"))
    return symbol.type == STT_FUNC || is_allowed_on_host(symbol.name);
  if (begins_with_one_of(symbol.name, {"_Zn", "_Zd"})) return true;
  return !is_inline &&
         begins_with_one_of(symbol.name, {"_ZSt", "_ZNSt", "_ZNSo", "_ZNSi", "_ZN9handshake",
                                          "_ZN11cuda_on_cpu", "_ZN9__gnu_cxx"});
}

// Whether the compiler has made this function to initialize the variables of a file before main.
bool makes_variables(const std::string& function) {
  for (const char* beginning :
       {"_GLOBAL__sub_I", "_GLOBAL__I", "__cxx_global_var_init", "_sub_I_", "tsan.module_ctor"}) {
    if (starts_with(function, beginning)) return true;
  }
  return false;
}

class Host {
 public:
  Host(const ElfObject& object, const std::unordered_set<std::string>& own)
      : object_(object), own_(own) {}

  std::vector<Intruder> run() {
    check_sections();
    for (const Symbol& symbol : object_.symbols()) {
      if (!is_usual(symbol)) add("a symbol of an unusual kind, " + plain_name(symbol.name));
      if (replaces(symbol)) add("its own " + plain_name(symbol.name));
    }
    for (const Reference& reference : object_.references()) check_reference(reference);
    // A name in the symbol table counts as used even if nothing refers to it.
    for (const Symbol& symbol : object_.symbols()) {
      const bool is_undefined = symbol.section == SHN_UNDEF && !symbol.name.empty();
      if (is_undefined && !may_use(symbol.name)) add(symbol.name, &symbol);
    }
    return intruders_;
  }

 private:
  void check_sections() {
    for (const Section& section : object_.sections()) {
      const bool is_list = starts_with(section.name, ".init_array") ||
                           starts_with(section.name, ".rela.init_array");  // see check_start
      const bool runs = (section.flags & SHF_EXECINSTR) != 0;
      const bool is_text = section.name == ".text" || starts_with(section.name, ".text.");
      const bool is_usual = is_list || is_allowed_section(section.name);
      if (is_usual && (!runs || (is_text && (section.flags & SHF_WRITE) == 0))) continue;
      add("the section " + section.name);
    }
  }

  void check_reference(const Reference& reference) {
    const Section& section = object_.sections()[reference.section];
    const Symbol& symbol = object_.symbols()[reference.symbol];
    if (starts_with(section.name, ".init_array")) return check_start(reference);
    if ((section.flags & SHF_ALLOC) == 0 || symbol.section != SHN_UNDEF) return;
    if (may_use(symbol.name)) return;
    add(symbol.name, &symbol, section.name, reference.offset);
  }

  void check_start(const Reference& reference) {
    const Symbol& symbol = object_.symbols()[reference.symbol];
    const uint64_t at = symbol.value + static_cast<uint64_t>(reference.addend);
    const Symbol* function = object_.function_at(symbol.section, at);
    if (function != nullptr && makes_variables(function->name)) return;
    const std::string name = function == nullptr ? "something" : plain_name(function->name);
    const std::string where = function == nullptr ? "" : object_.sections()[symbol.section].name;
    intruders_.push_back({name + " before main", where, at});
  }

  bool may_use(const std::string& name) const {
    return own_.count(name) != 0 || is_allowed_on_host(name);
  }

  void add(const std::string& name, const Symbol* symbol = nullptr, const std::string& section = "",
           uint64_t offset = 0) {
    if (symbol != nullptr && !seen_.insert(symbol).second) return;
    intruders_.push_back({symbol == nullptr ? name : plain_name(name), section, offset});
  }

  const ElfObject& object_;
  const std::unordered_set<std::string>& own_;
  std::set<const Symbol*> seen_;
  std::vector<Intruder> intruders_;
};

}  // namespace

std::vector<Intruder> find_system_use(const ElfObject& object,
                                      const std::unordered_set<std::string>& own) {
  return Host(object, own).run();
}

std::vector<Intruder> find_system_calls(const std::string& disassembly) {
  static const std::unordered_set<std::string> calls = {
      "syscall", "sysenter", "int", "into", "svc", "hlt", "in", "out", "lcall", "ljmp"};
  const std::string heading = "Disassembly of section ";
  std::vector<Intruder> found;
  std::string section;
  std::istringstream lines(disassembly);
  for (std::string line; std::getline(lines, line);) {
    if (starts_with(line, heading))
      section = line.substr(heading.size(), line.rfind(':') - heading.size());
    const size_t colon = line.find(":\t");
    if (colon == std::string::npos) continue;
    std::istringstream words(line.substr(colon + 2));
    std::string name, operand;
    words >> name >> operand;
    if (calls.count(name) == 0 || operand == "$0x3") continue;
    found.push_back({"the instruction " + name, section,
                     std::strtoull(line.substr(0, colon).c_str(), nullptr, 16)});
  }
  return found;
}

}  // namespace cuda_on_cpu::object
