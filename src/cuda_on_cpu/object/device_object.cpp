// Checks object files that the compiler has made. See device_object.hpp.
#include "cuda_on_cpu/object/device_object.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <unordered_set>

#include "cuda_on_cpu/object/allowed.hpp"
#include "cuda_on_cpu/text/names.hpp"
#include "cuda_on_cpu/translate/names.hpp"

namespace cuda_on_cpu::object {
namespace {

constexpr const char* kLaunch = "cuda_on_cpu_launch";

using handshake::starts_with;

std::string sentence(const std::string& symbol) {
  static const std::map<std::string, const char*> known = {
      {"__cxa_guard_acquire",
       "a static variable in device code must be initialized with a constant"},
      {"__cxa_guard_release",
       "a static variable in device code must be initialized with a constant"},
      {"__cxa_atexit",
       "a variable that lives to the end of the program cannot have a destructor in "
       "device code"},
      {"__cxa_throw", "device code cannot throw exceptions: report a failure by a value"},
      {"__cxa_allocate_exception",
       "device code cannot throw exceptions: report a failure by a value"},
      {"__dynamic_cast", "device code has no dynamic_cast"},
      {"__errno_location", "errno is a variable of the host"},
      {"stdout", "stdout is a variable of the host"},
      {"stderr", "stderr is a variable of the host"},
      {"stdin", "stdin is a variable of the host"},
  };
  const auto found = known.find(symbol);
  if (found != known.end()) return found->second;
  const std::string name = plain_name(symbol);
  const std::string better = translate::instead_of(name);
  const std::string advice = better.empty() ? "" : "; use " + better;
  if (is_of_std(symbol)) {
    const bool for_integers = is_allowed_of_std(symbol.substr(0, symbol.find('I')) + "d");
    return name + " is for the host: device code cannot use it" +
           (for_integers ? " with integers; convert them to double or float first" : advice);
  }
  if (starts_with(name, "cuda_on_cpu_")) return name + " is reserved: a program cannot use it";
  if (starts_with(name, "cuda")) {
    return "CUDA on the CPU does not offer " + name + " in device code: call it on the host";
  }
  return name + " belongs to the host, or is not defined in this file: device code cannot use it" +
         advice;
}

class Gate {
 public:
  Gate(const ElfObject& object, bool diagnose, bool optimized)
      : object_(object), diagnose_(diagnose), optimized_(optimized) {}

  std::vector<Intruder> run(bool looks_at_sections) {
    if (looks_at_sections) check_sections();
    check_symbols();
    check_references();
    return intruders_;
  }

 private:
  void check_sections() {
    for (const Section& section : object_.sections()) {
      const bool starts =
          starts_with(section.name, ".init_array") || starts_with(section.name, ".rela.init_array");
      if (starts) continue;  // check_references checks these sections
      const bool runs = (section.flags & SHF_EXECINSTR) != 0;
      const bool is_text = section.name == ".text" || starts_with(section.name, ".text.");
      if (is_allowed_section(section.name) && (!runs || is_text) &&
          (!runs || (section.flags & SHF_WRITE) == 0)) {
        continue;
      }
      add("the section " + section.name + " is not allowed in device code", "", 0);
    }
  }

  void check_symbols() {
    for (const Symbol& symbol : object_.symbols()) {
      if (symbol.type == STT_GNU_IFUNC || symbol.section == SHN_COMMON ||
          (symbol.section == SHN_ABS && symbol.type != STT_FILE)) {
        add(plain_name(symbol.name) + ": device code may not have this kind of symbol", "", 0);
      }
      if (takes_a_place(symbol)) {
        add(plain_name(symbol.name) + " is a name of the device's library: choose another name",
            object_.sections()[symbol.section].name, symbol.value);
      }
      const bool is_undefined = symbol.section == SHN_UNDEF && !symbol.name.empty();
      if (is_undefined && !may_ask_for(symbol.name)) suspects_.insert(symbol.name);
    }
  }

  bool may_ask_for(const std::string& name) const {
    return is_allowed_reference(name, diagnose_) && (optimized_ || !is_made_by_optimizer(name));
  }

  // Whether the symbol is this object's own definition of a library function. The program, or code
  // that the compiler adds, would call this definition instead of the library function. C++ names
  // are not checked, because C++ lets a program define its own new and delete.
  bool takes_a_place(const Symbol& symbol) const {
    const bool is_here = symbol.section != SHN_UNDEF && symbol.section < object_.sections().size();
    const bool has_name = symbol.type != STT_SECTION && symbol.type != STT_FILE;
    return is_here && has_name && !starts_with(symbol.name, "_Z") &&
           is_allowed_reference(symbol.name, true);
  }

