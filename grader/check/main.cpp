// The check program: reads the flags, checks the parts, and writes text and JSON.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "check/check_parts.hpp"
#include "check/options.hpp"
#include "check/part.hpp"
#include "check/text_report.hpp"
#include "flags/flags.hpp"
#include "protocol/freed_memory.hpp"
#include "suite/lab.hpp"

namespace handshake::check {

namespace {

enum ExitCode { kExitOk = 0, kExitNotOk = 1, kExitUsage = 2, kExitFault = 70 };

TextStyle choose_style(const Options& options) {
  TextStyle style;
  style.has_color = isatty(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr;
  style.is_verbose = options.is_verbose;
  style.lab = options.lab;
  return style;
}

ExitCode run(const Options& options) {
  if (!options.trace.empty()) {
    if (!lab_check().trace) throw UsageError("this lab has no --trace");
    lab_check().trace(options);
    return kExitOk;
  }
  suite::set_case_seed(options.seed);
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
