// The flags of the check program, and which of them may be given together.
#include "check/options.hpp"

#include <algorithm>

#include "check/part.hpp"
#include "flags/flags.hpp"

namespace handshake::check {

namespace {

// Throws handshake::UsageError if the lab has no such part.
void require_part(const std::string& word) {
  std::string known;
  for (const Part* part : all_parts()) {
    if (part->id == word) return;
    known += " " + part->id;
  }
  throw UsageError(word + ": there is no such part; the parts are" + known);
}

}  // namespace

bool Options::asks_for(const std::string& part) const {
  return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
}

// Reads the value of --case. It comes from make's variable CASE, so the message names CASE.
static int case_number(const std::string& wanted) {
  const bool is_number =
      wanted.size() < 7 && wanted.find_first_not_of("0123456789") == std::string::npos;
  const int number = is_number ? std::stoi(wanted) : 0;
  if (number == 0)
    throw UsageError("CASE=" + wanted + ": the number of a case is needed, 1 or more");
  return number;
}

Options parse_options(int argc, char** argv) {
  Options options;
  Programs& programs = options.programs;
  int seconds = static_cast<int>(programs.limit.count() / 1000);
  std::string wanted_case;
  int part_seconds = 0;
  const std::vector<Flag> flags = {
      {"programs", programs.directory},
      {"diagnostic", programs.diagnostic},
      {"logs", programs.logs},
      {"backend", programs.backend},
      {"prefix", programs.prefix},
      {"schedules", programs.num_schedules, 1, 1000},
      {"time-limit", seconds, 1, 3600},
      {"part-limit", part_seconds, 1, 3600},
      {"guarded", programs.is_guarded},
      {"sources", options.sources},
      {"marks", options.marks},
      {"testcases", options.testcases},
      {"output", options.output},
      {"variants", options.variants},
      {"make", options.make},
      {"json", options.json},
      {"trace", options.trace},
      {"threads", options.threads, 1, 1 << 20},
      {"blocks", options.blocks, 1, 1 << 20},
      {"case", wanted_case},
      {"shares", options.counts_shares},
      {"verdict-only", options.selection.verdict_only},
      {"verbose", options.is_verbose},
      {"table", options.only_table},
      {"lab", options.lab},
      {"seed", options.seed, 0, 999999},
  };
  read_flags(argc, argv, flags, [&](const std::string& word) {
    require_part(word);
    options.parts.push_back(word);
  });
  if (programs.directory.empty()) throw UsageError("the flag --programs is missing");
  if (!wanted_case.empty()) options.selection.case_number = case_number(wanted_case);
  if (options.selection.case_number != 0 && options.parts.size() != 1)
    throw UsageError("CASE needs one part, for example: make check-filter CASE=3");
  if (options.blocks != 0 && options.threads % options.blocks != 0)
    throw UsageError("the number of threads must be a multiple of the number of blocks");
  programs.limit = std::chrono::seconds(seconds);
  if (part_seconds != 0)
    programs.part_limit = std::chrono::seconds(part_seconds);
  else if (programs.backend == "cuda")
    programs.part_limit = kPartLimitOnGpu;
  programs.scratch = options.output;
  return options;
}

}  // namespace handshake::check
