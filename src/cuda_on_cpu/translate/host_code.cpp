// Removes the host code from a program. See host_code.hpp.
#include "cuda_on_cpu/translate/host_code.hpp"

#include <algorithm>

namespace cuda_on_cpu::translate {
namespace {

// The compiler knows the values of constants of these types, so device code may use such constants.
constexpr std::initializer_list<const char*> kScalars = {
    "bool",     "char",     "short",     "int",     "long",    "float",   "double",  "signed",
    "unsigned", "size_t",   "int8_t",    "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t",
    "uint32_t", "uint64_t", "ptrdiff_t", "std",     "const",   "static",  "inline",  ":"};

const std::string kMarkBegin = "__attribute__((deprecated(\"" + kHostMark;
const std::string kMarkEnd = "\"))) ";

}  // namespace

void HostCode::remove() {
  remove_library_objects();
  for (const DeclaredFunction& function : outline_.functions()) {
    if (function.side == Side::host) remove_function(function);
    const bool is_plain = !function.is_template && !function.is_member && !function.is_constexpr;
    if (function.side == Side::device && is_plain && function.body != kNone &&
        outline_.is_idle(function)) {
      replace(function.begin, function.last, ";");
    }
  }
  for (const DeclaredVariable& variable : outline_.variables()) {
    if (!variable.on_device) remove_variable(variable);
    // nvcc treats an `extern` declaration of a device variable as the definition, so no other file
    // can define the variable.
    const bool is_shared = outline_.has_word(variable.first, variable.last, "__shared__");
    if (variable.on_device && !is_shared) drop_words(variable.first, variable.names[0], {"extern"});
  }
}

// Removes the object that <iostream> makes when the program starts: the header either defines this
// object, or requests it from the library by name.
void HostCode::remove_library_objects() {
  for (const std::string object :
       {"static ios_base::Init __ioinit;",
        "__extension__ __asm (\".globl _ZSt21ios_base_library_initv\");"}) {
    const size_t at = source_.text().find(object);
    if (at != std::string::npos) edits_->replace(at, object.size(), "");
  }
}

void HostCode::remove_function(const DeclaredFunction& function) {
  const size_t head_end = function.body != kNone ? function.body : function.last;
  if (removed_[function.first]) return;
  if (function.is_instantiation) return replace(function.begin, function.last, ";");
  if (outline_.has_word(function.open_parameters, head_end, "=")) return;  // = default
  const bool is_friend = outline_.has_word(function.first, function.name, "friend");
  const bool keeps_body =
      function.is_constexpr || function.deduces || function.serves_both || function.parent != kNone;
  if (function.is_qualified && function.body != kNone && !keeps_body) {
    return replace(function.begin, function.last, ";");
  }
  const bool is_free = function.is_constexpr && relaxed_constexpr_;
  if (!is_free && !function.is_qualified && (function.body != kNone || !is_friend)) {
    const std::string name = outline_.name_of(function);
    const bool makes = name[0] == '~' || function.name == function.first;
    const char* kind = function.is_constexpr ? "constexpr" : makes ? "constructor" : "function";
    mark(function.first, kind, name, function.name);
  }
  if (keeps_body) {
    // The object file contains an inline function only if this function is used.
    const bool is_plain = !function.is_template && !function.is_member && !function.is_constexpr;
    if (is_plain && function.body != kNone)
      edits_->insert(source_[function.first].begin, "inline ");
    return;
  }
  if (!function.is_member) drop_words(function.first, function.name, {"static", "inline"});
  if (function.body != kNone) replace(function.body, function.last, ";");
}

void HostCode::remove_variable(const DeclaredVariable& variable) {
  if (removed_[variable.first]) return;
  const size_t first = variable.first, name = variable.names[0];
  const bool is_static = outline_.has_word(first, name, "static");
  if (variable.is_member && !is_static) return;
  if (variable.is_qualified) return replace(variable.begin, variable.last, ";");
  if (is_value(variable)) return;
  const bool is_table = has_word(first, name, {"const", "constexpr"});
  mark(first, is_table ? "table" : "variable", source_.spelling(name), name);
  if (stays(variable)) return;
  drop_words(first, name, {variable.is_member ? "inline" : "static", "inline"});
  const bool is_linkage = first > 0 && source_[first - 1].kind == TokenKind::literal;
  if (!variable.is_member && !is_linkage && !outline_.has_word(first, name, "extern")) {
    edits_->insert(source_[first].begin, "extern ");
  }
  for (const size_t each : variable.names) remove_value(each, variable.last);
}

// Whether the variable is a constant whose value the compiler knows: device code may use such
// variables of the host.
bool HostCode::is_value(const DeclaredVariable& variable) const {
  const size_t first = variable.first, name = variable.names[0];
  const bool is_constexpr = outline_.has_word(first, name, "constexpr");
  if (!is_constexpr && !outline_.has_word(first, name, "const")) return false;
  if (variable.names.size() == 1 && source_.is(name + 1, ";")) return variable.is_member;
  for (size_t i = name; i < variable.last; i++) {
    if (source_.is(i, "[")) return false;  // an array, or a lambda
    if (!is_constexpr && source_.is(i, "(") && source_.is_identifier(i - 1) && i > name + 1) {
      return false;  // a call: perhaps the compiler does not know its result
    }
  }
  if (is_constexpr) return true;
  const bool is_list = source_.is(name + 1, "{") || source_.is(name + 2, "{");
  for (size_t i = first; i < name && !is_list; i++) {
    if (!source_.any_of(i, kScalars)) return false;
  }
  return !outline_.has_word(first, name, "*") && !outline_.has_word(first, name, "&");
}

// Whether the initial value of the variable stays in the text, because the declaration needs it.
// Then the device code has the variable: a few unused bytes, if its type has no constructor.
bool HostCode::stays(const DeclaredVariable& variable) const {
  const size_t first = variable.first, name = variable.names[0];
  if (variable.is_template || has_word(first, name, {"constexpr", "auto", "{"})) return true;
  for (const size_t each : variable.names) {
    if (source_.is(each + 1, "[") && source_.is(each + 2, "]")) return true;
  }
  return false;
}

// Removes the initial value of the variable: from its `=`, `(` or `{` up to the comma or semicolon.
void HostCode::remove_value(size_t name, size_t last) {
  size_t i = name + 1;
  while (i < last && !source_.any_of(i, {"=", "{", ",", ";"}) &&
         !(source_.is(i, "(") && i == name + 1)) {
    if (source_.any_of(i, {"(", "["})) i = source_.partner(i);
    if (i == kNone) return;
    i++;
  }
  size_t end = i;
  while (end < last && !source_.is(end, ",")) {
    if (source_.any_of(end, {"(", "[", "{"})) end = source_.partner(end);
    if (end != kNone && source_.is(end, "<") && source_.closing_angle(end) != kNone) {
      end = source_.closing_angle(end);
    }
    if (end == kNone) return;
    end++;
  }
  if (end > i) replace(i, std::min(end, last) - 1, "");
}

bool HostCode::has_word(size_t first, size_t last, std::initializer_list<const char*> words) const {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return outline_.has_word(first, last, word); });
}

