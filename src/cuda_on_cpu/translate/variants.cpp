// The pass over the statements. See variants.hpp.
#include "cuda_on_cpu/translate/variants.hpp"

#include "cuda_on_cpu/translate/edits.hpp"
#include "cuda_on_cpu/translate/statements.hpp"

namespace cuda_on_cpu::translate {
namespace {

constexpr int kMost = 6000;  // changes per program, from kind one_more_condition on
constexpr const char* kHead =
    "extern \"C\" __device__ int cuda_on_cpu_variant();"
    "extern \"C\" __device__ int cuda_on_cpu_same_variant();"
    "extern \"C\" int cuda_on_cpu_host_variant();"
    "extern \"C\" __device__ bool cuda_on_cpu_count_turn();"
    "extern \"C\" bool cuda_on_cpu_count_host_turn();"
    "extern \"C\" __device__ bool cuda_on_cpu_came_out(bool);"
    "extern \"C\" bool cuda_on_cpu_host_came_out(bool);"
    "template<class T> __host__ __device__ T cuda_on_cpu_value(T);\n";

// Whether the changed statement only compares. Such a statement does nothing, so the change is left
// out.
bool compares_only(const std::string& statement) {
  int depth = 0;
  for (size_t i = 0; i + 1 < statement.size(); i++) {
    const char c = statement[i];
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (depth == 0 && c == '=') return statement[i + 1] == '=';
  }
  return false;
}

const std::string kSwitch = "switch(cuda_on_cpu_chosen){";

}  // namespace

std::string Variants::run() {
  const bool changes_host = !lines_.empty() && calls_only_known(source_, outline_, lines_);
  for (const DeclaredFunction& function : outline_.functions()) {
    if (function.body == kNone || function.parent != kNone) continue;
    is_host_ = function.side == Side::host;
    if (is_host_ ? changes_host && has_lines(function) : is_own(source_, function.body))
      change_function(function);
  }
  Edits edits;
  for (size_t i = 0; i < source_.size(); i++) {
    if (before_.count(i) != 0) edits.insert(source_[i].begin, choice(before_[i]) + place_of(i));
    // A line marker comes before the added text: the token may come from a macro of a system
    // header, but this text does not.
    if (opening_.count(i) != 0) edits.insert(source_[i].begin, place_of(i) + opening_[i]);
    if (closing_.count(i) != 0) edits.insert(source_[i].end, place_of(i) + closing_[i]);
    if (after_.count(i) != 0) edits.insert(source_[i].end, choice(after_[i]) + place_of(i + 1));
  }
  return kHead + edits.apply_to(source_.text());
}

void Variants::change_function(const DeclaredFunction& function) {
  variables_.forget(0);
  variables_.add_members(function.body, function.last);
  initials_.clear();
  earlier_.clear();
  last_ = function.last;
  has_barriers_ = outline_.has_word(function.body, function.last, "__syncthreads") ||
                  outline_.has_word(function.body, function.last, "__shared__");
  variables_.add_parameters(function.open_parameters);
  returns_bool_ = source_.is(function.open_parameters - 2, "bool");
  if (!source_.is(function.body, "{") || function.is_constexpr) return;
  change_block(function.body);
  closing_[function.body] = is_host_ ? "const int cuda_on_cpu_chosen=cuda_on_cpu_host_variant();"
                                     : "const int cuda_on_cpu_chosen=cuda_on_cpu_variant();";
}

// Whether a line of the function may be changed.
bool Variants::has_lines(const DeclaredFunction& function) const {
  for (size_t i = function.body; i < function.last; i++)
    if (is_varied(source_, lines_, i)) return true;
  return false;
}

std::vector<Variants::Statement> Variants::statements_of(size_t open) const {
  std::vector<Statement> statements;
  const size_t close = source_.partner(open);
  for (size_t i = open + 1; close != kNone && i < close;) {
    const size_t last = statement_end(source_, i);
    if (last == kNone || last >= close) return statements;
    statements.push_back({i, last});
    i = last + 1;
  }
  return statements;
}

bool Variants::declares(const Statement& statement) const {
  return source_.any_of(statement.first, {"using", "typedef", "struct", "case", "default",
                                          "static_assert", "__shared__", "extern"}) ||
         variables_.declared_name(statement.first, statement.last) != kNone ||
         (source_.is_identifier(statement.first) && source_.is(statement.first + 1, ":") &&
          !source_.is(statement.first + 2, ":"));
}

// The `{` of the body of a loop, or of the body of an `if` without `else`; otherwise kNone.
size_t Variants::block_of(const Statement& statement) const {
  size_t open = statement.first + 1;
  if (source_.is(statement.first, "do")) return source_.is(open, "{") ? open : kNone;
  if (!source_.any_of(statement.first, {"for", "while", "if"})) return kNone;
  if (source_.is(open, "constexpr")) open++;
  const size_t body = source_.partner(open) + 1;
  return source_.is(body, "{") && source_.partner(body) == statement.last ? body : kNone;
}

void Variants::change_block(size_t open) {
  const size_t mark = variables_.mark(), num_initials = initials_.size();
  const std::vector<Statement> statements = statements_of(open);
  if (is_host_ && !statements.empty()) repeat_earlier(statements.front());
  for (size_t k = 0; k < statements.size(); k++) {
    if (k + 1 < statements.size()) change_neighbors(statements[k], statements[k + 1]);
    if (block_of(statements[k]) != kNone) move_out(statements[k]);
  }
  for (const Statement& statement : statements) {
    change_statement(statement);
    add_statements(statement);
  }
  if (has_barriers_) add_barriers(statements);
  variables_.forget(mark);
  initials_.resize(num_initials);
}

void Variants::change_statement(const Statement& statement) {
  if (source_.any_of(statement.first, {"{", "if", "for", "while", "do", "switch"})) {
    change_compound(statement);
  } else if (source_.is(statement.first, "return") && statement.last > statement.first + 1) {
    change_value(statement.first + 1, statement.last - 1, Value::any);
  } else if (declares(statement)) {
    change_declaration(statement);
  } else {
    change_simple(statement);
  }
  if (!declares(statement) && !source_.is(statement.first, "{")) {
    change_names(statement);
    add_guards(statement);
    make_loop(statement);
  }
  close(statement);
}

void Variants::change_compound(const Statement& statement) {
  const size_t i = statement.first;
  if (source_.is(i, "{")) return change_block(i);
  if (source_.is(i, "do")) {
    const size_t last = statement_end(source_, i + 1);
    change_statement({i + 1, last});
    repeat_initials(i, i + 1);
    add_tested_first(statement);
    return change_condition(last + 2, true);
  }
  const size_t mark = variables_.mark();
  const size_t open = source_.is(i + 1, "constexpr") ? i + 2 : i + 1;
  const size_t body = source_.partner(open) + 1;
  if (source_.is(i, "for"))
    change_for(open);
  else if (!source_.is(i, "switch") && open == i + 1)
    change_condition(open, source_.is(i, "while"));
  const size_t last = statement_end(source_, body);
  const std::string outer_last = last_of_loop_;
  const size_t outer_earlier = num_earlier_;
  if (!source_.is(i, "if")) {
    last_of_loop_ = last_statement_of(body);
    num_earlier_ = earlier_.size();
  }
  change_statement({body, last});
  last_of_loop_ = outer_last;
  num_earlier_ = outer_earlier;
  if (source_.any_of(i, {"for", "while"})) repeat_initials(i, body);
  if (source_.is(i, "if") && source_.is(last + 1, "else"))
    change_statement({last + 2, statement.last});
  variables_.forget(mark);
}

void Variants::change_for(size_t open) {
  const size_t close = source_.partner(open);
  std::vector<size_t> ends;  // of the three parts of the head
  for (size_t i = open + 1; i <= close; i++) {
    if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
    if (i == kNone) return;
    if (source_.is(i, ";") || i == close) ends.push_back(i);
  }
  if (ends.size() != 3) return;  // for (T x : y)
  const Statement initial = {open + 1, ends[0]};
  if (declares(initial))
    change_declaration(initial);
  else if (ends[0] > open + 1)
    change_value(open + 1, ends[0] - 1, Value::any);
  if (ends[1] > ends[0] + 1)
    change_value(ends[0] + 1, ends[1] - 1, Value::turn);
  else
    closing_[ends[0]] += count_turn();
  if (ends[2] > ends[1] + 1) change_value(ends[1] + 1, ends[2] - 1, Value::any);
}

void Variants::change_condition(size_t open, bool is_of_loop) {
  const size_t close = source_.partner(open);
  if (close == kNone || close <= open + 1) return;
  const size_t name = variables_.declared_name(open + 1, close - 1);
  const bool declares_it = name != kNone && source_.is(name + 1, "=") && !source_.is(name + 2, "=");
  if (!declares_it) change_value(open + 1, close - 1, is_of_loop ? Value::turn : Value::condition);
}

// `others`: changes that affect several places, with their texts for this place.
void Variants::change_value(size_t first, size_t last, Value value,
                            const std::vector<Alternative>& others) {
  const std::string whole = text_of(source_, first, last);
  if (whole == "__null") return;  // the lambda function below would return NULL as a number
  std::vector<ChangedText> changes = small_changes(source_, variables_, is_host_, first, last);
  const bool is_condition = value == Value::condition || value == Value::turn;
  if (is_condition) {
    for (const std::string& other : simple_conditions(variables_, is_host_)) {
      changes.push_back({Change::one_more_condition, "(" + whole + ") && (" + other + ")"});
      changes.push_back({Change::one_more_condition, "(" + whole + ") || (" + other + ")"});
    }
    for (const char* other : {"true", "false"}) changes.push_back({Change::condition, other});
    changes.push_back({Change::condition, "!(" + whole + ")"});
  }
  std::string text = "[&]()->";
  text += !is_condition ? "decltype(cuda_on_cpu_value((" + whole + ")))" : "bool";
  text += value == Value::turn ? "{if(!" + count_turn() + ")return false;" : "{";
  text += kSwitch;
  const size_t before = made_.size();
  const bool is_of_bool = returns_bool_ && source_.is(first - 1, "return");
  for (const ChangedText& changed : changes) {
    const bool is_trick = is_of_bool && changed.change == Change::one_more;
    if (const int number = add(is_trick ? Change::trick : changed.change, first))
      text += in_line(number) + "return " + outcome(changed.text, value) + ";";
  }
  for (const Alternative& one : others)
    text += in_line(one.number) + "return " + outcome(one.text, value) + ";";
  if (made_.size() == before && others.empty() && value != Value::turn) return;
  opening_[first] += text + place_of(first) + "default:return ";
  closing_[last] += ";}}()";
}

// The text of a changed value. For a condition or a bool, the text also records whether the value
// was true.
std::string Variants::outcome(const std::string& text, Value value) const {
  if (value == Value::any) return text;
  return std::string(is_host_ ? "cuda_on_cpu_host_came_out" : "cuda_on_cpu_came_out") +
         "(static_cast<bool>(" + text + "))";
}

std::string Variants::count_turn() const {
  return is_host_ ? "cuda_on_cpu_count_host_turn()" : "cuda_on_cpu_count_turn()";
}

void Variants::change_simple(const Statement& statement) {
  if (source_.is(statement.first, ";")) return;
  if (is_host_ && is_varied(source_, lines_, statement.first)) earlier_.push_back(statement);
  std::vector<Alternative>& alternatives = alternatives_[statement.first];
  if (const int number = add(Change::left_out, statement.first))
    alternatives.push_back({number, ";"});
  if (source_.is(statement.first, "continue") && !last_of_loop_.empty()) {
    if (const int number = add(Change::added_before, statement.first))
      alternatives.push_back({number, last_of_loop_ + " continue;"});
  }
  for (const char* jump : {"return", "continue", "break"}) {
    if (statement.last != statement.first + 1 || source_.is(statement.first, jump)) continue;
    if (const int number = add(Change::jump, statement.first))
      alternatives.push_back({number, std::string(jump) + ";"});
  }
  if (statement.last == statement.first + 1) return;
  for (const ChangedText& changed :
       small_changes(source_, variables_, is_host_, statement.first, statement.last - 1)) {
    if (changed.change == Change::assignment && compares_only(changed.text)) continue;
    if (const int number = add(changed.change, statement.first))
      alternatives.push_back({number, changed.text + ";"});
  }
}

// The text that executes the chosen alternative. An alternative with a `break` is outside of the
// `switch`, because its `break` must not end the `switch`.
std::string Variants::choice(const std::vector<Alternative>& alternatives) const {
  std::string in_switch, others;
  for (const Alternative& one : alternatives) {
    if (one.text.find("break") == std::string::npos)
      in_switch += in_line(one.number) + "{" + one.text + "}break;";
    else
      others += only_in(one.number, one.text);
  }
  return kSwitch + in_switch + "}" + others;
}

void Variants::close(const Statement& statement) {
  const auto found = alternatives_.find(statement.first);
  if (found == alternatives_.end() || found->second.empty()) return;
  std::string numbers;
  for (const Alternative& one : found->second)
    numbers += "case " + std::to_string(one.number) + ":";
  opening_[statement.first].insert(0, "{bool cuda_on_cpu_own=true;" + kSwitch + numbers +
                                          "cuda_on_cpu_own=false;}" + choice(found->second) +
                                          place_of(statement.first) + "if(cuda_on_cpu_own)");
  closing_[statement.last] += "}";
}

bool Variants::is_wanted(int number) const {
  return left_out_.count(number) == 0 && (only_.empty() || only_.count(number) != 0);
}

// The number of a new change, or 0 if it is left out.
int Variants::add(Change change, size_t token, size_t other, const std::string& about) {
  if (is_host_ && !is_varied(source_, lines_, token)) return 0;
  if (is_host_ && other != kNone && !is_varied(source_, lines_, other)) return 0;
  const bool is_of_many = change >= Change::one_more_condition;
  if (is_of_many && many_ == kMost) return 0;
  if (is_of_many) many_++;
  if (!is_wanted(++count_)) return 0;
  const std::string& file = source_.files()[source_[token].file];
  made_.push_back({count_, change, file.substr(file.rfind('/') + 1), source_[token].line,
                   other == kNone ? 0 : source_[other].line, about});
  return count_;
}

std::string Variants::in_line(int number) const {
  return "\n# " + std::to_string(number) + " \"variants\"\ncase " + std::to_string(number) + ":";
}

std::string Variants::only_in(int number, const std::string& text) const {
  return "\n# " + std::to_string(number) +
         " \"variants\"\nif(cuda_on_cpu_chosen==" + std::to_string(number) + "){" + text + "}";
}

// A line marker: after it, the text belongs to the line of this token again.
std::string Variants::place_of(size_t token) const {
  const Token& here = source_[token];
  return "\n# " + std::to_string(here.line) + " \"" + source_.files()[here.file] + "\"\n";
}

}  // namespace cuda_on_cpu::translate
