// Writes findings. See report.hpp.
#include "cuda_on_cpu/runtime/report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>

#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/locate.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"
#include "text/json_quote.hpp"

namespace cuda_on_cpu {
namespace {

using Output = Text<8192>;

std::mutex one_at_a_time;

const char* name_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

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

void add_actor(Output* out, const Actor& actor) {
  out->add("block (%u,%u,%u), thread (%u,%u,%u)", actor.block.x, actor.block.y, actor.block.z,
           actor.thread.x, actor.thread.y, actor.thread.z);
}

void write_paragraph(const Finding& finding, const SourceLine* lines, const Place* places) {
  Output out;
  const bool color = isatty(STDERR_FILENO) == 1;
  const char* begin = !color                                ? ""
                      : finding.severity == Severity::error ? "\033[1;31m"
                                                            : "\033[1;35m";
  if (finding.place.known()) {
    add_line(&out, lines[kPlace], finding.place);
    out.add(": ");
  } else {
    out.add("cuda_on_cpu: ");
  }
  out.add("%s%s:%s %s [%s]\n", begin, name_of(finding.severity), color ? "\033[0m" : "",
          finding.message.c_str(), finding.kind);
  if (finding.kernel != nullptr) {
    out.add("  in kernel %s, launch %u", finding.kernel, finding.launch_number);
    if (places[kLaunch].known()) {
      out.add(" at ");
      add_line(&out, lines[kLaunch], places[kLaunch]);
    }
    if (finding.actor.known) {
      out.add(", ");
      add_actor(&out, finding.actor);
    }
    out.add("\n");
  }
  if (finding.other.known() || finding.other_actor.known) {
    out.add("  %s", finding.other_text != nullptr ? finding.other_text : "the other access:");
    if (finding.other.known()) {
      out.add(" ");
      add_line(&out, lines[kOther], finding.other);
    }
    if (finding.other_actor.known) {
      out.add("%s", finding.other.known() ? ", " : " ");
      add_actor(&out, finding.other_actor);
    }
    out.add("\n");
  }
  if (finding.allocated.known()) {
    out.add("  the allocation of %llu bytes was made at ",
            static_cast<unsigned long long>(finding.allocation_bytes));
    add_line(&out, lines[kAllocated], finding.allocated);
    if (finding.freed.known()) {
      out.add(" and freed at ");
      add_line(&out, lines[kFreed], finding.freed);
    }
    out.add("\n");
  }
  if (finding.count > 1) {
    out.add("  the same happened %llu times in all\n",
            static_cast<unsigned long long>(finding.count));
  }
  if (finding.advice != nullptr) out.add("  try: %s\n", finding.advice);
  write_all(STDERR_FILENO, out.c_str(), out.size());
}

void add_json_text(Output* out, const char* text) {
  handshake::json_quote(text, [out](char one) { out->add("%c", one); });
}

void add_json_place(Output* out, const SourceLine& line) {
  out->add("\"file\":");
  add_json_text(out, line.file);
  out->add(",\"line\":%d", line.line);
}

void add_json_actor(Output* out, const Actor& actor) {
  if (!actor.known) return;
  out->add(",\"block\":[%u,%u,%u],\"thread\":[%u,%u,%u]", actor.block.x, actor.block.y,
           actor.block.z, actor.thread.x, actor.thread.y, actor.thread.z);
}

// Lines that go to the pipe are numbered, so that the reader notices a missing line.
void begin_line(Output* out) {
  static uint64_t number = 0;
  out->add("{");
  if (settings().findings_pipe >= 0)
    out->add("\"number\":%llu,", static_cast<unsigned long long>(++number));
}

void write_line(Output* out) {
  const bool is_file = settings().findings_pipe < 0;
  const int file = is_file
                       ? open(settings().findings, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)
                       : settings().findings_pipe;
  if (file < 0) {
    Text<512> text;
    text.add("cuda_on_cpu: cannot write HANDSHAKE_FINDINGS=%s: %s\n", settings().findings,
             std::strerror(errno));
    write_error(text.c_str(), text.size());
    return;
  }
  // A line that is too long is cut, and then it is not valid JSON. It still ends with a line break,
  // so that only this line is lost.
  out->end_line();
  write_all(file, out->c_str(), out->size());
  if (is_file) close(file);
}

void write_json(const Finding& finding, const SourceLine* lines) {
  Output out;
  begin_line(&out);
  out.add("\"kind\":\"%s\",\"severity\":\"%s\",", finding.kind, name_of(finding.severity));
  add_json_place(&out, lines[kPlace]);
  add_json_actor(&out, finding.actor);
  out.add(",\"message\":");
  add_json_text(&out, finding.message.c_str());
  if (finding.kernel != nullptr) {
    out.add(",\"kernel\":");
    add_json_text(&out, finding.kernel);
    out.add(",\"launch\":{\"number\":%u,", finding.launch_number);
    add_json_place(&out, lines[kLaunch]);
    out.add("}");
  }
  if (finding.other.known() || finding.other_actor.known) {
    out.add(",\"other\":{");
    add_json_place(&out, lines[kOther]);
    add_json_actor(&out, finding.other_actor);
    out.add("}");
  }
  if (finding.element.known()) {
    out.add(",\"element\":{\"array\":");
    add_json_text(&out, finding.element.array.c_str());
    out.add(",\"index\":%lld,\"elements\":%lld}", finding.element.index, finding.element.elements);
  }
  if (finding.allocated.known()) {
    out.add(",\"allocation\":{\"bytes\":%llu,",
            static_cast<unsigned long long>(finding.allocation_bytes));
    add_json_place(&out, lines[kAllocated]);
    if (finding.freed.known()) {
      out.add(",\"freed\":{");
      add_json_place(&out, lines[kFreed]);
      out.add("}");
    }
    out.add("}");
  }
  if (finding.advice != nullptr) {
    out.add(",\"advice\":");
    add_json_text(&out, finding.advice);
  }
  out.add(",\"count\":%llu}", static_cast<unsigned long long>(finding.count));
  write_line(&out);
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
  if (settings().findings != nullptr || settings().findings_pipe >= 0) write_json(finding, lines);
}

void announce(const Finding& finding) {
  if (settings().findings_pipe < 0) return;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  Output out;
  begin_line(&out);
  out.add("\"seen\":\"%s\",\"severity\":\"%s\"}", finding.kind, name_of(finding.severity));
  write_line(&out);
}

void announced_are_told(size_t count) {
  if (settings().findings_pipe < 0) return;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  Output out;
  begin_line(&out);
  out.add("\"told\":%zu}", count);
  write_line(&out);
}

void findings_end() {
  if (settings().findings_pipe < 0) return;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  Output out;
  begin_line(&out);
  out.add("\"end\":true}");
  write_line(&out);
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
