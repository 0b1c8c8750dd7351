// Writes findings. See report.hpp.
#include "cuda_on_cpu/runtime/report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <type_traits>

#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/locate.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"
#include "cuda_on_cpu/text/json_quote.hpp"

namespace cuda_on_cpu {
namespace {

using Output = Text<8192>;

std::mutex one_at_a_time;

void write_all(int file, const char* text, size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, text, size);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) {
      text += written;
      size -= static_cast<size_t>(written);
    }
  }
}

void add_line(Output* out, const SourceLine& line, const Place& place) {
  if (line.line != 0) {
    out->add("%s:%d", line.file, line.line);
  } else if (place.code != nullptr) {
    out->add("address 0x%zx of the program", file_address(place.code));
  } else {
    out->add("a place that is not known");
  }
}

void add_actor(Output* out, const char* before, const Actor& actor) {
  if (!actor.known) return;
  out->add("%sblock (%u,%u,%u), thread (%u,%u,%u)", before, actor.block.x, actor.block.y,
           actor.block.z, actor.thread.x, actor.thread.y, actor.thread.z);
}

void write_paragraph(const Finding& finding, const SourceLine* lines, const Place* places) {
  Output out;
  const bool color = isatty(STDERR_FILENO) == 1;
  const char* begin = !color                                ? ""
                      : finding.severity == Severity::error ? "\033[1;31m"
                                                            : "\033[1;35m";
  const auto add_site = [&](const char* before, PlaceIndex index) {
    if (!places[index].known()) return;
    out.add("%s", before);
    add_line(&out, lines[index], places[index]);
  };
  add_site("", kPlace);
  out.add("%s%s%s:%s %s [%s]\n", finding.place.known() ? ": " : "cuda_on_cpu: ", begin,
          handshake::kSeverities[static_cast<int>(finding.severity)], color ? "\033[0m" : "",
          finding.message.c_str(), name_of(finding.kind));
  if (finding.kernel != nullptr) {
    out.add("  in kernel %s, launch %u", finding.kernel, finding.launch_number);
    add_site(" at ", kLaunch);
    add_actor(&out, ", ", finding.actor);
    out.add("\n");
  }
  if (finding.other.known() || finding.other_actor.known) {
    out.add("  %s", finding.other_text != nullptr ? finding.other_text : "the other access:");
    add_site(" ", kOther);
    add_actor(&out, finding.other.known() ? ", " : " ", finding.other_actor);
    out.add("\n");
  }
  if (finding.allocated.known()) {
    out.add("  the allocation of %lld bytes was made", finding.allocation_bytes);
    add_site(" at ", kAllocated);
    add_site(" and freed at ", kFreed);
    out.add("\n");
  }
  if (finding.count > 1) out.add("  the same happened %lld times in all\n", finding.count);
  if (finding.advice != nullptr) out.add("  try: %s\n", finding.advice);
  write_all(STDERR_FILENO, out.c_str(), out.size());
}

// Writes the members of a line that exchange() passes to it. A member without a value is left out.
class JsonLine {
 public:
  explicit JsonLine(Output* out) : out_(*out) {}
  template <class Value>
  void operator()(const char* name, const Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      if (value) begin(name).add("true");
    } else if constexpr (std::is_integral_v<Value>) {
      if (value != 0) begin(name).add("%lld", static_cast<long long>(value));
    } else if constexpr (std::is_same_v<Value, handshake::Index>) {
      if (value.x >= 0) begin(name).add("[%d,%d,%d]", value.x, value.y, value.z);
    } else {
      text(name, value);
    }
  }
  template <class Enum, size_t Size>
  void operator()(const char* name, Enum value, const char* const (&words)[Size]) {
    if (value != Enum{}) text(name, words[static_cast<size_t>(value)]);
  }
  template <class Members>
  void within(const char* name, Members members) {
    const size_t before = out_.size();
    begin(name).add("{");
    const size_t empty = out_.size();
    members();
    if (out_.size() == empty) return out_.cut(before);
    out_.add("}");
  }

 private:
  Output& begin(const char* name) {
    const char last = out_.c_str()[out_.size() - 1];
    return out_.add("%s\"%s\":", last == '{' ? "" : ",", name);
  }
  void text(const char* name, const char* value) {
    if (value == nullptr || *value == '\0') return;
    begin(name);
    handshake::json_quote(value, [this](char one) { out_.add("%c", one); });
  }
  void text(const char* name, const Name& value) { text(name, value.c_str()); }

  Output& out_;
};

// Lines that go to the pipe are numbered, so that the reader notices a missing line.
void write_line(Line line) {
  static long long number = 0;
  if (settings().findings.descriptor >= 0) line.number = ++number;
  Output out;
  out.add("{");
  JsonLine json(&out);
  exchange(line, json);
  out.add("}");
  const Destination& to = settings().findings;
  const bool is_file = to.descriptor < 0;
  const int file =
      is_file ? open(to.name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : to.descriptor;
  if (file < 0) {
    Text<512> text;
    text.add("cuda_on_cpu: cannot write CUCC_FINDINGS=%s: %s\n", to.name, std::strerror(errno));
    write_error(text.c_str(), text.size());
    return;
  }
  // A line that is too long is cut, and then it is not valid JSON. It still ends with a line break,
  // so that only this line is lost.
  out.end_line();
  write_all(file, out.c_str(), out.size());
  if (is_file) close(file);
}

void set_actor(const Actor& actor, handshake::Index* block, handshake::Index* thread) {
  if (!actor.known) return;
  const auto index = [](const uint3& of) {
    return handshake::Index(static_cast<int>(of.x), static_cast<int>(of.y), static_cast<int>(of.z));
  };
  *block = index(actor.block);
  *thread = index(actor.thread);
}

void write_json(const Finding& finding, const SourceLine* lines) {
  Line line;
  auto& told = line.finding;
  told = finding;
  told.text = finding.message.c_str();
  told.brief = finding.brief_message.c_str();
  const auto set_place = [lines](PlaceIndex place, const char** file, int* number) {
    *file = lines[place].file;
    *number = lines[place].line;
  };
  set_place(kPlace, &told.file, &told.line);
  set_place(kOther, &told.other_file, &told.other_line);
  set_place(kAllocated, &told.allocated_file, &told.allocated_line);
  set_place(kFreed, &told.freed_file, &told.freed_line);
  set_place(kLaunch, &told.launch_file, &told.launch_line);
  set_actor(finding.actor, &told.block, &told.thread);
  set_actor(finding.other_actor, &told.other_block, &told.other_thread);
  write_line(line);
}

}  // namespace

void write_error(const char* text, size_t size) {
  write_all(STDERR_FILENO, text, size);
}

void places_of(const Finding& finding, Place* places) {
  places[kPlace] = finding.place;
  places[kOther] = finding.other;
  places[kAllocated] = finding.allocated;
  places[kFreed] = finding.freed;
  places[kLaunch] = {finding.launch_site, nullptr};
}

void write_finding(const Finding& finding, const SourceLine* lines) {
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  Place places[kPlaces];
  places_of(finding, places);
  if (!settings().is_quiet) write_paragraph(finding, lines, places);
  if (settings().findings.name != nullptr) write_json(finding, lines);
}

void write_to_pipe(const Line& line) {
  if (settings().findings.descriptor < 0) return;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  write_line(line);
}

void report(const Finding& finding) {
  if (hooks != nullptr) return hooks->collect(finding);
  Place places[kPlaces];
  places_of(finding, places);
  SourceLine lines[kPlaces];
  locate(places, lines, kPlaces);
  write_finding(finding, lines);
}

}  // namespace cuda_on_cpu
