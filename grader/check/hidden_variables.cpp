// Theory of operation. Only plain declarations count, such as "const int x = 5;", each in a line of
// its own. A declaration in an inner block hides an outer variable with the same name. The inner
// declaration is reported if the inner variable is not used in its block, or if the outer variable
// is used in the line that the failure names. In these cases, the value was probably meant
// for the lines after the block.
#include "check/hidden_variables.hpp"

#include <algorithm>
#include <cctype>

#include "check/source_facts.hpp"
#include "check/source_text.hpp"
#include "check/untrusted_file.hpp"

namespace handshake::check {

namespace {

bool is_loop(const std::string& text) {
  return has(text, "for (") || has(text, "for(") || has(text, "while (") || has(text, "while(") ||
         has(text, "do {");
}

class Kernel {
 public:
  Kernel(const SourceFile& file, suite::Failure& failure)
      : lines_(source_lines(file.path)), name_(short_path(file.path)), failure_(failure) {
    int depth = 0;
    for (const std::string& line : lines_) {
      depths_.push_back(depth);
      for (const char c : line) depth += (c == '{') - (c == '}');
    }
  }

  void tell() {
    for (int line = first_line(); line <= last_line(); line++)
      if (tell_second_variable(line) || tell_copy(line)) return;
  }

 private:
  const std::string& text(int line) const { return lines_[line - 1]; }
  int depth(int line) const { return depths_[line - 1]; }

  // The line that the failure names; 0: there is none.
  int named_line() const {
    const auto first = [&](int line) { return statement_at(lines_, line); };
    if (failure_.writer && failure_.writer->file == name_) return first(failure_.writer->line);
    if (failure_.finding && failure_.finding->file == name_) return first(failure_.finding->line);
    for (const suite::Place& place : failure_.places)
      if (place.file == name_) return first(place.line);
    return 0;
  }

  // The first line of the function that the failure is about.
  int first_line() const {
    int line = std::min<int>(named_line(), static_cast<int>(lines_.size()));
    while (line > 1 && depth(line) > 0) line--;
    while (line > 1 && !has(text(line), "__global__") && !has(text(line), "__device__") &&
           !has(text(line - 1), "}") && !has(text(line - 1), ";"))
      line--;
    return std::max(line, 1);
  }
  int last_line() const {
    if (named_line() == 0) return 0;
    int line = std::min<int>(named_line(), static_cast<int>(lines_.size()));
    while (line < static_cast<int>(lines_.size()) && depth(line + 1) > 0) line++;
    return line;
  }

  // The last line of the block that `line` is in.
  int end_of_block(int line) const {
    int end = line;
    while (end < last_line() && depth(end + 1) >= depth(line)) end++;
    return end;
  }

  // Searches the lines above for the declaration of `name` whose scope contains this line. For a
  // parameter, returns the line with its name in the function's head. 0: there is no declaration.
  int declaration_above(int line, const std::string& name) const {
    for (int above = line - 1; above >= first_line(); above--) {
      const bool is_parameter = depth(above) == 0 && has_name(text(above), name);
      if (!is_parameter && declared_in(text(above)) != name) continue;
      if (is_parameter || end_of_block(above) >= line) return above;
    }
    return 0;
  }

  bool uses(int first, int last, const std::string& name) const {
    for (int line = first; line <= last; line++)
      if (has_name(text(line), name)) return true;
    return false;
  }

  // An inner variable called `name` is declared in `line`. Returns a line that comes after this
  // variable's block and uses the outer variable. If the block does not use the inner variable,
  // returns the first such line. Otherwise, returns the line that the failure names, but only if no
  // line between the block and that line sets the outer variable. 0: there is no such line.
  int use_of_outer(int line, int outer, const std::string& name) const {
    const int end = end_of_block(line);
    const int last = depth(outer) == 0 ? last_line() : end_of_block(outer);
    const bool is_inner_used = uses(line + 1, end, name);
    for (int used = end + 1; used <= last; used++) {
      if (!has_name(text(used), name)) continue;
      if (!is_inner_used || used == named_line()) return used;
      if (is_plain_assignment(text(used), name)) return 0;
    }
    return 0;
  }

  // Whether the line is an assignment such as `name = 5;`, and not one such as `name += 5;`.
  static bool is_plain_assignment(const std::string& text, const std::string& name) {
    const size_t first = text.find_first_not_of(" \t");
    return first != std::string::npos && text.compare(first, name.size() + 3, name + " = ") == 0;
  }

