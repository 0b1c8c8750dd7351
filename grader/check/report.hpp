// The outcome of a whole check, and its two forms: text for the student, JSON for programs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "check/json.hpp"
#include "suite/part.hpp"

namespace handshake::check {

struct TextStyle {
  bool has_color = false;
  bool is_verbose = false;  // shows every failure, not only the first
  std::string_view lab;     // the value of LAB with which make must be called; may be empty
};

// A small example on which a part fails, in the two forms of the report. A lab defines what it is.
class Example {
 public:
  virtual ~Example() = default;
  virtual std::string text(TextStyle style) const = 0;
  virtual Json json() const = 0;
};

struct CheckedPart {
  suite::PartResult result;
  bool is_asked = true;
  std::string summary = {};  // one line; empty if the verdict is OK
};

struct Report {
  std::string backend;
  std::vector<std::string> modes, schedules;
  std::vector<CheckedPart> parts;
  std::shared_ptr<const Example> example;  // null: there is none
  double seconds = 0;
};

// The part whose first failure is explained; null if no part fails.
const CheckedPart* first_failing(const Report& report);

// Whether every part that was asked for is OK. Extra credit that is not started is ignored.
bool is_ok(const Report& report);
bool is_ok(const Report& report, const std::string& part);

// The command that runs only this case.
std::string rerun_command(const suite::Failure& failure);

Json to_json(const Report& report);
Json to_json(const suite::Failure& failure);
// Elements with an undefined value are null.
Json array_of(const std::vector<int>& values);

// Writes the complete file, or changes nothing and throws std::runtime_error.
void write_file(const std::string& path, const std::string& text);

}  // namespace handshake::check
