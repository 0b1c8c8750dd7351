// See file_outline.hpp. The tokens are those of the translator, but no macro is expanded.
#include "cuda_on_cpu/translate/file_outline.hpp"

#include <algorithm>
#include <set>

#include "cuda_on_cpu/translate/directives.hpp"
#include "cuda_on_cpu/translate/outline.hpp"
#include "cuda_on_cpu/translate/source.hpp"
#include "cuda_on_cpu/translate/variables.hpp"

namespace cuda_on_cpu::translate {
namespace {

// Nobody writes more than this by hand; so a hostile text cannot keep the reader busy.
constexpr int kDeepest = 200;  // heads in heads
constexpr size_t kMostNames = 100, kMostLetters = 800;
constexpr std::initializer_list<const char*> kNoNames = {
    "if",    "for",   "while",    "switch",  "return",   "const",      "int",          "short",
    "long",  "char",  "unsigned", "signed",  "float",    "double",     "bool",         "auto",
    "void",  "else",  "do",       "break",   "continue", "true",       "false",        "nullptr",
    "case",  "goto",  "default",  "sizeof",  "static",   "constexpr",  "volatile",     "struct",
    "this",  "new",   "delete",   "size_t",  "extern",   "__shared__", "__constant__", "__device__",
    "class", "using", "typename", "template"};

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void add(std::vector<std::string>& names, const std::string& name) {
  if (names.size() < kMostNames && !has(names, name)) names.push_back(name);
}

// The tokens, with a blank where the file has blanks or the end of a line.
std::string text_of(const Source& source, size_t first, size_t last) {
  std::string result;
  for (size_t i = first; i <= last && i < source.size() && result.size() < kMostLetters; i++) {
    const bool is_apart = i > first && source[i].begin > source[i - 1].end;
    const bool is_close =
        source.any_of(i, {")", "]", ",", ";"}) || source.any_of(i - 1, {"(", "["});
    if (is_apart && !(is_close && source[i].line != source[i - 1].line)) result += ' ';
    result += source.spelling(i);
  }
  return result;
}

// Reads the tokens of one statement or head, from `first` to `last`.
class StatementReader {
 public:
  StatementReader(const Source& source, WrittenStatement& statement)
      : s_(source), statement_(statement) {}

  void read(size_t first, size_t last) {
    statement_.first_line = static_cast<int>(s_[first].line);
    statement_.last_line = static_cast<int>(s_[last].line);
    statement_.text = text_of(s_, first, last);
    find_declared(statement_.is_head() ? first + 2 : first, last);
    const size_t step =
        statement_.kind == WrittenStatement::Kind::for_ ? step_of(first, last) : last;
    for (size_t i = std::max(first, begin_); i <= last; i++) {
      if (i == step) before_step_ = statement_.set;
      if (s_.is_identifier(i) && !s_.any_of(i, kNoNames)) read_name(i);
    }
    if (step < last)
      for (const std::string& name : statement_.set)
        if (!has(before_step_, name)) statement_.stepped.push_back(name);
  }

  std::vector<std::string> parts(size_t open) const {
    std::vector<std::string> found;
    const Variables variables(s_);
    const size_t close = s_.partner(open);
    for (size_t first = open + 1; close != kNone && first < close;) {
      const size_t end = variables.end_of_declarator(first, close);
      if (end > first) found.push_back(text_of(s_, first, end - 1));
      first = end + 1;
    }
    return found;
  }

 private:
  bool are_close(size_t i) const { return s_[i].end == s_[i + 1].begin; }
  bool is_pair(size_t i, const char* sign) const {
    return s_.is(i, sign) && s_.is(i + 1, sign) && are_close(i);
  }

