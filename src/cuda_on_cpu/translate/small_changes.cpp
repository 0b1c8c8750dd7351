// Theory of operation. Every change replaces a few neighboring tokens by a text. The compiler
// finds the texts that do not compile, and a run finds the texts that do not change the result. So
// this file does not need to understand types.
#include "cuda_on_cpu/translate/small_changes.hpp"

#include <cstdlib>
#include <unordered_set>

#include "cuda_on_cpu/translate/likely_others.hpp"

namespace cuda_on_cpu::translate {
namespace {

// All operations; longer ones come first. Operations that are not in kOthers are not changed, but
// show where an operand ends.
constexpr const char* kOperations[] = {"<<=", ">>=", "->", "::", "<=", ">=", "==", "!=", "&&",
                                       "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=",
                                       "++",  "--",  "<<", ">>", "<",  ">",  "+",  "-",  "*",
                                       "/",   "%",   "=",  "?",  ":",  ",",  "&",  "|",  "^"};
constexpr std::initializer_list<const char*> kTemplates = {"static_cast",       "const_cast",
                                                           "reinterpret_cast",  "tiled_partition",
                                                           "thread_block_tile", "numeric_limits"};

class Changes {
 public:
  Changes(const Source& source, const Variables& variables, bool is_host, size_t first, size_t last)
      : source_(source), variables_(variables), is_host_(is_host), first_(first), last_(last) {
    seen_.insert(text_of(source, first, last));
  }

  std::vector<ChangedText> all() {
    for (size_t i = first_; i <= last_; i++) {
      const std::string operation = operation_at(i);
      if (is_triple(i)) {
        i += 2;
      } else if (source_.is(i, "<") && source_.any_of(i - 1, kTemplates)) {
        i = source_.closing_angle(i);
        if (i == kNone) break;
      } else if (!operation.empty()) {
        change_operation(i, operation);
        i += operation.size() - 1;
      } else if (source_[i].kind == TokenKind::number) {
        change_number(i);
      } else if (source_.is_identifier(i)) {
        change_name(i);
      } else if (source_.is(i, "[")) {
        change_element(i);
      }
    }
    change_operands(first_, last_);
    return changed_;
  }

 private:
  // Whether token i is one of the brackets around the configuration of a launch.
  bool is_triple(size_t i) const { return source_.is_triple(i, '<') || source_.is_triple(i, '>'); }

  // Whether token i may come from __FILE__ or __LINE__ in a macro: it is a literal, or it follows a
  // literal and a comma.
  bool is_of_macro(size_t i) const {
    return source_[i].kind == TokenKind::literal ||
           (i >= 2 && source_.is(i - 1, ",") && source_[i - 2].kind == TokenKind::literal);
  }

  // The operation whose first token is token i, or "".
  std::string operation_at(size_t i) const {
    if (i >= source_.size() || source_[i].kind != TokenKind::punctuator || is_triple(i)) return "";
    for (const char* operation : kOperations) {
      size_t k = 0;
      while (operation[k] != 0 && source_.is(i + k, std::string(1, operation[k]).c_str()) &&
             (k == 0 || source_[i + k].begin == source_[i + k - 1].end))
        k++;
      if (operation[k] == 0) return operation;
    }
    return "";
  }

  bool ends_operand(size_t i) const {
    if (i == kNone || i < first_ || i > last_ || is_of_macro(i)) return false;
    return source_[i].kind != TokenKind::punctuator ? !source_.is(i, "return")
                                                    : source_.any_of(i, {")", "]"});
  }

  // Replaces the tokens from `begin` up to `end`, without `end` itself, by the text.
  void add(Change change, size_t begin, size_t end, const std::string& text) {
    std::string whole = begin > first_ ? text_of(source_, first_, begin - 1) + " " : "";
    whole += text;
    if (end <= last_) whole += " " + text_of(source_, end, last_);
    if (seen_.insert(whole).second) changed_.push_back({change, whole});
  }

  void change_operation(size_t i, const std::string& operation) {
    const bool is_step = operation == "++" || operation == "--";
    if (!is_step && !ends_operand(i - 1)) {
      if (operation == "-") add(Change::number, i, i + 1, "");
      return;
    }
    for (const Others& one : kOthers) {
      if (operation != one.operation) continue;
      for (const char* other : one.others)
        add(is_trick(i, operation, other) ? Change::trick : one.change, i, i + operation.size(),
            other);
    }
  }

