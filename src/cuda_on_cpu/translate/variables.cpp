// Reads declarations. See variables.hpp.
#include "cuda_on_cpu/translate/variables.hpp"

#include <algorithm>
#include <initializer_list>

namespace cuda_on_cpu::translate {
namespace {

constexpr std::initializer_list<const char*> kIntegers = {
    "int",      "unsigned", "signed",   "long",    "short",    "char",    "size_t",
    "uint32_t", "int32_t",  "uint64_t", "int64_t", "uint16_t", "int16_t", "ptrdiff_t"};
constexpr std::initializer_list<const char*> kWithoutEffect = {
    "const",      "constexpr",    "static",     "volatile", "register",
    "__shared__", "__restrict__", "__restrict", "extern",   "&"};
// A statement that begins with one of these words declares nothing.
constexpr std::initializer_list<const char*> kNoDeclaration = {
    "return", "break", "continue", "goto", "else",   "case",  "default", "delete",
    "new",    "throw", "using",    "do",   "sizeof", "while", "if",      "for"};

}  // namespace

size_t Variables::declared_name(size_t first, size_t last) const {
  if (!source_.is_identifier(first) || source_.any_of(first, kNoDeclaration)) return kNone;
  size_t words = 0;
  for (size_t i = first; i <= last && i < source_.size(); i++) {
    if (source_.is_identifier(i)) {
      words++;
      const bool is_last = !source_.is_identifier(i + 1) && !source_.any_of(i + 1, {"*", "&", "<"});
      const bool is_type = source_.any_of(i, kIntegers) || source_.any_of(i, kWithoutEffect) ||
                           source_.any_of(i, {"auto", "bool", "float", "double"});
      if (is_last && !is_type) return words > 1 ? i : kNone;
    } else if (source_.is(i, "<")) {
      const size_t close = source_.closing_angle(i);
      if (close == kNone || close > last) return kNone;
      i = close;
    } else if (source_.is(i, ":") && source_.is(i + 1, ":")) {
      i++;
      words--;
    } else if (!source_.any_of(i, {"*", "&"})) {
      return kNone;
    }
  }
  return kNone;
}

// All names of a declaration share the words of the type before the first * or &. Returns the first
// token after these words.
size_t Variables::end_of_type(size_t first, size_t name) const {
  while (first < name && !source_.any_of(first, {"*", "&"})) first++;
  return first;
}

// Adds a variable. Its declarator has the tokens from `stars` up to `end`, without `end` itself.
void Variables::add(size_t first, size_t stars, size_t name, size_t end) {
  std::string type;
  bool is_const = false;
  for (size_t i = first; i < stars; i++) {
    is_const |= source_.any_of(i, {"const", "constexpr"});
    if (source_.any_of(i, kIntegers))
      type = "int";
    else if (!source_.any_of(i, kWithoutEffect))
      type += source_.spelling(i);
  }
  if (type == "auto") type.clear();
  std::string pointers;
  for (size_t i = stars; i < name; i++) {
    if (source_.is(i, "*")) pointers += '*', is_const = false;
    is_const |= source_.is(i, "const");
  }
  for (size_t i = name + 1; i < end && source_.is(i, "["); i = source_.partner(i) + 1) {
    if (source_.partner(i) == kNone) return;
    pointers += '*';
    is_const = true;
  }
  known_.push_back({source_.spelling(name), type.empty() ? "" : type + pointers, is_const});
}

size_t Variables::end_of_declarator(size_t i, size_t last) const {
  for (; i <= last; i++) {
    if (source_.any_of(i, {",", ";", ")"})) return i;
    if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
    if (i == kNone) return last + 1;
  }
  return i;
}

void Variables::add_parameters(size_t open) {
  const size_t close = source_.partner(open);
  const size_t before = known_.size();
  if (close == kNone) return;
  for (size_t first = open + 1; first < close;) {
    const size_t end = end_of_declarator(first, close);
    const size_t name = end > first ? declared_name(first, end - 1) : kNone;
    if (name != kNone) add(first, end_of_type(first, name), name, end);
    first = end + 1;
  }
  for (size_t k = before; k < known_.size(); k++) known_[k].is_parameter = true;
}

void Variables::add_declaration(size_t first, size_t last) {
  size_t name = declared_name(first, last);
  if (name == kNone) return;
  const size_t type_end = end_of_type(first, name);
  for (size_t stars = type_end; source_.is_identifier(name) && name <= last;) {
    const size_t end = end_of_declarator(name, last);
    add(first, stars, name, end);
    if (!source_.is(end, ",")) return;
    stars = name = end + 1;
    while (source_.any_of(name, {"*", "&", "const"})) name++;
  }
}

void Variables::add_members(size_t first, size_t last) {
  for (size_t i = first; i + 2 <= last; i++) {
    const bool is_member = source_.is_identifier(i) && source_.is(i + 1, ".") &&
                           source_.is_identifier(i + 2) && !source_.is(i + 3, "(");
    if (is_member) members_[source_.spelling(i)].insert(source_.spelling(i + 2));
  }
}

std::vector<std::string> Variables::members_beside(size_t i) const {
  const auto found = members_.find(source_.spelling(i));
  if (found == members_.end() || !source_.is(i + 1, ".") || source_.is(i + 3, "(")) return {};
  std::vector<std::string> others(found->second.begin(), found->second.end());
  others.erase(std::remove(others.begin(), others.end(), source_.spelling(i + 2)), others.end());
  return others;
}

const KnownVariable* Variables::find(const std::string& name) const {
  for (size_t k = known_.size(); k-- > 0;) {
    if (known_[k].name == name) return &known_[k];
  }
  return nullptr;
}

std::vector<std::string> Variables::like(const KnownVariable& variable) const {
  std::vector<std::string> names = of_type(variable.type);
  names.erase(std::remove(names.begin(), names.end(), variable.name), names.end());
  return names;
}

std::vector<std::string> Variables::of_type(const std::string& type) const {
  std::vector<std::string> names;
  if (type.empty()) return names;
  for (const KnownVariable& other : known_) {
    const bool is_known = std::find(names.begin(), names.end(), other.name) != names.end();
    const KnownVariable* visible = find(other.name);
    if (visible->type == type && !is_known) names.push_back(other.name);
  }
  return names;
}

}  // namespace cuda_on_cpu::translate
