// Reads the compiler's messages about a translated program, and rewrites them for the program's
// author. If device code uses something that host_code.hpp has marked, the message about this use
// becomes an error; messages about other uses are left out. A message about an array whose size is
// not a constant becomes an error in device code, and is left out elsewhere.
#pragma once
#include <istream>
#include <ostream>
#include <string>
#include <unordered_set>
#include <vector>

#include "cuda_on_cpu/translate/outline.hpp"
#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

class Messages {
 public:
  Messages(const Source& source, const Outline& outline) : source_(source), outline_(outline) {}

  // Copies the messages from `said` to `out`, and turns some of them into our own errors. With
  // only_ours, copies only our own errors. Returns whether there was such an error.
  bool pass_on(std::istream& said, std::ostream& out, bool only_ours);
  // Copies the messages about the object file; their places come from debug information. With
  // only_device_code, copies only those about device code. Returns whether it copied a message.
  bool pass_on_of_object(std::istream& said, std::ostream& out, bool only_device_code);

 private:
  struct Place {
    std::string file;
    size_t line = 0;
    size_t text = 0;  // where the text begins, after "file:line:column: "
  };

  Place known_place(Place place) const;
  static Place place_of(const std::string& message);
  bool lacks_address(const std::string& message, const Place& place) const;
  std::string explain_mark(const std::string& message, const Place& place) const;
  std::string explain_array(const std::string& message, const Place& place) const;
  const DeclaredFunction* device_function_at(const Place& place) const;
  bool device_variable_at(const Place& place) const;
  bool is_defined_elsewhere(const std::string& message) const;
  bool is_unevaluated(const Place& place, const std::string& name) const;

  const Source& source_;
  const Outline& outline_;
};

}  // namespace cuda_on_cpu::translate