  // Whether the changed code could be right only by chance. No node is below -1, so `x >= -1` is
  // always true. And gridDim.x * blockDim.x is the number of all threads, so another operation
  // makes no sense there.
  bool is_trick(size_t i, const std::string& operation, const std::string& other) const {
    const size_t right = i + operation.size();
    const size_t sign = source_.is(right, "(") ? right + 1 : right;
    const bool with_unmatched = source_.is(sign, "-") && source_.is(sign + 1, "1");
    if (with_unmatched && (other == ">=" || other == "<")) return true;
    return operation == "*" && i >= first_ + 3 && is_number_of_threads(i - 3, i + 4);
  }

  // Whether the tokens from `begin` up to `end`, without `end` itself, are the product of gridDim.x
  // and blockDim.x.
  bool is_number_of_threads(size_t begin, size_t end) const {
    if (end != begin + 7 || end > last_ + 1 || !source_.is(begin + 3, "*")) return false;
    const auto is_size = [&](size_t k, const char* name) {
      return source_.is(k, name) && source_.is(k + 1, ".") && source_.is(k + 2, "x");
    };
    return (is_size(begin, "gridDim") && is_size(begin + 4, "blockDim")) ||
           (is_size(begin, "blockDim") && is_size(begin + 4, "gridDim"));
  }

  void change_number(size_t i) {
    char* end = nullptr;
    const std::string spelling = source_.spelling(i);
    const long value = std::strtol(spelling.c_str(), &end, 0);
    if (*end != 0 || is_of_macro(i)) return;
    for (const long other : {value + 1, value - 1, 0L, 1L, 2L, -1L, 2 * value})
      if (other != value && !makes_no_sense(i, value, other))
        add(other == 0 ? for_zero(i, Change::number) : Change::number, i, i + 1,
            std::to_string(other));
    if (value != 0 && value != 1) return;
    for (const char* end_of_int : {"2147483647", "(-2147483647 - 1)"})
      add(Change::number, i, i + 1, end_of_int);
    for (const std::string& name : variables_.of_type("int")) add(Change::value, i, i + 1, name);
  }

  // Replaces the name of a function by that of another function, which the student may have meant.
  void change_function(size_t i) {
    for (const auto& [one, other] : kFunctions) {
      if (source_.is(i, one)) add(Change::function, i, i + 1, other);
      if (source_.is(i, other)) add(Change::function, i, i + 1, one);
    }
  }

  // Whether it is useless to change this number from `value` to `other`. If 0 is added, the
  // statement does nothing, as if it were left out. If 1 is added instead of a number such as 32,
  // all threads of a warp do the same work. So a wrong exchange of values is hidden, not repaired.
  bool makes_no_sense(size_t i, long value, long other) const {
    return is_added(i) && (other == 0 || (other == 1 && value > 2));
  }

  // Whether token i is the right side of += or -=, or a factor of it.
  bool is_added(size_t i) const {
    const auto is_of_product = [&](size_t k) {
      return source_[k].kind != TokenKind::punctuator || source_.any_of(k, {"*", "."});
    };
    for (size_t k = i + 1; k <= last_; k++)
      if (!is_of_product(k)) return false;
    size_t sign = i;
    while (sign > first_ && is_of_product(sign)) sign--;
    return sign > first_ && source_.is(sign, "=") && source_.any_of(sign - 1, {"+", "-"});
  }

  // The kind of a change that writes 0 here. With 0 as a factor or a dividend, the whole term is
  // 0, and a loop may then run zero times: such a change is of the kind `trick`.
  Change for_zero(size_t i, Change change) const {
    const bool is_before = i + 1 <= last_ && source_.any_of(i + 1, {"*", "/", "%"});
    const bool is_after = i > first_ && source_.is(i - 1, "*") && ends_operand(i - 2);
    return is_before || is_after ? Change::trick : change;
  }

  void change_name(size_t i) {
    if (source_.is(i + 1, "(")) change_function(i);
    if (source_.any_of(i - 1, {".", ">", ":"}) && i > first_ && !source_.is(i - 1, ">")) return;
    if (source_.any_of(i, kCoordinates) && source_.is(i + 1, ".")) return change_coordinate(i);
    if (source_.any_of(i, kDirections)) return change_direction(i);
    for (const std::string& other : variables_.members_beside(i)) {
      add(Change::variable, i + 2, i + 3, other);
    }
    if (source_.is(i + 1, ".") && source_.any_of(i + 2, kMembers)) {
      for (const char* other : kMembers)
        if (!source_.is(i + 2, other)) add(Change::variable, i + 2, i + 3, other);
    }
    const KnownVariable* variable = variables_.find(source_.spelling(i));
    if (variable == nullptr || source_.is(i + 1, "(")) return;
    for (const std::string& other : variables_.like(*variable))
      add(Change::variable, i, i + 1, other);
    if (variable->type != "int") return;
    for (const std::string& array : variables_.of_type("int*"))
      if (!is_host_) add(Change::element, i, i + 1, array + "[" + variable->name + "]");
    if (!is_added(i)) add(for_zero(i, Change::value), i, i + 1, "0");
  }

