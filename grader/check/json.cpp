// Writes and reads JSON.
#include "check/json.hpp"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <locale>
#include <sstream>
#include <stdexcept>

#include "cuda_on_cpu/text/json_quote.hpp"

namespace handshake::check {

namespace {

constexpr int kDeepest = 64;

// The text of a number, the same for every locale; `null` for infinity, which JSON does not have.
std::string format_number(double value) {
  if (!std::isfinite(value)) return "null";
  const bool is_whole = std::floor(value) == value;
  char text[400];
  if (is_whole) {
    std::snprintf(text, sizeof text, "%.0f", value);
  } else {  // a double with a fraction is less than 2^53, so its thousandths fit into 64 bits
    const long long thousandths = std::llround(std::fabs(value) * 1000);
    std::snprintf(text, sizeof text, "%s%lld.%03lld", value < 0 ? "-" : "", thousandths / 1000,
                  thousandths % 1000);
  }
  return text;
}

void append_utf8(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    if (code < 0x10000) {
      out += static_cast<char>(0xe0 | (code >> 12));
    } else {
      out += static_cast<char>(0xf0 | (code >> 18));
      out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
    }
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Json whole() {
    Json value = read_value(0);
    skip_blanks();
    if (at_ != text_.size()) fail("something follows the value");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("JSON, character " + std::to_string(at_) + ": " + what);
  }
  void skip_blanks() {
    while (at_ < text_.size() && std::string(" \t\r\n").find(text_[at_]) != std::string::npos)
      at_++;
  }
  char peek() {
    skip_blanks();
    if (at_ >= text_.size()) fail("the text ends too early");
    return text_[at_];
  }
  bool take(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  void require(char letter) {
    if (peek() != letter) fail(std::string("expected ") + letter);
    at_++;
  }

  Json read_value(int depth) {
    if (depth > kDeepest) fail("nested too deeply");
    const char first = peek();
    if (first == '{') return read_items(true, '}', depth);
    if (first == '[') return read_items(false, ']', depth);
    if (first == '"') return Json(read_text());
    if (take("true")) return Json(true);
    if (take("false")) return Json(false);
    if (take("null")) return Json();
    return Json(read_number());
  }

  Json read_items(bool has_keys, char close, int depth) {
    Json items = has_keys ? Json::object() : Json::list();
    at_++;
    if (peek() == close) return at_++, items;
    while (true) {
      std::string key;
      if (has_keys) {
        peek();
        key = read_text();
        require(':');
      }
      items.set(key, read_value(depth + 1));
      if (peek() == close) return at_++, items;
      require(',');
    }
  }

  bool take_digits() {
    const size_t start = at_;
    while (at_ < text_.size() && '0' <= text_[at_] && text_[at_] <= '9') at_++;
    return at_ > start;
  }

  // Checks the grammar of JSON before the stream reads the number: some texts are numbers in C++,
  // but not in JSON.
  double read_number() {
    const size_t start = at_;
    take("-");
    bool is_good = take("0") || take_digits();
    if (take(".")) is_good = is_good && take_digits();
    if (take("e") || take("E")) {
      if (!take("-")) take("+");
      is_good = is_good && take_digits();
    }
    if (!is_good) fail("not a value");
    std::istringstream in(text_.substr(start, at_ - start));
    in.imbue(std::locale::classic());
    double value = 0;
    if (!(in >> value)) fail("a number that is too large");
    return value;
  }

  std::string read_text() {
    require('"');
    std::string out;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) fail("a control character in a text");
      if (text_[at_] == '\\')
        read_escape(out);
      else
        out += text_[at_++];
    }
    require('"');
    return out;
  }

  void read_escape(std::string& out) {
    if (++at_ == text_.size()) fail("the text ends too early");
    const char letter = text_[at_++];
    if (letter == 'u') return append_utf8(out, read_code());
    const size_t known = std::string("\"\\/nrtbf").find(letter);
    if (known == std::string::npos) fail("an escape that JSON does not have");
    out += "\"\\/\n\r\t\b\f"[known];
  }

  // Reads the digits after \u. A surrogate without the other half of its pair is not a character,
  // and is replaced.
  unsigned read_code() {
    constexpr unsigned kReplacement = 0xfffd;
    const unsigned code = read_hex();
    if (code < 0xd800 || code > 0xdfff) return code;
    const size_t after = at_;
    if (code < 0xdc00 && take("\\u")) {
      const unsigned low = read_hex();
      if (low >= 0xdc00 && low <= 0xdfff) return 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00;
      at_ = after;
    }
    return kReplacement;
  }

  unsigned read_hex() {
    unsigned code = 0;
    for (int digit = 0; digit < 4; digit++) {
      const char letter = at_ < text_.size() ? text_[at_++] : ' ';
      if (!std::isxdigit(static_cast<unsigned char>(letter)))
        fail("four hexadecimal digits belong here");
      code = code * 16 + (letter <= '9' ? letter - '0' : (letter | 0x20) - 'a' + 10);
    }
    return code;
  }

  const std::string& text_;
  size_t at_ = 0;
};

}  // namespace

Json Json::number(std::string text) {
  Json made(0);
  made.text_ = std::move(text);
  return made;
}

Json Json::object(std::vector<std::pair<std::string, Json>> members) {
  Json made;
  made.type_ = Type::object;
  made.items_ = std::move(members);
  return made;
}

const Json& Json::operator[](const std::string& key) const {
  static const Json kNull;
  for (const auto& [name, value] : items_)
    if (name == key) return value;
  return kNull;
}

int Json::integer(int otherwise) const {
  return type_ == Type::number && std::fabs(number_) < 2e9 ? static_cast<int>(number_) : otherwise;
}

long Json::whole(long otherwise) const {
  return type_ == Type::number && std::fabs(number_) < 9e15 ? static_cast<long>(number_)
                                                            : otherwise;
}

std::string Json::dump() const {
  std::string out;
  dump_to(out, 0);
  return out + "\n";
}

void Json::dump_to(std::string& out, int indent) const {
  switch (type_) {
    case Type::null:
      out += "null";
      return;
    case Type::boolean:
      out += number_ != 0 ? "true" : "false";
      return;
    case Type::number:
      out += text_.empty() ? format_number(number_) : text_;
      return;
    case Type::text:
      out += json_quoted(text_);
      return;
    case Type::list:
    case Type::object:
      break;
  }
  bool is_flat = true;
  for (const auto& item : items_)
    is_flat = is_flat && (item.second.type_ == Type::number || item.second.type_ == Type::null);
  is_flat = is_flat && type_ == Type::list;
  out += type_ == Type::list ? '[' : '{';
  bool is_first = true;
  for (const auto& [key, value] : items_) {
    if (!is_first) out += is_flat ? ", " : ",";
    is_first = false;
    if (!is_flat) out += "\n" + std::string(indent + 1, ' ');
    if (type_ == Type::object) out += json_quoted(key) + ": ";
    value.dump_to(out, indent + 1);
  }
  if (!is_flat && !items_.empty()) out += "\n" + std::string(indent, ' ');
  out += type_ == Type::list ? ']' : '}';
}

Json Json::parse(const std::string& text) {
  return Parser(text).whole();
}

}  // namespace handshake::check
