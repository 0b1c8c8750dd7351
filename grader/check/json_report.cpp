// Writes the results as JSON, in the form that grader/README.md describes.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "check/report.hpp"
#include "suite/ranking.hpp"
#include "suite/run_case.hpp"
#include "suite/words/report.hpp"
#include "suite/words/words.hpp"

namespace handshake::check {

namespace words = suite::words;

namespace {

Json number_or_null(int number, int unknown) {
  return number == unknown ? Json() : Json(number);
}

std::string verdict_word(suite::Verdict verdict) {
  std::string word = to_string(verdict);
  std::replace(word.begin(), word.end(), ' ', '_');
  return word;
}

// A number; a text for a float that JSON cannot express, such as "nan".
Json to_json(suite::Value value) {
  if (value.type == suite::Type::without_sign) return long{value.as<unsigned>()};
  if (value.type == suite::Type::integer) return value.word;
  const std::string text = words::number(value);
  return std::isfinite(value.as<float>()) ? Json::number(text) : Json(text);
}

Json to_json(const std::optional<suite::Value>& value) {
  return value ? to_json(*value) : Json();
}

Json to_json(const suite::ShownArray& shown) {
  Json values = Json::list();
  for (const std::optional<int>& value : shown.values)
    values.add(value ? to_json(suite::Value(*value, shown.type)) : Json());
  return Json::object({{"name", shown.name},
                       {"what", shown.what},
                       {"of", shown.of},
                       {"first", shown.first},
                       {"length", shown.length},
                       {"values", values}});
}

Json to_json(const suite::Finding& finding) {
  return Json::object({{"kind", name_of(finding.kind)},
                       {"severity", kSeverities[static_cast<int>(finding.severity)]},
                       {"file", finding.file},
                       {"line", number_or_null(finding.line, 0)},
                       {"other_file", finding.other_file},
                       {"other_line", number_or_null(finding.other_line, 0)},
                       {"kernel", finding.kernel},
                       {"text", words::text(finding)}});
}

Json writer_of(const suite::Failure& failure) {
  if (!failure.writer) return Json();
  return Json::object({{"file", failure.writer->file},
                       {"line", number_or_null(failure.writer->line, 0)},
                       {"text", words::last_writer(failure)}});
}

}  // namespace

Json array_of(const std::vector<int>& values) {
  Json array = Json::list();
  for (const int value : values) array.add(value == suite::kOldValue ? Json() : Json(value));
  return array;
}

Json to_json(const suite::Failure& failure) {
  Json shown = Json::list(), places = Json::list();
  for (const suite::ShownArray& array : failure.shown) shown.add(to_json(array));
  Json memory = Json::list();
  for (const suite::ArrayLife& life : failure.memory)
    memory.add(Json::object({{"array", life.variable},
                             {"elements", life.has},
                             {"needed", life.needs},
                             {"allocated", number_or_null(life.allocated, 0)},
                             {"filled", number_or_null(life.filled, 0)},
                             {"freed", number_or_null(life.freed, 0)},
                             {"used_by", life.user}}));
  for (const suite::Place& place : suite::ranked_lines(failure))
    places.add(Json::object({{"file", place.file}, {"line", place.line}}));
  return Json::object({{"verdict", verdict_word(failure.verdict)},
                       {"case", failure.case_number},
                       {"title", failure.title},
                       {"scene", words::scene(failure)},
                       {"blocks", failure.shape.blocks},
                       {"threads", failure.shape.threads},
                       {"schedule", failure.schedule},
                       {"diagnostic", failure.diagnostic},
                       {"spent", failure.is_spent},
                       {"pass", number_or_null(failure.pass, 0)},
                       {"mix", failure.mix},
                       {"rule", failure.rule},
                       {"array", failure.array},
                       {"index", number_or_null(failure.index, -1)},
                       {"got", to_json(failure.got)},
                       {"expected", to_json(failure.expected)},
                       {"differences", failure.differences},
                       {"shown", shown},
                       {"summary", words::summary(failure)},
                       {"what", words::sentences(failure)},
                       {"memory", memory},
                       {"writer", writer_of(failure)},
                       {"finding", failure.finding ? to_json(*failure.finding) : Json()},
                       {"places", places},
                       {"hint", words::hint(failure.hint)},
                       {"printed", failure.printed},
                       {"rerun", rerun_command(failure)}});
}

namespace {

Json to_json(const suite::Shares& shares) {
  Json cases = Json::list();
  for (const suite::CaseShare& one : shares.cases)
    cases.add(Json::object({{"case", one.case_number},
                            {"kind", one.kind},
                            {"threads", one.threads},
                            {"free", one.is_free},
                            {"share", one.share},
                            {"failure", one.failure ? check::to_json(*one.failure) : Json()}}));
  Json unclean = Json::list();
  for (const suite::Failure& one : shares.unclean) unclean.add(check::to_json(one));
  return Json::object({{"cases", cases}, {"begun", shares.is_begun}, {"unclean", unclean}});
}

Json to_json(const CheckedPart& part) {
  const suite::PartResult& result = part.result;
  Json failures = Json::list(), findings = Json::list(), notes = Json::list();
  for (const suite::Note& note : result.notes) notes.add(words::note(note));
  for (const suite::Failure& failure : result.failures) failures.add(check::to_json(failure));
  for (const suite::Finding& finding : result.findings) findings.add(to_json(finding));
  return Json::object({{"id", result.id},
                       {"name", result.name},
                       {"files", result.files},
                       {"optional", result.is_optional},
                       {"asked", part.is_asked},
                       {"verdict", verdict_word(result.verdict)},
                       {"summary", part.summary},
                       {"cases", result.cases},
                       {"failed", result.failed},
                       {"runs", result.runs},
                       {"failures", failures},
                       {"notes", notes},
                       {"findings", findings},
                       {"shares", result.shares ? to_json(*result.shares) : Json()},
                       {"build_log", result.build_log}});
}

}  // namespace

Json to_json(const Report& report) {
  Json parts = Json::list();
  for (const CheckedPart& part : report.parts) parts.add(to_json(part));
  const CheckedPart* failing = first_failing(report);
  const bool is_explained = failing && !failing->result.failures.empty();
  return Json::object(
      {{"format", "handshake-check"},
       {"version", 1},
       {"backend", report.backend},
       {"modes", report.modes},
       {"schedules", report.schedules},
       {"ok", is_ok(report)},
       {"seconds", report.seconds},
       {"parts", parts},
       {"first_failure",
        is_explained ? Json::object({{"part", failing->result.id}, {"failure", 0}}) : Json()},
       {"failing_graph", report.example ? report.example->json() : Json()}});
}

void write_file(const std::string& path, const std::string& text) {
  const std::string part = path + ".part" + std::to_string(getpid());
  {
    std::ofstream out(part, std::ios::binary);
    out << text;
    out.flush();
    if (!out) {
      std::remove(part.c_str());
      throw std::runtime_error(path + ": cannot be written");
    }
  }
  if (std::rename(part.c_str(), path.c_str()) != 0)
    throw std::runtime_error(path + ": cannot be written");
}

}  // namespace handshake::check