  void change_coordinate(size_t i) {
    const std::string member = source_.spelling(i + 2);
    for (const char* other : kCoordinates)
      add(Change::coordinate, i, i + 3, other + ("." + member));
    add(Change::index_in_grid, i, i + 3, "(blockIdx.x * blockDim.x + threadIdx.x)");
    add(Change::all_threads, i, i + 3, "(gridDim.x * blockDim.x)");
    if (member != "x") add(Change::dimension, i + 2, i + 3, "x");
  }

  // In f(a, b, n, direction): writes another direction, with a and b in this order or exchanged.
  void change_direction(size_t i) {
    for (const char* other : kDirections)
      if (!source_.is(i, other)) add(Change::direction, i, i + 1, other);
    size_t open = i;
    while (open > first_ && !source_.is(open, "(")) {
      open--;
      if (source_.any_of(open, {")", "]", "}"})) open = source_.partner(open) - 1;
    }
    const std::vector<size_t> ends = ends_of_arguments(open);
    if (ends.size() != 4) return;
    const std::string to = text_of(source_, open + 1, ends[0] - 1),
                      from = text_of(source_, ends[0] + 1, ends[1] - 1),
                      bytes = text_of(source_, ends[1] + 1, ends[2] - 1);
    for (const char* other : kDirections)
      add(Change::direction, open + 1, ends[3], from + ", " + to + ", " + bytes + ", " + other);
  }

  // Where the arguments of a call end: at the commas between them, and at the closing parenthesis.
  std::vector<size_t> ends_of_arguments(size_t open) const {
    const size_t close = source_.partner(open);
    std::vector<size_t> ends;
    for (size_t i = open + 1; close != kNone && i <= close; i++) {
      if (i == close || source_.is(i, ",")) ends.push_back(i);
      if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
    }
    return ends;
  }

  // a[x]  ->  x
  void change_element(size_t open) {
    const size_t close = source_.partner(open);
    if (close == kNone || close > last_ || open == first_ || !source_.is_identifier(open - 1))
      return;
    add(Change::element, open - 1, close + 1, "(" + text_of(source_, open + 1, close - 1) + ")");
  }

  // Changes the operands of these tokens, and also the operands inside of each pair of brackets.
  void change_operands(size_t first, size_t last) {
    size_t begin = first;
    std::vector<size_t> logic;
    for (size_t i = first; i <= last && i != kNone; i++) {
      const std::string operation = operation_at(i);
      if (is_triple(i)) {
        change_sum(begin, i);
        i += 2;
        begin = i + 1;
        continue;
      }
      if (source_.any_of(i, {"(", "[", "{"}) && source_.partner(i) != kNone) {
        if (source_.is(i, "(")) exchange(i);
        if (source_.partner(i) > i + 1) change_operands(i + 1, source_.partner(i) - 1);
        i = source_.partner(i);
        continue;
      }
      if (operation.empty()) continue;
      if (operation == "&&" || operation == "||") logic.push_back(i);
      const bool goes_on = operation == "::" || operation == "->" || operation == "++" ||
                           operation == "--" || std::string("+-*/%").find(operation) < 5;
      if (!goes_on) {
        change_sum(begin, i);
        begin = i + operation.size();
      }
      i += operation.size() - 1;
    }
    change_sum(begin, last + 1);
    leave_out_conditions(first, last, logic);
  }

  // f(a, b)  ->  f(b, a)
  void exchange(size_t open) {
    const bool is_launch = open >= first_ + 3 && source_.is_triple(open - 3, '>');
    const bool is_call = open > first_ && (source_.is_identifier(open - 1) || is_launch);
    if (!is_call || source_.partner(open) > last_) return;
    const std::vector<size_t> ends = ends_of_arguments(open);
    for (size_t k = 0; k + 1 < ends.size(); k++) {
      const size_t begin = k == 0 ? open + 1 : ends[k - 1] + 1;
      if (is_of_macro(ends[k] - 1) || is_of_macro(ends[k + 1] - 1)) continue;
      add(Change::arguments, begin, ends[k + 1],
          text_of(source_, ends[k] + 1, ends[k + 1] - 1) + ", " +
              text_of(source_, begin, ends[k] - 1));
    }
  }

