// See surroundings.hpp.
#include "check/surroundings.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "check/source_words.hpp"

namespace handshake::check {

namespace {

bool is_between(int line, int one, int other) {
  return std::min(one, other) < line && line < std::max(one, other);
}

// The elements of the array that the finding is about, in its line.
std::vector<Element> elements_of(const SourceOutline& file, const suite::Finding& finding) {
  const std::string& array =
      is_in_shared_variable(finding) ? finding.element.variable : finding.element.array;
  std::vector<Element> elements;
  for (const int one : file.at({finding.file, finding.line}))
    for (const Element& element : file[one].elements)
      if (!array.empty() && element.array == array) elements.push_back(element);
  return elements;
}

}  // namespace

static bool is_same(const Index& one, const Index& other) {
  return one.x == other.x && one.y == other.y && one.z == other.z;
}

void tell_barrier(const SourceOutline& file, suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || !is_race(finding->kind) || is_same(finding->block, finding->other_block) ||
      finding->file != finding->other_file || finding->block < 0 || finding->other_block < 0 ||
      finding->file != file.file())
    return;
  for (size_t s = 0; s < file.statements().size(); s++) {
    const Statement& one = file.statements()[s];
    const bool waits = std::any_of(one.calls.begin(), one.calls.end(), [](const auto& call) {
      return call.function == "__syncthreads";
    });
    if (!waits || !is_between(one.first_line, finding->line, finding->other_line)) continue;
    const suite::Place at = file.place(static_cast<int>(s));
    failure.what.push_back(
        {suite::Told{"barrier_of_block", {{"at", at}}}, suite::Sure::guess, {at}});
    return;
  }
}

void ask_about_lost_change(const SourceOutline& file, suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || !is_race(finding->kind) || finding->file != finding->other_file ||
      finding->line != finding->other_line)
    return;
  const std::vector<Element> elements = elements_of(file, *finding);
  if (elements.size() == 1 && !elements[0].sign.empty() && elements[0].sign != "=")
    failure.hint.refine({"lost_change"});
}

// ---- a condition around a wrong access

namespace {

bool compares(const std::string& text, const std::string& name) {
  for (const char* sign : {"!=", "==", " < ", " > ", ">=", "<="})
    for (size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at + 1))
      if (trimmed(text.substr(0, at)) == name) return true;
  return false;
}

// Whether the condition compares this index only after the element: `a[p] == x && p != -1`.
bool is_tested_after(const std::string& before, const std::string& after, const Element& element) {
  if (element.names.size() != 1 || element.names[0] != element.index ||
      has_name(names_in(before), element.index))
    return false;
  for (size_t at = after.find("&& "); at != std::string::npos; at = after.find("&& ", at + 1))
    if (compares(after.substr(at + 3, after.find("&&", at + 1) - at - 3), element.index))
      return true;
  return false;
}

}  // namespace

void tell_condition(const SourceOutline& file, suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || finding->kind != Kind::out_of_bounds || finding->file != file.file()) return;
  const suite::Place at{file.file(), finding->line};
  for (const int one : file.at(at))
    for (const Element& element : file[one].elements) {
      if (element.array != finding->element.array) continue;
      const std::string shown = element.array + "[" + element.index + "]", &text = file[one].text;
      const size_t first = text.find(shown);
      const std::string before = text.substr(0, first);
      // In `a[x - 1]`, an index of -1 does not come from UNMATCHED.
      const bool is_before_first = finding->element.index == -1 && element.names.size() == 1 &&
                                   element.index == element.names[0] + " - 1";
      if (is_before_first && (failure.hint->thought == "unmatched_index" ||
                              failure.hint->thought == "no_strongest_neighbor"))
        failure.hint.refine({"first_index"});
      if (first != std::string::npos &&
          is_tested_after(before, text.substr(first + shown.size()), element))
        failure.what.push_back(suite::Told{"tested_after", {{"index", element.index}, {"at", at}}});
    }
}

namespace {

// The hint asks about the condition of a loop. If there is no loop, or if its head does not mention
// the index, this question would not help.
void ask_about_index(const SourceOutline& file, int statement, suite::Failure& failure) {
  const Function* const function = file.function_of(statement);
  if (!function || !function->is_kernel || file[statement].is_loop()) return;
  if (!file.is_in_loop(statement)) return failure.hint.refine({"index_of_access"});
  const std::vector<int> around = file.heads(statement);
  const Statement& loop = file[*std::find_if(around.begin(), around.end(),
                                             [&](int head) { return file[head].is_loop(); })];
  const std::vector<Element> elements = elements_of(file, *failure.finding);
  std::string index = elements.empty() ? "" : elements[0].index;
  // The only argument of a macro or function may be the index.
  const auto& calls = file[statement].calls;
  if (elements.empty() && calls.size() == 1 && calls[0].arguments.size() == 1)
    index = calls[0].arguments[0];
  if (!index.empty() && !names_in(index).empty() &&
      index.find_first_of("[(") == std::string::npos && loop.text.find(index) == std::string::npos)
    failure.hint.refine({"bound_of_index", {{"name", index}}});
}

}  // namespace