  bool tell_second_variable(int line) {
    const std::string name = declared_in(text(line));
    const int outer = name.empty() ? 0 : declaration_above(line, name);
    if (outer == 0 || depth(outer) >= depth(line)) return false;
    const int used = use_of_outer(line, outer, name);
    if (used == 0) return false;
    add_sure_place(failure_, {name_, line});
    failure_.what.push_back(suite::DeclaredAgain{name, {name_, line}, suite::Place{name_, used}});
    failure_.hint.propose(suite::Hint{suite::Thought::second_variable}.from(suite::Ground::cause));
    return true;
  }

  // Whether a lambda function with this capture list, such as `=` or `x, &y`, has a copy of the
  // variable.
  static bool copies(const std::string& list, const std::string& name) {
    if (has(list, "&" + name)) return false;
    return list.compare(0, 1, "=") == 0 || has_name(list, name);
  }

  // Reports a copy of a variable in a lambda function, such as x in `auto f = [=] { return x; };`
  bool tell_copy(int line) {
    const size_t open = text(line).find("= [");
    const size_t close = text(line).find(']', std::min(open, text(line).size()));
    if (open == std::string::npos || close == std::string::npos) return false;
    const std::vector<std::string> left = names_in(text(line).substr(0, open));
    const std::string list = text(line).substr(open + 3, close - open - 3);
    std::string body = text(line).substr(close + 1);
    int end = line;
    while (end < last_line() && depth(end + 1) > depth(line)) body += text(++end);
    if (left.empty()) return false;
    for (const std::string& name : names_in(body)) {
      const bool is_own = has(body.substr(0, body.find('{')), name) || has(body, "int " + name);
      if (is_own || !copies(list, name)) continue;
      if (declaration_above(line, name) > 0 && tell_change(left.back(), name, line, end))
        return true;
    }
    return false;
  }

  // Looks for a later loop that changes the variable and calls the lambda function. If there is
  // one, reports the change and returns true.
  bool tell_change(const std::string& function, const std::string& name, int line, int end) {
    for (int loop = end + 1; loop <= end_of_block(line); loop++) {
      if (!is_loop(text(loop)) || depth(loop) != depth(line)) continue;
      int last = loop;
      while (last < end_of_block(line) && depth(last + 1) > depth(loop)) last++;
      bool is_called = false;
      int changed = 0;
      for (int inside = loop; inside <= last; inside++) {
        const std::vector<std::string> calls = calls_in(text(inside));
        is_called |= std::find(calls.begin(), calls.end(), function) != calls.end();
        if (changed == 0 && assigns(text(inside), name)) changed = inside;
      }
      if (!is_called || changed == 0) continue;
      add_sure_place(failure_, {name_, line});
      failure_.what.push_back(suite::CopyInLambda{name, {name_, line}, {name_, changed}});
      failure_.hint.propose(suite::Hint{suite::Thought::copy_in_lambda}.from(suite::Ground::cause));
      return true;
    }
    return false;
  }

  std::vector<std::string> lines_;
  std::vector<int> depths_;  // for each line, the number of blocks that are open before it
  std::string name_;
  suite::Failure& failure_;
};

}  // namespace

std::string declared_in(const std::string& text) {
  size_t end = text.find_first_of("=;");
  if (end == std::string::npos) return "";
  while (end > 0 && text[end - 1] == ' ') end--;
  size_t first = end;
  while (first > 0 && is_name_letter(text[first - 1])) first--;
  const std::string type = text.substr(0, first);
  const bool is_type = std::all_of(type.begin(), type.end(),
                                   [](char c) { return is_name_letter(c) || has(" *:", {c}); });
  const std::vector<std::string> words = names_in(type);
  if (!is_type || words.empty() || first == end) return "";
  for (const char* other : {"return", "else", "case", "goto", "delete", "do", "extern", "static",
                            "__shared__", "using", "typedef"})
    if (has_name(type, other)) return "";
  return text.substr(first, end - first);
}

void tell_hidden_variables(const std::vector<SourceFile>& files, suite::Failure& failure) {
  for (const SourceFile& file : files) Kernel(file, failure).tell();
}

}  // namespace handshake::check
