// Reading findings.
#include "check/findings.hpp"

#include <sstream>
#include <stdexcept>

#include "check/json.hpp"

namespace handshake::check {

namespace {

constexpr size_t kMostFindings = 200;
constexpr size_t kMostText = 1 << 20;

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
  finding.index = line["element"]["index"].integer(0);
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

std::vector<suite::Finding> FindingsFile::read_new() {
  std::vector<suite::Finding> findings;
  std::istringstream in(file_.read_new(kMostText));
  std::string line;
  while (findings.size() < kMostFindings && std::getline(in, line)) {
    try {
      findings.push_back(to_finding(Json::parse(line)));
    } catch (const std::runtime_error&) {
      continue;
    }
  }
  return findings;
}

}  // namespace handshake::check
