// Changes the initial value in the declaration of a variable: a value, the arguments of a
// constructor, or a lambda function. See variants.hpp.
#include "cuda_on_cpu/translate/variants.hpp"

namespace cuda_on_cpu::translate {

// Whether the function uses this constant, declared before token i, where the compiler must know its
// value: as the size of an array, or in the value of such a constant.
bool Variants::is_size(const std::string& name, size_t i) const {
  size_t first = i;  // of the statement
  bool has_value = false;
  for (; i < last_; i++) {
    if (source_.any_of(i, {";", "{", "}"})) {
      first = i + 1;
      has_value = false;
    }
    has_value |= source_.is(i, "=");
    if (!source_.is(i, name.c_str()) || source_.any_of(i - 1, {".", ">"})) continue;
    if (!has_value && declares({first, i})) return true;
    const size_t other =
        has_value && source_.is(first, "const") ? variables_.declared_name(first, i) : kNone;
    if (other != kNone && other < i && is_size(source_.spelling(other), i)) return true;
  }
  return false;
}

// Changes each initial value in a declaration such as `int a = E, b = F;`.
void Variants::change_declaration(const Statement& statement) {
  const bool is_constant = source_.any_of(statement.first, {"constexpr", "static"});
  const bool is_const = source_.is(statement.first, "const");
  const size_t type = is_const ? statement.first + 1 : statement.first;
  const bool is_of_bool = source_.is(type, "bool");
  std::string name;
  for (size_t i = statement.first; i <= statement.last && !is_constant; i++) {
    if (source_.is_identifier(i)) name = source_.spelling(i);
    if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
    if (i == kNone) break;
    if (!source_.is(i, "=")) continue;
    const size_t last = variables_.end_of_declarator(i + 1, statement.last);
    if (is_const && is_size(name, last)) {
      i = last - 1;
      continue;
    }
    if (source_.is(i + 1, "[")) {
      change_lambda(i + 1);
    } else if (!source_.is(i + 1, "{") && last > i + 1) {
      initials_.push_back({name, text_of(source_, i + 1, last - 1), i});
      change_value(i + 1, last - 1, is_of_bool && last > i + 2 ? Value::flag : Value::any);
    }
    i = last - 1;
  }
  const size_t declared = variables_.declared_name(statement.first, statement.last);
  const bool is_value = declared != kNone && !source_.any_of(declared - 1, {"&", "*"});
  if (!is_host_ && !is_constant && is_value && source_.is(declared + 1, "("))
    change_arguments(declared + 1);
  variables_.add_declaration(statement.first, statement.last);
}

// Changes the arguments in a declaration such as `T name(a, b);`: changes one argument at a time,
// or exchanges two neighboring arguments.
void Variants::change_arguments(size_t open) {
  const size_t close = source_.partner(open);
  if (close == kNone || close == open + 1) return;
  std::vector<Statement> arguments;
  size_t begin = open + 1;
  for (size_t i = begin; i <= close; i++) {
    if (source_.is(i, ",") || i == close) {
      // If an argument begins with a type, the statement declares a function.
      if (i == begin || source_.any_of(begin, {"int", "const", "unsigned", "float", "void", "["}))
        return;
      arguments.push_back({begin, i - 1});
      begin = i + 1;
    }
    if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
    if (i == kNone) return;
  }
  std::vector<std::vector<Alternative>> others(arguments.size());
  for (size_t k = 0; k + 1 < arguments.size(); k++) {
    const int number = add(Change::arguments, open);
    if (number == 0) continue;
    for (const size_t one : {k, k + 1}) {
      const Statement& other = arguments[2 * k + 1 - one];
      others[one].push_back({number, text_of(source_, other.first, other.last)});
    }
  }
  for (size_t k = 0; k < arguments.size(); k++)
    change_value(arguments[k].first, arguments[k].last, Value::any, others[k]);
}

// Changes the body of a lambda function, `[..](parameters) {body}`.
void Variants::change_lambda(size_t capture) {
  size_t body = source_.partner(capture) + 1;
  const size_t mark = variables_.mark();
  if (source_.is(body, "(")) {
    variables_.add_parameters(body);
    body = source_.partner(body) + 1;
  }
  while (body < source_.size() && !source_.any_of(body, {"{", ";", ",", ")"})) body++;
  if (!source_.is(body, "{") || source_.partner(body) == kNone) return variables_.forget(mark);
  change_block(body);
  closing_[body] = "const int cuda_on_cpu_chosen=cuda_on_cpu_same_variant();";
  variables_.forget(mark);
}

}  // namespace cuda_on_cpu::translate