  void find_declared(size_t first, size_t last) {
    const Variables variables(s_);
    size_t name = variables.declared_name(first, last);
    const bool has_value =
        (s_.is(name + 1, "=") && !is_pair(name + 1, "=")) || s_.is(name + 1, ":");
    if (name == kNone || (statement_.is_head() && !has_value)) return;  // `if (a && b)`
    if (!statement_.is_head()) statement_.kind = WrittenStatement::Kind::declaration;
    statement_.type = text_of(s_, first, name - 1);
    begin_ = name;
    while (name <= last && s_.is_identifier(name)) {
      declared_.insert(name);
      statement_.declared.push_back(s_.spelling(name));
      const size_t end = variables.end_of_declarator(name, last);
      if (end > last || !s_.is(end, ",")) return;
      name = end + 1;
      while (s_.any_of(name, {"*", "&", "const"})) name++;
    }
  }

  // The first token of the last part of the head of a `for`.
  size_t step_of(size_t first, size_t last) const {
    size_t semicolons = 0;
    for (size_t i = first + 2; i < last; i++) {
      if (s_.any_of(i, {"(", "[", "{"})) i = std::min(s_.partner(i), last);
      if (s_.is(i, ";") && ++semicolons == 2) return i + 1;
    }
    return last;
  }

  bool is_member(size_t i) const {
    return s_.is(i - 1, ".") || (s_.is(i - 1, ">") && s_.is(i - 2, "-") && are_close(i - 2));
  }

  // Whether an & before the name takes its address.
  bool is_address(size_t i) const {
    if (i < 2 || !s_.is(i - 1, "&") || s_.is(i - 2, "&")) return false;
    const bool is_cast = s_.is(i - 2, ")") && s_.is(i - 3, "*");
    const bool is_operand = s_.is_identifier(i - 2) || s_[i - 2].kind == TokenKind::number ||
                            s_.any_of(i - 2, {")", "]"});
    return is_cast || !is_operand;
  }

  // The token after the name with its indices and members.
  size_t end_of_operand(size_t i) const {
    for (i++;;) {
      if (s_.is(i, "[") && s_.partner(i) != kNone)
        i = s_.partner(i) + 1;
      else if (s_.is(i, ".") && s_.is_identifier(i + 1))
        i += 2;
      else if (s_.is(i, "-") && s_.is(i + 1, ">") && s_.is_identifier(i + 2))
        i += 3;
      else
        return i;
    }
  }

  // How the operand from token `i` up to `after` is set; empty: it is not.
  std::string sign_of(size_t i, size_t after) const {
    if (after >= s_.size()) return "";
    if (s_.is(after, "=")) return is_pair(after, "=") ? "" : "=";
    for (const char* const step : {"+", "-"}) {
      if (is_pair(after, step) && !is_operand(after + 2)) return std::string(2, *step);
      if (i > 1 && is_pair(i - 2, step)) return std::string(2, *step);
    }
    size_t sign = after;
    if (is_pair(after, "<") || is_pair(after, ">"))
      sign = after + 1;
    else if (!s_.any_of(after, {"+", "-", "*", "/", "%", "&", "|", "^"}))
      return "";
    const bool is_compound = s_.is(sign + 1, "=") && are_close(sign) && !is_pair(sign + 1, "=");
    return is_compound ? text_of(s_, after, sign + 1) : "";
  }
  bool is_operand(size_t i) const {
    return s_.is_identifier(i) || (i < s_.size() && s_[i].kind == TokenKind::number);
  }

  void read_name(size_t i) {
    const std::string name = s_.spelling(i);
    if (read_call(i, name) || is_pair(i + 1, ":")) return;
    const size_t after = end_of_operand(i);
    if (i > 0 && is_member(i)) {
      add(statement_.members, name);
      if (!sign_of(i, after).empty()) add(statement_.members_set, name);
      return;
    }
    std::string sign = sign_of(i, after);
    const bool is_declared = declared_.count(i) > 0;
    if (is_declared && s_.is(i + 1, ":")) sign = "=";  // for (int x : list)
    const bool is_element = s_.is(i + 1, "[") && !is_declared;
    if (is_element) add_element(i, name, sign);
    if (is_address(i)) {
      const bool is_argument = !is_element && s_.any_of(after, {",", ")"});
      if (is_argument) add(statement_.passed, name);
      return;
    }
    if (!sign.empty() && !is_element) add(statement_.set, name);
    if (!is_declared && (sign != "=" || is_element)) add(statement_.read, name);
  }

