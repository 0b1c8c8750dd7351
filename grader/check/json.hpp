// JSON values, with the functions that are needed to write the results and to read what diagnostic
// mode writes. A student's machine may have no JSON library.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace handshake::check {

class Json {
 public:
  enum class Type { null, boolean, number, text, list, object };

  Json() = default;
  Json(bool value) : type_(Type::boolean), number_(value) {}
  Json(int value) : type_(Type::number), number_(value) {}
  Json(long value) : type_(Type::number), number_(static_cast<double>(value)) {}
  Json(double value) : type_(Type::number), number_(value) {}
  Json(const char* value) : type_(Type::text), text_(value) {}
  Json(std::string value) : type_(Type::text), text_(std::move(value)) {}
  template <typename T>
  Json(const std::optional<T>& value) {
    if (value) *this = Json(*value);
  }
  template <typename T>
  Json(const std::vector<T>& values) : type_(Type::list) {
    for (const auto& value : values) items_.emplace_back("", Json(value));
  }
  // A number in the notation of JSON, with all its digits.
  static Json number(std::string text);
  static Json object(std::vector<std::pair<std::string, Json>> members = {});
  static Json list() { return Json(std::vector<int>{}); }

  void set(const std::string& key, Json value) { items_.emplace_back(key, std::move(value)); }
  void add(Json value) { items_.emplace_back("", std::move(value)); }

  Type type() const { return type_; }
  const std::vector<std::pair<std::string, Json>>& items() const { return items_; }
  const Json& operator[](const std::string& key) const;  // null if there is no such member
  std::string text() const { return type_ == Type::text ? text_ : ""; }
  bool boolean() const { return type_ == Type::boolean && number_ != 0; }
  int integer(int otherwise) const;
  long whole(long otherwise) const;  // also for numbers that do not fit into an int

  // Lists of numbers are written in one line, everything else is indented.
  std::string dump() const;

  // Throws std::runtime_error.
  static Json parse(const std::string& text);

 private:
  void dump_to(std::string& out, int indent) const;

  Type type_ = Type::null;
  double number_ = 0;
  std::string text_;
  std::vector<std::pair<std::string, Json>> items_;
};

}  // namespace handshake::check
