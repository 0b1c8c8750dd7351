// Reads the findings of the CUDA runtime. See findings.hpp.
#include "check/findings.hpp"

#include <stdexcept>
#include <utility>

#include "check/json.hpp"
#include "check/untrusted_file.hpp"
#include "suite/words/report.hpp"

namespace handshake::check {

namespace {

constexpr size_t kMostFindings = 200;
constexpr size_t kMostUnread = 64 << 10;  // no line with a finding has more bytes

int first_number(const Json& triple) {
  return triple.items().empty() ? -1 : triple.items().front().second.integer(-1);
}

suite::Finding to_finding(const Json& line) {
  suite::Finding finding;
  finding.kind = line["kind"].text();
  finding.severity = line["severity"].text();
  finding.text = line["message"].text();
  finding.file = short_path(line["file"].text());
  finding.line = line["line"].integer(0);
  finding.block = first_number(line["block"]);
  finding.thread = first_number(line["thread"]);
  finding.array = line["element"]["array"].text();
  finding.index = line["element"]["index"].whole(0);
  finding.kernel = line["kernel"].text();
  finding.launch_file = short_path(line["launch"]["file"].text());
  finding.launch_line = line["launch"]["line"].integer(0);
  const Json& other = line["other"];
  finding.other_file = short_path(other["file"].text());
  finding.other_line = other["line"].integer(0);
  finding.other_block = first_number(other["block"]);
  finding.other_thread = first_number(other["thread"]);
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
    const Json line = Json::parse(text);
    if (line["number"].integer(0) != ++number_ || has_ended_) {
      is_broken_ = true;
    } else if (line["seen"].type() == Json::Type::text) {
      suite::Finding finding;
      finding.kind = line["seen"].text();
      finding.severity = line["severity"].text();
      finding.text = suite::words::seen_and_not_told(finding.kind);
      announced_.push_back(std::move(finding));
    } else if (line["told"].type() == Json::Type::number) {
      is_broken_ |= line["told"].integer(-1) != static_cast<int>(announced_.size());
      announced_.clear();
    } else if (line["end"].boolean()) {
      has_ended_ = true;
      is_broken_ |= !announced_.empty();
    } else if (told_++ < kMostFindings) {
      findings.push_back(to_finding(line));
    }
  } catch (const std::runtime_error&) {
    is_broken_ = true;
  }
}

std::vector<suite::Finding> FindingsReader::untold() {
  return std::exchange(announced_, {});
}

namespace {

suite::Finding error_without_place(const std::string& kind, const std::string& text) {
  suite::Finding finding;
  finding.kind = kind;
  finding.severity = "error";
  finding.text = text;
  return finding;
}

}  // namespace

suite::Finding incomplete_findings() {
  return error_without_place("incomplete", suite::words::incomplete_findings());
}

suite::Finding endless_end() {
  return error_without_place("endless_end", suite::words::endless_end());
}

}  // namespace handshake::check