  // Returns whether the name is that of a called function.
  bool read_call(size_t i, const std::string& name) {
    size_t open = i + 1;
    if (s_.is(open, "<") && s_.closing_angle(open) != kNone) open = s_.closing_angle(open) + 1;
    if (!s_.is(open, "(") || declared_.count(i) > 0) return false;
    if (statement_.calls.size() < kMostNames)
      statement_.calls.push_back({name, parts(open), i > 0 && is_member(i)});
    return true;
  }

  void add_element(size_t i, const std::string& name, const std::string& sign) {
    const size_t close = s_.partner(i + 1);
    if (close == kNone || statement_.elements.size() == kMostNames) return;
    WrittenElement element{name, text_of(s_, i + 2, close - 1), {}, sign};
    for (size_t inside = i + 2; inside < close; inside++)
      if (s_.is_identifier(inside) && !s_.any_of(inside, kNoNames) && !is_member(inside) &&
          !s_.is(inside + 1, "("))
        add(element.names, s_.spelling(inside));
    statement_.elements.push_back(std::move(element));
  }

  const Source& s_;
  WrittenStatement& statement_;
  size_t begin_ = 0;  // the token after the type that it declares something with
  std::set<size_t> declared_;
  std::vector<std::string> before_step_;
};

class FileReader {
 public:
  explicit FileReader(const Source& source) : s_(source) {}

  FileOutline run() {
    const Outline outline(s_);
    for (const DeclaredFunction& function : outline.functions())
      if (function.body != kNone && s_.is(function.body, "{")) read_function(outline, function);
    for (const DeclaredVariable& variable : outline.variables()) read_variable(variable);
    return std::move(result_);
  }

 private:
  using Kind = WrittenStatement::Kind;

  void read_function(const Outline& outline, const DeclaredFunction& function) {
    WrittenFunction made;
    made.name = outline.name_of(function);
    made.is_kernel = function.side == Side::kernel;
    made.first_line = static_cast<int>(s_[function.first].line);
    Variables variables(s_);
    for (size_t first = function.open_parameters + 1;
         first < s_.partner(function.open_parameters);) {
      const size_t end = variables.end_of_declarator(first, s_.partner(function.open_parameters));
      const size_t name = end > first ? variables.declared_name(first, end - 1) : kNone;
      int stars = 0, others = 0;
      for (size_t i = first; i < end; i++) {
        stars += s_.is(i, "*");
        others += s_.any_of(i, {"&", "["});
      }
      if (name != kNone)
        made.parameters.push_back(
            {s_.spelling(name), stars + others == 0, stars == 1 && others == 0});
      first = end + 1;
    }
    made.first = count();
    read_block(function.body, -1, 0);
    made.end = count();
    result_.functions.push_back(std::move(made));
  }

  void read_variable(const DeclaredVariable& variable) {
    for (const size_t name : variable.names)
      result_.definitions.push_back(
          {variable.is_member ? WrittenDefinition::Kind::member : WrittenDefinition::Kind::variable,
           s_.spelling(name), text_of(s_, variable.first, variable.last),
           static_cast<int>(s_[name].line)});
  }

  int count() const { return static_cast<int>(result_.statements.size()); }

  void read_block(size_t open, int around, int depth) {
    const size_t close = s_.partner(open);
    if (close == kNone) return;
    std::vector<int> made;
    for (size_t i = open + 1; i < close;) {
      const int first = count();
      i = read_statement(i, around, depth);
      if (i == kNone) break;
      for (int k = first; k < count(); k++)
        if (result_.statements[k].block_end == 0) made.push_back(k);
    }
    for (const int one : made) result_.statements[one].block_end = count();
  }

