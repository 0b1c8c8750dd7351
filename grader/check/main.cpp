// The check program: reads the flags, checks the parts, and writes text and JSON.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "check/check_parts.hpp"
#include "check/options.hpp"
#include "check/text_report.hpp"
#include "check/trace.hpp"
#include "flags/flags.hpp"
#include "protocol/freed_memory.hpp"
#include "suite/words/report.hpp"

namespace handshake::check {

namespace {

enum ExitCode { kExitOk = 0, kExitNotOk = 1, kExitUsage = 2, kExitFault = 70 };

// A drawing of more undirected edges than this is hard to read.
constexpr int kMostTracedEdges = 1000;

TextStyle choose_style(const Options& options) {
  TextStyle style;
  style.has_color = isatty(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr;
  style.is_verbose = options.is_verbose;
  return style;
}

// The shape of the launches in `match`, unless a flag asks for fewer than 256 threads, or for
// another number of blocks.
suite::Shape shape_of(const Options& options) {
  if (options.blocks > 0) return {options.blocks, options.threads / options.blocks};
  return shape_in_match(options.threads);
}

ExitCode print_trace(const Options& options) {
  suite::EdgeList graph;
  try {
    graph = suite::read_mtx(options.trace);
  } catch (const std::exception& error) {
    throw UsageError(error.what());
  }
  if (graph.numEdges() / 2 > kMostTracedEdges)
    throw UsageError(
        suite::words::too_large_to_trace(options.trace, graph.numEdges() / 2, kMostTracedEdges));
  const char* const order = std::getenv("HANDSHAKE_SCHEDULE");  // as for ./match
  const Trace trace = options.programs.directory == "none"
                          ? trace_passes(graph, options.trace)
                          : trace_own_passes(graph, options.trace, options.programs,
                                             shape_of(options), order ? order : "forward");
  const std::string file = options.output + "/trace.json";
  write_file(file, to_json(trace).dump());
  std::fputs((to_text(trace) + "\n" + suite::words::also_in(file) + "\n").c_str(), stdout);
  return kExitOk;
}

ExitCode run(const Options& options) {
  if (!options.trace.empty()) return print_trace(options);
  const Report report = check_parts(options);
  const TextStyle style = choose_style(options);
  std::fputs((options.only_table ? to_short_text(report, style) : to_text(report, style)).c_str(),
             stdout);
  if (!options.json.empty()) write_file(options.json, to_json(report).dump());
  return is_ok(report) ? kExitOk : kExitNotOk;
}

}  // namespace

}  // namespace handshake::check

int main(int argc, char** argv) {
  handshake::protocol::keep_freed_memory();
  using namespace handshake::check;
  try {
    return run(parse_options(argc, argv));
  } catch (const handshake::UsageError& error) {
    std::fprintf(stderr, "check: %s\n", error.what());
    return kExitUsage;
  } catch (const std::exception& error) {
    std::fprintf(stderr,
                 "check: %s\nThis is a fault of the kit or of this machine, not of your code.\n",
                 error.what());
    return kExitFault;
  }
}
