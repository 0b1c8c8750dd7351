// Translates kernels, device functions and device variables.
#include <algorithm>
#include <set>

#include "cuda_on_cpu/translate/translator.hpp"

namespace cuda_on_cpu::translate {
namespace {

constexpr std::initializer_list<const char*> kAttributes = {"__device__", "__constant__",
                                                            "__host__", "__managed__"};
constexpr std::initializer_list<const char*> kTypeWords = {
    "void",     "bool",  "char",     "short",    "int",          "long",       "float",
    "double",   "auto",  "signed",   "struct",   "class",        "union",      "enum",
    "unsigned", "const", "volatile", "typename", "__restrict__", "__restrict", "register"};
constexpr const char* kUnnamed = "::cuda_on_cpu::unnamed";

// The arguments of ::cuda_on_cpu::parameters. For the names a and b: the text "a,b,", then a and b.
// After a parameter pack, the positions of parameters are not known here, so the text ends before
// the pack.
std::string with_text(const std::vector<std::string>& names) {
  std::string text, arguments;
  bool has_pack = false;
  for (const std::string& name : names) {
    has_pack |= name.back() == '.';
    if (!has_pack) text += (name == kUnnamed ? "" : name) + ",";
    arguments += "," + name;
  }
  return "\"" + text + "\"" + arguments;
}

}  // namespace

// The text of a member function that returns a string. A class with such a function is used as a
// template argument, because a string cannot be a template argument.
std::string Translator::text_function(const std::string& name, const std::string& literal) {
  return "static constexpr const char*" + name + "(){return " + literal + ";}";
}

// The function that is declared at or after token i. `found` is false if there is none.
Translator::Function Translator::function_after(size_t i) const {
  Function function;
  for (; i < source_.size(); i++) {
    if (source_.any_of(i, {"__attribute__", "alignas", "decltype", "noexcept"}) &&
        source_.is(i + 1, "(")) {
      i = source_.partner(i + 1);
      if (i == kNone) return function;
    } else if (source_.is(i, "operator")) {
      function.name = i;
      i += source_.is(i + 1, "(") ? 3 : 1;
      while (i < source_.size() && !source_.is(i, "(")) i++;
      i--;
    } else if (source_.is(i, "<")) {
      i = source_.closing_angle(i);
      if (i == kNone) return function;
    } else if (source_.is(i, "(")) {
      // A parenthesis before a star opens no parameters: (*pointer)(int) is a pointer to a
      // function, and (*choose(bool))(int) is a function that returns such a pointer.
      const bool is_declarator = source_.any_of(i + 1, {"*", "&"});
      const bool returns_pointer =
          is_declarator && source_.is_identifier(i + 2) && source_.is(i + 3, "(");
      if ((is_declarator && !returns_pointer) || source_.partner(i) == kNone) return function;
      function.found = true;
      if (function.name == kNone && i > 0) function.name = returns_pointer ? i + 2 : i - 1;
      function.open_parameters = returns_pointer ? i + 3 : i;
      function.close_parameters = source_.partner(i);
      find_body(&function);
      return function;
    } else if (source_.any_of(i, {";", "=", "{", "[", ",", "}"})) {
      return function;
    }
  }
  return function;
}

void Translator::find_body(Function* function) const {
  for (size_t i = function->close_parameters + 1; i < source_.size(); i++) {
    if (source_.is(i, ":") && !source_.is(i + 1, ":") && !source_.is(i - 1, ":")) {
      i = skip_initializers(i);
      if (i == kNone) return;
    }
    if (source_.is(i, "{")) {
      if (source_.partner(i) == kNone) return;
      function->open_body = i;
      function->close_body = source_.partner(i);
      return;
    }
    if (source_.any_of(i, {";", "=", "}", ",", ")"})) return;
    if (source_.any_of(i, {"(", "["})) {
      i = source_.partner(i);
      if (i == kNone) return;
    }
  }
}

// Finds the brace of a constructor's body; `colon` is the colon before its member initializers.
size_t Translator::skip_initializers(size_t colon) const {
  size_t i = colon + 1;
  for (;;) {
    while (i < source_.size() && !source_.any_of(i, {"(", "{", ";"})) {
      if (source_.is(i, "<")) i = source_.closing_angle(i);
      if (i == kNone) return kNone;
      i++;
    }
    i = source_.partner(i);
    if (i == kNone) return kNone;
    i++;
    while (source_.is(i, ".")) i++;
    if (!source_.is(i, ",")) return i;
    i++;
  }
}

// Gives the kernels and the functions for the device that this file defines names of C++, also if
// they are declared as extern "C". A device in another process finds a kernel by its name in C++.
// And a function for the device must not replace a function of the host's libraries; nvcc shows it
// to no other file.
void Translator::drop_names_of_c() {
  std::vector<size_t> blocks;  // of each extern "C" { }: the opening brace
  for (size_t i = 2; i < source_.size(); i++) {
    const bool is_of_c = source_.is(i - 2, "extern") && source_.spelling(i - 1) == "\"C\"";
    if (is_of_c && source_.is(i, "{") && source_.partner(i) != kNone) blocks.push_back(i);
  }
  const auto is_of_device = [](const DeclaredFunction& function) {
    return (function.side == Side::device || function.side == Side::kernel) && !function.is_member;
  };
  std::set<std::string> defined;
  for (const DeclaredFunction& function : outline_.functions())
    if (is_of_device(function) && function.body != kNone)
      defined.insert(outline_.name_of(function));
  for (const DeclaredFunction& function : outline_.functions()) {
    const size_t begin = function.begin;
    if (!is_of_device(function) || defined.count(outline_.name_of(function)) == 0) continue;
    if (begin > 1 && source_.is(begin - 2, "extern") && source_.spelling(begin - 1) == "\"C\"") {
      replace(begin - 1, "\"C++\"");
    } else if (std::any_of(blocks.begin(), blocks.end(), [&](size_t block) {
                 return block < begin && begin < source_.partner(block);
               })) {
      insert_before(begin, "extern \"C++\"{");
      insert_after(function.last, "}");
    }
  }
}

void Translator::rewrite_kernel(size_t i) {
  const Function function = function_after(i + 1);
  if (!function.found) return;
  if (function.open_body == kNone) return erase(i);
  // A device in another process finds a kernel by its name, so the kernel must stay in the object
  // file even if no host code of this file launches the kernel.
  replace(i, "__attribute__((noinline,used))");
  size_t name = function.name;
  if (source_.is(name, ">")) {
    const size_t open = source_.opening_angle(name);
    if (open == kNone || open == 0) return;
    name = open - 1;
  }
  insert_after(function.open_body,
               "struct cuda_on_cpu_here{" +
                   text_function("name", '"' + source_.spelling(name) + '"') +
                   text_function("site", source_.site(name)) + "};::cuda_on_cpu::parameters(" +
                   with_text(parameter_names(function)) +
                   ");::cuda_on_cpu::kernel<cuda_on_cpu_here>([=]()mutable->void{");
  insert_before(function.close_body, "});");
  const bool is_template = i > 0 && source_.is(i - 1, ">");
  device_bodies_.push_back({function.open_body, function.close_body, true, false, is_template});
}

std::vector<std::string> Translator::parameter_names(const Function& function) const {
  std::vector<std::string> names;
  size_t first = function.open_parameters + 1;
  bool in_default = false;
  for (size_t i = first; i <= function.close_parameters; i++) {
    if (source_.any_of(i, {"[", "{"}) || (source_.is(i, "(") && i != function.open_parameters)) {
      i = source_.partner(i);
      if (i == kNone) return {};
      continue;
    }
    if (source_.is(i, "=")) in_default = true;
    if (source_.is(i, "<") && !in_default) {
      i = source_.closing_angle(i);
      if (i == kNone) return {};
      continue;
    }
    if (!source_.is(i, ",") && i != function.close_parameters) continue;
    if (i > first && !(i == first + 1 && source_.is(first, "void"))) {
      names.push_back(parameter_name(first, i));
    }
    first = i + 1;
    in_default = false;
  }
  return names;
}

// The name of the parameter that the tokens [first, last) declare. For a parameter without a name,
// returns a placeholder, so that the later parameters keep their positions.
std::string Translator::parameter_name(size_t first, size_t last) const {
  for (size_t i = first; i < last; i++) {
    if (source_.is(i, "(") && source_.is(i + 1, "*") && source_.is_identifier(i + 2) &&
        source_.is(i + 3, ")")) {
      return source_.spelling(i + 2);
    }
  }
  size_t end = first;
  while (end < last && !source_.any_of(end, {"=", "["})) end++;
  if (end < first + 2 || !source_.is_identifier(end - 1)) return kUnnamed;
  const size_t name = end - 1, before = end - 2;
  for (const char* word : kTypeWords) {
    if (source_.is(name, word)) return kUnnamed;
  }
  if (source_.any_of(before, {"const", "volatile", "struct", "class", "enum", "typename", ":"})) {
    // "int const n" has a type before `const`, but "const Type" has none.
    const bool typed = before > first && source_.any_of(before, {"const", "volatile"});
    if (!typed) return kUnnamed;
  }
  return source_.spelling(name) + (source_.is(before, ".") ? "..." : "");
}

void Translator::rewrite_attribute(size_t i) {
  if (i + 1 == source_.size()) return;
  const Function function = function_after(i + 1);
  if (function.found) {
    erase(i);
    if (function.open_body != kNone && !source_.is(i, "__host__") &&
        !inside_device_function(function.open_body)) {
      device_bodies_.push_back(
          {function.open_body, function.close_body, false, is_constexpr(i, function)});
    }
    return;
  }
  if (wants_section(i)) {
    guard_array(i);  // before replace(), so that the text of the guard comes first
    replace(i, "__attribute__((section(\"cuda_on_cpu_device\")))");
  } else if (source_.is(i, "__managed__") && build_ != Build::remote && may_have_section(i)) {
    replace(i, "__attribute__((section(\"cuda_on_cpu_managed\")))");
  } else {
    erase(i);
  }
}

// Puts a guard before and a guard after an array that is declared outside of functions and classes.
// Two guards also work if the compiler reverses the order of variables.
void Translator::guard_array(size_t i) {
  size_t first = i;
  while (first > 0 && source_.is_identifier(first - 1)) first--;
  size_t semicolon = i;
  while (semicolon < source_.size() && !source_.is(semicolon, ";")) {
    if (source_.is(semicolon, "extern")) return;
    if (source_.any_of(semicolon, {"(", "[", "{"})) semicolon = source_.partner(semicolon);
    if (semicolon == kNone) return;
    semicolon++;
  }
  for (size_t k = first; k < i; k++) {
    if (source_.is(k, "extern")) return;
  }
  const std::vector<size_t> names = declarators(i + 1, semicolon);
  if (semicolon >= source_.size() || names.size() != 1 || !source_.is(names[0] + 1, "[") ||
      !is_in_namespace(first)) {
    return;
  }
  const std::string guard = "static ::cuda_on_cpu::DeviceGuard cuda_on_cpu_guard_";
  const std::string section = " __attribute__((section(\"cuda_on_cpu_device\"),used))";
  const std::string name = source_.spelling(names[0]), number = std::to_string(i);
  insert_before(first, guard + number + section + "{nullptr,\"\",0,0};");
  insert_after(semicolon, guard + "after_" + number + section + "{(const void*)" + name + ",\"" +
                              name + "\",sizeof " + name + ",sizeof " + name + "[0]};");
}

// Whether all braces around token i belong to namespaces.
bool Translator::is_in_namespace(size_t i) const {
  while (i-- > 0) {
    if (source_.any_of(i, {"}", ")"})) {
      i = source_.partner(i);
      if (i == kNone) return false;
    } else if (source_.is(i, "(")) {
      return false;
    } else if (source_.is(i, "{")) {
      size_t word = i;
      while (word > 0 && (source_.is_identifier(word - 1) || source_.is(word - 1, ":")) &&
             !source_.is(word, "namespace")) {
        word--;
      }
      if (!source_.is(word, "namespace")) return false;
      i = word;
    }
  }
  return true;
}

// Whether the function is constexpr; token i is one of its attributes.
bool Translator::is_constexpr(size_t i, const Function& function) const {
  for (size_t k = i; k-- > 0 && source_.is_identifier(k);) {
    if (source_.is(k, "constexpr")) return true;
  }
  for (size_t k = i + 1; k < function.open_parameters; k++) {
    if (source_.is(k, "constexpr")) return true;
  }
  return false;
}

// Device variables are in a separate section, so that the library knows where they are and can keep
// one copy per device. Constants stay where they are, because they are the same on every device.
// Inline variables and templates stay, too, because they cannot share a section with ordinary
// variables.
bool Translator::wants_section(size_t i) const {
  if (!source_.any_of(i, {"__device__", "__constant__"})) return false;
  for (size_t k = i; k-- > 0 && source_.is_identifier(k);) {
    if (source_.any_of(k, kAttributes)) return false;
  }
  for (size_t k = i + 1; source_.is_identifier(k); k++) {
    if (source_.is(k, "__managed__")) return false;
  }
  return may_have_section(i);
}

bool Translator::may_have_section(size_t i) const {
  for (size_t k = i; k-- > 0 && source_.is_identifier(k);) {
    if (source_.any_of(k, {"inline", "template"})) return false;
  }
  if (i > 0 && source_.is(i - 1, ">")) return false;
  for (size_t k = i + 1; source_.is_identifier(k); k++) {
    if (source_.is(k, "inline")) return false;
  }
  return !is_constant_declaration(i);
}

// Puts a static variable of a kernel into the section of device variables. Static variables of a
// template are left out, because they cannot share a section with ordinary variables.
void Translator::place_static_local(size_t i) {
  const bool in_kernel = std::any_of(device_bodies_.begin(), device_bodies_.end(), [i](Body body) {
    return body.is_kernel && !body.is_template && i > body.first && i < body.last;
  });
  if (!in_kernel || is_constant_declaration(i)) return;
  for (size_t k = i + 1; k < source_.size() && !source_.any_of(k, {";", "=", "("}); k++) {
    if (source_.is(k, "__shared__")) return;
  }
  insert_after(i, " __attribute__((section(\"cuda_on_cpu_device\")))");
}

bool Translator::is_constant_declaration(size_t i) const {
  const std::initializer_list<const char*> words = {"const", "constexpr"};
  for (size_t k = i; k-- > 0 && source_.is_identifier(k);) {
    if (source_.any_of(k, words)) return true;
  }
  for (size_t k = i + 1; k < source_.size() && !source_.any_of(k, {";", "=", "{", "["}); k++) {
    if (source_.any_of(k, words)) return true;
  }
  return false;
}

}  // namespace cuda_on_cpu::translate
