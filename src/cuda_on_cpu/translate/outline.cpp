// Finds the declarations of a program. See outline.hpp.
#include "cuda_on_cpu/translate/outline.hpp"

#include <algorithm>
#include <initializer_list>

namespace cuda_on_cpu::translate {
namespace {

constexpr int kDeepest = 64;

// Words that have an argument in parentheses. This argument is not a list of parameters.
constexpr std::initializer_list<const char*> kTakesArgument = {
    "__attribute__", "alignas",  "_Alignas", "decltype", "typeof",
    "__typeof__",    "__typeof", "explicit", "noexcept", "requires"};
constexpr std::initializer_list<const char*> kSpecifiers = {
    "static", "const",        "constexpr", "volatile",   "inline",       "extern",  "typedef",
    "friend", "thread_local", "mutable",   "__device__", "__constant__", "__host__"};
constexpr std::initializer_list<const char*> kTypeWords = {
    "void",     "bool",  "char",   "short",  "int",      "long",    "float",
    "double",   "auto",  "signed", "struct", "class",    "union",   "enum",
    "unsigned", "const", "const",  "size_t", "typename", "volatile"};
constexpr std::initializer_list<const char*> kValueWords = {
    "true", "false", "nullptr", "this", "sizeof", "new", "static_cast", "reinterpret_cast"};

}  // namespace

Outline::Outline(const Source& source) : source_(source) {
  read_scope(0, {source_.size(), "", kNone, 0});
  agree_on_sides();
  follow_both();
  for (size_t k = 0; k < functions_.size(); k++) {
    const DeclaredFunction& function = functions_[k];
    if (function.body != kNone) with_body_.push_back(k);
    has_device_code_ |= function.body != kNone && function.side != Side::host;
  }
  for (size_t i = 0; i < source_.size(); i++) {
    if (source_.is_identifier(i)) mentions_[source_.spelling(i)]++;
  }
  for (const DeclaredFunction& function : functions_) {
    if (!function.is_instantiation) mentions_[source_.spelling(function.name)]--;
  }
  std::sort(with_body_.begin(), with_body_.end(),
            [&](size_t a, size_t b) { return functions_[a].body < functions_[b].body; });
}

void Outline::read_scope(size_t i, const Scope& scope) {
  while (i < scope.end) i = std::max(i + 1, read_declaration(i, scope));
}

// Returns the token after the declaration.
size_t Outline::read_declaration(size_t i, const Scope& scope) {
  if (source_.any_of(i, {";", "}", ")", "]", ":"})) return i + 1;
  if (source_.any_of(i, {"public", "private", "protected"}) && source_.is(i + 1, ":")) return i + 2;
  if (source_.is(i, "namespace") || (source_.is(i, "inline") && source_.is(i + 1, "namespace"))) {
    return read_namespace(i, scope);
  }
  // The braces of extern "C" { } do not make a scope: their content is read as if they were not
  // there.
  if (source_.is(i, "extern") && i + 1 < scope.end && source_[i + 1].kind == TokenKind::literal) {
    return i + (source_.is(i + 2, "{") ? 3 : 2);
  }
  if (source_.any_of(i, {"using", "static_assert", "asm", "__asm__", "__asm", "{"})) {
    return source_.is(i, "{") ? end_of_body(i, scope.end) : end_of_statement(i, scope.end);
  }
  const Head head = read_head(i, scope.end);
  const size_t key = class_key(head.first, scope.end);
  return key != kNone ? read_class(head, key, scope) : read_general(head, scope);
}

Outline::Head Outline::read_head(size_t i, size_t end) const {
  Head head = {i, i, false, false};
  while (head.first < end && source_.is(head.first, "template")) {
    const size_t close =
        source_.is(head.first + 1, "<") ? source_.closing_angle(head.first + 1) : kNone;
    head.is_template |= close != kNone;
    head.is_instantiation |= !source_.is(head.first + 1, "<");
    head.first = close == kNone ? head.first + 1 : close + 1;
  }
  while (source_.is(head.first, "[") && source_.partner(head.first) != kNone) {
    head.first = source_.partner(head.first) + 1;
  }
  return head;
}

size_t Outline::read_namespace(size_t i, const Scope& scope) {
  size_t open = i;
  while (open < scope.end && !source_.any_of(open, {"{", ";", "="})) open++;
  if (!source_.is(open, "{") || source_.partner(open) == kNone || scope.depth > kDeepest) {
    return end_of_statement(i, scope.end);
  }
  read_scope(open + 1, {source_.partner(open), "", scope.parent, scope.depth + 1});
  return source_.partner(open) + 1;
}

// The position of the keyword (`class`, `struct`, `union` or `enum`) of a definition that begins at
// token i; kNone if no definition begins there.
size_t Outline::class_key(size_t i, size_t end) const {
  while (i < end && source_.any_of(i, kSpecifiers)) i++;
  if (source_.is(i, "enum")) return class_body(i, end) == kNone ? kNone : i;
  if (!source_.any_of(i, {"class", "struct", "union"})) return kNone;
  return class_body(i, end) == kNone ? kNone : i;
}

// The opening brace of the class whose keyword is token `key`; kNone if there is no definition.
size_t Outline::class_body(size_t key, size_t end) const {
  for (size_t i = key + 1; i < end; i++) {
    if (source_.any_of(i, kTakesArgument) && source_.is(i + 1, "(")) {
      i = source_.partner(i + 1);
    } else if (source_.is(i, "<")) {
      i = source_.closing_angle(i);
    } else if (source_.is(i, "[")) {
      i = source_.partner(i);
    } else if (source_.is(i, "{")) {
      return source_.partner(i) == kNone ? kNone : i;
    } else if (source_.any_of(i, {";", "(", "=", ")", "}", "*", "&"})) {
      return kNone;
    }
    if (i == kNone) return kNone;
  }
  return kNone;
}

size_t Outline::read_class(const Head& head, size_t key, const Scope& scope) {
  const size_t open = class_body(key, scope.end), close = source_.partner(open);
  std::string name;
  for (size_t i = key + 1; i < open && !source_.any_of(i, {":", "<", "final"}); i++) {
    if (source_.any_of(i, kTakesArgument) && source_.is(i + 1, "(")) {
      i = source_.partner(i + 1);
    } else if (source_.is_identifier(i)) {
      name = source_.spelling(i);
    }
  }
  if (!source_.is(key, "enum") && scope.depth < kDeepest) {
    read_scope(open + 1, {close, name.empty() ? "?" : name, scope.parent, scope.depth + 1});
  }
  const size_t end = end_of_statement(close + 1, scope.end);
  const bool declares = close + 1 < end && !source_.is(close + 1, ";");
  if (declares && !has_word(head.first, key, "typedef")) add_variable(head, end - 1, scope);
  return end;
}

// The token after the semicolon of a statement. If the scope ends before a semicolon: the closing
// brace of the scope.
size_t Outline::end_of_statement(size_t i, size_t end) const {
  for (; i < end; i++) {
    if (source_.is(i, ";")) return i + 1;
    if (source_.is(i, "}")) return i;
    if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
    if (i == kNone) return end;
  }
  return end;
}

// The token after the body of a function; the body begins with token i. The member initializers of
// a constructor belong to the body. If the whole function is a `try` block, its handlers belong to
// the body, too.
size_t Outline::end_of_body(size_t i, size_t end) const {
  bool in_initializers = false;
  for (; i < end; i++) {
    if (source_.is(i, ":")) in_initializers = true;
    if (source_.is(i, "<")) {
      i = source_.closing_angle(i);
    } else if (source_.any_of(i, {"(", "["})) {
      i = source_.partner(i);
    } else if (source_.is(i, "{")) {
      // In a list of initializers, a name comes before each brace; no name comes before the brace
      // of the body.
      const bool initializes =
          in_initializers && (source_.is_identifier(i - 1) || source_.is(i - 1, ">"));
      i = source_.partner(i);
      if (i != kNone && !initializes && !source_.is(i + 1, "catch")) return i + 1;
    } else if (source_.any_of(i, {";", "}"})) {
      return i;
    }
    if (i == kNone) return end;
  }
  return end;
}

// Whether the parenthesis opens a part of a declarator, such as (*pointer)(int), and not
// parameters.
bool Outline::opens_declarator(size_t open) const {
  if (source_.any_of(open + 1, {"*", "&", "^"})) return true;
  return source_.is_identifier(open + 1) && source_.is(open + 2, ":") &&
         source_.is(open + 3, ":") && source_.is(open + 4, "*");
}

// Whether the parenthesis opens parameters, as in int f(int), and not an initial value, as in
// int x(1).
bool Outline::opens_parameters(size_t open, const Scope& scope) const {
  const size_t close = source_.partner(open), i = open + 1;
  if (!source_.any_of(close + 1, {";", ","}) || !scope.class_name.empty() || i == close)
    return true;
  if (source_.any_of(i, kTypeWords)) return true;
  if (source_.any_of(i, kValueWords) || !source_.is_identifier(i))
    return source_.is(i, ".") || source_.is(i, ":");
  size_t after = i + 1;
  while (source_.is(after, ":") && source_.is(after + 1, ":")) after += 3;
  if (source_.is(after, "<") && source_.closing_angle(after) != kNone)
    after = source_.closing_angle(after) + 1;
  if (!source_.any_of(after, {",", ")"})) {
    return source_.is_identifier(after) || source_.any_of(after, {"*", "&", ".", "["});
  }
  return variable_names_.count(source_.spelling(i)) == 0;
}

size_t Outline::read_general(const Head& head, const Scope& scope) {
  DeclaredFunction function;
  function.begin = head.begin;
  function.first = head.first;
  function.is_template = head.is_template;
  function.is_instantiation = head.is_instantiation;
  bool has_declarator = false, has_arrow = false;
  for (size_t i = head.first; i < scope.end; i++) {
    const bool is_function = function.open_parameters != kNone;
    if (source_.any_of(i, kTakesArgument) && source_.is(i + 1, "(")) {
      i = source_.partner(i + 1);
    } else if (source_.is(i, "operator") && !is_function) {
      function.name = i;
      i += source_.is(i + 1, "(") ? 2 : 0;
      while (i + 1 < scope.end && !source_.any_of(i + 1, {"(", ";", "{"})) i++;
    } else if (source_.is(i, "<") && source_.closing_angle(i) != kNone) {
      i = source_.closing_angle(i);
    } else if (source_.is(i, "[")) {
      i = source_.partner(i);
    } else if (source_.is(i, "(")) {
      if (source_.partner(i) == kNone) return scope.end;
      if (!is_function && !has_declarator && opens_declarator(i)) {
        has_declarator = true;
        for (size_t k = i + 1; k < source_.partner(i) && function.name == kNone; k++) {
          if (source_.is_identifier(k) && source_.is(k + 1, "(")) function.name = k;
        }
      } else if (!is_function && i > head.first && opens_parameters(i, scope)) {
        function.open_parameters = i;
        if (!has_declarator && function.name == kNone) {
          const size_t angle = source_.opening_angle(i - 1);
          function.name = angle != kNone ? angle - 1 : i - 1;
        }
      }
      i = source_.partner(i);
    } else if (source_.is(i, "-") && source_.is(i + 1, ">")) {
      has_arrow = true;
    } else if (source_.is(i, "=") || (source_.is(i, "{") && !is_function)) {
      const size_t end = end_of_statement(i, scope.end);
      if (is_function && function.name != kNone && source_.is(i, "=")) {
        function.last = end - 1;
        return add_function(function, scope);
      }
      add_variable(head, end - 1, scope);
      return end;
    } else if (is_function &&
               (source_.any_of(i, {"{", "try"}) ||
                (source_.is(i, ":") && !source_.is(i + 1, ":") && !source_.is(i - 1, ":")))) {
      function.body = i;
      function.last = end_of_body(i, scope.end) - 1;
      function.deduces = !has_arrow && has_word(head.first, function.name, "auto");
      return add_function(function, scope);
    } else if (source_.any_of(i, {";", "}"})) {
      if (is_function && function.name != kNone) {
        function.last = i;
        return add_function(function, scope);
      }
      if (source_.is(i, ";")) add_variable(head, i, scope);
      return i + (source_.is(i, ";") ? 1 : 0);
    }
    if (i == kNone) return scope.end;
  }
  return scope.end;
}

size_t Outline::add_function(DeclaredFunction function, const Scope& scope) {
  const size_t head_end = function.body != kNone ? function.body : function.last;
  const bool is_friend = has_word(function.first, function.name, "friend");
  if (has_word(function.first, function.open_parameters, "typedef")) return function.last + 1;
  function.side = side_of(function.first, head_end);
  function.is_constexpr = has_word(function.first, function.name, "constexpr") ||
                          has_word(function.first, function.name, "consteval");
  function.is_member = !scope.class_name.empty();
  function.parent = scope.parent;
  function.is_qualified = function.name >= 2 && source_.is(function.name - 1, ":");
  function.can_be_idle = function.is_template || function.is_member || function.is_constexpr ||
                         has_word(function.first, function.name, "static") ||
                         has_word(function.first, function.name, "inline");
  functions_.push_back(function);
  keys_.push_back(key_of(function, is_friend ? "" : scope.class_name));
  if (function.body != kNone && function.side != Side::host) {
    read_local_classes(functions_.size() - 1, scope.depth + 1);
  }
  return function.last + 1;
}

void Outline::read_local_classes(size_t index, int depth) {
  if (depth > kDeepest) return;
  const size_t last = functions_[index].last;
  for (size_t i = functions_[index].body; i < last; i++) {
    if (!source_.any_of(i, {"class", "struct", "union"})) continue;
    const size_t open = class_body(i, last);
    if (open == kNone) continue;
    read_scope(open + 1, {source_.partner(open), source_.spelling(i + 1), index, depth});
    i = source_.partner(open);
  }
}

void Outline::add_variable(const Head& head, size_t last, const Scope& scope) {
  if (!source_.is(last, ";") || has_word(head.first, last, "typedef")) return;
  if (source_.any_of(head.first, {"friend", "return", "goto"}) || head.is_instantiation) return;
  DeclaredVariable variable;
  variable.begin = head.begin;
  variable.first = head.first;
  variable.last = last;
  variable.is_template = head.is_template;
  variable.is_member = !scope.class_name.empty();
  for (size_t i = head.first; i < last; i++) {
    if (source_.any_of(i, {"__device__", "__constant__", "__shared__", "__managed__"})) {
      variable.on_device = true;
    } else if (source_.any_of(i, kTakesArgument) && source_.is(i + 1, "(")) {
      i = source_.partner(i + 1);
    } else if (source_.is(i, "<") && source_.closing_angle(i) != kNone) {
      i = source_.closing_angle(i);
    } else if (source_.is(i, "(") && opens_declarator(i)) {
      for (size_t k = i + 1; k < source_.partner(i); k++) {
        if (source_.is_identifier(k) && source_.any_of(k + 1, {")", "["}))
          variable.names.push_back(k);
      }
      i = source_.partner(i);
    } else if (source_.is_identifier(i) && source_.any_of(i + 1, {"=", "[", "{", "(", ",", ";"}) &&
               i > head.first && !source_.is(i + 1, ":")) {
      variable.names.push_back(i);
      variable.is_qualified |= source_.is(i - 1, ":");
      // Skips the value: up to the comma before the next name, or to the end.
      while (i < last && !source_.is(i, ",")) {
        if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
        if (source_.is(i, "<") && source_.closing_angle(i) != kNone) i = source_.closing_angle(i);
        if (i < last) i++;
      }
    } else if (source_.any_of(i, {"(", "[", "{"})) {
      i = source_.partner(i);
    }
    if (i == kNone) break;
  }
  for (const size_t name : variable.names) variable_names_.insert(source_.spelling(name));
  if (!variable.names.empty()) variables_.push_back(variable);
}

bool Outline::has_word(size_t first, size_t last, const char* word) const {
  for (size_t i = first; i < last && i < source_.size(); i++) {
    if (source_.is(i, word)) return true;
  }
  return false;
}

}  // namespace cuda_on_cpu::translate
