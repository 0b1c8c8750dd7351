// Theory of operation. The directives are read from top to bottom. A condition is true, false or
// unknown (nullopt), and so is whether the text at a place is compiled. Text is kept only if it is
// compiled for sure.
#include "check/directives.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include "check/source_words.hpp"

namespace handshake::check {

namespace {

using Sure = std::optional<bool>;

Sure both(Sure a, Sure b) {
  if (a == false || b == false) return false;
  return a && b ? Sure(true) : std::nullopt;
}
Sure opposite(Sure a) {
  return a ? Sure(!*a) : a;
}

struct Macro {
  Sure is_defined;
  std::optional<std::string> value;  // nullopt: it is unknown, or the macro has parameters
};
using Macros = std::map<std::string, Macro>;

// The value of a condition after #if. Anything that is not understood, such as a sum, makes the
// value unknown.
class Condition {
 public:
  // `work` counts the operands that are read, in all conditions of the text together.
  Condition(std::string text, const Macros& macros, int& work, int depth = 0)
      : text_(std::move(text)), macros_(macros), work_(work), depth_(depth) {}

  std::optional<long> value() {
    const std::optional<long> found = operation(0);
    return next() == 0 ? found : std::nullopt;
  }

 private:
  using Value = std::optional<long>;
  static constexpr int kMostDepth = 40, kMostWork = 20000;

  char next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) at_++;
    return at_ < text_.size() ? text_[at_] : 0;
  }
  bool takes(const std::string& sign) {
    if (next() == 0 || text_.compare(at_, sign.size(), sign) != 0) return false;
    at_ += sign.size();
    return true;
  }
  std::string word() {
    next();
    const size_t first = at_;
    while (at_ < text_.size() && is_name_letter(text_[at_])) at_++;
    return text_.substr(first, at_ - first);
  }

