// Finds each #include whose system headers are changed by the file's macros.
// See own_macros.hpp.
#include "cuda_on_cpu/translate/own_macros.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "cuda_on_cpu/translate/directives.hpp"

namespace cuda_on_cpu::translate {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

// Whether this is a macro without parameters and without letters in its value, as in
// `#define NDEBUG` or `#define SIZE 100`. Headers may test it, but it cannot produce code.
bool is_switch(const std::string& definition) {
  size_t end = 0;
  while (end < definition.size() && !std::isspace(static_cast<unsigned char>(definition[end])) &&
         definition[end] != '(')
    end++;
  return (end == definition.size() || definition[end] != '(') &&
         std::none_of(definition.begin() + static_cast<std::ptrdiff_t>(end), definition.end(),
                      is_letter);
}

// The text that one #include takes from headers of the system, without blanks.
std::string system_text(const Source& source, size_t number) {
  const std::vector<Inclusion>& all = source.inclusions();
  const std::string& text = source.text();
  const size_t end = number + 1 < all.size() ? all[number + 1].begin : text.size();
  bool is_system = all[number].is_system;
  std::string found;
  for (size_t at = all[number].begin; at < end;) {
    const size_t next = std::min(text.find('\n', at), end - 1) + 1;
    const std::string line = text.substr(at, next - at);
    const bool is_marker = line.size() > 2 && line[0] == '#' && line[1] == ' ' && line[2] <= '9';
    if (is_marker) is_system = line.find('3', line.rfind('"')) != std::string::npos;
    if (is_system && !is_marker)
      std::copy_if(line.begin(), line.end(), std::back_inserter(found),
                   [](unsigned char c) { return std::isspace(c) == 0; });
    at = next;
  }
  return found;
}

}  // namespace

std::string without_macros(const std::string& written) {
  std::string text;
  for (const WrittenDirective& one : written_directives(written))
    if (one.name != "define" || is_switch(one.rest)) text += '#' + one.name + ' ' + one.rest + '\n';
  return text;
}

std::vector<size_t> changed_inclusions(const Source& with_macros, const Source& without) {
  std::vector<size_t> lines;
  for (size_t i = 0; i < with_macros.inclusions().size(); i++) {
    const bool is_same =
        i < without.inclusions().size() && system_text(with_macros, i) == system_text(without, i);
    if (!is_same) lines.push_back(with_macros.inclusions()[i].line);
  }
  return lines;
}

}  // namespace cuda_on_cpu::translate
