// Refuses what is not allowed in a file of device code. See device_file.hpp.
#include "cuda_on_cpu/translate/device_file.hpp"

#include <algorithm>
#include <cctype>

#include "cuda_on_cpu/text/names.hpp"
#include "cuda_on_cpu/translate/names.hpp"
#include "cuda_on_cpu/translate/own_macros.hpp"

namespace cuda_on_cpu::translate {
namespace {

constexpr const char* kNoPlace = " is not allowed in a kernel file";

using handshake::starts_with;
bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The name of the header in an #include, between < and > or between quotes; empty if a macro is
// used instead.
std::string header_of(const std::string& rest) {
  if (rest.empty() || (rest[0] != '<' && rest[0] != '"')) return "";
  const size_t close = rest.find(rest[0] == '<' ? '>' : '"', 1);
  return close == std::string::npos ? "" : rest.substr(1, close - 1);
}

std::string first_word(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  const size_t end = text.find_first_of(" \t(", first);
  return text.substr(first, end == std::string::npos ? end : end - first);
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    if (is_letter) words.back() += c;
    if (!is_letter && !words.back().empty()) words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// Leaves out tests such as __has_include(<vector>), because every build has the standard headers.
std::string without_harmless_questions(std::string text) {
  const std::string question = "__has_include(<";
  for (size_t at = 0; (at = text.find(question, at)) != std::string::npos; at++) {
    const size_t end = text.find(">)", at);
    const size_t name = at + question.size();
    if (end != std::string::npos && is_standard_header(text.substr(name, end - name)))
      text.erase(at, end + 2 - at);
  }
  return text;
}

// Whether the word names a part of the compiler, or of CUDA on the CPU.
bool is_reserved(const std::string& word) {
  for (const char* beginning : {"cuda_on_cpu", "__tsan_", "__asan_", "__ubsan_", "__sanitizer_",
                                "__atomic_", "__sync_", "__cuda_on_cpu", "__cxa_", "_Unwind_"}) {
    if (starts_with(word, beginning)) return true;
  }
  return starts_with(word, "__builtin_") && !is_allowed_builtin(word);
}

// Whether this word tests if other files exist. Such a test has different results in different
// builds. If the file uses ##, the beginnings of such words count as well, because ## could
// complete them.
bool asks_for_files(const std::string& word, bool pastes) {
  for (const std::string question : {"__has_include", "__has_include_next", "__has_embed"}) {
    if (word == question) return true;
    if (pastes && word[0] == '_' && starts_with(question, word)) return true;
  }
  return false;
}

}  // namespace

void DeviceFile::check() {
  check_directives();
  check_inclusions();
  check_pragmas();
  if (source_.has_foreign_places()) {
    error_in_line(1, "a line marker" + std::string(kNoPlace) + ": messages need real line numbers");
  }
  // Headers are checked as well, because a macro of the author may be expanded there.
  for (size_t i = 0; i < source_.size(); i++) {
    if (source_.is_identifier(i)) check_word(i);
    check_digraph(i);
    const bool is_attribute = source_.is(i, "[") && source_.is(i + 1, "[");
    const size_t close = is_attribute ? source_.partner(i) : kNone;
    const bool is_whole = close != kNone && source_.partner(i + 1) == close - 1;
    if (is_whole) check_attributes(i + 2, close - 1);
  }
}

void DeviceFile::check_directives() {
  check_questions();
  for (const WrittenDirective& directive : directives_) {
    const std::string& name = directive.name;
    const bool is_number = !name.empty() && name[0] >= '0' && name[0] <= '9';
    if (name == "line" || is_number) {
      error_in_line(directive.line, "#" + name + kNoPlace + ": messages need real line numbers");
    } else if (name == "include_next" || name == "import" || name == "embed") {
      error_in_line(directive.line, "#" + name + kNoPlace + ": use #include");
    } else if (name == "include") {
      const std::string header = header_of(directive.rest);
      const bool is_path = starts_with(header, "/") || header.find("..") != std::string::npos;
      if (header.empty()) {
        error_in_line(directive.line,
                      "write the name of the header itself after #include: a macro"
                      " there" +
                          std::string(kNoPlace));
      } else if (is_path || starts_with(header, "cuda_on_cpu/")) {
        error_in_line(directive.line, "#include of " + header + kNoPlace +
                                          ": write only the name of a header that was handed out");
      }
    }
  }
}

void DeviceFile::check_questions() {
  const auto has_paste = [](const WrittenDirective& directive) {
    return directive.rest.find("##") != std::string::npos ||
           directive.rest.find("%:%:") != std::string::npos;
  };
  const bool pastes = std::any_of(directives_.begin(), directives_.end(), has_paste);
  for (const WrittenDirective& directive : directives_) {
    for (const std::string& word : words_of(without_harmless_questions(directive.rest))) {
      if (asks_for_files(word, pastes))
        error_in_line(directive.line, word + kNoPlace + ": include what the file needs");
    }
  }
}

// Checks the files that were really included, whatever the lines with #include look like.
void DeviceFile::check_inclusions() {
  for (const Inclusion& inclusion : source_.inclusions()) {
    if (!inclusion.is_system && !ends_with(inclusion.file, ".cu")) continue;
    const bool is_named =
        std::any_of(directives_.begin(), directives_.end(), [&](const WrittenDirective& directive) {
          const std::string header = header_of(directive.rest);
          return directive.name == "include" && is_standard_header(header) &&
                 ends_with(inclusion.file, '/' + header);
        });
    if (is_named) continue;
    const std::string name = inclusion.file.substr(inclusion.file.rfind('/') + 1);
    error_in_line(inclusion.line, name +
                                      " is not allowed: a kernel file can include only headers that"
                                      " were handed out, and those of C++ and CUDA");
  }
}

void DeviceFile::compare_headers(const std::string& preprocessed_without_macros) {
  for (const size_t line : changed_inclusions(source_, Source(preprocessed_without_macros, true)))
    error_in_line(line,
                  "a macro of this file changes this header: define the macro after the #include");
}

void DeviceFile::check_pragmas() {
  for (const Directive& directive : source_.pragmas()) {
    const std::string text =
        source_.text().substr(directive.begin, directive.end - directive.begin);
    const size_t at = text.find("pragma");
    const std::string word = at == std::string::npos ? "" : first_word(text.substr(at + 6));
    if (at != std::string::npos && is_allowed_pragma(word)) continue;
    error_in_line(directive.line, (at == std::string::npos ? text : "#pragma " + word) + kNoPlace);
  }
}

void DeviceFile::check_word(size_t i) {
  const std::string word = source_.spelling(i);
  if (source_.any_of(i, {"asm", "__asm", "__asm__"})) {
    error(i, std::string("assembly") + kNoPlace);
  } else if (source_.any_of(i, {"__attribute__", "__attribute"}) && source_.is(i + 1, "(")) {
    const size_t close = source_.partner(i + 1);
    if (close != kNone) check_attributes(i + 2, close);
  } else if (word == "__declspec" || is_reserved(word)) {
    error(i, word + kNoPlace);
  }
}

// Refuses other spellings of brackets, such as <% for {, because the compiler knows them, but the
// translator does not.
void DeviceFile::check_digraph(size_t i) {
  const auto is_next = [&](size_t k, const char* bracket) {
    return source_.is(k, bracket) && source_[k].begin == source_[k - 1].end;
  };
  const bool opens = source_.is(i, "<") && (is_next(i + 1, ":") || is_next(i + 1, "%"));
  const bool is_name = is_next(i + 1, ":") && is_next(i + 2, ":");  // template <::type>
  const bool closes = (source_.is(i, ":") || source_.is(i, "%")) && is_next(i + 1, ">");
  if ((!opens || is_name) && !closes) return;
  error(i, source_.spelling(i) + source_.spelling(i + 1) + kNoPlace + ": write the bracket itself");
}

// Checks the names in ((a, b(1))) or [[a, gnu::b(1)]], without their arguments.
void DeviceFile::check_attributes(size_t first, size_t last) {
  for (size_t i = first; i < last; i++) {
    const std::string name = source_.spelling(i);
    if (source_.is_identifier(i) && !is_allowed_attribute(name)) {
      error(i, "the attribute " + name + kNoPlace);
    }
    const bool is_given = source_.is(i, "(") && i > first && source_.is_identifier(i - 1);
    if (is_given && source_.partner(i) != kNone) i = source_.partner(i);
  }
}

void DeviceFile::error(size_t i, const std::string& text) {
  const Location where = source_.location(i);
  if (source_[i].file != source_.main_file()) {
    // The author cannot change an included file, so the message names the line of the #include.
    size_t line = 1;
    for (const Inclusion& inclusion : source_.inclusions())
      if (inclusion.begin < source_[i].begin) line = inclusion.line;
    return error_in_line(
        line, text + " (a macro of this file inserts this code into " + where.file + ")");
  }
  errors_.push_back(where.file + ':' + std::to_string(where.line) + ':' +
                    std::to_string(where.column) + ": error: " + text);
}

void DeviceFile::error_in_line(size_t line, const std::string& text) {
  errors_.push_back(source_.files()[source_.main_file()] + ':' + std::to_string(line) +
                    ": error: " + text);
}

}  // namespace cuda_on_cpu::translate
