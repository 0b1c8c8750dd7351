// Reads the findings of the CUDA runtime. See findings.hpp.
#include "check/findings.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "check/json.hpp"
#include "check/shown_text.hpp"
#include "suite/words/report.hpp"

namespace handshake::check {

namespace {

constexpr size_t kMostFindings = 200;
constexpr size_t kMostUnread = 64 << 10;  // no line with a finding has more bytes

// Reads the members of a line that exchange() asks for. A member without a value keeps its own.
class LineReader {
 public:
  explicit LineReader(const Json& line) : at_(&line) {}
  template <class Value>
  void operator()(const char* name, Value& value) {
    const Json& given = (*at_)[name];
    if constexpr (std::is_same_v<Value, std::string>)
      value = std::strcmp(name, "file") == 0 ? short_path(given.text()) : given.text();
    else if constexpr (std::is_same_v<Value, bool>)
      value = given.boolean();
    else if constexpr (std::is_same_v<Value, Index>)
      value = given.items().empty() ? -1 : given.items().front().second.integer(-1);
    else
      value = sizeof(Value) > sizeof(int)
                  ? static_cast<Value>(given.whole(static_cast<long>(value)))
                  : static_cast<Value>(given.integer(static_cast<int>(value)));
  }
  template <class Enum, size_t Size>
  void operator()(const char* name, Enum& value, const char* const (&words)[Size]) {
    const std::string word = (*at_)[name].text();
    if (word.empty()) return;
    const auto found = std::find(std::begin(words), std::end(words), word);
    if (found == std::end(words)) throw std::runtime_error(word + " is not known");
    value = static_cast<Enum>(found - words);
  }
  template <class Members>
  void within(const char* name, Members members) {
    const Json* const outer = std::exchange(at_, &(*at_)[name]);
    members();
    at_ = outer;
  }

 private:
  const Json* at_;
};

suite::Finding without_place(Kind kind, Severity severity, const std::string& text) {
  suite::Finding finding;
  finding.kind = kind;
  finding.severity = severity;
  finding.text = text;
  return finding;
}

}  // namespace

std::vector<suite::Finding> FindingsReader::read(const std::string& text) {
  std::vector<suite::Finding> findings;
  rest_ += text;
  size_t begin = 0;
  for (size_t end; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1)
    take(rest_.substr(begin, end - begin), findings);
  rest_.erase(0, begin);
  if (rest_.size() > kMostUnread) is_broken_ = true, rest_.clear();
  return findings;
}

void FindingsReader::take(const std::string& text, std::vector<suite::Finding>& findings) {
  if (is_broken_) return;
  try {
    const Json json = Json::parse(text);
    LineReader reader(json);
    FindingLine<std::string> line;
    exchange(line, reader);
    if (line.number != ++number_ || has_ended_) {
      is_broken_ = true;
    } else if (line.seen != Kind::none) {
      announced_.push_back(without_place(line.seen, line.finding.severity,
                                         suite::words::seen_and_not_told(line.seen)));
    } else if (line.told != 0) {
      is_broken_ |= line.told != static_cast<long long>(announced_.size());
      announced_.clear();
    } else if (line.is_end) {
      has_ended_ = true;
      is_broken_ |= !announced_.empty();
    } else if (line.finding.kind == Kind::none) {
      is_broken_ = true;
    } else if (told_++ < kMostFindings) {
      findings.push_back({std::move(line.finding)});
    }
  } catch (const std::runtime_error&) {
    is_broken_ = true;
  }
}

std::vector<suite::Finding> FindingsReader::untold() {
  return std::exchange(announced_, {});
}

suite::Finding incomplete_findings() {
  return without_place(Kind::incomplete, Severity::error, suite::words::incomplete_findings());
}

suite::Finding endless_end() {
  return without_place(Kind::endless_end, Severity::error, suite::words::endless_end());
}

}  // namespace handshake::check
