// Reading the lines above a line.
#include "check/assignments.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>

#include "check/source_facts.hpp"
#include "check/untrusted_file.hpp"

namespace handshake::check {

namespace {

constexpr size_t kMostTold = 2;
constexpr size_t kMostLine = 400;

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path, std::ios::binary);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line.substr(0, std::min(line.find("//"), kMostLine)));
  return lines;
}

bool has(const std::string& line, const char* word) {
  return line.find(word) != std::string::npos;
}

// The names of the line that may be variables: no calls, members or addresses.
std::vector<std::string> names_in(const std::string& line) {
  std::vector<std::string> names;
  for (size_t at = 0; at < line.size();) {
    size_t end = at;
    while (end < line.size() && is_letter(line[end])) end++;
    const bool is_name = end > at && std::isdigit(static_cast<unsigned char>(line[at])) == 0;
    const char before = at > 0 ? line[at - 1] : ' ', after = end < line.size() ? line[end] : ' ';
    if (is_name && before != '.' && before != '>' && before != '&' && after != '(')
      names.push_back(line.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return names;
}

class Reader {
 public:
  Reader(const SourceFile& file, suite::Failure& failure)
      : file_(file), lines_(lines_of(file.path)), name_(short_path(file.path)), failure_(failure) {}

  void tell(int line) {
    if (line < 1 || line > static_cast<int>(lines_.size())) return;
    for (const std::string& name : names_in(lines_[line - 1])) {
      const int set = set_above(line, name);
      const bool is_shown = std::any_of(
          failure_.places.begin(), failure_.places.end(),
          [&](const suite::Place& place) { return place.file == name_ && place.line == set; });
      if (set == 0 || is_shown || told_ == kMostTold) continue;
      told_++;
      failure_.places.push_back({name_, set});
      failure_.what.push_back(suite::SetAt{name, {name_, line}, {name_, set}});
    }
  }

  const std::string& name() const { return name_; }

 private:
  // The last line above that gives the variable a value; 0: there is none in this function.
  int set_above(int line, const std::string& name) const {
    if (assigns(lines_[line - 1], name)) return 0;
    for (int above = line - 1; above >= 1; above--) {
      const std::string& text = lines_[above - 1];
      if (has(text, "__global__") || has(text, "__device__") || text.compare(0, 1, "}") == 0)
        return 0;
      if (!assigns(text, name)) continue;
      const bool is_outside = !file_.parts.empty() && !is_students(above, file_.parts);
      const bool is_known = has(text, "for (") || has(text, "for(") || has(text, "threadIdx") ||
                            has(text, "blockDim") || has(text, "nullptr");
      return is_outside || is_known ? 0 : above;
    }
    return 0;
  }

  const SourceFile& file_;
  std::vector<std::string> lines_;
  std::string name_;
  suite::Failure& failure_;
  size_t told_ = 0;
};

}  // namespace

void tell_assignments(const std::vector<SourceFile>& files, suite::Failure& failure) {
  using suite::Verdict;
  const auto& finding = failure.finding;
  const bool is_of_value = failure.verdict == Verdict::wrong || failure.verdict == Verdict::memory;
  const bool is_of_pointer = finding && (finding->kind == "leak" || finding->kind == "bad_free" ||
                                         finding->kind == "no_memory");
  if (!is_of_value || is_of_pointer) return;
  std::vector<suite::Place> shown = failure.places;
  if (failure.writer) shown.insert(shown.begin(), {failure.writer->file, failure.writer->line});
  if (finding) shown.insert(shown.begin(), {finding->file, finding->line});
  for (const SourceFile& file : files) {
    Reader reader(file, failure);
    for (const suite::Place& place : shown)
      if (place.file == reader.name()) reader.tell(place.line);
  }
}

}  // namespace handshake::check
