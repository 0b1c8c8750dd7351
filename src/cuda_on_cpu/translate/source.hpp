// A preprocessed source text, cut into the tokens that come from the program itself (text of system
// headers is passed over), with the place of each token in the program's own files.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace cuda_on_cpu::translate {

constexpr size_t kNone = static_cast<size_t>(-1);

enum class TokenKind : char { identifier, number, literal, punctuator };

struct Token {
  TokenKind kind;
  size_t begin;
  size_t end;
  size_t partner;  // index of the matching bracket for ( ) [ ] { }, else kNone
};

struct Location {
  std::string file;
  size_t line;
  size_t column;
};

// A directive of the program that the translator has to look at (#pragma).
struct Directive {
  size_t begin;
  size_t end;
};

class Source {
 public:
  explicit Source(std::string text);

  const std::string& text() const { return text_; }
  size_t size() const { return tokens_.size(); }
  const Token& operator[](size_t i) const { return tokens_[i]; }
  const std::vector<Directive>& pragmas() const { return pragmas_; }

  // All of these may be asked about an index past the end, and then say no.
  bool is(size_t i, const char* spelling) const;
  bool is_identifier(size_t i) const;
  bool any_of(size_t i, std::initializer_list<const char*> spellings) const;
  // Three angle brackets in a row without a blank between them: "<<<" or ">>>".
  bool is_triple(size_t i, char bracket) const;
  std::string spelling(size_t i) const;
  size_t partner(size_t i) const { return i < tokens_.size() ? tokens_[i].partner : kNone; }

  // The matching angle bracket of a template argument list, or kNone if there is none.
  size_t closing_angle(size_t i) const;
  size_t opening_angle(size_t i) const;

  Location location(size_t i) const;
  // "file:line:column" as a C string literal.
  std::string site(size_t i) const;

 private:
  struct LineMarker {
    size_t offset;  // where the line begins to which the marker gives its number
    size_t line;
    std::string file;  // spelled as in the marker, so escaped as in a string literal
  };

  void cut();
  void pair_brackets();
  size_t read_directive(size_t begin, bool* in_system_header);
  size_t read_token(size_t begin, TokenKind* kind) const;
  size_t read_literal(size_t quote) const;
  size_t read_raw_literal(size_t quote) const;

  std::string text_;
  std::vector<Token> tokens_;
  std::vector<LineMarker> markers_;
  std::vector<Directive> pragmas_;
};

}  // namespace cuda_on_cpu::translate
