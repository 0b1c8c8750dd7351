// Writes a program in which each function of device code, and some lines of host code, also exist
// in many slightly changed versions. One number, read when a function begins, chooses the change
// that is made; 0 chooses no change. If a wrong program becomes right with one of the changes, the
// mistake is in the line of this change.
//
// Theory of operation. A statement S becomes switch(v){case 1: S1; break; case 2: S2; break;
// default: S;}, and an expression E becomes such a switch in a lambda function. So all changes are
// compiled at once. Each change is on a separate line, after a line marker that gives this line the
// number of the change and the file name "variants". So the compiler's messages say which changes
// do not compile, and these changes are left out.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cuda_on_cpu/translate/outline.hpp"
#include "cuda_on_cpu/translate/own_lines.hpp"
#include "cuda_on_cpu/translate/small_changes.hpp"
#include "cuda_on_cpu/translate/source.hpp"
#include "cuda_on_cpu/translate/variables.hpp"

namespace cuda_on_cpu::translate {

struct Variant {
  int number;  // from 1
  Change change;
  std::string file;  // without its folder
  size_t line;
  // If the change also refers to a second place in the program, the line of this place: the other
  // statement, the loop or `if`, or the first value of the variable. Otherwise 0.
  size_t other_line = 0;
  // moved_into and moved_out: "loop" or "if"; repeated: the variable's name; otherwise empty.
  std::string about;
};

class Variants {
 public:
  // `left_out`: numbers of changes that do not compile. `only`: if this set is not empty, all other
  // changes are left out as well. `lines`: the lines of host code that may be changed.
  Variants(const Source& source, const Outline& outline, std::set<int> left_out,
           std::set<int> only = {}, LineRanges lines = {})
      : source_(source),
        outline_(outline),
        left_out_(std::move(left_out)),
        only_(std::move(only)),
        lines_(std::move(lines)),
        variables_(source) {}

  std::string run();  // the text of the program with its changes
  const std::vector<Variant>& made() const { return made_; }

 private:
  struct Statement {
    size_t first, last;
  };
  struct Alternative {
    int number;
    std::string text;
  };
  // turn: the condition of a loop; flag: the initial value of a bool
  enum class Value : char { any, flag, condition, turn };
  struct Initial {  // the initial value of a variable
    std::string name, value;
    size_t token;
  };

  void change_function(const DeclaredFunction& function);
  bool has_lines(const DeclaredFunction& function) const;
  std::vector<Statement> statements_of(size_t open) const;
  bool declares(const Statement& statement) const;
  bool can_move(const Statement& statement) const;
  size_t block_of(const Statement& statement) const;
  void change_block(size_t open);
  void change_neighbors(const Statement& statement, const Statement& next);
  void move_out(const Statement& compound);
  void change_statement(const Statement& statement);
  void change_compound(const Statement& statement);
  void change_for(size_t i);
  void change_condition(size_t open, bool is_of_loop);
  void change_declaration(const Statement& statement);
  bool is_size(const std::string& name, size_t i) const;
  void change_lambda(size_t capture);
  void change_value(size_t first, size_t last, Value value,
                    const std::vector<Alternative>& others = {});
  void change_arguments(size_t open);
  std::string count_turn() const;
  std::string outcome(const std::string& text, Value value) const;
  void change_simple(const Statement& statement);
  void change_names(const Statement& statement);
  void add_guards(const Statement& statement);
  void make_loop(const Statement& statement);
  std::string last_statement_of(size_t body) const;
  void add_statements(const Statement& statement);
  void repeat_initials(size_t loop, size_t open);
  void repeat_earlier(const Statement& first);
  void add_barriers(const std::vector<Statement>& statements);
  std::string choice(const std::vector<Alternative>& alternatives) const;
  void close(const Statement& statement);
  int add(Change change, size_t token, size_t other = kNone, const std::string& about = "");
  void add_tested_first(const Statement& loop);
  bool is_wanted(int number) const;
  std::string kind_of(const Statement& compound) const;
  std::string in_line(int number) const;
  std::string only_in(int number, const std::string& text) const;
  std::string place_of(size_t token) const;

  const Source& source_;
  const Outline& outline_;
  std::set<int> left_out_, only_;
  LineRanges lines_;
  Variables variables_;
  std::vector<Initial> initials_;   // of the variables that can be used
  std::vector<Statement> earlier_;  // simple statements of the host code before this place
  size_t num_earlier_ = 0;          // how many of earlier_ are before the current loop
  std::string last_of_loop_;        // the last statement of the current loop
  bool is_host_ = false;            // whether the function that is changed now is host code
  bool has_barriers_ = false, returns_bool_ = false;
  size_t last_ = 0;  // of the function that is changed now
  int count_ = 0, many_ = 0;
  std::vector<Variant> made_;
  std::map<size_t, std::vector<Alternative>> alternatives_;    // by the first token of a statement
  std::map<size_t, std::vector<Alternative>> before_, after_;  // added texts, by token
  std::map<size_t, std::string> opening_, closing_;            // texts put before or after a token
};

}  // namespace cuda_on_cpu::translate
