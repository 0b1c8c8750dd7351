// Writes the results as text: first the table of parts, then an explanation of the first failure.
#include "check/text_report.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "check/drawing.hpp"
#include "check/shown_text.hpp"
#include "check/source_facts.hpp"
#include "check/source_outline.hpp"
#include "check/source_text.hpp"
#include "cuda_on_cpu/text/utf8.hpp"
#include "suite/ranking.hpp"
#include "suite/words/report.hpp"
#include "suite/words/words.hpp"

namespace handshake::check {

using suite::Failure;
using suite::Verdict;
namespace words = suite::words;

namespace {

// Limits on the lines of the compiler's messages: for the first failing part, and for other parts.
constexpr size_t kMostBuildLines = 25, kMostLaterLines = 8;
constexpr size_t kMostWarningLines = 8;

std::string colored(const std::string& text, Verdict verdict, TextStyle style) {
  if (!style.has_color) return text;
  const bool is_good = verdict == Verdict::ok;
  const bool is_neutral = verdict == Verdict::not_started || verdict == Verdict::not_checked;
  return (is_good ? "\033[32m" : is_neutral ? "\033[33m" : "\033[1;31m") + text + "\033[0m";
}

std::string pad(const std::string& text, size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::string pad_left(const std::string& text, size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

// The places that the explanation names, sorted by file and line.
std::set<std::pair<std::string, int>> places_of(const Failure& failure) {
  std::set<std::pair<std::string, int>> places;
  for (const suite::Place& place : suite::ranked_lines(failure))
    places.emplace(place.file, place.line);
  return places;
}

// The places of the explanation that are in files of the submission, and the rest of each
// statement.
std::set<std::pair<std::string, int>> quoted_places(const Failure& failure,
                                                    const suite::PartResult& part) {
  constexpr int kMostLines = 4;
  std::set<std::pair<std::string, int>> quoted;
  for (const auto& [path, first] : places_of(failure)) {
    // A finding can name any file, but only files of the submission may be read.
    const bool is_of_part =
        std::any_of(part.files.begin(), part.files.end(),
                    [&path = path](const std::string& known) { return short_path(known) == path; });
    if (!is_of_part) continue;
    int end = first;
    const SourceOutline file(path, {});
    for (const int one : file.at(first)) end = std::max(end, file[one].last_line);
    end = std::min(end, first + kMostLines - 1);
    for (int line = first; line <= end; line++) quoted.emplace(path, line);
  }
  return quoted;
}

std::string quote_lines(const Failure& failure, const suite::PartResult& part) {
  constexpr size_t kMostBytes = 90;
  const std::vector<suite::Place> ranked = suite::ranked_lines(failure);
  std::string out, file;
  for (const auto& [path, line] : quoted_places(failure, part)) {
    std::string code = harmless(written_line(path, line));
    code.erase(0, code.find_first_not_of(' '));
    if (code.empty()) continue;
    if (path != file) out += "\n  " + path + "\n";
    file = path;
    if (code.size() > kMostBytes) code = std::string(cut_at_letter(code, kMostBytes)) + " ...";
    const bool is_surest = suite::Place{path, line} == ranked.front();
    out += (is_surest ? "> " : "  ") + pad_left(std::to_string(line), 4) + " | " + code + "\n";
  }
  return out;
}

// The first lines of the compiler's messages.
std::string first_lines(const std::string& log, size_t most) {
  std::string out;
  std::istringstream lines(harmless(log));
  std::string line;
  for (size_t shown = 0; std::getline(lines, line); shown++) {
    if (shown == most) return out + "  " + words::more_of_the_build() + "\n";
    out += "  " + line + "\n";
  }
  return out;
}

std::string show_warnings(const suite::PartResult& part) {
  if (part.warnings.empty()) return "";
  return "\n  " + words::compiler_warned() + "\n" + first_lines(part.warnings, kMostWarningLines);
}

// Whether the compiler's first warning is about a line that the failure names. A warning about
// something unused does not count.
bool warns_of_failure(const Failure& failure, const suite::PartResult& part) {
  const size_t end = part.warnings.find(": warning: ");
  const size_t end_of_line = part.warnings.find('\n', std::min(end, part.warnings.size()));
  if (end == std::string::npos ||
      part.warnings.substr(end, end_of_line - end).find("[-Wunused") != std::string::npos)
    return false;
  const std::string place = part.warnings.substr(0, end);
  const std::set<std::pair<std::string, int>> places = places_of(failure);
  return std::any_of(places.begin(), places.end(), [&](const auto& one) {
    const std::string named = one.first + ":" + std::to_string(one.second) + ":";
    return one.second > 0 && place.find(named) != std::string::npos;
  });
}

std::string explain(const Failure& failure, const suite::PartResult& part, TextStyle style) {
  std::string out = heading(part.name + ": " + to_string(failure.verdict), style) + "\n";
  out += wrap(words::scene(failure), "  ");
  const std::string rule = failure.rule, hint = words::hint(failure.hint);
  if (!rule.empty()) out += "\n" + wrap(rule, "  ");
  const std::vector<std::string> arrays = draw_arrays(failure);
  if (!arrays.empty()) out += "\n" + lines_of(arrays, "");
  const bool is_warned = warns_of_failure(failure, part);
  if (is_warned) out += show_warnings(part);
  out += "\n";
  for (const std::string& sentence : words::sentences(failure)) out += wrap(sentence, "  ");
  if (failure.writer) out += wrap(words::last_writer(failure), "  ");
  out += quote_lines(failure, part);
  const auto memory = words::memory_table(failure);
  if (!memory.empty()) out += "\n" + lines_of(draw_table(memory), "");
  if (!failure.printed.empty()) {
    out += "\n  " + words::printed() + "\n";
    std::istringstream lines(harmless(failure.printed));
    std::string line;
    for (int shown = 0; shown < 8 && std::getline(lines, line); shown++)
      out += "    " + line + "\n";
  }
  const bool is_guess = is_warned && failure.hint->sure == suite::Sure::guess;
  if (!hint.empty() && !is_guess) out += "\n" + wrap(words::think_about(hint), "  ");
  return out + "\n  " + words::only_again(rerun_command(failure)) + "\n";
}

std::string explain_build(const CheckedPart& checked, size_t most, TextStyle style) {
  const suite::PartResult& part = checked.result;
  return heading(part.name + ": NO_BUILD", style) + "\n" + wrap(checked.summary, "  ") + "\n" +
         first_lines(part.build_log, most);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// Explains the parts that do not build. If the messages of several parts begin with the same line,
// only the first of these parts is explained.
std::string explain_builds(const Report& report, TextStyle style) {
  std::string out;
  std::set<std::string> told;
  for (const CheckedPart& part : report.parts) {
    if (part.result.verdict != Verdict::no_build) continue;
    const std::string line = first_line(part.result.build_log);
    const bool is_first = &part == first_failing(report);
    if (line.empty() || told.insert(line).second)
      out += "\n" + explain_build(part, is_first ? kMostBuildLines : kMostLaterLines, style);
  }
  return out;
}

std::string explain_part(const CheckedPart& checked, TextStyle style) {
  const suite::PartResult& part = checked.result;
  std::string out;
  for (const Failure& failure : part.failures) {
    if (!out.empty()) out += "\n";
    out += explain(failure, part, style);
    if (!style.is_verbose) break;
  }
  const Failure& first = part.failures.front();
  return warns_of_failure(first, part) ? out : out + show_warnings(part);
}

std::string show_notes(const Report& report) {
  std::string out;
  for (const CheckedPart& part : report.parts)
    for (const suite::Note& note : part.result.notes)
      out += "\n" + wrap(words::note_line(words::note(note)), "");
  return out;
}

// Whether make check-verbose explains more than the first failure of the first failing part.
bool has_more_failures(const Report& report) {
  const CheckedPart* first = first_failing(report);
  if (!first) return false;
  size_t failures = 0;
  for (const CheckedPart& part : report.parts) failures += part.result.failures.size();
  return failures > (first->result.failures.empty() ? 0 : 1);
}

std::string last_lines(const Report& report, TextStyle style) {
  std::string out = show_notes(report);
  if (is_ok(report)) return out + "\n" + words::all_ok() + "\n";
  for (const CheckedPart& part : report.parts) {
    const suite::PartResult& result = part.result;
    if (first_failing(report) || result.verdict != Verdict::not_started) continue;
    out += "\n" + wrap(words::start_with(result.name, result.files, result.id), "");
    break;
  }
  if (has_more_failures(report) && !style.is_verbose)
    out += "\n" + words::first_of_several(std::string(style.lab)) + "\n";
  return out;
}

std::string show_table(const Report& report, TextStyle style) {
  size_t name_width = 0;
  for (const CheckedPart& part : report.parts)
    name_width = std::max(name_width, part.result.name.size());
  std::string out;
  for (const CheckedPart& part : report.parts) {
    const suite::PartResult& result = part.result;
    const std::string summary = result.verdict == Verdict::ok
                                    ? words::all_right(result.cases, result.runs)
                                    : harmless(part.summary);
    std::string line = pad(result.name, name_width) + "  " +
                       colored(pad(to_string(result.verdict), 11), result.verdict, style) + "  " +
                       summary;
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace

std::string heading(const std::string& text, TextStyle style) {
  return style.has_color ? "\033[1m" + text + "\033[0m" : text;
}

std::string lines_of(const std::vector<std::string>& lines, const std::string& indent) {
  std::string out;
  for (const std::string& line : lines) out += indent + line + "\n";
  return out;
}

std::string to_short_text(const Report& report, TextStyle style) {
  return show_table(report, style) + show_notes(report);
}

std::string to_text(const Report& report, TextStyle style) {
  std::string out = show_table(report, style);
  const CheckedPart* first = first_failing(report);
  for (const CheckedPart& part : report.parts) {
    if (part.result.failures.empty() || (!style.is_verbose && &part != first)) continue;
    out += "\n" + explain_part(part, style);
  }
  out += explain_builds(report, style);
  if (report.example) out += "\n" + report.example->text(style);
  return out + last_lines(report, style);
}

}  // namespace handshake::check