  void check_references() {
    std::unordered_set<std::string> seen;
    for (const Reference& reference : object_.references()) {
      if (object_.symbols()[reference.symbol].name != kLaunch) continue;
      const Symbol* user = object_.function_at(reference.section, reference.offset);
      if (user != nullptr) starters_.insert(user->name);
    }
    for (const Reference& reference : object_.references()) {
      const Section& section = object_.sections()[reference.section];
      const Symbol& symbol = object_.symbols()[reference.symbol];
      if (starts_with(section.name, ".init_array")) check_start(reference);
      if ((section.flags & SHF_ALLOC) == 0 || section.name == ".eh_frame") continue;
      const bool is_foreign = symbol.section == SHN_UNDEF && suspects_.count(symbol.name) != 0;
      const bool is_std = symbol.section != SHN_UNDEF && is_of_std(symbol.name) &&
                          symbol.type != STT_SECTION && !is_allowed_of_std(symbol.name);
      // Calls inside functions of namespace std do not count: the author of the program did not
      // write them.
      const Symbol* user = object_.function_at(reference.section, reference.offset);
      if ((!is_foreign && !is_std) || (user != nullptr && is_of_std(user->name))) continue;
      if (is_for_start(symbol.name) && user != nullptr && starters_.count(user->name) != 0) {
        seen.insert(symbol.name);
        continue;
      }
      seen.insert(symbol.name);
      add(sentence(symbol.name), section.name, reference.offset);
    }
    for (const std::string& name : suspects_) {
      if (seen.count(name) == 0 && intruders_.empty()) add(sentence(name), "", 0);
    }
  }

  // Checks a function that runs before main: only the function that starts the compiler's
  // instrumentation is allowed.
  void check_start(const Reference& reference) {
    const Symbol& symbol = object_.symbols()[reference.symbol];
    const uint64_t at = symbol.value + static_cast<uint64_t>(reference.addend);
    const Symbol* function = object_.function_at(symbol.section, at);
    const std::string name = function == nullptr ? "" : function->name;
    if (diagnose_ && (name == "_sub_I_00099_0" || name == "tsan.module_ctor")) return;
    const std::string what =
        "in device code, a variable outside of functions must be initialized with a constant";
    for (const Reference& inner : object_.references()) {
      const Symbol* user = object_.function_at(inner.section, inner.offset);
      const Symbol& target = object_.symbols()[inner.symbol];
      const bool sets =
          user != nullptr && (starts_with(user->name, "_GLOBAL__sub_I") || user == function ||
                              starts_with(user->name, "_Z41__static_init") ||
                              starts_with(user->name, "__cxx_global_var_init"));
      if (!sets || target.type == STT_FUNC || target.section == SHN_UNDEF) continue;
      if (object_.sections()[target.section].flags & SHF_EXECINSTR) continue;
      return add(what, object_.sections()[inner.section].name, inner.offset);
    }
    add(what, "", 0);
  }

  // Whether functions that start a kernel use this name: they look for pointers in struct
  // arguments (check_members in launch.h).
  static bool is_for_start(const std::string& name) {
    return starts_with(name, "__cxa_guard_") || name == "cuda_on_cpu_pointer_member";
  }

  void add(const std::string& what, const std::string& section, uint64_t offset) {
    intruders_.push_back({what, section, offset});
  }

  const ElfObject& object_;
  bool diagnose_, optimized_;
  std::unordered_set<std::string> suspects_;
  std::unordered_set<std::string> starters_;  // functions that start a kernel
  std::vector<Intruder> intruders_;
};

// Whether the symbol is a C++ function such as "_Z3addPi": not a template, and not in a namespace.
bool is_plain_function(const std::string& symbol) {
  if (!starts_with(symbol, "_Z") || symbol.size() < 4) return false;
  size_t at = 2;
  while (at < symbol.size() && std::isdigit(static_cast<unsigned char>(symbol[at]))) at++;
  const size_t end = at + std::strtoul(symbol.c_str() + 2, nullptr, 10);
  return at > 2 && end < symbol.size() && symbol[end] != 'I';
}

}  // namespace

std::string plain_name(const std::string& symbol) {
  if (!starts_with(symbol, "_Z")) return symbol;
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 ? text : symbol;
  std::free(text);
  std::string plain;
  int depth = 0;
  for (size_t i = 0; i < name.size(); i++) {
    const char c = name[i];
    const bool is_operator =
        plain.size() >= 8 && plain.compare(plain.size() - 8, 8, "operator") == 0;
    if (is_operator && c != ' ') {
      plain += c;
      if (c == '(' && i + 1 < name.size()) plain += name[++i];
      continue;
    }
    if (c == '<') depth++;
    if (depth == 0 && c == '(') break;
    if (depth == 0 && c != '<') plain += c;
    if (c == '>') depth--;
  }
  // The name of a function template begins with the return type, unless the function is a
  // conversion operator.
  const size_t blank = plain.rfind(' ');
  const bool has_type = blank != std::string::npos && plain.find("operator ") == std::string::npos;
  plain = has_type ? plain.substr(blank + 1) : plain;
  for (const char* inner : {"std::__cxx11::", "std::__1::"}) {
    if (starts_with(plain, inner)) plain = "std::" + plain.substr(std::string(inner).size());
  }
  return plain;
}

std::vector<Intruder> find_intruders(const ElfObject& object, bool diagnose, bool only_references) {
  // The object is not optimized in a diagnostic build, or if `only_references` is true.
  return Gate(object, diagnose, !diagnose && !only_references).run(!only_references);
}

std::vector<std::string> kernels(const ElfObject& object) {
  std::vector<std::string> names;
  for (const Reference& reference : object.references()) {
    if (object.symbols()[reference.symbol].name != kLaunch) continue;
    const Symbol* user = object.function_at(reference.section, reference.offset);
    const bool is_one =
        user != nullptr && user->binding == STB_GLOBAL && is_plain_function(user->name);
    if (is_one && std::find(names.begin(), names.end(), user->name) == names.end()) {
      names.push_back(user->name);
    }
  }
  return names;
}

}  // namespace cuda_on_cpu::object
