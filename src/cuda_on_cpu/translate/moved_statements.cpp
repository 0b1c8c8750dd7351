// Changes whole statements: moves, repeats or adds them, or changes the names in them. See
// variants.hpp.
#include "cuda_on_cpu/translate/statements.hpp"
#include "cuda_on_cpu/translate/variants.hpp"

namespace cuda_on_cpu::translate {
namespace {

constexpr size_t kMostMoved = 120;   // tokens of a statement that may be moved
constexpr size_t kMostGuarded = 40;  // tokens of a statement that may be put into an `if`
constexpr size_t kMostOfLoop = 400;  // tokens of a loop that may be written in another way

}  // namespace

std::string Variants::kind_of(const Statement& compound) const {
  return source_.is(compound.first, "if") ? "if" : "loop";
}

bool Variants::can_move(const Statement& statement) const {
  return !declares(statement) && statement.last - statement.first < kMostMoved;
}

// Exchanges the two statements, or moves one into the other.
void Variants::change_neighbors(const Statement& statement, const Statement& next) {
  if (!can_move(statement) || !can_move(next)) return;
  const std::string text = text_of(source_, statement.first, statement.last);
  const std::string other = text_of(source_, next.first, next.last);
  if (const int number = add(Change::order, statement.first, next.first)) {
    alternatives_[statement.first].push_back({number, other + " " + text});
    alternatives_[next.first].push_back({number, ";"});
  }
  if (const size_t body = block_of(next); body != kNone) {
    if (const int number = add(Change::moved_into, statement.first, next.first, kind_of(next))) {
      alternatives_[statement.first].push_back({number, ";"});
      after_[body].push_back({number, text});
    }
  }
  if (const size_t body = block_of(statement); body != kNone) {
    if (const int number =
            add(Change::moved_into, next.first, statement.first, kind_of(statement))) {
      alternatives_[next.first].push_back({number, ";"});
      before_[source_.partner(body)].push_back({number, other});
    }
  }
}

// Moves the first statement in the body of `compound`, a loop or `if`, to the place before
// `compound`, or the last statement to the place after it.
void Variants::move_out(const Statement& compound) {
  const std::vector<Statement> statements = statements_of(block_of(compound));
  if (statements.empty() || source_.is(compound.first, "do")) return;
  const Statement &first = statements.front(), &last = statements.back();
  if (can_move(first)) {
    if (const int number = add(Change::moved_out, first.first, compound.first, kind_of(compound))) {
      alternatives_[first.first].push_back({number, ";"});
      before_[compound.first].push_back({number, text_of(source_, first.first, first.last)});
    }
  }
  if (can_move(last)) {
    if (const int number = add(Change::moved_out, last.first, compound.first, kind_of(compound))) {
      alternatives_[last.first].push_back({number, ";"});
      after_[compound.last].push_back({number, text_of(source_, last.first, last.last)});
    }
  }
}

// The text of the last statement of a block, if it can be repeated elsewhere.
std::string Variants::last_statement_of(size_t body) const {
  const std::vector<Statement> statements =
      source_.is(body, "{") ? statements_of(body) : std::vector<Statement>();
  if (statements.empty() || !can_move(statements.back())) return "";
  return text_of(source_, statements.back().first, statements.back().last);
}

// Replaces a variable everywhere in a statement, or exchanges two variables.
void Variants::change_names(const Statement& statement) {
  if (statement.last - statement.first > kMostMoved) return;
  std::map<std::string, int> names;  // for each name: how often the statement mentions it
  for (size_t i = statement.first; i <= statement.last; i++) {
    if (source_.is_identifier(i) && variables_.find(source_.spelling(i)) != nullptr)
      names[source_.spelling(i)]++;
  }
  for (const auto& [name, mentions] : names) {
    for (const std::string& other : variables_.like(*variables_.find(name))) {
      const bool is_pair = names.count(other) != 0;
      for (const bool exchanged : {true, false}) {
        if (exchanged ? !is_pair || other < name : mentions == 1) continue;
        if (const int number = add(Change::both, statement.first))
          alternatives_[statement.first].push_back(
              {number, with_names(source_, statement.first, statement.last, name, other, other,
                                  exchanged ? name : other)});
      }
    }
  }
}

void Variants::add_guards(const Statement& statement) {
  const bool is_short = statement.last - statement.first < kMostGuarded;
  if (!is_short || source_.any_of(statement.first, {"if", "for", "while", "do", "switch"})) return;
  const std::string text = text_of(source_, statement.first, statement.last);
  for (const std::string& condition : simple_conditions(variables_, is_host_)) {
    if (const int number = add(Change::guard, statement.first))
      alternatives_[statement.first].push_back({number, "if (" + condition + ") " + text});
  }
}

// if (x < n) S  ->  for (int y = x; y < n; y += number of threads) S, where y replaces x in S. One
// change counts the threads of the grid, and another change those of the block.
void Variants::make_loop(const Statement& statement) {
  const size_t open = statement.first + 1, close = source_.partner(open);
  if (is_host_ || !source_.is(statement.first, "if") || !source_.is(open, "(") || close == kNone)
    return;
  if (statement.last - statement.first > kMostMoved) return;
  std::set<std::string> names;
  for (size_t i = open + 1; i < close; i++) {
    const KnownVariable* variable = variables_.find(source_.spelling(i));
    if (variable != nullptr && variable->type == "int") names.insert(variable->name);
  }
  for (const std::string& name : names) {
    const std::string own = "cuda_on_cpu_" + name;
    const auto renamed = [&](size_t first, size_t last) {
      return with_names(source_, first, last, name, own, name, own);
    };
    for (const char* threads : {"blockDim.x*gridDim.x", "blockDim.x"}) {
      if (const int number = add(Change::loop, statement.first))
        alternatives_[statement.first].push_back(
            {number, "for(auto " + own + "=+" + name + ";" + count_turn() + "&&" +
                         renamed(open, close) + ";" + own + "+=" + threads + ")" +
                         renamed(close + 1, statement.last)});
    }
  }
}

// do S while (c);  ->  while (c) S
void Variants::add_tested_first(const Statement& loop) {
  if (loop.last - loop.first > kMostOfLoop) return;
  const size_t body_end = statement_end(source_, loop.first + 1), open = body_end + 2;
  if (const int number = add(Change::tested_first, loop.first))
    alternatives_[loop.first].push_back(
        {number, "while(" + count_turn() + "&&" + text_of(source_, open, source_.partner(open)) +
                     ")" + text_of(source_, loop.first + 1, body_end)});
}

// Each change adds, after `statement`, one statement that sets a variable or an array element.
void Variants::add_statements(const Statement& statement) {
  if (is_host_) return;
  std::vector<std::string> targets;
  for (const std::string& number : variables_.of_type("int")) {
    if (!variables_.find(number)->is_const) targets.push_back(number);
    for (const std::string& array : variables_.of_type("int*"))
      targets.push_back(array + "[" + number + "]");
  }
  for (const std::string& array : variables_.of_type("int*")) targets.push_back(array + "[0]");
  for (const std::string& target : targets) {
    for (const char* value : {"0", "1", "-1"}) {
      if (const int number = add(Change::added, statement.last))
        after_[statement.last].push_back({number, target + "=" + value + ";"});
    }
  }
}

void Variants::repeat_initials(size_t loop, size_t open) {
  if (!source_.is(open, "{")) return;
  for (const Initial& initial : initials_) {
    const KnownVariable* variable = variables_.find(initial.name);
    if (variable == nullptr || variable->is_const) continue;
    if (const int number = add(Change::repeated, loop, initial.token, initial.name))
      after_[open].push_back({number, initial.name + "=" + initial.value + ";"});
  }
}

// In every iteration of the loop around `first`, repeats a statement from before the loop.
void Variants::repeat_earlier(const Statement& first) {
  if (!is_varied(source_, lines_, first.first)) return;
  for (size_t k = 0; k < num_earlier_; k++) {
    const Statement earlier = earlier_[k];
    if (const int number = add(Change::again, earlier.first, first.first))
      before_[first.first].push_back({number, text_of(source_, earlier.first, earlier.last)});
  }
}

void Variants::add_barriers(const std::vector<Statement>& statements) {
  for (const Statement& statement : statements) {
    if (const int number = add(Change::barrier, statement.last))
      after_[statement.last].push_back({number, "__syncthreads();"});
  }
}

}  // namespace cuda_on_cpu::translate
