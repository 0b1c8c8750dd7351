// Writing and reading JSON.
#include "check/json.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace handshake::check {

namespace {

constexpr int kDeepest = 64;

std::string quote(const std::string& text) {
  std::string out = "\"";
  for (const unsigned char letter : text) {
    if (letter == '"' || letter == '\\') {
      out += '\\';
      out += static_cast<char>(letter);
    } else if (letter == '\n') {
      out += "\\n";
    } else if (letter < 32 || letter == 127) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", letter);
      out += escaped;
    } else {
      out += static_cast<char>(letter);
    }
  }
  return out + "\"";
}

std::string format_number(double value) {
  char text[40];
  const bool is_whole = std::floor(value) == value && std::fabs(value) < 1e15;
  std::snprintf(text, sizeof text, is_whole ? "%.0f" : "%.3f", value);
  return text;
}

void append_utf8(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xe0 | (code >> 12));
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
    if (at_ >= text_.size()) fail("it ends too early");
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
    if (depth > kDeepest) fail("too deep");
    const char first = peek();
    if (first == '{') return read_items(true, '}', depth);
    if (first == '[') return read_items(false, ']', depth);
    if (first == '"') return Json(read_text());
    if (take("true")) return Json(true);
    if (take("false")) return Json(false);
    if (take("null")) return Json();
    const char* start = text_.c_str() + at_;
    char* end = nullptr;
    const double value = std::strtod(start, &end);
    if (end == start) fail("not a value");
    at_ += end - start;
    return Json(value);
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

  std::string read_text() {
    require('"');
    std::string out;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        out += text_[at_++];
        continue;
      }
      if (++at_ >= text_.size()) break;
      const char letter = text_[at_++];
      const size_t known = std::string("nrtbf").find(letter);
      if (letter == 'u') {
        append_utf8(out,
                    static_cast<unsigned>(std::strtoul(text_.substr(at_, 4).c_str(), nullptr, 16)));
        at_ += 4;
      } else {
        out += known == std::string::npos ? letter : "\n\r\t\b\f"[known];
      }
    }
    require('"');
    return out;
  }

  const std::string& text_;
  size_t at_ = 0;
};

}  // namespace

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
      out += format_number(number_);
      return;
    case Type::text:
      out += quote(text_);
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
    if (type_ == Type::object) out += quote(key) + ": ";
    value.dump_to(out, indent + 1);
  }
  if (!is_flat && !items_.empty()) out += "\n" + std::string(indent, ' ');
  out += type_ == Type::list ? ']' : '}';
}

Json Json::parse(const std::string& text) {
  return Parser(text).whole();
}

}  // namespace handshake::check