void tell_around(const SourceOutline& file, suite::Failure& failure) {
  constexpr size_t kMost = 2;
  const auto& finding = failure.finding;
  const std::vector<int> here =
      finding ? file.at({finding->file, finding->line}) : std::vector<int>();
  if (here.empty()) return;
  const int innermost = here.back();
  const bool waits =
      is_barrier(finding->kind) && file[innermost].text.find("__syncthreads") != std::string::npos;
  if (failure.hint->thought == "loop_condition") ask_about_index(file, innermost, failure);
  if (!waits && (!is_out_of_bounds(finding->kind) || suite::has_fact<suite::Repairs>(failure)))
    return;
  suite::InsideOf fact{{file.file(), finding->line}, waits, {}};
  std::vector<suite::Place> lines;
  size_t added = 0;
  for (const int head : file.heads(innermost)) {
    if (file[head].first_line == finding->line) continue;
    if (added == kMost) break;
    added += waits || !file.is_shown(head, failure);
    lines.insert(file[head].is_loop() ? lines.begin() : lines.end(), file.place(head));
    fact.around.push_back({file.place(head), file[head].is_loop()});
  }
  const bool is_bound = failure.hint->thought == "loop_condition";
  if (added > 0)
    failure.what.push_back({fact, is_bound ? suite::Sure::cause : suite::Sure::steps, lines});
}

// ---- a quotient

namespace {

// The value of a name, or of a product of two names, in this launch; nullopt if it is unknown.
std::optional<long> value_of(const SourceOutline& file, const suite::Failure& failure,
                             const std::string& name, int depth = 0) {
  const long blocks = failure.shape.grid.x, threads = failure.shape.block.x;
  if (name == "gridDim.x") return blocks;
  if (name == "blockDim.x") return threads;
  if (name == "blockDim.x * gridDim.x" || name == "gridDim.x * blockDim.x") return blocks * threads;
  if (is_one_of(name, {"numNodes", "numEdges", "numElements"})) {
    for (const suite::ShownArray& shown : failure.shown)
      if (shown.name == failure.array && !failure.array.empty()) return shown.length;
    return std::nullopt;
  }
  constexpr size_t kMostDigits = 9;
  if (name.size() <= kMostDigits && name.find_first_not_of("0123456789") == std::string::npos)
    return name.empty() ? std::nullopt : std::optional<long>(std::stol(name));
  std::optional<long> value;
  for (const Statement& one : file.statements()) {
    if (!has_name(one.set, name)) continue;
    const size_t at = one.text.find(name + " = ");
    if (at == std::string::npos || value || depth > 0 || !ends_with(one.text, ";"))
      return std::nullopt;
    const size_t first = at + name.size() + 3;
    value = value_of(file, failure, one.text.substr(first, one.text.size() - 1 - first), 1);
    if (!value) return std::nullopt;
  }
  return value;
}

std::optional<suite::Told> rounded_down(const SourceOutline& file, const suite::Failure& failure,
                                        const std::string& text, const suite::Place& at) {
  const size_t set = text.find(" = "), sign = text.find(" / ");
  if (set == std::string::npos || sign == std::string::npos || sign < set || !ends_with(text, ";"))
    return std::nullopt;
  const std::string above = text.substr(set + 3, sign - set - 3);
  const std::string below = text.substr(sign + 3, text.size() - sign - 4);
  if (!is_plain_operand(above) || !is_plain_operand(below)) return std::nullopt;
  const std::optional<long> dividend = value_of(file, failure, above);
  const std::optional<long> divisor = value_of(file, failure, below);
  if (!dividend || !divisor || *divisor <= 0 || *dividend < 0 || *dividend % *divisor == 0)
    return std::nullopt;
  return suite::Told{"rounded_down",
                     {{"at", at},
                      {"text", above + " / " + below},
                      {"dividend", *dividend},
                      {"divisor", *divisor},
                      {"quotient", *dividend / *divisor}}};
}

}  // namespace

void tell_quotient(const SourceOutline& file, suite::Failure& failure) {
  const bool is_missing = suite::has_fact<suite::SharedOut>(failure) || !failure.got;
  if (!is_missing || failure.array.empty()) return;
  std::vector<suite::Place> shown = told_lines(failure);
  if (failure.writer) shown.push_back({failure.writer->file, failure.writer->line});
  std::set<int> statements;
  for (const suite::Place& place : shown)
    for (const int one : file.at(place)) statements.insert(one);
  for (const int one : statements)
    if (const auto quotient = rounded_down(file, failure, file[one].text, file.place(one)))
      failure.what.push_back(*quotient);
}

void show_whole_launches(const SourceOutline& file, suite::Failure& failure) {
  constexpr int kMostLines = 6;
  const std::vector<suite::Place> shown = told_lines(failure);
  for (const suite::Place& place : shown)
    for (const int one : file.at(place)) {
      if (file[one].text.find("<<<") == std::string::npos) continue;
      const int last = std::min(file[one].last_line, file[one].first_line + kMostLines);
      for (int line = file[one].first_line; line <= last; line++)
        add_place(failure, {file.file(), line});
    }
}

}  // namespace handshake::check