  // Whether a change by 1 can be right only by chance: the operand is a truth value, is compared by
  // == or !=, or counts threads.
  bool is_tested(size_t begin, size_t end) const {
    for (size_t i = begin; i < end; i++)
      if (source_.any_of(i, {"blockDim", "gridDim"})) return true;
    const std::string after = operation_at(end);
    for (const char* operation : {"==", "!=", "&&", "||", "?"})
      if (after == operation) return true;
    if (begin <= first_) return false;
    const bool is_equal = source_.is(begin - 1, "=") && source_.any_of(begin - 2, {"=", "!"});
    return is_equal || source_.any_of(begin - 1, {"!", "&", "|"});
  }

  // Changes the terms of the sum that begins at `begin` and ends before `end`.
  void change_sum(size_t begin, size_t end) {
    if (begin >= end || !ends_operand(end - 1)) return;
    const std::string whole = source_.spelling(end - 1);
    const Change one_more = is_tested(begin, end) ? Change::trick : Change::one_more;
    for (const char* more : {" + 1", " - 1"}) add(one_more, end - 1, end, whole + more);
    if (is_host_) {  // the sum may be a number of bytes
      add(Change::one_element_more, end - 1, end, whole + " + sizeof(int)");
      bool counts_bytes = false;
      for (size_t i = begin; i < end; i++) counts_bytes |= source_.is(i, "sizeof");
      if (!counts_bytes) add(Change::bytes, end - 1, end, whole + " * sizeof(int)");
    }
    const Change shorter = is_number_of_threads(begin, end) ? Change::trick : Change::arithmetic;
    size_t term = begin;
    for (size_t i = begin; i < end; i++) {
      if (source_.any_of(i, {"(", "["})) i = source_.partner(i);
      if (i == kNone) return;
      if (!source_.any_of(i, {"+", "-", "*", "/", "%"}) || !ends_operand(i - 1)) continue;
      add(shorter, term, i + 1, "");  // without the left side
      size_t after = i + 1;
      while (after < end && !source_.any_of(after, {"+", "-", "*", "/", "%"})) {
        if (source_.any_of(after, {"(", "["})) after = source_.partner(after);
        if (after == kNone) return;
        after++;
      }
      add(shorter, i, after, "");  // without the right side
      term = i + 1;
    }
  }

  // For each && and ||: leaves out the left side, or the right side.
  void leave_out_conditions(size_t first, size_t last, const std::vector<size_t>& logic) {
    for (size_t k = 0; k < logic.size(); k++) {
      const size_t begin = k == 0 ? first : logic[k - 1] + 2;
      const size_t end = k + 1 < logic.size() ? logic[k + 1] : last + 1;
      add(Change::side, begin, logic[k] + 2, "");
      add(Change::side, logic[k], end, "");
    }
  }

  const Source& source_;
  const Variables& variables_;
  bool is_host_;
  size_t first_, last_;
  std::vector<ChangedText> changed_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

const char* to_string(Change change) {
  constexpr const char* kNames[] = {"comparison",
                                    "number",
                                    "direction",
                                    "logic",
                                    "side",
                                    "assignment",
                                    "function",
                                    "jump",
                                    "one_more",
                                    "one_element_more",
                                    "bytes",
                                    "arithmetic",
                                    "coordinate",
                                    "index_in_grid",
                                    "all_threads",
                                    "dimension",
                                    "value",
                                    "variable",
                                    "arguments",
                                    "element",
                                    "condition",
                                    "left_out",
                                    "trick",
                                    "barrier",
                                    "loop",
                                    "tested_first",
                                    "repeated",
                                    "again",
                                    "order",
                                    "moved_into",
                                    "moved_out",
                                    "both",
                                    "one_more_condition",
                                    "guard",
                                    "added",
                                    "added_before"};
  return kNames[static_cast<size_t>(change)];
}

std::string text_of(const Source& source, size_t first, size_t last) {
  std::string text;
  for (size_t i = first; i <= last; i++) {
    if (i > first && source[i].begin != source[i - 1].end) text += ' ';
    text += source.spelling(i);
  }
  return text;
}

std::string with_names(const Source& source, size_t first, size_t last, const std::string& name,
                       const std::string& for_name, const std::string& other,
                       const std::string& for_other) {
  std::string text;
  for (size_t i = first; i <= last; i++) {
    if (i > first && source[i].begin != source[i - 1].end) text += ' ';
    const std::string spelling = source.spelling(i);
    const bool is_member = i > first && source.is(i - 1, ".");
    text += is_member           ? spelling
            : spelling == name  ? for_name
            : spelling == other ? for_other
                                : spelling;
  }
  return text;
}

std::vector<ChangedText> small_changes(const Source& source, const Variables& variables,
                                       bool is_host, size_t first, size_t last) {
  return Changes(source, variables, is_host, first, last).all();
}

}  // namespace cuda_on_cpu::translate
