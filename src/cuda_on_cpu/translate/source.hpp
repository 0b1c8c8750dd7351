// A preprocessed source text, cut into tokens. Only the tokens of the program itself are kept; text
// of system headers is left out. Each token has its place in the program's own files.
#pragma once
#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace cuda_on_cpu::translate {

constexpr size_t kNone = static_cast<size_t>(-1);

enum class TokenKind : char { identifier, number, literal, punctuator };

struct Token {
  TokenKind kind;
  size_t begin;
  size_t end;
  size_t file;     // index into Source::files()
  size_t line;     // in that file
  size_t column;   // in the preprocessed text
  size_t partner;  // index of the matching bracket for ( ) [ ] { }; otherwise kNone
  size_t angle;    // index of the matching < or > of template arguments; otherwise kNone
};

struct Location {
  std::string file;
  size_t line;
  size_t column;
};

// A directive of the program that the translator has to check (#pragma).
struct Directive {
  size_t begin;
  size_t end;
  size_t file;
  size_t line;
};

// A file that the main file includes directly.
struct Inclusion {
  size_t begin;  // place of the included text
  size_t line;   // of the #include
  std::string file;
  bool is_system;
};

class Source {
 public:
  // If a macro of a system header puts text into a file of the program, that text belongs to the
  // header. It is skipped, unless `keeps_expansions` is true.
  explicit Source(std::string text, bool keeps_expansions = false);

  const std::string& text() const { return text_; }
  size_t size() const { return tokens_.size(); }
  const Token& operator[](size_t i) const { return tokens_[i]; }
  const std::vector<Directive>& pragmas() const { return pragmas_; }
  const std::vector<Inclusion>& inclusions() const { return inclusions_; }
  // The names of the files as line markers spell them, escaped as in a string literal.
  const std::vector<std::string>& files() const { return files_; }
  size_t main_file() const { return main_file_; }
  // Whether the file is the main file, or another .cu file that is included.
  bool is_own_file(size_t file) const;
  // Whether the program itself has a line marker that names another file.
  bool has_foreign_places() const { return has_foreign_places_; }

  // The next four functions may be called with an index past the end, and then return false.
  bool is(size_t i, const char* spelling) const;
  bool is_identifier(size_t i) const;
  bool any_of(size_t i, std::initializer_list<const char*> spellings) const;
  // Three angle brackets in a row, as in a launch: "<<<" or ">>>", or "<< <" or ">> >".
  bool is_triple(size_t i, char bracket) const;
  std::string spelling(size_t i) const;
  size_t partner(size_t i) const { return i < tokens_.size() ? tokens_[i].partner : kNone; }

  // The matching angle bracket of a template argument list, or kNone if there is none.
  size_t closing_angle(size_t i) const { return i < tokens_.size() ? tokens_[i].angle : kNone; }
  size_t opening_angle(size_t i) const { return closing_angle(i); }

  // The newlines and the line markers of a piece of the text, without its other text.
  std::string line_ends(size_t begin, size_t end) const;

  Location location(size_t i) const;
  // "file:line:column" as a C string literal.
  std::string site(size_t i) const;

 private:
  // The place of the next token in the program.
  struct Position {
    size_t file = 0;
    size_t line = 0;
    size_t line_begin = 0;  // offset in the text
    bool in_system_header = false;
  };

  void cut();
  bool is_passed_over(const Position& position) const;
  void pair_brackets();
  void pair_angles();
  size_t read_directive(size_t begin, Position* position);
  void read_marker(size_t digit, size_t end, Position* position);
  size_t file_index(const std::string& name);
  size_t read_token(size_t begin, TokenKind* kind) const;
  size_t read_literal(size_t quote) const;
  size_t read_raw_literal(size_t quote) const;

  std::string text_;
  bool keeps_expansions_;
  std::vector<Token> tokens_;
  std::vector<Directive> pragmas_;
  std::vector<Inclusion> inclusions_;
  std::vector<std::string> files_;
  std::unordered_map<std::string, size_t> index_of_file_;
  size_t main_file_ = kNone;
  bool main_file_began_ = false;  // false in text that the command line puts before the main file
  bool has_foreign_places_ = false;
};

}  // namespace cuda_on_cpu::translate