  // Operators of the same strength are in one row. The longer sign comes first.
  Value operation(size_t row) {
    static const std::vector<std::vector<std::string>> rows = {
        {"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}};
    if (row == rows.size()) return operand();
    Value left = operation(row + 1);
    for (bool is_taken = true; is_taken;) {
      is_taken = false;
      for (const std::string& sign : rows[row]) {
        if (!takes(sign)) continue;
        left = result(left, sign, operation(row + 1));
        is_taken = true;
        break;
      }
    }
    return left;
  }

  static Sure truth(Value value) { return value ? Sure(*value != 0) : std::nullopt; }
  static Value number(Sure sure) { return sure ? Value(*sure) : std::nullopt; }

  static Value result(Value a, const std::string& sign, Value b) {
    if (sign == "&&") return number(both(truth(a), truth(b)));
    if (sign == "||") return number(opposite(both(opposite(truth(a)), opposite(truth(b)))));
    if (!a || !b) return std::nullopt;
    if (sign == "==") return *a == *b;
    if (sign == "!=") return *a != *b;
    if (sign == "<=") return *a <= *b;
    if (sign == ">=") return *a >= *b;
    if (sign == "<") return *a < *b;
    return *a > *b;
  }

  Value operand() {
    if (++work_ > kMostWork || ++depth_ > kMostDepth) return std::nullopt;
    const Value found = operand_at(next());
    depth_--;
    return found;
  }

  Value operand_at(char first) {
    if (takes("!")) return number(opposite(truth(operand())));
    if (takes("-")) {
      const Value positive = operand();
      return positive && *positive >= 0 ? Value(-*positive) : std::nullopt;
    }
    if (takes("(")) {
      const Value inside = operation(0);
      return takes(")") ? inside : std::nullopt;
    }
    const std::string name = word();
    if (std::isdigit(static_cast<unsigned char>(first)) != 0) {
      char* end = nullptr;
      const long found = std::strtol(name.c_str(), &end, 0);
      return std::string(end).find_first_not_of("uUlL") == std::string::npos ? Value(found)
                                                                             : std::nullopt;
    }
    if (name == "defined") return defined();
    if (name == "true") return 1;
    const Sure is_defined = is_macro(name);
    if (is_defined == false && !name.empty()) return 0;
    const auto macro = macros_.find(name);
    if (!is_defined || macro == macros_.end() || !macro->second.value) return std::nullopt;
    return Condition(*macro->second.value, macros_, work_, depth_).value();
  }

  Value defined() {
    const bool has_parenthesis = takes("(");
    const Sure is_defined = is_macro(word());
    return !has_parenthesis || takes(")") ? number(is_defined) : std::nullopt;
  }

 public:
  // Names that begin with two underscores belong to the compiler.
  Sure is_macro(const std::string& name) const {
    const auto macro = macros_.find(name);
    if (macro != macros_.end()) return macro->second.is_defined;
    return begins_with(name, "__") ? std::nullopt : Sure(false);
  }

 private:
  std::string text_;
  const Macros& macros_;
  int& work_;
  int depth_;
  size_t at_ = 0;
};

class Directives {
 public:
  explicit Directives(std::string& code) : code_(code) {}

  void read() {
    for (size_t first = 0; first < code_.size();) {
      const size_t end = end_of_line(first);
      const bool is_kept = line(first, end);
      for (size_t at = first; at < end && !is_kept; at++)
        if (code_[at] != '\n') code_[at] = ' ';
      first = end;
    }
  }

 private:
  // An #if: whether it is compiled, and whether one of its sides has been.
  struct Choice {
    Sure around, taken;
  };

  // The end of the line; a line that ends with a backslash goes on.
  size_t end_of_line(size_t at) const {
    for (; at < code_.size(); at++) {
      if (code_[at] != '\n') continue;
      const size_t last = at == 0 ? at : code_.find_last_not_of('\r', at - 1);
      if (last == std::string::npos || code_[last] != '\\') return at + 1;
    }
    return at;
  }

  // Reads a line, and returns whether it is kept.
  bool line(size_t first, size_t end) {
    const size_t sign = code_.find_first_not_of(" \t", first);
    if (sign >= end || code_[sign] != '#') return now_ == true;
    std::string text = code_.substr(sign + 1, end - sign - 1);
    std::replace_if(text.begin(), text.end(), [](char c) { return std::strchr("\\\r\n", c); }, ' ');
    text = trimmed(text);
    const size_t letters =
        std::find_if_not(text.begin(), text.end(), is_name_letter) - text.begin();
    const std::string word = text.substr(0, letters), rest = trimmed(text.substr(letters));
    if (word == "if") begin(condition(rest));
    if (word == "ifdef") begin(Condition("", macros_, work_).is_macro(name_in(rest)));
    if (word == "ifndef") begin(opposite(Condition("", macros_, work_).is_macro(name_in(rest))));
    if (word == "elif") next(condition(rest));
    if (word == "else") next(true);
    if (word == "endif" && !choices_.empty()) {
      now_ = choices_.back().around;
      choices_.pop_back();
    }
    if (word == "define" && now_ != false) define(rest);
    if (word == "undef" && now_ != false) macros_[name_in(rest)] = {opposite(now_), std::nullopt};
    return word == "define" && now_ == true;
  }

  static std::string name_in(const std::string& text) {
    return {text.begin(), std::find_if_not(text.begin(), text.end(), is_name_letter)};
  }

  Sure condition(const std::string& text) {
    const std::optional<long> value = Condition(text, macros_, work_).value();
    return value ? Sure(*value != 0) : std::nullopt;
  }

  void begin(Sure condition) {
    choices_.push_back({now_, condition});
    now_ = both(now_, condition);
  }

  void next(Sure condition) {
    if (choices_.empty()) return;
    Choice& choice = choices_.back();
    now_ = both(choice.around, both(opposite(choice.taken), condition));
    choice.taken = opposite(both(opposite(choice.taken), opposite(condition)));
  }

  void define(const std::string& text) {
    const std::string name = name_in(text), rest = text.substr(name.size());
    const bool is_known = now_ == true && !begins_with(rest, "(");
    macros_[name] = {now_, is_known ? std::optional(trimmed(rest)) : std::nullopt};
  }

  std::string& code_;
  // As cucc sets them.
  Macros macros_ = {{"__CUDACC__", {true, "1"}},
                    {"__NVCC__", {true, "1"}},
                    {"__CUDA_ARCH__", {true, "800"}},
                    {"__cplusplus", {true, "201703"}}};
  int work_ = 0;
  Sure now_ = true;  // whether the text at this place is compiled
  std::vector<Choice> choices_;
};

}  // namespace

void blank_removed(std::string& code) {
  Directives(code).read();
}

}  // namespace handshake::check