void HostCode::mark(size_t i, const char* what, const std::string& name, size_t declared) {
  const Location where = source_.location(declared);
  std::string plain = name;
  plain.erase(std::remove(plain.begin(), plain.end(), '"'), plain.end());
  edits_->insert(source_[i].begin, kMarkBegin + kMarkDivider + what + kMarkDivider + plain +
                                       kMarkDivider + where.file + ':' +
                                       std::to_string(where.line) + kMarkEnd);
}

void HostCode::drop_words(size_t first, size_t last, std::initializer_list<const char*> words) {
  for (size_t i = first; i < last; i++) {
    if (source_.any_of(i, words)) {
      edits_->replace(source_[i].begin, source_[i].end - source_[i].begin, "");
    }
  }
}

void HostCode::replace(size_t first, size_t last, const std::string& text) {
  for (size_t i = first; i <= last; i++) removed_[i] = true;
  const size_t begin = source_[first].begin, end = source_[last].end;
  edits_->replace(begin, end - begin, text + source_.line_ends(begin, end));
}

std::string without_marks(const std::string& text) {
  std::string result;
  size_t from = 0;
  for (size_t at = 0; (at = text.find(kMarkBegin, at)) != std::string::npos;) {
    const size_t end = text.find('"', at + kMarkBegin.size());
    const bool is_mark =
        end != std::string::npos && text.compare(end, kMarkEnd.size(), kMarkEnd) == 0;
    if (is_mark) result.append(text, from, at - from);
    at = is_mark ? end + kMarkEnd.size() : at + 1;
    if (is_mark) from = at;
  }
  return result.append(text, from, std::string::npos);
}

}  // namespace cuda_on_cpu::translate
