// Writing the results down for a reader who is tired: the table, then one failure.
#include "check/text_report.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "check/drawing.hpp"
#include "check/source_facts.hpp"
#include "check/untrusted_file.hpp"
#include "text/utf8.hpp"

namespace handshake::check {

using suite::Failure;
using suite::Verdict;

namespace {

constexpr size_t kMostBuildLines = 25;
constexpr size_t kMostGraphLines = 24;

std::string colored(const std::string& text, Verdict verdict, TextStyle style) {
  if (!style.has_color) return text;
  const bool is_good = verdict == Verdict::ok;
  const bool is_neutral = verdict == Verdict::not_started || verdict == Verdict::not_checked;
  return (is_good ? "\033[32m" : is_neutral ? "\033[33m" : "\033[1;31m") + text + "\033[0m";
}

std::string heading(const std::string& text, TextStyle style) {
  return style.has_color ? "\033[1m" + text + "\033[0m" : text;
}

std::string pad(const std::string& text, size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::string pad_left(const std::string& text, size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string table(const Report& report, TextStyle style) {
  size_t name_width = 0;
  for (const CheckedPart& part : report.parts)
    name_width = std::max(name_width, part.result.name.size());
  std::string out;
  for (const CheckedPart& part : report.parts) {
    const suite::PartResult& result = part.result;
    std::string summary = harmless(result.summary);
    if (result.verdict == Verdict::ok)
      summary = std::to_string(result.cases) + (result.cases == 1 ? " case" : " cases") + ", " +
                std::to_string(result.runs) + " runs";
    std::string line = pad(result.name, name_width) + "  " +
                       colored(pad(to_string(result.verdict), 11), result.verdict, style) + "  " +
                       summary;
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string lines_of(const std::vector<std::string>& lines, const std::string& indent) {
  std::string out;
  for (const std::string& line : lines) out += indent + line + "\n";
  return out;
}

// "matches[3] was last written by block 0, thread 3 at src/gpu_required/check_handshaking.cu:22."
std::string name_writer(const Failure& failure) {
  if (!failure.writer) return "";
  const suite::Writer& writer = *failure.writer;
  return wrap(failure.array + "[" + std::to_string(failure.index) + "] was last written by block " +
                  std::to_string(writer.block) + ", thread " + std::to_string(writer.thread) +
                  " at " + to_string(suite::Place{writer.file, writer.line}) + ".",
              "  ");
}

// The places that the sentences name, in the order of the files.
std::set<std::pair<std::string, int>> places_of(const Failure& failure) {
  std::set<std::pair<std::string, int>> places;
  if (const auto& finding = failure.finding) {
    places.emplace(finding->file, finding->line);
    places.emplace(finding->other_file, finding->other_line);
  }
  if (failure.writer) places.emplace(failure.writer->file, failure.writer->line);
  for (const suite::Place& place : failure.places) places.emplace(place.file, place.line);
  return places;
}

std::string quote_lines(const Failure& failure, const suite::PartResult& part) {
  constexpr size_t kMostBytes = 90;
  std::string out, file;
  for (const auto& [path, line] : places_of(failure)) {
    // No other file of the machine is read, whatever a finding names.
    const bool is_of_part =
        std::any_of(part.files.begin(), part.files.end(),
                    [&path = path](const std::string& known) { return short_path(known) == path; });
    if (!is_of_part) continue;
    std::string code = harmless(source_line(path, line));
    code.erase(0, code.find_first_not_of(' '));
    if (code.empty()) continue;
    if (path != file) out += "\n  " + path + "\n";
    file = path;
    if (code.size() > kMostBytes) code = std::string(cut_at_letter(code, kMostBytes)) + " ...";
    out += "  " + pad_left(std::to_string(line), 4) + " | " + code + "\n";
  }
  return out;
}

std::string explain(const Failure& failure, const suite::PartResult& part, TextStyle style) {
  std::string out = heading(part.name + ": " + to_string(failure.verdict), style) + "\n";
  std::string scene = "Case " + std::to_string(failure.case_number) + ": " + failure.case_title;
  if (failure.shape.threads > 0) scene += "; " + to_string(failure.shape);
  if (failure.schedule == "gpu")
    scene += "; on the GPU";
  else if (failure.schedule != "forward" && !failure.schedule.empty())
    scene += "; order of threads: " + failure.schedule;
  out += wrap(scene, "  ");
  if (!failure.rule.empty()) out += "\n" + wrap(failure.rule, "  ");
  const std::vector<std::string> arrays = draw_arrays(failure);
  if (!arrays.empty()) out += "\n" + lines_of(arrays, "");
  out += "\n";
  for (const std::string& sentence : failure.what) out += wrap(sentence, "  ");
  out += name_writer(failure);
  out += quote_lines(failure, part);
  if (!failure.printed.empty()) {
    out += "\n  The program printed:\n";
    std::istringstream lines(harmless(failure.printed));
    std::string line;
    for (int shown = 0; shown < 8 && std::getline(lines, line); shown++)
      out += "    " + line + "\n";
  }
  if (!failure.hint.empty()) out += "\n" + wrap("Think about: " + failure.hint, "  ");
  return out + "\n  Only this one again:  " + rerun_command(failure) + "\n";
}

std::string explain_build(const suite::PartResult& part, TextStyle style) {
  std::string out =
      heading(part.name + ": NO_BUILD", style) + "\n" + wrap(part.summary, "  ") + "\n";
  std::istringstream lines(harmless(part.build_log));
  std::string line;
  for (size_t shown = 0; std::getline(lines, line); shown++) {
    if (shown == kMostBuildLines) {
      out += "  ... (more of the same)\n";
      break;
    }
    out += "  " + line + "\n";
  }
  return out;
}

std::string explain_part(const suite::PartResult& part, TextStyle style) {
  if (part.verdict == Verdict::no_build) return explain_build(part, style);
  std::string out;
  for (const Failure& failure : part.failures) {
    if (!out.empty()) out += "\n";
    out += explain(failure, part, style);
    if (!style.is_verbose) break;
  }
  return out;
}

std::string show_smallest(const SmallestGraph& smallest, TextStyle style) {
  const suite::EdgeList& graph = smallest.found.graph;
  std::string out = heading("A small graph that goes wrong: ", style) + smallest.file + "\n";
  const std::vector<std::string> drawing = draw_graph(graph);
  if (drawing.size() <= kMostGraphLines)
    out += lines_of(drawing, "    ");
  else
    out += "    " + std::to_string(graph.numNodes) + " nodes and " +
           std::to_string(graph.numEdges() / 2) + " edges, too many to be drawn here\n";
  const Failure& failure = smallest.found.failure;
  std::string scene = failure.pass > 0 ? "Pass " + std::to_string(failure.pass) : "";
  if (failure.shape.total() > 0) scene += ", " + to_string(failure.shape);
  out += wrap(scene + (scene.empty() ? "" : ": ") + suite::summarize(failure) + ".", "  ");
  const std::string result = draw_row(smallest.trace.matches, 1);
  if (result.size() < 60) out += "  Right matches: [" + result + " ]\n";
  out +=
      "  " +
      std::string(smallest.shows_in_match ? "See it in the program:  " : "See all its arrays:  ") +
      smallest.command + "\n";
  return out;
}

std::string last_lines(const Report& report, TextStyle style) {
  std::string out;
  for (const CheckedPart& part : report.parts)
    for (const std::string& note : part.result.notes) out += "\n" + wrap("Note: " + note, "");
  if (is_ok(report)) {
    out += "\nAll parts that were asked for are OK.\n";
    return out;
  }
  for (const CheckedPart& part : report.parts) {
    if (first_failing(report) || part.result.verdict != Verdict::not_started) continue;
    out +=
        "\n" + wrap("Start with " + part.result.name + ": write your code between the marks in " +
                        part.result.files.front() + ", and run make check-" + part.result.id + ".",
                    "");
    break;
  }
  if (first_failing(report) && !style.is_verbose)
    out += "\nThis is the first failure. All of them:  make check-verbose\n";
  return out;
}

}  // namespace

std::string to_text(const Report& report, TextStyle style) {
  std::string out = table(report, style);
  const CheckedPart* first = first_failing(report);
  for (const CheckedPart& part : report.parts) {
    if (part.result.failures.empty() && part.result.verdict != Verdict::no_build) continue;
    if (!style.is_verbose && &part != first) continue;
    out += "\n" + explain_part(part.result, style);
  }
  if (report.smallest) out += "\n" + show_smallest(*report.smallest, style);
  return out + last_lines(report, style);
}

}  // namespace handshake::check
