// Translates kernel launches. Also adds the file, line and column of a call as an argument, if the
// called function needs them.
#include "cuda_on_cpu/translate/translator.hpp"

namespace cuda_on_cpu::translate {

// The first token of E in E<<<...>>>(...); `last` is the last token of E. E may be a name with
// scopes and template arguments, a member, an element of an array or an expression in parentheses.
size_t Translator::launch_expression_start(size_t last) const {
  size_t i = last;
  for (;;) {
    if (source_.is(i, ">")) {
      const size_t open = source_.opening_angle(i);
      if (open == kNone || open == 0) return i;
      i = open - 1;
    } else if (source_.is(i, "]")) {
      const size_t open = source_.partner(i);
      if (open == kNone || open == 0) return i;
      i = open - 1;
    } else if (source_.is(i, ")")) {
      i = source_.partner(i);
      if (i == kNone || i == 0) return i;
      const bool call = source_.is_identifier(i - 1) &&
                        !source_.any_of(i - 1, {"return", "if", "while", "for", "else", "do"});
      if (!call) return i;
      i--;
    } else if (source_.is_identifier(i)) {
      if (i >= 2 && source_.is(i - 1, ":") && source_.is(i - 2, ":")) {
        const bool qualified = i >= 3 && (source_.is_identifier(i - 3) || source_.is(i - 3, ">")) &&
                               !source_.any_of(i - 3, {"else", "do", "return"});
        if (!qualified) return i - 2;
        i -= 3;
      } else if (i >= 2 && source_.is(i - 1, ".")) {
        i -= 2;
      } else if (i >= 3 && source_.is(i - 1, ">") && source_.is(i - 2, "-")) {
        i -= 3;
      } else if (i >= 1 && source_.is(i - 1, "template")) {
        i--;
      } else {
        return i;
      }
    } else {
      return i;
    }
  }
}

void Translator::rewrite_launch(size_t i) {
  if (!source_.is_identifier(i - 1) && !source_.any_of(i - 1, {">", ")", "]"})) return;
  size_t close = i + 3;
  while (close < source_.size() && !source_.is_triple(close, '>')) {
    if (source_.any_of(close, {";", ")", "]", "}"})) return;
    if (source_.any_of(close, {"(", "[", "{"})) close = source_.partner(close);
    if (close == kNone) return;
    close++;
  }
  const size_t open_arguments = close + 3;
  if (close >= source_.size() || !source_.is(open_arguments, "(")) return;
  const size_t close_arguments = source_.partner(open_arguments);
  const size_t start = launch_expression_start(i - 1);
  if (close_arguments == kNone || start == kNone) return;
  if (inside_device_function(i)) {
    error_at(i - 1, "a kernel launch inside a kernel (dynamic parallelism)");
    return;
  }
  // The configuration moves in front of the call as one line. Its line breaks and line markers stay
  // where they were, so that all text after the call keeps its line number.
  const std::string& text = source_.text();
  const size_t begin = source_[i + 2].end, end = source_[close].begin;
  std::string configuration;
  for (size_t p = begin; p < end; p++) {
    if (text[p] != '\n') {
      configuration += text[p];
      continue;
    }
    configuration += ' ';
    while (p + 1 < end && text[p + 1] == '#') p = text.find('\n', p + 1);
  }
  insert_before(
      start, "(::cuda_on_cpu::Configuration(" + source_.site(start) + "," + configuration + "),");
  edits_.replace(source_[i].begin, source_[close + 2].end - source_[i].begin,
                 source_.line_ends(begin, end));
  insert_after(close_arguments, ")");
}

// Adds "file:line:column" as the last argument of a call.
void Translator::pass_site(size_t i) {
  if (!source_.is(i + 1, "(")) return;
  const size_t close = source_.partner(i + 1);
  if (close == kNone) return;
  insert_before(close, (close == i + 2 ? "" : ",") + source_.site(i));
}

}  // namespace cuda_on_cpu::translate
