// Theory of operation. Only plain declarations count, such as "const int x = 5;", each in a line of
// its own. A declaration in an inner block hides an outer variable with the same name. The inner
// declaration is reported if the inner variable is not used in its block, or if the outer variable
// is used in the line that the failure names. In these cases, the value was probably meant
// for the lines after the block.
#include "check/hidden_variables.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "check/source_facts.hpp"
#include "check/source_text.hpp"
#include "check/source_words.hpp"
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
    named_ = named_line();
    first_ = first_line();
    last_ = last_line();
    find_ends();
    for (int line = first_; line <= last_; line++) find_names(line);
  }

  void tell() {
    for (int line = first_; line <= last_; line++)
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
    int line = named_;
    while (line > 1 && depth(line) > 0) line--;
    while (line > 1 && !has(text(line), "__global__") && !has(text(line), "__device__") &&
           !has(text(line - 1), "}") && !has(text(line - 1), ";"))
      line--;
    return std::max(line, 1);
  }
  int last_line() const {
    int line = named_;
    while (line > 0 && line < static_cast<int>(lines_.size()) && depth(line + 1) > 0) line++;
    return line;
  }

  // Finds the ends of all blocks: for each line, the line before the next one that is less deep.
  void find_ends() {
    ends_.assign(lines_.size(), last_);
    std::vector<int> open;  // lines whose blocks have not ended
    for (int line = first_; line <= last_; line++) {
      for (; !open.empty() && depth(line) < depth(open.back()); open.pop_back())
        ends_[open.back() - 1] = line - 1;
      open.push_back(line);
    }
  }

  // The last line of the block that `line` is in.
  int end_of_block(int line) const { return ends_[line - 1]; }

  void find_names(int line) {
    const std::string declared = declared_in(text(line));
    if (!declared.empty()) names_[declared].declared.push_back(line);
    for (const std::string& name : names_in(text(line))) {
      Uses& uses = names_[name];
      if (!uses.lines.empty() && uses.lines.back() == line) continue;
      uses.lines.push_back(line);
      if (depth(line) == 0 && declared != name) uses.declared.push_back(line);
    }
  }

  // Searches the lines above for the declaration of `name` whose scope contains this line. For a
  // parameter, returns the line with its name in the function's head. 0: there is no declaration.
  int declaration_above(int line, const std::string& name) const {
    const auto found = names_.find(name);
    if (found == names_.end()) return 0;
    const std::vector<int>& declared = found->second.declared;
    for (auto above = declared.rbegin(); above != declared.rend(); ++above)
      if (*above < line && (depth(*above) == 0 || end_of_block(*above) >= line)) return *above;
    return 0;
  }

  // An inner variable called `name` is declared in `line`. Returns a line that comes after this
  // variable's block and uses the outer variable. If the block does not use the inner variable,
  // returns the first such line. Otherwise, returns the line that the failure names, but only if no
  // line between the block and that line sets the outer variable. 0: there is no such line.
  int use_of_outer(int line, int outer, const std::string& name) const {
    const int end = end_of_block(line);
    const int last = depth(outer) == 0 ? last_line() : end_of_block(outer);
    const std::vector<int>& uses = names_.at(name).lines;
    auto used = std::upper_bound(uses.begin(), uses.end(), line);
    const bool is_inner_used = used != uses.end() && *used <= end;
    for (; used != uses.end() && *used <= last; ++used) {
      if (*used <= end) continue;
      if (!is_inner_used || *used == named_) return *used;
      if (is_plain_assignment(text(*used), name)) return 0;
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
    constexpr int kMostLambdas = 10, kMostLines = 40;
    if (open == std::string::npos || close == std::string::npos || lambdas_++ == kMostLambdas)
      return false;
    const std::vector<std::string> left = names_in(text(line).substr(0, open));
    const std::string list = text(line).substr(open + 3, close - open - 3);
    std::string body = text(line).substr(close + 1);
    int end = line;
    while (end < std::min(last_, line + kMostLines) && depth(end + 1) > depth(line))
      body += text(++end);
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

  // The lines that use a name, and those that may declare it.
  struct Uses {
    std::vector<int> lines, declared;
  };

  std::vector<std::string> lines_;
  std::vector<int> depths_;  // for each line, the number of blocks that are open before it
  std::vector<int> ends_;    // for each line, the end of its block
  std::map<std::string, Uses> names_;
  int named_ = 0, first_ = 0, last_ = 0;  // the line that the failure names; those of its function
  int lambdas_ = 0;
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
