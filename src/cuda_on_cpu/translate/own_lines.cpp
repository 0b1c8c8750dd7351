// Finds calls in the lines of host code. See own_lines.hpp.
#include "cuda_on_cpu/translate/own_lines.hpp"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>

namespace cuda_on_cpu::translate {
namespace {

constexpr std::initializer_list<const char*> kKnown = {"if",
                                                       "for",
                                                       "while",
                                                       "switch",
                                                       "return",
                                                       "sizeof",
                                                       "decltype",
                                                       "void",
                                                       "throw_on_cuda_error",
                                                       "max",
                                                       "min",
                                                       "swap",
                                                       "abs",
                                                       "printf",
                                                       "size",
                                                       "data",
                                                       "begin",
                                                       "end",
                                                       "TracedCall",
                                                       "malloc",
                                                       "malloc_async",
                                                       "malloc_managed",
                                                       "malloc_pitch",
                                                       "free",
                                                       "free_async",
                                                       "memcpy",
                                                       "memcpy_async",
                                                       "memcpy_2d",
                                                       "memcpy_2d_async",
                                                       "memset",
                                                       "memset_async",
                                                       "memset_2d",
                                                       "reset"};
// The tokens before the name in a declaration such as dim3 grid(n), which looks like a call.
constexpr std::initializer_list<const char*> kBeforeName = {">", "dim3"};

}  // namespace

bool is_own(const Source& source, size_t token) {
  return source.is_own_file(source[token].file);
}

bool is_varied(const Source& source, const LineRanges& lines, size_t token) {
  if (source[token].file != source.main_file()) return is_own(source, token);
  const size_t line = source[token].line;
  return std::any_of(lines.begin(), lines.end(), [line](const auto& range) {
    return range.first <= line && line <= range.second;
  });
}

bool calls_only_known(const Source& source, const Outline& outline, const LineRanges& lines) {
  std::set<std::string> own;
  for (const DeclaredFunction& function : outline.functions())
    if (is_own(source, function.name)) own.insert(source.spelling(function.name));
  for (size_t i = 0; i + 1 < source.size(); i++)  // auto f = [..
    if (source.is(i, "auto") && source.is(i + 2, "=") && source.is(i + 3, "["))
      own.insert(source.spelling(i + 1));
  for (size_t i = 1; i < source.size(); i++) {
    const std::string name = source.is_identifier(i) ? source.spelling(i) : "";
    const bool is_file = name.find("stream") != std::string::npos || name == "filesystem";
    const bool is_call = !name.empty() && source.is(i + 1, "(");
    if ((!is_call && !is_file) || !is_varied(source, lines, i)) continue;
    const DeclaredFunction* function = outline.function_around(i);
    if (function == nullptr || function->side != Side::host) continue;
    const bool is_known = own.count(name) != 0 || name.compare(0, 4, "cuda") == 0 ||
                          source.any_of(i, kKnown) || source.any_of(i - 1, kBeforeName);
    if (is_file || !is_known) return false;
  }
  return true;
}

}  // namespace cuda_on_cpu::translate