  // Returns the token after the statement; kNone: the text is broken, or too deep.
  size_t read_statement(size_t i, int around, int depth) {
    if (depth > kDeepest || i >= s_.size()) return kNone;
    while (s_.any_of(i, {"case", "default"})) {
      while (i < s_.size() && !s_.is(i, ":")) i++;
      i++;
    }
    if (s_.is(i, "{")) {
      read_block(i, around, depth + 1);
      return s_.partner(i) == kNone ? kNone : s_.partner(i) + 1;
    }
    if (s_.any_of(i, {"if", "for", "while", "switch"})) return read_headed(i, around, depth);
    if (s_.is(i, "do")) return read_do(i, around, depth);
    size_t last = i;
    while (last < s_.size() && !s_.is(last, ";")) {
      if (s_.is(last, "}")) return kNone;
      if (s_.any_of(last, {"(", "[", "{"})) last = s_.partner(last);
      if (last == kNone) return kNone;
      last++;
    }
    if (last >= s_.size()) return kNone;
    if (last > i) make(s_.is(i, "return") ? Kind::return_ : Kind::other, i, last, around);
    return last + 1;
  }

  // The body of a head is a block, even without braces.
  size_t read_body(size_t i, int head, int depth) {
    const int first = count();
    const size_t end = read_statement(i, head, depth + 1);
    for (int k = first; k < count(); k++)
      if (result_.statements[k].block_end == 0) result_.statements[k].block_end = count();
    result_.statements[head].body_end = count();
    return end;
  }

  size_t read_headed(size_t i, int around, int depth) {
    const size_t open = s_.is(i + 1, "constexpr") ? i + 2 : i + 1;
    const size_t close = s_.is(open, "(") ? s_.partner(open) : kNone;
    if (close == kNone) return kNone;
    const Kind kind = s_.is(i, "if")      ? Kind::if_
                      : s_.is(i, "for")   ? Kind::for_
                      : s_.is(i, "while") ? Kind::while_
                                          : Kind::switch_;
    const int head = make(kind, i, close, around);
    const size_t end = read_body(close + 1, head, depth);
    return kind == Kind::if_ && s_.is(end, "else") ? read_body(end + 1, head, depth) : end;
  }

  // The head of a `do` is its condition, but it stands before its body here.
  size_t read_do(size_t i, int around, int depth) {
    const int head = make(Kind::do_, i, i, around);
    const size_t end = read_body(i + 1, head, depth);
    const size_t close = s_.is(end, "while") ? s_.partner(end + 1) : kNone;
    if (close == kNone) return kNone;
    WrittenStatement& statement = result_.statements[head];
    StatementReader(s_, statement).read(end, close);
    return close + 2;
  }

  int make(Kind kind, size_t first, size_t last, int around) {
    WrittenStatement statement;
    statement.kind = kind;
    statement.around = around;
    StatementReader(s_, statement).read(first, last);
    result_.statements.push_back(std::move(statement));
    return count() - 1;
  }

  const Source& s_;
  FileOutline result_;
};

}  // namespace

// Blanks the directives.
static std::string without_directives(std::string text) {
  bool is_directive = false, is_line_begun = false, is_spliced = false;
  for (char& c : text) {
    if (c == '\n') {
      is_directive &= is_spliced;
      is_line_begun = false;
    } else {
      is_directive |= c == '#' && !is_line_begun;
      is_line_begun |= c != ' ' && c != '\t' && c != '\r';
    }
    if (c != '\r') is_spliced = c == '\\';
    if (is_directive && c != '\n') c = ' ';
  }
  return text;
}

FileOutline outline_of(const std::string& code) {
  const Source source("# 1 \"file.cu\"\n" + without_directives(code));
  FileOutline outline = FileReader(source).run();
  for (const WrittenDirective& one : written_directives(code)) {
    const size_t end = one.rest.find_first_of(" \t(");
    if (one.name == "define" && end != std::string::npos)
      outline.definitions.push_back({WrittenDefinition::Kind::macro, one.rest.substr(0, end),
                                     one.rest.substr(end), static_cast<int>(one.line)});
  }
  return outline;
}

}  // namespace cuda_on_cpu::translate
